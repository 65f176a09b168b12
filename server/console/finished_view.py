"""A finished match as the console lists it, from what is kept of it."""

from rules.ledger import from_unix_microseconds
from rules.scoring.teams import PerTeam
from rules.tables.awaited import Awaited
from server.access import Visitor
from server.console.match_view import MatchView, RoomView, rooms_of
from server.matches.finished_match import FinishedMatch
from server.persons.naming import Names


def finished_view(finished: FinishedMatch, visitor: Visitor, names: Names) -> MatchView:
    """What a tile says of it; it hides nothing from those who played it (ruling 34)."""
    scheduled = finished.scheduled
    since = {each.room: from_unix_microseconds(each.at) for each in finished.moments}
    rooms = {
        room: RoomView(
            room=room,
            players={},
            board="",
            moved_to="",
            linked=False,
            alarm=None,
            since=since.get(room),
            awaited=Awaited.MATCH_OVER,
        )
        for room in rooms_of(visitor)
        if room in finished.rooms
    }
    return MatchView(
        match_id=finished.match_id,
        event=scheduled.event,
        trial=scheduled.trial,
        teams=PerTeam(*finished.teams),
        line_ups=frozenset(each.team for each in finished.line_ups),
        rooms=rooms,
        players={},
        games=finished.duplicate.games if finished.duplicate else 0,
        roll_set=finished.roll_set or _planned_roll_set(finished),
        length=finished.to_points.length if finished.to_points else 0,
        game_name=scheduled.game_name,
        game=finished.game,
        over=True,
        signed=frozenset(finished.signed),
        sums=PerTeam(*finished.sums),
        final_score=PerTeam(*finished.final_score) if finished.final_score else None,
        names=names,
    )


def _planned_roll_set(finished: FinishedMatch) -> int:
    """The number of the last game's rolls as it was planned; 0 at one table."""
    return finished.duplicate.roll_set + finished.game - 1 if finished.duplicate else 0
