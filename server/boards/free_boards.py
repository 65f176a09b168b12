"""Which connected boards serve no match, and which two suit the tables of one (ruling 28)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.room import Room
from server.boards.connections import BoardConnections
from server.boards.table_board import TableBoard
from server.boards.translation.wire_terms import ROOM_OF
from server.matches.finished_match import LastRooms
from server.store.accounts_db.seats import is_phone


@dataclass(frozen=True, slots=True)
class FreeBoard:
    """A board that may be put on a table; `labelled` for a room it stays in that room.

    `last` is the room in which it stood last, None where it never did.
    """

    board_id: str
    labelled: Room | None
    last: Room | None

    def suits(self, room: Room) -> int | None:
        """How well it suits a table in that room, the less the better; None for not at all."""
        if self.labelled is not None:
            return 0 if self.labelled is room else None
        return 2 if self.last is None else 1 if self.last is room else 3


def free_boards(connections: BoardConnections, last_rooms: LastRooms) -> tuple[FreeBoard, ...]:
    """Connected boards at no table of a match in play, by their ids; phones are nobody's to put."""
    return tuple(
        FreeBoard(board_id, labelled_room(seat), _last(board_id, last_rooms))
        for board_id, seat in sorted(connections.seats.items())
        if _is_free(seat)
    )


def _is_free(seat: TableBoard) -> bool:
    if is_phone(seat.board_id):
        return False
    return seat.match is None or seat.match.record.is_over


def labelled_room(seat: TableBoard) -> Room | None:
    """The room that a connected board or its port is labelled for."""
    return ROOM_OF.get(seat.link.labelled)


def _last(board_id: str, last_rooms: LastRooms) -> Room | None:
    place = last_rooms.places.get(board_id)
    return None if place is None else place.room


def pairs_of(boards: Iterable[FreeBoard]) -> list[dict[Room, str]]:
    """Boards for one match after another, as long as there are two that suit its two rooms."""
    left, pairs = [*boards], list[dict[Room, str]]()
    while True:
        chosen = dict[Room, str]()
        for room in (Room.CLOSED, Room.OPEN):
            best = _best([each for each in left if each.board_id not in chosen.values()], room)
            if best is None:
                return pairs
            chosen[room] = best.board_id
        pairs.append(chosen)
        left = [each for each in left if each.board_id not in chosen.values()]


def _best(boards: Sequence[FreeBoard], room: Room) -> FreeBoard | None:
    suited = [(rank, each.board_id) for each in boards if (rank := each.suits(room)) is not None]
    if not suited:
        return None
    _, board_id = min(suited)
    return next(each for each in boards if each.board_id == board_id)
