"""Every command to a tournament, a match or about a board, handed to its one owner.

Each returns once what it did is durable, in the name of whoever sends it. Who may, and whether it
can be, is decided by the owner when the command's turn has come.
"""

import asyncio
import contextlib
from collections.abc import Sequence

from rules import commands as cmd
from rules import events as ev
from rules.identities import PersonId
from server.access import Actor
from server.boards.assignments import BoardAssignments
from server.boards.connections import BoardConnections
from server.commands.person_handler import PersonHandler
from server.matches.decide import Command, Given, Happened
from server.matches.registry import MatchRegistry
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.board_keys import BoardKeys
from server.store.event_log.contract import LogUnavailable
from server.tournament.tournament_process import TournamentProcess


class CommandHandlers:
    """What a command goes through on its way to the stream that decides it.

    Each method raises what the owner raises: NotAllowed, an error of the rules that names who can
    act, LogUnavailable. `command_id` is the sender's own, empty for none: sent again, a command is
    answered as the first time.
    """

    def __init__(
        self,
        registry: MatchRegistry,
        tournament: TournamentProcess,
        assignments: BoardAssignments,
        connections: BoardConnections,
        board_keys: BoardKeys,
        persons: PersonHandler,
    ) -> None:
        self.persons = persons
        self._registry, self._tournament = registry, tournament
        self._assignments, self._connections = assignments, connections
        self._board_keys = board_keys

    async def to_tournament(
        self,
        command: cmd.TournamentCommand,
        actor: Actor,
        command_id: str = "",
        newcomers: Sequence[cmd.AddPerson] = (),
    ) -> ev.Event:
        """Enter or change a team, or set up a match; its event.

        `newcomers` are persons it names who are not kept yet: they are, once it is accepted.
        """

        kept = list[PersonId]()

        async def keep() -> None:
            kept.extend(await self.persons.add(newcomers, actor))

        try:
            return await self._tournament.handle(command, actor, command_id, keep)
        except LogUnavailable:
            # Else whoever sends it again is asked whether he means the persons it made.
            with contextlib.suppress(AccountsUnavailable):
                await self.persons.take_back(kept)
            raise

    async def schedule(
        self,
        command: cmd.ScheduleMatch | cmd.ScheduleMatchPlay,
        actor: Actor,
        command_id: str = "",
        newcomers: Sequence[cmd.AddPerson] = (),
    ) -> ev.AnyScheduled:
        """Set up a match under the next free number; `newcomers` as above."""
        scheduled = await self.to_tournament(command, actor, command_id, newcomers)
        assert isinstance(scheduled, ev.AnyScheduled)
        return scheduled

    async def to_match(
        self, number: int, command: Command, actor: Actor, command_id: str = ""
    ) -> Happened:
        """Send a command to a match; what it made happen.

        Raises MatchRefused for an unknown match.
        """
        process = self._registry.match(number)
        match command:
            case cmd.SubmitLineUp():
                return await self._tournament.submit_line_up(process, command, actor, command_id)
            case cmd.SeatSubstitute():
                given = Given(players=self._tournament.players_of(command.team))
                return await process.handle(command, actor, given, command_id)
            case _:
                return await process.handle(command, actor, command_id=command_id)

    async def assign_board(self, command: cmd.AssignBoard, actor: Actor) -> None:
        """Put a board on a table; it is served at once if it is connected (ruling 28)."""
        self._registry.match(command.match)
        await self._assignments.assign(command, actor)

    async def remove_board(self, number: int, command: cmd.RemoveBoard, actor: Actor) -> None:
        """Take the board from a table."""
        await self._assignments.remove(self._registry.match(number), command.room, actor)

    async def give_key(self, board_id: str, label: str) -> bytes:
        """Give a board its first key; from now on it is heard with that only (ruling 28).

        Raises BoardRegistered.
        """
        key = await asyncio.to_thread(self._board_keys.add, board_id, label)
        self._connections.hang_up(board_id)
        return key

    async def replace_key(self, board_id: str) -> bytes:
        """Give a board a new key; it is heard again with that. Raises BoardUnknown."""
        key = await asyncio.to_thread(self._board_keys.replace, board_id)
        self._connections.hang_up(board_id)
        return key

    async def revoke_key(self, board_id: str) -> None:
        """Take a board's key away and hang up on it. Raises BoardUnknown."""
        await asyncio.to_thread(self._board_keys.revoke, board_id)
        self._connections.hang_up(board_id)
