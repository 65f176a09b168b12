"""Decisions about the stages of a tournament of teams: the events of each command.

Sources: rulings 1, 13 and 29. Whether the sender has the right to a command is checked elsewhere.
"""

from collections.abc import Iterator
from functools import partial

from rules import events as ev
from rules.checks import check_among, check_between, check_seen
from rules.commands import stage_commands as cmd
from rules.commands.stage_commands import JoinStage, ShortenRound
from rules.errors import MatchRefused
from rules.formats.draw import FEWEST, MOST, Entrant, drawn
from rules.formats.format import (
    NOTHING_PLAYED,
    Format,
    FormatGiven,
    Lacking,
    Missing,
    Outcomes,
    PointOutcomes,
)
from rules.formats.team_event.planning import stages_planned
from rules.formats.team_event.qualifying import (
    is_in_question,
    is_level,
    is_undecided_pair,
    qualified,
)
from rules.formats.team_event.ruling import (
    drawn_stage,
    published_round,
    round_of,
    round_shortened,
    ruled,
    stage_of,
    team_joined,
)
from rules.formats.team_event.stages import Pairing, Stage, TeamEventState
from rules.formats.team_event.standings import absent, is_decided, outcome_of
from rules.room import Room
from rules.scoring.scales import EXTRA_GAMES
from rules.text import N_

_NOT_DRAWN = N_("a stage that is not drawn yet")
PAIRS_CHANGED = N_("the pairs of round %(round)s have changed")
QUALIFIED_CHANGED = N_("different teams have now qualified for %(stage)s")
DRAW_CHANGED = N_("the draw of %(stage)s has changed")
MATCHES_CHANGED = N_("the matches of round %(round)s have changed")
DESCRIBED_CHANGED = N_("someone else has changed this")
_OPEN_PLACES = N_("a stage whose places are decided; these are open: %(places)s")
_IN_QUESTION = N_(
    "a stage whose teams are certain; by the current standings other teams would be in it, "
    "or a place is open again: keep the teams that were drawn, or undo the draw"
)
_LAST_ROUND = N_("%(last)s, the last round that is published")
_PLAYED = N_("a round in which nothing has been played; play has begun in match %(matches)s")
_UNDECIDED = N_("a round whose matches are all decided; these are not: %(matches)s")
_UNCONFIRMED = N_("a round whose results are all confirmed; these are not: %(matches)s")


def decide(
    state: TeamEventState, command: cmd.StageCommand, given: FormatGiven
) -> tuple[ev.StageEvent, ...]:
    """Return the events by which a command about the stages of a tournament takes effect.

    `given` has what the decision needs besides this state, such as outcomes of matches and the time
    (see FormatGiven). Raises MatchRefused naming the wrong field, and ValuesChanged if a value has
    changed since the sender saw it.
    """
    match command:
        case cmd.DescribeEvent():
            return (_described(state, command),)
        case cmd.SetRoomPlaces():
            return (_placed(state, command),)
        case cmd.PlanStages():
            return stages_planned(state, command)
        case cmd.WithdrawStage():
            return (_stage_withdrawn(state, command),)
        case cmd.DrawStage():
            return (_stage_drawn(state, command, given),)
        case cmd.WithdrawDraw():
            return (_draw_withdrawn(state, command),)
        case cmd.PublishRound():
            return (_round_published(state, command, given),)
        case cmd.WithdrawRound():
            return (_round_withdrawn(state, command, given),)
        case cmd.CloseRound():
            return (_round_closed(state, command, given),)
        case cmd.ReopenRound():
            return (_round_reopened(state, command),)
        case cmd.SetExtraGames():
            return (_extra_games(state, command, given),)
        case cmd.KeepQualified():
            return (_kept(state, command, given),)
        case JoinStage():
            return (team_joined(state, command, given),)
        case ShortenRound():
            return (round_shortened(state, command, given),)
        case _:
            return (ruled(state, command, given),)


def _described(state: TeamEventState, command: cmd.DescribeEvent) -> ev.EventDescribed:
    check_seen("was", DESCRIBED_CHANGED, command.was, state.described_as)
    return ev.EventDescribed(title=command.title, place=command.place, dates=command.dates)


def _placed(state: TeamEventState, command: cmd.SetRoomPlaces) -> ev.RoomPlacesSet:
    known = state.places
    check_seen("was", DESCRIBED_CHANGED, command.was, (known.open_room, known.closed_room))
    return ev.RoomPlacesSet(open_room=command.open_room, closed_room=command.closed_room)


def _draw_withdrawn(state: TeamEventState, command: cmd.WithdrawDraw) -> ev.DrawWithdrawn:
    stage = drawn_stage(state, command.stage)
    check_seen("seen", DRAW_CHANGED, command.seen, stage.groups, stage=stage.plan.name)
    return ev.DrawWithdrawn(stage=command.stage, reason=command.reason)


