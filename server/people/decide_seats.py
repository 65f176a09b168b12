"""Decisions on commands that begin or end a phone's seat as a table's board, as pure functions.

Source: rulings 28 (a board carries no dice between rooms) and 34 (players of a match are not shown
it).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import assert_never

from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.room import Room
from rules.text import N_
from server.access import MatchPlayers
from server.people import changes as ch
from server.people import commands as acmd
from server.store.accounts_db.links import Link, LinkKind, LinkSpent
from server.store.accounts_db.seats import PhoneSeat, SeatEnding

NOT_KEPT = 0
"""The number of a new code or seat until it is stored."""


class SeatRefusal(Enum):
    """A reason why a phone does not become a table's board."""

    OTHER_ROOM = "other room"
    AT_ANOTHER_TABLE = "at another table"
    FROM_CLOSED_ROOM = "from a closed room"
    HAS_WATCHED = "has watched"
    NOT_LET_IN = "not let in"


_WHY = {
    SeatRefusal.OTHER_ROOM: (
        "this phone was, or is signed in, in the other room of this match: take one that was not"
    ),
    SeatRefusal.AT_ANOTHER_TABLE: (
        "this phone is the board of another table, whose game is being played: the operator takes "
        "it off there first"
    ),
    SeatRefusal.FROM_CLOSED_ROOM: (
        "this phone was a closed room's board: it goes to no open room while a game is being "
        "played. Take another one, or wait until the game is over in both rooms"
    ),
    SeatRefusal.HAS_WATCHED: (
        "whoever is signed in on this phone has watched the open room of this game: take another "
        "phone"
    ),
    SeatRefusal.NOT_LET_IN: (
        "the table has a board already, and this phone was not let in. Ask the operator"
    ),
}


class SeatRefused(Exception):
    """The phone does not become the table's board. The phone's holder can try another phone."""

    def __init__(self, why: SeatRefusal) -> None:
        super().__init__(_WHY[why])
        self.why = why


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The facts of a table's match, and of other matches, that a decision on a code or seat needs.

    `rooms` are the rooms in which the match has tables. `over` is True if nothing more is played in
    the match. `players` are those who play in the match or may be seated in it. `under_way` are all
    matches in which a game is being played.
    """

    match: MatchId
    rooms: tuple[Room, ...]
    over: bool
    players: MatchPlayers
    under_way: frozenset[MatchId] = field(default_factory=frozenset)


def decide_seat(
    seats: Sequence[PhoneSeat],
    links: Mapping[int, Link],
    command: acmd.SeatCommand,
    table: TableFacts | None,
) -> ch.SeatChange:
    """Return the change that a command about a seat makes.

    `seats` are the seats that have not ended and those that ended recently. `links` are the valid
    codes, keyed by number. Raises LinkSpent, SeatRefused, or MatchRefused if the match has no such
    table or needs no board.
    """
    match command:
        case acmd.GiveTableCode():
            assert table is not None, "a code is decided with the facts of its match"
            _check_table(table, command.room)
            return ch.TableCodeGiven(link_id=NOT_KEPT, match=command.match, room=command.room)
        case acmd.RevokeTableCode():
            match_id, room = place_of(links.get(command.link_id))
            return ch.TableCodeRevoked(link_id=command.link_id, match=match_id, room=room)
        case acmd.TakeSeat():
            assert table is not None, "a seat is decided with the facts of its match"
            match_id, room = place_of(links.get(command.link_id))
            _check_table(table, room)
            check_device(seats, command.device, match_id, room, table)
            return ch.SeatTaken(
                seat_id=NOT_KEPT, match=match_id, room=room, board_id=command.board_id
            )
        case acmd.EndSeat():
            return _ended(seats, command)
        case _:
            assert_never(command)


def place_of(code: Link | None) -> tuple[MatchId, Room]:
    """Return the match and room of a valid code; raises LinkSpent."""
    if code is None or code.kind is not LinkKind.TABLE or code.match is None or code.room is None:
        raise LinkSpent
    return code.match, code.room


def check_device(
    seats: Sequence[PhoneSeat], device: bytes, match_id: MatchId, room: Room, table: TableFacts
) -> None:
    """Raise SeatRefused if the browser would carry dice to that table (ruling 28).

    There are three such cases. The browser was in the other room of this match. Or the browser is
    the board of another table whose game is being played. Or it was last in a closed room, the
    table is in an open room, and a game of one of the two matches is being played.
    """
    own = [each for each in seats if each.device == device]
    if any(each.match == match_id and each.room is not room for each in own):
        raise SeatRefused(SeatRefusal.OTHER_ROOM)
    held = [each for each in own if each.ended is None and each.match != match_id]
    if any(each.match in table.under_way for each in held):
        raise SeatRefused(SeatRefusal.AT_ANOTHER_TABLE)
    was_closed = bool(own) and own[-1].room is Room.CLOSED
    if was_closed and room is Room.OPEN and {match_id, own[-1].match} & table.under_way:
        raise SeatRefused(SeatRefusal.FROM_CLOSED_ROOM)


def _check_table(table: TableFacts, room: Room) -> None:
    if room not in table.rooms:
        raise MatchRefused("room", room.value, ", ".join(each.value for each in table.rooms))
    if table.over:
        raise MatchRefused("match", table.match, N_("a match that is not over"))


def _ended(seats: Sequence[PhoneSeat], command: acmd.EndSeat) -> ch.SeatEnded:
    """Decide the end of a seat.

    A seat that was replaced can be ended too, which ends its session.
    """
    seat = next((each for each in seats if each.seat_id == command.seat_id), None)
    if seat is None or seat.ended not in (None, SeatEnding.REPLACED):
        raise LinkSpent
    return ch.SeatEnded(
        seat_id=seat.seat_id,
        match=seat.match,
        room=seat.room,
        board_id=seat.board_id,
        how=command.how,
    )
