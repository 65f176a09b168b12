"""Orders about boards that concern several matches at once, carried out one after the other."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from rules import events as ev
from rules.room import Room
from server.boards import board_places
from server.boards.board_places import BoardMove
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord


class BoardMoves:
    """Puts boards on tables and takes them off; `reseat` lets connected boards follow.

    Each match decides its part among everything else that is said to it, so that a throw which
    comes first is known. The match that loses the board is the first to decide: a board stands at
    no table rather than at two.
    """

    def __init__(self, matches: Mapping[int, MatchProcess], reseat: Callable[[], None]) -> None:
        self._matches, self._reseat = matches, reseat
        self._one_order = asyncio.Lock()

    async def put(self, move: BoardMove, actor: str) -> None:
        """Put a board on a table. Raises BoardInUse or BoardHasDice, and then it stays."""
        async with self._one_order:
            records = {number: process.record for number, process in self._matches.items()}
            board_places.check_move(records, move)
            of_closed = board_places.is_of_closed_room(records.values(), move.board_id)
            try:
                for number, record in records.items():
                    if number != move.match and board_places.knows_board(record, move.board_id):
                        decide = partial(board_places.board_leaving, move=move)
                        await self._matches[number].order(decide, actor)
                decide = partial(board_places.board_arriving, move=move, of_closed=of_closed)
                await self._matches[move.match].order(decide, actor)
            except Exception:
                await self._put_back(records, move.board_id, actor)
                raise
            finally:
                self._reseat()
            for process in self._matches.values():
                if board_places.board_cleared(process.record, move):
                    await process.order(partial(board_places.board_cleared, move=move), actor)

    async def _put_back(self, before: Mapping[int, MatchRecord], board_id: str, actor: str) -> None:
        """Give the board back to the match that lost it for an order which another one refused."""
        for number, record in before.items():
            room, process = record.room_of(board_id), self._matches[number]
            if room is not None and process.record.room_of(board_id) is None:
                back = ev.BoardAssigned(room=room, board_id=board_id)
                await process.order(lambda _, back=back: (back,), actor)  # type: ignore[misc]

    async def take(self, number: int, room: Room, actor: str) -> None:
        """Take the board from a table; it stays connected and serves none."""
        async with self._one_order:
            decide = partial(board_places.board_taken, room=room)
            await self._matches[number].order(decide, actor)
            self._reseat()
