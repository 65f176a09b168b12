"""Stages of a team event at work: who may order what, and matches of published rounds.

Sources: rulings 1, 13, 29 and 34. What is ruled is the director's.
"""

from collections.abc import Iterable

from rules import commands as cmd
from rules import events as ev
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.formats.team_event.stages import Stage
from rules.formats.team_event.timing import decide_times
from rules.identities import MatchId, TournamentId
from rules.scoring.scales import EXTRA_GAMES
from server.access import Action
from server.tournament.orders import Orders, TournamentFormat, by_rules
from server.tournament.tournament_state import Given, TournamentState


def _times(state: TournamentState, command: cmd.TimeCommand, _: Given) -> tuple[ev.Event, ...]:
    event = state.event
    playing = event.entries.confirmed(state.teams, event.withdrawn)
    return decide_times(event, command, playing)


def _of_round(state: TournamentState, command: cmd.ShortenRound, _: Given) -> Iterable[int]:
    stage = state.event.stages.get(command.stage)
    announced = None if stage is None else stage.published.get(command.round)
    return [each.number for each in announced.pairings] if announced else ()


def _scheduled(
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
        place, roll_set = _announced(stage, number)
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


def _announced(stage: Stage, number: int) -> tuple[str, int]:
    """The round of a match where there are several, and its first set of rolls."""
    for announced in stage.published.values():
        for pairing in announced.pairings:
            if pairing.number == number:
                return str(announced.round) if len(stage.rounds) > 1 else "", pairing.roll_set
    raise AssertionError(f"match {number} is in no round")


_RULES = by_rules(TEAM_EVENT)
TEAM_EVENT_AT_WORK = TournamentFormat(
    TEAM_EVENT,
    (
        Orders(cmd.StageCommand, Action.DIRECT, _RULES),
        Orders(
            cmd.DescribeEvent
            | cmd.SetRoomPlaces
            | cmd.PlanStages
            | cmd.DrawStage
            | cmd.PublishRound
            | cmd.CloseRound
            | cmd.SetExtraGames,
            Action.SCHEDULE,
            _RULES,
        ),
        Orders(
            cmd.GiveWalkover | cmd.LiftWalkover,
            Action.DIRECT,
            _RULES,
            rules_on=lambda _, command, __: [command.number],
        ),
        Orders(cmd.ShortenRound, Action.DIRECT, _RULES, rules_on=_of_round),
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
    _scheduled,
)
