"""Which games may be played once more: finished in both rooms, and their rolls used nowhere else.

Ruling 12: of a match that is over both rooms are public. While any match that is not over uses one
of its sets of rolls (ruling 15), nothing of them is given to anybody.
"""

from collections.abc import Iterable, Mapping

from rules import events as ev
from rules.duplicate.closed_seat import RecordedGame
from rules.duplicate.roll_sets import roll_sets
from rules.duplicate.seed_dice import joined
from rules.duplicate.state import MatchState
from rules.identities import MatchId
from rules.room import Room
from server.hall import Hall
from server.live.hub import LiveHub
from server.matches.match_record import MatchRecord


def games_offered(hall: Hall, hub: LiveHub, match_id: MatchId) -> Mapping[int, RecordedGame]:
    """The games of a match that may be played now, by number; none where none may.

    The match is in play or held.
    """
    process = hall.matches.get(match_id)
    if process is None or not hub.is_over(match_id):
        return {}
    record, state = process.record, process.record.state
    if not isinstance(state, MatchState) or record.started is None:
        return {}
    others = (each.record for each in hall.registry.in_play().values())
    if shares_rolls(record, others):
        return {}
    rolled = roll_sets(process.history)
    seed = joined(record.started.seed, record.started.words)
    recorded = {
        game: RecordedGame(record.game, rolls, state.results[game, Room.OPEN], seed)
        for game, rolls in rolled.items()
        if all((game, room) in state.results for room in Room)
    }
    return {game: each for game, each in recorded.items() if _counts(each, state)}


def shares_rolls(record: MatchRecord, others: Iterable[MatchRecord]) -> bool:
    """Whether a match that is not over is played with one of that match's sets of rolls."""
    own = _sets_of(record)
    return any(
        each.match_id != record.match_id
        and each.match_id.tournament == record.match_id.tournament
        and not each.is_over
        and not own.isdisjoint(_sets_of(each))
        for each in others
    )


def _sets_of(record: MatchRecord) -> frozenset[int]:
    """The numbers of a match's sets of rolls in its event; a trial uses none of the event's."""
    scheduled = record.scheduled
    if not isinstance(scheduled, ev.MatchScheduled) or scheduled.trial:
        return frozenset()
    return frozenset(range(scheduled.roll_set, scheduled.roll_set + scheduled.games))


def _counts(recorded: RecordedGame, state: MatchState) -> bool:
    """Its rolls are known, and it was not cancelled."""
    number = recorded.rolled.game
    cancelled = any(
        state.results[number, room].loser is None and state.results[number, room].adjusted is None
        for room in Room
    )
    return recorded.is_playable and not cancelled
