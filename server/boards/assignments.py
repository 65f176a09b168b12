"""Orders that put boards on tables and take them off; each may concern several matches.

One order is carried out at a time. The connected boards that serve no match are listed here too,
with the pairs of them that suit the two tables of a match (ruling 28).
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules import commands as cmd
from rules.identities import MatchId
from rules.room import Room
from server.access import SERVER, Action, Actor, MatchPlayers, Visitor, check_playing
from server.boards.connections import BoardConnections
from server.boards.table_board import TableBoard
from server.boards.translation.wire_terms import ROOM_OF
from server.matches import board_places
from server.matches.finished_match import LastRooms
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry
from server.store.accounts_db.seats import is_phone


class BoardAssignments:
    """The assignment of boards to tables.

    `reseat` is called after an order, so that each connected board serves its new table. `players`
    returns the players of a match, or those who may be seated in it. `last_rooms` has the last room
    of every board, also of boards at no table.

    Each match decides its part of an order in sequence with everything else that is sent to it, so
    a throw that arrives first is taken into account. The match that loses the board decides first,
    so that the board is never at two tables.
    """

    def __init__(
        self,
        registry: MatchRegistry,
        reseat: Callable[[], None],
        players: Callable[[MatchId], MatchPlayers] = MatchPlayers,
        last_rooms: LastRooms | None = None,
    ) -> None:
        self._registry, self._reseat, self._players = registry, reseat, players
        self._last_rooms = last_rooms or LastRooms()
        self._one_command = asyncio.Lock()

    async def assign(self, assigned: cmd.AssignBoard, actor: Actor, command_id: str = "") -> None:
        """Put a board on a table. Does nothing if the match has answered this command id before.

        Raises BoardInUse, BoardHasDice or NotAllowed; the board then stays where it is.
        """
        async with self._one_command:
            target = self._registry.match(assigned.match)
            if target.answered(actor, command_id) is not None:
                return
            # A finished match does not restrict boards; `_last_rooms` has their last rooms.
            matches = {**self._registry.in_play(), assigned.match: target}
            records = {match_id: process.record for match_id, process in matches.items()}
            self._check_playing(records, assigned, actor)
            of_closed = self._is_of_closed_room(records, assigned.board_id)
            board_places.check_assignment(records, assigned, of_closed)
            try:
                for match_id, record in records.items():
                    knows = board_places.knows_board(record, assigned.board_id)
                    if match_id != assigned.match and knows:
                        await matches[match_id].handle(cmd.SurrenderBoard(assigned), actor)
                received = cmd.ReceiveBoard(assigned, of_closed)
                happened = await target.handle(received, actor, command_id=command_id)
                # Subscribers receive the events a little later, maybe after the next order.
                self._last_rooms.take_history(happened, [target.recorded_at] * len(happened))
            except Exception:
                await self._return(matches, records, assigned.board_id)
                raise
            finally:
                self._reseat()
            for process in matches.values():
                if board_places.board_cleared(process.record, assigned):
                    await process.handle(cmd.ClearBoard(assigned), actor)

    def _is_of_closed_room(self, records: Mapping[MatchId, MatchRecord], board_id: str) -> bool:
        known = board_places.is_of_closed_room(records.values(), board_id)
        return known or self._last_rooms.is_closed(board_id)

    def _check_playing(
        self, records: Mapping[MatchId, MatchRecord], assigned: cmd.AssignBoard, actor: Actor
    ) -> None:
        """Raise PlaysInMatch if the actor plays in a match that the order concerns.

        Each match checks this again when it decides. The check comes first here, so that no other
        refusal reveals to players how their match stands.
        """
        if not isinstance(actor, Visitor):
            return
        for match_id, record in records.items():
            if match_id == assigned.match or board_places.knows_board(record, assigned.board_id):
                check_playing(actor, Action.SEAT_BOARD, self._players(match_id))

    async def _return(
        self,
        matches: Mapping[MatchId, MatchProcess],
        before: Mapping[MatchId, MatchRecord],
        board_id: str,
    ) -> None:
        """Return the board to the match that has lost it, since another match refused the order."""
        for match_id, record in before.items():
            room, process = record.room_of(board_id), matches[match_id]
            if room is not None and process.record.room_of(board_id) is None:
                await process.handle(cmd.ReturnBoard(room, board_id), SERVER)

    async def remove(
        self, process: MatchProcess, command: cmd.RemoveBoard, actor: Actor, command_id: str = ""
    ) -> None:
        """Take the board off its table. The board stays connected and serves no table."""
        async with self._one_command:
            await process.handle(command, actor, command_id=command_id)
            self._reseat()


@dataclass(frozen=True, slots=True)
class FreeBoard:
    """A board that may be put on a table.

    `labelled` is the room that the board itself or its port names as its own, and then the board
    may only be put on a table in that room; None if neither names a room. `last` is the room where
    the board was last, or None if it was in no room.
    """

    board_id: str
    labelled: Room | None
    last: Room | None

    def suits(self, room: Room) -> int | None:
        """Return how well a table in the room suits the board: 0 is best.

        Return None if the board may not be put on a table in the room.
        """
        if self.labelled is not None:
            return 0 if self.labelled is room else None
        return 2 if self.last is None else 1 if self.last is room else 3


def free_boards(connections: BoardConnections, last_rooms: LastRooms) -> tuple[FreeBoard, ...]:
    """Return the connected boards at no table of a match in play, sorted by id, without phones."""
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
    """Return the room for which a connected board or its port is labelled, or None."""
    return ROOM_OF.get(seat.link.labelled)


def _last(board_id: str, last_rooms: LastRooms) -> Room | None:
    place = last_rooms.places.get(board_id)
    return None if place is None else place.room


def pairs_of(boards: Iterable[FreeBoard]) -> list[dict[Room, str]]:
    """Return as many pairs of boards as possible, each of them for the two rooms of one match."""
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