def _stage_withdrawn(state: TeamEventState, command: cmd.WithdrawStage) -> ev.StageWithdrawn:
    stage = stage_of(state, command.stage)
    if stage.drawn is not None:
        raise MatchRefused("stage", command.stage, _NOT_DRAWN)
    for other in state.stages.values():
        if any(slot.stage == command.stage for slot in other.plan.slots):
            why = N_("a stage from which nobody qualifies for %(other)s")
            raise MatchRefused("stage", command.stage, why, other=other.plan.name)
    return ev.StageWithdrawn(stage=command.stage)


def _stage_drawn(
    state: TeamEventState, command: cmd.DrawStage, given: FormatGiven
) -> ev.StageDrawn:
    stage = stage_of(state, command.stage)
    if stage.drawn is not None:
        raise MatchRefused("stage", command.stage, _NOT_DRAWN)
    if stage.plan.slots:
        pairs = qualified(state, stage, given.outcomes)
        if pairs is None:
            raise MatchRefused("stage", command.stage, _OPEN_PLACES, places=_open(state, stage))
        return ev.StageDrawn(stage=command.stage, seed=b"", groups=pairs)
    gone = {*command.absent, *state.withdrawn}
    for name in (*command.absent, *(name for pot in command.pots for name in pot)):
        check_among("absent" if name in command.absent else "pots", name, given.teams)
    entrants = _entrants(state, command, given)
    least, most = FEWEST * stage.plan.groups, MOST * stage.plan.groups
    check_between("teams", len(entrants), least, most)
    return ev.StageDrawn(
        stage=command.stage,
        seed=given.seed,
        groups=drawn(given.seed, entrants, stage.plan.groups),
        absent=tuple(team for team in given.teams if team in gone),
    )


def _entrants(state: TeamEventState, command: cmd.DrawStage, given: FormatGiven) -> list[Entrant]:
    """Return the confirmed teams to be drawn, with pots and clubs.

    Pots are those of the command if it names any, else those of the entries. A club that the
    command gives replaces the club of the entry.
    """
    in_order = command.pots or state.entries.pots()
    pots = {name: number for number, pot in enumerate(in_order, 1) for name in pot}
    clubs = {**state.entries.clubs(), **dict(command.clubs)}
    return [
        Entrant(team, pots.get(team, len(in_order) + 1), clubs.get(team, ""))
        for team in state.entries.confirmed(given.teams, state.withdrawn)
        if team not in command.absent
    ]


def _open(state: TeamEventState, stage: Stage) -> str:
    """Return, as text, all ranks in earlier stages whose teams qualify for a stage.

    The text is part of the refusal to fill the stage while the team of any of these ranks is
    undecided. Each rank is written as the earlier stage's name, group and rank, such as "Final
    1:2".
    """
    return ", ".join(
        f"{state.stages[slot.stage].plan.name} {slot.group}:{slot.place}"
        for slot in stage.plan.slots
    )


def _round_published(
    state: TeamEventState, command: cmd.PublishRound, given: FormatGiven
) -> ev.RoundPublished:
    stage, round_ = round_of(state, command.stage, command.round)
    if stage.next_round != command.round:
        allowed = (
            N_("none: all are published") if stage.next_round is None else str(stage.next_round)
        )
        raise MatchRefused("round", command.round, allowed)
    if is_in_question(state, stage, given.outcomes):
        raise MatchRefused("stage", command.stage, _IN_QUESTION)
    played = state.playable(round_.pairings)
    pairs = tuple(pairing.teams for pairing in played)
    check_seen("seen", PAIRS_CHANGED, command.seen, pairs, round=command.round)
    pairings = tuple(
        _published(pairing, place, stage, given) for place, pairing in enumerate(played)
    )
    return ev.RoundPublished(stage=command.stage, round=command.round, pairings=pairings)


def _published(
    pairing: Pairing, place: int, stage: Stage, given: FormatGiven
) -> ev.PublishedPairing:
    return ev.PublishedPairing(
        group=pairing.group,
        home=pairing.home,
        away=pairing.away,
        number=given.next_number + place,
        roll_set=given.next_roll_set + place * stage.plan.games,
    )


def _round_withdrawn(
    state: TeamEventState, command: cmd.WithdrawRound, given: FormatGiven
) -> ev.RoundWithdrawn:
    _, round_ = published_round(state, command.stage, command.round)
    later = [number for number in state.stages[command.stage].published if number > command.round]
    if later:
        raise MatchRefused("round", command.round, _LAST_ROUND, last=max(later))
    begun = [str(each.number) for each in round_.pairings if each.number in given.begun]
    numbers = tuple(each.number for each in round_.pairings if each.number is not None)
    check_seen("seen", MATCHES_CHANGED, command.seen, numbers, round=command.round)
    if begun:
        raise MatchRefused("round", command.round, _PLAYED, matches=", ".join(begun))
    return ev.RoundWithdrawn(stage=command.stage, round=command.round, reason=command.reason)


