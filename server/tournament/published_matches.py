"""A match of a published round, as it is set up."""

from rules import events as ev
from rules.formats.stages import EventState
from rules.identities import MatchId, TournamentId


def match_scheduled(tournament: TournamentId, state: EventState, number: int) -> ev.MatchScheduled:
    """The first event of the stream of that match; raises StopIteration for an unknown number."""
    stage, announced, pairing = next(
        (stage, announced, pairing)
        for stage in state.stages.values()
        for announced in stage.published.values()
        for pairing in announced.pairings
        if pairing.number == number
    )
    plan = stage.plan
    title = state.described.title if state.described is not None else ""
    place = str(announced.round) if len(stage.rounds) > 1 else ""
    return ev.MatchScheduled(
        match_id=MatchId(tournament, number),
        event=" – ".join(part for part in (title, plan.name, place) if part),
        home=pairing.home,
        away=pairing.away,
        games=plan.games,
        game_name=plan.game_name,
        roll_set=pairing.roll_set,
        max_lead=plan.max_lead,
        tail_drawn=plan.tail_drawn,
        embargo=plan.embargo,
    )
