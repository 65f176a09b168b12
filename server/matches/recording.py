"""Which of a match's tables keep positions: decided for each before its first game has begun."""

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.position import Side
from rules.room import Room
from rules.tables.state import may_be_set
from server.matches.match_record import MatchRecord

_COUNTS = "recorded positions: %(game)s is counted from them"
_BEGUN = "the current setting: the table has begun the match"
_NO_TABLE = "a room in which the match has a table"


def recording_set(record: MatchRecord, command: cmd.SetRecording) -> tuple[ev.Event, ...]:
    """Nothing where it is so already.

    Raises MatchRefused in a game that counts points from positions, for a table that has begun or
    is none of the match's, and for a match that was taken back.
    """
    if record.withdrawn or command.room not in record.rooms:
        raise MatchRefused("room", command.room.value, _NO_TABLE)
    if command.positions is (command.room not in record.unrecorded):
        return ()
    if _is_counted(record):
        raise MatchRefused("positions", command.positions, _COUNTS, game=record.game.name)
    if not still_settable(record, command.room):
        raise MatchRefused("positions", command.positions, _BEGUN)
    return (ev.RecordingSet(room=command.room, positions=command.positions),)


def still_settable(record: MatchRecord, room: Room) -> bool:
    """There is a choice, and the room's table has begun nothing of the match yet."""
    if record.withdrawn or _is_counted(record):
        return False
    return record.state is None or may_be_set(record.state, room)


def _is_counted(record: MatchRecord) -> bool:
    return record.game.counted(Side.WHITE) is not None
