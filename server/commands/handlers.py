"""Handlers that pass every command to the one process that owns its subject.

Each handler acts for the sender of the command and returns once its effect is stored. The owner
decides, after all earlier commands, whether the sender may give the command and whether it is
possible.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import MatchId, PersonId, TournamentId
from rules.match_play.state import TABLE
from rules.room import Room
from rules.tables import readings as rd
from rules.text import N_
from server.access import SERVER, Action, Actor, MatchPlayers, Visitor, check_playing
from server.boards.assignments import BoardAssignments
from server.boards.connections import BoardConnections
from server.matches.board_places import knows_board
from server.matches.decide import Command, Happened
from server.matches.hall_holds import bring_to_matches
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry
from server.matches.sheets import EnterSheet
from server.people import commands as acmd
from server.people.accounts_process import AccountsProcess, Answer
from server.people.decide import MatchFacts
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.seats import is_phone
from server.store.event_log.contract import LogUnavailable
from server.tournaments.tournaments import AnyHallCommand, HallEvent, Tournaments

_NO_PHONE = N_("a board that is not a phone: a phone becomes a table's board by its code")
_TAKEN_BACK = "its round was removed"
_COUNTS_NO_MORE = N_(
    "a match that counts: no walkover, no team that withdrew, no draw or round taken back"
)
_IN_NO_ROUND = N_("a match that is in no round: remove the round, or give a walkover")


class CommandHandlers:
    """The handlers of all commands; each passes a command to the process that decides it.

    This is the process of a match, of a tournament or of the accounts, for example. Each method
    raises what that process raises: NotAllowed, an error of the rules that says who can act, or
    LogUnavailable. `command_id` is chosen by the sender and empty if there is none; a command that
    is sent again under its id gets its first answer. `players` returns the players of a match, or
    those who may be seated in it.
    """

    def __init__(
        self,
        registry: MatchRegistry,
        tournaments: Tournaments,
        assignments: BoardAssignments,
        connections: BoardConnections,
        accounts: AccountsProcess,
        players: Callable[[MatchId], MatchPlayers],
    ) -> None:
        self._registry, self._tournaments = registry, tournaments
        self._assignments, self._connections = assignments, connections
        self._accounts, self._players = accounts, players
        self._one_at_a_time = asyncio.Lock()

    async def to_hall(
        self, command: AnyHallCommand, actor: Actor, command_id: str = ""
    ) -> HallEvent:
        """Carry out a command of the hall, and return its event.

        The command creates or takes back a tournament, sets or lifts a hold of a room or the hall,
        or makes an announcement. When this returns, a hold has been set or lifted in every match
        (ruling 31).
        """
        event = await self._tournaments.handle(command, actor, command_id)
        if isinstance(event, ev.HoldEvent):
            await self.bring_holds()
        return event

    async def bring_holds(self) -> None:
        """Apply the hall's holds to every match, also after a restart."""
        async with self._one_at_a_time:
            await bring_to_matches(self._registry.matches.values(), self._tournaments.held)

    async def to_tournament(
        self,
        tournament: TournamentId,
        command: cmd.TournamentCommand,
        actor: Actor,
        command_id: str = "",
        newcomers: Sequence[cmd.AddPerson] = (),
    ) -> ev.Event:
        """Carry out a command that enters or changes a team or sets up a match.

        Return its first event. `newcomers` are persons whom the command names and who are not
        stored yet. They are stored once the command is accepted.
        """
        return (await self.to_desk(tournament, command, actor, command_id, newcomers))[0]

    async def to_desk(
        self,
        tournament: TournamentId,
        command: cmd.TournamentCommand,
        actor: Actor,
        command_id: str = "",
        newcomers: Sequence[cmd.AddPerson] = (),
    ) -> tuple[ev.Event, ...]:
        """Carry out a command of a tournament that sets up no match; return the events, if any.

        A command that sets up a match is passed to `to_tournament`. `newcomers` are persons to be
        stored, as there.
        """

        kept = list[PersonId]()

        async def keep() -> None:
            kept.extend(await self._accounts.add_persons(newcomers, actor))

        async with self._taken_back_unless_stored(kept):
            process = self._tournaments.processes[tournament]
            return await process.handle(command, actor, command_id, keep)

    async def to_stages(
        self,
        tournament: TournamentId,
        command: cmd.TournamentCommand,
        actor: Actor,
        command_id: str = "",
        newcomers: Sequence[cmd.AddPerson] = (),
    ) -> tuple[ev.Event, ...]:
        """Carry out a command that plans, draws, publishes or rules in a format; return the events.

        When this returns, the matches of a published round are set up, and the matches of a round
        that was taken back are gone. `newcomers` are persons to be stored, as in `to_tournament`.
        """
        happened = await self.to_desk(tournament, command, actor, command_id, newcomers)
        await self.settle(tournament, actor)
        return happened

    async def settle(self, tournament: TournamentId, actor: Actor = SERVER) -> None:
        """Make the matches of a tournament agree with its rounds, also after a restart.

        Raises LogUnavailable; what is left is done at the next start.
        """
        process = self._tournaments.processes[tournament]
        await process.settle(actor)
        await self._shorten(tournament)
        for number in sorted(process.state.annulled):
            match_id = MatchId(tournament, number)
            running = self._registry.matches.get(match_id)
            if running is None or running.record.has_begun:
                continue
            for room, board_id in [*running.record.boards.items()]:
                await self._assignments.remove(running, cmd.RemoveBoard(room, board_id), SERVER)
            await self._registry.withdraw(match_id, _TAKEN_BACK, SERVER)

    async def _shorten(self, tournament: TournamentId) -> None:
        """Reduce the games in the matches of shortened rounds, including finished matches."""
        for stage in self._tournaments.processes[tournament].state.event.stages.values():
            for shortened in stage.shortened.values():
                command = cmd.ShortenMatch(games=shortened.games, reason=shortened.reason)
                for pairing in stage.published[shortened.round].pairings:
                    match_id = MatchId(tournament, pairing.number)
                    if (self._registry.games_of(match_id) or 0) > shortened.games:
                        async with self._registry.in_memory(match_id):
                            await self._registry.match(match_id).handle(command, SERVER)

    async def withdraw_match(
        self, match_id: MatchId, reason: str, actor: Actor, command_id: str = ""
    ) -> None:
        """Take back a match that belongs to no round and in which nothing was played.

        Raises MatchRefused for any other match.
        """
        tournament = self._tournaments.processes[match_id.tournament]
        if tournament.state.counts(match_id.number):
            raise MatchRefused("match", match_id, _IN_NO_ROUND)
        await self._registry.withdraw(match_id, reason, actor, command_id)

    async def schedule(
        self,
        tournament: TournamentId,
        command: cmd.ScheduleMatch | cmd.ScheduleMatchPlay,
        actor: Actor,
        command_id: str = "",
        newcomers: Sequence[cmd.AddPerson] = (),
    ) -> ev.AnyScheduled:
        """Set up a match with the next free number, and return its event.

        `newcomers` are persons to be stored, as in `to_tournament`.
        """
        scheduled = await self.to_tournament(tournament, command, actor, command_id, newcomers)
        assert isinstance(scheduled, ev.AnyScheduled)
        return scheduled

    def answered(self, tournament: TournamentId, actor: Actor, command_id: str) -> ev.Event | None:
        """Return the first event of an earlier command to the tournament with this id, or None.

        Raises CommandIdReused if that was another command.
        """
        happened = self._tournaments.processes[tournament].answered(actor, command_id)
        return None if happened is None else happened[0]

    async def to_match(
        self,
        match_id: MatchId,
        command: Command,
        actor: Actor,
        command_id: str = "",
        newcomers: Sequence[cmd.AddPerson] = (),
    ) -> Happened:
        """Send a command to a match, and return the events that it caused.

        `newcomers` are persons whom the command names and who are not stored yet; they are stored
        only if the match accepts the command. Raises MatchRefused if the match is unknown.
        """
        process = self._registry.match(match_id)
        if not newcomers:
            return await self._to_process(process, command, actor, command_id)
        process.check(command, actor)
        kept = await self._accounts.add_persons(newcomers, actor)
        async with self._taken_back_unless_stored(kept):
            return await self._to_process(process, command, actor, command_id)

    async def _to_process(
        self, process: MatchProcess, command: Command, actor: Actor, command_id: str
    ) -> Happened:
        match_id = process.record.match_id
        tournament = self._tournaments.of(match_id)
        enters = isinstance(command, EnterSheet | rd.EnterResult)
        if enters and tournament.state.is_ruled(match_id.number):
            raise MatchRefused("match", match_id, _COUNTS_NO_MORE)
        match command:
            case cmd.SubmitLineUp():
                return await tournament.submit_line_up(process, command, actor, command_id)
            case EnterSheet() if command.line_ups:
                return await tournament.enter_sheet(process, command, actor, command_id)
            case cmd.SeatSubstitute():
                given = tournament.given_to_seat(command.team, process.record)
                return await process.handle(command, actor, given, command_id)
            case _:
                return await process.handle(command, actor, command_id=command_id)

    @contextlib.asynccontextmanager
    async def _taken_back_unless_stored(self, kept: Sequence[PersonId]) -> AsyncIterator[None]:
        """Remove these new persons again if the log cannot store the command.

        Otherwise the sender who repeats the command would be asked whether these persons are meant.
        """
        try:
            yield
        except LogUnavailable:
            with contextlib.suppress(AccountsUnavailable):
                await self._accounts.take_back_persons(kept)
            raise

    async def assign_board(
        self, command: cmd.AssignBoard, actor: Actor, command_id: str = ""
    ) -> None:
        """Put a board on a table, which the board serves at once if it is connected (ruling 28).

        A phone is refused with MatchRefused, since it becomes a table's board by the table's code.
        """
        process = self._registry.match(command.match)
        stands = process.record.boards.get(command.room) == command.board_id
        if is_phone(command.board_id) and not stands:
            raise MatchRefused("board_id", command.board_id, _NO_PHONE)
        await self._assignments.assign(command, actor, command_id)

    async def remove_board(
        self, match_id: MatchId, command: cmd.RemoveBoard, actor: Actor, command_id: str = ""
    ) -> None:
        """Take the board off a table."""
        process = self._registry.match(match_id)
        await self._assignments.remove(process, command, actor, command_id)

    async def let_board_in(
        self, match_id: MatchId, command: cmd.LetBoardIn, actor: Actor, command_id: str = ""
    ) -> None:
        """Admit a board in spite of a doubt about its battery or its journal.

        If the doubt is a new journal, the journal's id is filled in. Raises MatchRefused if the
        board is not that of the table, or if it does not wait because of a new journal.
        """
        process = self._registry.match(match_id)
        if command.doubt is ev.BoardDoubt.NEW_JOURNAL:
            journal_id = self._connections.doubted_journal(command.board_id)
            if journal_id is None:
                raise MatchRefused("board_id", command.board_id, N_("a board that is held"))
            command = replace(command, journal_id=journal_id)
        await process.handle(command, actor, command_id=command_id)

    async def to_accounts(
        self, command: acmd.AccountCommand, actor: Actor, command_id: str = ""
    ) -> Answer:
        """Add or change an account.

        Return the change, with the token of a new link if there is one. Raises NotAllowed,
        AccountRefused (which names a field), SecretShownBefore or AccountsUnavailable.
        """
        return await self._accounts.handle(command, actor, command_id)

    async def to_links(
        self,
        command: acmd.LinkCommand,
        actor: Actor,
        command_id: str = "",
        newcomers: Sequence[cmd.AddPerson] = (),
    ) -> Answer:
        """Create a captain's or player's link and return its token, or revoke a link.

        If the link is for a new person, that person is stored together with it. Raises NotAllowed,
        MatchRefused (which names a field), LinkUnknown, SecretShownBefore or AccountsUnavailable.
        """
        process = self._registry.match(command.match)

        def facts() -> MatchFacts:
            return replace(_facts(process.record), players=self._players(command.match))

        return await self._accounts.handle(command, actor, command_id, facts, newcomers)

    async def to_entrant_links(
        self, command: acmd.EntrantLinkCommand, actor: Actor, command_id: str = ""
    ) -> Answer:
        """Create or revoke an entrant's link; raises the errors that `to_links` raises."""
        return await self._accounts.handle(command, actor, command_id)

    async def to_board_keys(
        self, command: cmd.BoardKeyCommand, actor: Actor, command_id: str = ""
    ) -> Answer:
        """Create, replace or revoke a board's key, and close the board's connection.

        The answer has the new key in hexadecimal. Raises PlaysInMatch if the sender plays in the
        match that has the board (ruling 34); also raises NotAllowed, BoardRegistered, BoardUnknown,
        SecretShownBefore or AccountsUnavailable.
        """

        def check() -> None:
            for match_id, process in self._registry.matches.items():
                if isinstance(actor, Visitor) and knows_board(process.record, command.board_id):
                    check_playing(actor, Action.KEEP_BOARDS, self._players(match_id))

        answer = await self._accounts.handle(command, actor, command_id, check=check)
        self._connections.hang_up(command.board_id)
        return answer

    async def to_persons(
        self, command: cmd.PersonCommand, actor: Actor, command_id: str = ""
    ) -> PersonId:
        """Add, rename, hide, erase or merge a person; return the id of the person.

        Raises NotAllowed, PersonRefused or AccountsUnavailable.
        """
        return await self._accounts.handle_person(command, actor, command_id)


def _facts(record: MatchRecord) -> MatchFacts:
    """Return the facts of a match that are needed to create a link for it.

    In a match at one table each player counts as a team.
    """
    home, away = record.teams
    if isinstance(record.scheduled, ev.MatchPlayScheduled):
        lined_up = {(team, TABLE): PersonId(team) for team in (home, away)}
        return MatchFacts(record.match_id, (home, away), record.rooms, False, lined_up)
    lined_up = {}
    for team, line_up in record.line_ups.items():
        lined_up[team, Room.OPEN] = line_up.open_player
        lined_up[team, Room.CLOSED] = line_up.closed_player
    return MatchFacts(record.match_id, (home, away), record.rooms, True, lined_up)
