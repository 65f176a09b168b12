"""A match of a published round, as it is set up."""

from rules import events as ev
from rules.formats.team_event.stages import EventState, Stage
from rules.identities import MatchId, TournamentId
from rules.scoring.scales import EXTRA_GAMES


def match_scheduled(tournament: TournamentId, state: EventState, number: int) -> ev.MatchScheduled:
    """The first event of the stream of that match; a number that the rounds know."""
    stage = state.stage_of(number)
    assert stage is not None
    plan, games = stage.plan, stage.plan.games
    extra = next((each for each in stage.extra.values() if each.number == number), None)
    if extra is not None:
        pairing = next(each for each in stage.published_pairings if each.group == extra.group)
        place, roll_set, games = "+2", extra.roll_set, EXTRA_GAMES
    else:
        pairing = stage.of_numbers[number]
        place, roll_set = _announced(stage, number)
    title = state.described.title if state.described is not None else ""
    return ev.MatchScheduled(
        match_id=MatchId(tournament, number),
        event=" – ".join(part for part in (title, plan.name, place) if part),
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
