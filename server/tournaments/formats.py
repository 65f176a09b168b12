"""The formats of tournaments in use: the rights to each order, and the matches that they set up."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, assert_never, get_args

from rules import commands as cmd
from rules import events as ev
from rules.formats.format import Format
from rules.formats.format import FormatGiven as GivenToRules
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.pbem.deciding import PBEM
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.formats.team_event.stages import Stage
from rules.formats.team_event.timing import decide_times
from rules.formats.ttt.deciding import TTT
from rules.identities import MatchId, PersonId, TournamentId
from rules.scoring.scales import EXTRA_GAMES
from server.access import (
    NOWHERE,
    Action,
    Actor,
    DecidesOwnMatch,
    NotAllowed,
    Place,
    PlaysInMatch,
    Visitor,
    check_may,
    check_playing,
)
from server.tournaments.given import TournamentGiven
from server.tournaments.tournament_state import TournamentState


def _no_matches(_: TournamentState, __: Any, ___: TournamentGiven) -> Iterable[int]:
    return ()


def _nowhere(_: Any, __: Visitor, ___: TournamentGiven) -> Place:
    return NOWHERE


def _as_it_is(command: Any, _: Visitor) -> Any:
    return command


def _nothing_more(_: TournamentState, __: Any, ___: Visitor, ____: TournamentGiven) -> None:
    """Require nothing beyond the right to the action."""


@dataclass(frozen=True, slots=True)
class Orders:
    """Commands of one kind: the action that the sender must be allowed to do, and the decision.

    `commands` is a class or a union of classes. `rules_on` returns the numbers of the matches whose
    results a command decides: nobody who plays in one of them, or may be seated there, may give the
    command (ruling 34). `place` returns the place at which the action is done, for the check of the
    right. `check` raises an error for any other condition on a visitor. `own` fills in, from the
    visitor's account or link, what a visitor may not choose, such as a captain's team. `on_matches`
    is True if the decision depends on the state of the tournament's matches; it must be True if
    `rules_on` is given.
    """

    commands: Any
    action: Action
    decide: Callable[[TournamentState, Any, TournamentGiven], tuple[ev.Event, ...]]
    rules_on: Callable[[TournamentState, Any, TournamentGiven], Iterable[int]] = _no_matches
    check: Callable[[TournamentState, Any, Visitor, TournamentGiven], None] = _nothing_more
    place: Callable[[Any, Visitor, TournamentGiven], Place] = _nowhere
    own: Callable[[Any, Visitor], Any] = _as_it_is
    on_matches: bool = True

    def __post_init__(self) -> None:
        if self.rules_on is not _no_matches and not self.on_matches:
            raise ValueError(f"{self.commands}: who plays there is known of matches alone")

    @property
    def classes(self) -> tuple[type, ...]:
        """The classes of the commands."""
        return get_args(self.commands) or (self.commands,)

    def decided(
        self, state: TournamentState, command: Any, actor: Actor, given: TournamentGiven
    ) -> tuple[ev.Event, ...]:
        """Return the events of a command; raises NotAllowed, or the refusal by the rules."""
        if isinstance(actor, Visitor):
            check_may(actor, self.action, self.place(command, actor, given))
            self.check(state, command, actor, given)
            for number in self.rules_on(state, command, given):
                players = given.facts.players.get(number)
                if players is not None:
                    check_playing(actor, self.action, players)
            command, given = self.own(command, actor), replace(given, by=actor.by)
        return self.decide(state, command, given)


def by_rules(
    of: Format[Any],
) -> Callable[[TournamentState, Any, TournamentGiven], tuple[ev.Event, ...]]:
    """Return a decider that decides by the rules of the format."""

    def decide(
        state: TournamentState, command: Any, given: TournamentGiven
    ) -> tuple[ev.Event, ...]:
        return of.decide(of.of(state.formats), command, to_rules(state, given))

    return decide


def to_rules(state: TournamentState, given: TournamentGiven) -> GivenToRules:
    """Return the values that the rules of a format need for a decision."""
    facts = given.facts
    return GivenToRules(
        teams=tuple(state.teams),
        outcomes=facts.outcomes,
        to_points=facts.to_points,
        begun=facts.begun,
        games_begun=facts.games_begun,
        next_number=max(given.last_number, state.last_number) + 1,
        next_roll_set=given.roll_set,
        seed=given.seed,
        by=given.by,
        now=facts.now,
        states=state.formats,
    )


def _no_table(_: TournamentId, __: TournamentState, ___: int) -> None:
    """Return None, since no match of the format is played at a table in the hall."""


@dataclass(frozen=True, slots=True)
class TournamentFormat:
    """A format in use: its rules, the rights to its orders, and its matches in the hall.

    `scheduled` returns the event that sets up the announced match with this number, or None if the
    match is played elsewhere.
    """

    rules: Format[Any]
    orders: tuple[Orders, ...]
    scheduled: Callable[[TournamentId, TournamentState, int], ev.AnyScheduled | None] = _no_table


def _times(
    state: TournamentState, command: cmd.TimeCommand, _: TournamentGiven
) -> tuple[ev.Event, ...]:
    event = state.event
    playing = event.entries.confirmed(state.teams, event.withdrawn)
    return decide_times(event, command, playing)


def _of_round(
    state: TournamentState, command: cmd.ShortenRound, _: TournamentGiven
) -> Iterable[int]:
    stage = state.event.stages.get(command.stage)
    announced = None if stage is None else stage.published.get(command.round)
    return [each.number for each in announced.pairings] if announced else ()


def _stage_match(
    tournament: TournamentId, state: TournamentState, number: int
) -> ev.MatchScheduled | None:
    stage = state.event.stage_of(number)
    if stage is None:
        return None
    plan, games = stage.plan, stage.plan.games
    extra = next((each for each in stage.extra.values() if each.number == number), None)
    if extra is not None:
        pairing = next(each for each in stage.published_pairings if each.group == extra.group)
        place, roll_set, games = "+2", extra.roll_set, EXTRA_GAMES
    else:
        pairing = stage.of_numbers[number]
        place, roll_set = _place_of(stage, number)
    return ev.MatchScheduled(
        match_id=MatchId(tournament, number),
        event=" – ".join(part for part in (state.title, plan.name, place) if part),
        home=pairing.home,
        away=pairing.away,
        games=games,
        game_name=plan.game_name,
        roll_set=roll_set,
        max_lead=plan.max_lead,
        tail_drawn=plan.tail_drawn,
        embargo=plan.embargo,
        clocks=plan.clocks,
        clock_minutes=plan.clock_minutes,
    )


def _place_of(stage: Stage, number: int) -> tuple[str, int]:
    """Return a match's round in words, and the number of its first set of rolls.

    The text is empty if the stage has only one round.
    """
    for announced in stage.published.values():
        for pairing in announced.pairings:
            if pairing.number == number:
                return str(announced.round) if len(stage.rounds) > 1 else "", pairing.roll_set
    raise AssertionError(f"match {number} is in no round")


_STAGES = by_rules(TEAM_EVENT)
TEAM_EVENT_AT_WORK = TournamentFormat(
    TEAM_EVENT,
    (
        Orders(cmd.StageCommand, Action.DIRECT, _STAGES),
        Orders(
            cmd.DescribeEvent
            | cmd.SetRoomPlaces
            | cmd.PlanStages
            | cmd.DrawStage
            | cmd.PublishRound
            | cmd.CloseRound
            | cmd.SetExtraGames,
            Action.SCHEDULE,
            _STAGES,
        ),
        Orders(
            cmd.GiveWalkover | cmd.LiftWalkover,
            Action.DIRECT,
            _STAGES,
            rules_on=lambda _, command, __: [command.number],
        ),
        Orders(cmd.ShortenRound, Action.DIRECT, _STAGES, rules_on=_of_round),
        Orders(
            cmd.PlanTimetable | cmd.TimeRounds | cmd.ChangeStages,
            Action.SCHEDULE,
            _times,
            on_matches=False,
        ),
        Orders(
            cmd.SetLastStart | cmd.LiftLastStart,
            Action.DIRECT,
            _times,
            on_matches=False,
        ),
    ),
    _stage_match,
)


def _with_later(
    state: TournamentState,
    command: cmd.RuleKnockoutMatch | cmd.LiftKnockoutRuling,
    given: TournamentGiven,
) -> tuple[int, ...]:
    """Return the numbers of the command's match and of the later matches of this match's winner."""
    knockout = state.of(KNOCKOUT).of_match(command.number)
    if knockout is None:
        return (command.number,)
    bracket = knockout.bracket(given.facts.to_points)
    match = bracket.of_number(command.number)
    return (command.number, *(() if match is None else bracket.later(match)))


def _in_question(
    state: TournamentState, command: cmd.ResolveKnockoutWinner, given: TournamentGiven
) -> tuple[int, ...]:
    knockout = state.of(KNOCKOUT).by_number.get(command.knockout)
    if knockout is None:
        return ()
    questions = knockout.bracket(given.facts.to_points).questions
    return tuple(number for each in questions for number in each.later)


def _knockout_match(
    tournament: TournamentId, state: TournamentState, number: int
) -> ev.MatchPlayScheduled | None:
    knockout = state.of(KNOCKOUT).of_match(number)
    if knockout is None or knockout.plan.elsewhere:
        return None
    announced, plan = knockout.announced_as(number), knockout.plan
    assert announced is not None
    return ev.MatchPlayScheduled(
        match_id=MatchId(tournament, number),
        event=" – ".join(part for part in (state.title, plan.name) if part),
        white=announced.pairing.white,
        red=announced.pairing.red,
        length=announced.length,
        game_name=plan.game_name,
        clocks=plan.clocks,
        clock_minutes=plan.clock_minutes,
    )


_KNOCKOUTS = by_rules(KNOCKOUT)
KNOCKOUT_AT_WORK = TournamentFormat(
    KNOCKOUT,
    (
        Orders(cmd.KnockoutCommand, Action.SCHEDULE, _KNOCKOUTS),
        Orders(cmd.KnockoutRuling, Action.DIRECT, _KNOCKOUTS),
        Orders(
            cmd.RuleKnockoutMatch | cmd.LiftKnockoutRuling,
            Action.DIRECT,
            _KNOCKOUTS,
            rules_on=_with_later,
        ),
        Orders(cmd.ResolveKnockoutWinner, Action.DIRECT, _KNOCKOUTS, rules_on=_in_question),
    ),
    _knockout_match,
)


def _plays_no_pbem_match(
    state: TournamentState,
    command: cmd.PbemReport | cmd.PbemRuling,
    actor: Visitor,
    given: TournamentGiven,
) -> None:
    match = state.of(PBEM).matches.get(command.number)
    if match is not None and actor.person in match.players:
        match_id = MatchId(given.tournament, command.number)
        raise PlaysInMatch(actor, Action.DIRECT, match_id)


_MESSAGES = by_rules(PBEM)
PBEM_AT_WORK = TournamentFormat(
    PBEM,
    (
        Orders(cmd.OpenPbem | cmd.BeginPbemWeek, Action.SCHEDULE, _MESSAGES),
        Orders(
            cmd.PbemReport | cmd.PbemRuling, Action.DIRECT, _MESSAGES, check=_plays_no_pbem_match
        ),
    ),
)


def _amended(
    state: TournamentState, command: cmd.TttCommand, actor: Visitor, _: TournamentGiven
) -> None:
    """Raise NotAllowed if somebody who is no director changes the rules of a TTT after the draw."""
    if isinstance(command, cmd.SetTttRules) and state.of(TTT).groups:
        check_may(actor, Action.DIRECT)


def _plays_no_ttt_match(
    state: TournamentState, command: cmd.TttCommand, actor: Visitor, given: TournamentGiven
) -> None:
    known = state.of(TTT).matches.get(getattr(command, "match", 0))
    if known is not None and any(_is(actor, each, given) for each in known.players):
        raise DecidesOwnMatch(actor, known.number)


def _for_himself(
    _: TournamentState, command: cmd.TttPlayerCommand, actor: Visitor, given: TournamentGiven
) -> None:
    if not _is(actor, whose(command), given):
        raise NotAllowed(actor, Action.PLAY_TTT)


def whose(command: cmd.TttPlayerCommand) -> PersonId:
    """Return the player for whom the command is given."""
    match command:
        case cmd.InviteTttOpponent():
            return command.inviter
        case cmd.AcceptTttInvitation():
            return command.invited
        case cmd.ReportTttResult():
            return command.player
        case _:
            assert_never(command)


def _is(actor: Visitor, player: PersonId, given: TournamentGiven) -> bool:
    """Return True if the visitor is that player, who may have been merged."""
    if actor.person is None:
        return False
    merged = given.facts.merged
    return merged.get(player, player) == merged.get(actor.person, actor.person)


_TTT = by_rules(TTT)
TTT_AT_WORK = TournamentFormat(
    TTT,
    (
        Orders(cmd.TttCommand, Action.DIRECT, _TTT, check=_plays_no_ttt_match),
        Orders(
            cmd.SetTttRules | cmd.EnterTttPlayers | cmd.TakeOutTttPlayer | cmd.DrawTtt,
            Action.SCHEDULE,
            _TTT,
            check=_amended,
        ),
        Orders(cmd.TttPlayerCommand, Action.PLAY_TTT, _TTT, check=_for_himself),
    ),
)


FORMATS_AT_WORK = (TEAM_EVENT_AT_WORK, KNOCKOUT_AT_WORK, PBEM_AT_WORK, TTT_AT_WORK)
"""The formats in use, in the order of rules.formats.known_formats."""
