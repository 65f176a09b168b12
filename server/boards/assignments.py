"""Boards put on tables and taken off: what concerns several matches at once, one at a time."""

import asyncio
from collections.abc import Callable, Mapping

from rules import commands as cmd
from rules.identities import MatchId
from server.access import SERVER, Action, Actor, MatchPlayers, Visitor, check_playing
from server.matches import board_places
from server.matches.finished_match import LastRooms
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry


class BoardAssignments:
    """Puts boards on tables and takes them off; `reseat` lets connected boards follow.

    `players` says who plays in a match, or may be seated in it, now.
    `last_rooms` knows, of the others too, where a board was last.

    Each match decides its part among everything else that is sent to it, so that a throw which
    comes first is known. The match that loses the board is the first to decide: a board stands at
    no table rather than at two.
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
        """Put a board on a table. Raises BoardInUse, BoardHasDice or NotAllowed: it stays.

        A command whose id the match has answered before does nothing again.
        """
        async with self._one_command:
            target = self._registry.match(assigned.match)
            if target.answered(actor, command_id) is not None:
                return
            # A finished match says nothing of where boards go; where they were is known otherwise.
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
                # Subscribers hear of it a little later; the next order may come before.
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
        """Raise PlaysInMatch for whoever plays in a match that this concerns.

        Each match decides it again; here, so that no other refusal tells him how that match stands.
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
        """Give the board back to the match that lost it for an order which another one refused."""
        for match_id, record in before.items():
            room, process = record.room_of(board_id), matches[match_id]
            if room is not None and process.record.room_of(board_id) is None:
                await process.handle(cmd.ReturnBoard(room, board_id), SERVER)

    async def remove(
        self, process: MatchProcess, command: cmd.RemoveBoard, actor: Actor, command_id: str = ""
    ) -> None:
        """Take the board from a table; it stays connected and serves none."""
        async with self._one_command:
            await process.handle(command, actor, command_id=command_id)
            self._reseat()