def _round_closed(
    state: TeamEventState, command: cmd.CloseRound, given: FormatGiven
) -> ev.RoundClosed:
    stage, round_ = published_round(state, command.stage, command.round)
    if round_.closed:
        raise MatchRefused("round", command.round, N_("a round that is not closed"))
    undecided = [
        str(each.number)
        for each in round_.pairings
        if not is_decided(state, each, given.outcomes)
        or is_undecided_pair(state, stage, each, given.outcomes)
    ]
    if undecided:
        raise MatchRefused("round", command.round, _UNDECIDED, matches=", ".join(undecided))
    played = [each for each in round_.pairings if not absent(state, each, given.outcomes)]
    waiting = [str(each.number) for each in played if outcome_of(each, given.outcomes).unconfirmed]
    if waiting:
        raise MatchRefused("round", command.round, _UNCONFIRMED, matches=", ".join(waiting))
    return ev.RoundClosed(stage=command.stage, round=command.round)


def _round_reopened(state: TeamEventState, command: cmd.ReopenRound) -> ev.RoundReopened:
    _, round_ = published_round(state, command.stage, command.round)
    if not round_.closed:
        raise MatchRefused("round", command.round, N_("a round that is closed"))
    return ev.RoundReopened(stage=command.stage, round=command.round, reason=command.reason)


def _extra_games(
    state: TeamEventState, command: cmd.SetExtraGames, given: FormatGiven
) -> ev.ExtraGamesSet:
    stage = drawn_stage(state, command.stage)
    pairs = {each.group: each for each in stage.published_pairings}
    pairing = pairs.get(command.group) if stage.plan.kind is ev.StageKind.PAIRS else None
    if pairing is None or not is_level(stage, pairing, given.outcomes):
        raise MatchRefused(
            "group", command.group, N_("a pair whose match is over and level in IMP")
        )
    return ev.ExtraGamesSet(
        stage=command.stage,
        group=command.group,
        number=given.next_number,
        roll_set=given.next_roll_set,
    )


def _kept(
    state: TeamEventState, command: cmd.KeepQualified, given: FormatGiven
) -> ev.QualificationKept:
    stage = drawn_stage(state, command.stage)
    if not is_in_question(state, stage, given.outcomes):
        raise MatchRefused("stage", command.stage, N_("a stage whose teams are uncertain"))
    now: ev.Groups = qualified(state, stage, given.outcomes) or ()
    check_seen("seen", QUALIFIED_CHANGED, command.seen, now, stage=stage.plan.name)
    return ev.QualificationKept(stage=command.stage, groups=now, reason=command.reason)


def _unplayed(state: TeamEventState, outcomes: Outcomes, _: PointOutcomes) -> Iterator[Missing]:
    """Yield a Missing for each draw, round and result that is missing in the stages."""
    for stage in state.stages.values():
        yield from _unplayed_of(state, stage, outcomes)


def _unplayed_of(state: TeamEventState, stage: Stage, outcomes: Outcomes) -> Iterator[Missing]:
    missing = partial(Missing, of=stage.number, name=stage.plan.name)
    if stage.drawn is None:
        yield missing(Lacking.DRAW)
        return
    if stage.next_round is not None:
        yield missing(Lacking.ROUND, numbers=(stage.next_round,))
    games = len(Room) * EXTRA_GAMES
    extra = {group: each.number for group, each in stage.extra.items()}
    unplayed = {n for n in extra.values() if outcomes.get(n, NOTHING_PLAYED).games < games}
    level = set[int]()
    for number, pairing in stage.of_numbers.items():
        if not is_decided(state, pairing, outcomes):
            unplayed.add(number)
        elif extra.get(pairing.group) in unplayed:
            continue
        elif is_undecided_pair(state, stage, pairing, outcomes):
            level.add(number)
    if unplayed:
        yield missing(Lacking.RESULT, numbers=tuple(sorted(unplayed)))
    if level:
        yield missing(Lacking.WINNER, numbers=tuple(sorted(level)))


def _undecided(state: TeamEventState, outcomes: Outcomes, _: PointOutcomes) -> Iterator[Missing]:
    """Yield a Missing of kind CHOICE for each stage on which the director has to decide.

    The director has to decide if other teams than those drawn into the stage qualify now.
    """
    for stage in state.stages.values():
        if is_in_question(state, stage, outcomes):
            yield Missing(Lacking.CHOICE, stage.number, name=stage.plan.name)


TEAM_EVENT = Format(
    "team_event",
    TeamEventState(),
    ev.StageEvent | ev.TimeEvent | ev.EntryEvent | ev.EntryWithdrawn | ev.TeamChanged,
    fold=lambda state, event: state.after([event]),
    decide=decide,
    unplayed=_unplayed,
    undecided=_undecided,
    ruled_by=ev.WalkoverGiven,
)
"""The format of tournaments of teams.

Its state also has what every tournament has, such as the title, the entries and the hours.
"""
