"""Everything that is played in this hall: teams, matches, boards, and who sits where."""

import asyncio
import secrets
from collections.abc import Callable
from datetime import datetime

import structlog

from rules import events as ev
from rules.errors import MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import GAMES as GAMES
from rules.room import Room
from server.boards.board_moves import BoardMoves
from server.boards.board_places import NO_CONSENT, BoardMove, Consent
from server.boards.connections import BoardConnections
from server.matches import set_up
from server.matches.deferred_work import DeferredWork
from server.matches.match_process import Listener, MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.nonces import Nonces
from server.matches.stream_writer import StreamWriter
from server.matches.streams import EVENT_STREAM, MATCH_STREAM
from server.store.accounts_db.board_keys import BoardKeys
from server.store.event_log.contract import EventLog, StoredEvent
from server.store.event_log.verified_stream import StreamDamaged, sound_stream, sound_streams

log = structlog.get_logger()
OPERATOR = "operator"
"""The actor of what nobody signed in for, such as a match set up by a test or a command."""


class Hall:
    """The composition of all matches of a server; `open` it first, `close` it last.

    `now` is the time in UTC; `listeners` hear of every match's events after their boards. `damaged`
    says by number why a match could not be taken up.
    """

    def __init__(
        self, event_log: EventLog, board_keys: BoardKeys, now: Callable[[], datetime]
    ) -> None:
        self.teams: dict[str, tuple[str, ...]] = {}
        self.matches: dict[int, MatchProcess] = {}
        self.damaged: dict[int, str] = {}
        self.boards = BoardConnections(event_log, board_keys, self.matches, now)
        self.listeners: list[Listener] = []
        self.board_keys = board_keys
        self._log, self._now = event_log, now
        self._nonces, self._afterwards = Nonces(), DeferredWork()
        self._writer = self._writer_of(EVENT_STREAM, None)
        self._setting_up = asyncio.Lock()
        self._board_orders = BoardMoves(self.matches, self.boards.reseat)

    async def open(self) -> None:
        """Take up every match where its log left it; one whose log is damaged is left alone.

        Raises StreamDamaged for the event's own stream: without it nobody is entered.
        """
        await self.boards.open()
        for stream, journalled in (await sound_streams(self._log)).items():
            if stream == EVENT_STREAM:
                await self._open_event()
            elif stream.startswith(MATCH_STREAM):
                try:
                    self._open_match(stream, await sound_stream(self._log, stream, journalled))
                except StreamDamaged as damaged:
                    log.error("match_not_opened", why=str(damaged))
                    self.damaged[int(stream.removeprefix(MATCH_STREAM))] = str(damaged)

    async def _open_event(self) -> None:
        stored = await sound_stream(self._log, EVENT_STREAM, journalled=0)
        self._writer = self._writer_of(EVENT_STREAM, stored[-1] if stored else None)
        for entry in stored:
            self._note_team(entry.event)

    async def close(self) -> None:
        """Stop every task; what is not durable by now was never announced."""
        await self.boards.close()

    def _writer_of(self, stream: str, last: StoredEvent | None) -> StreamWriter:
        return StreamWriter(self._log, stream, last, self._now, self._nonces)

    def _note_team(self, event: ev.Event) -> None:
        self.teams = set_up.teams_after(self.teams, event)

    def _open_match(self, stream: str, stored: list[StoredEvent]) -> MatchProcess:
        history = [entry.event for entry in stored]
        scheduled = history[0]
        assert isinstance(scheduled, ev.MatchScheduled)
        record = MatchRecord(GAMES[scheduled.game_name], scheduled).after(history[1:])
        writer = self._writer_of(stream, stored[-1] if stored else None)
        process = MatchProcess(record, stored, writer, self._afterwards)
        process.listeners = self.listeners
        self.matches[record.number] = process
        for room in record.linked:
            lost = ev.BoardLost(room=room, board_id=record.boards[room], reason="server stopped")
            process.tell(lost, "server")
        for listener in self.listeners:
            listener(record.number, history)
        return process

    async def register_team(
        self, name: str, players: tuple[str, ...], actor: str = OPERATOR
    ) -> None:
        """Enter a team with its players; raises MatchRefused for a name that is taken."""
        async with self._setting_up:
            if name in self.teams:
                raise MatchRefused("name", name, "a name no other team has")
            registered = ev.TeamRegistered(name=name, players=players)
            await self._writer.write([(actor, (registered,))])
            self._note_team(registered)

    async def change_team(self, wanted: ev.TeamChanged, actor: str = OPERATOR) -> None:
        """Mend a team's name or players; raises MatchRefused once its matches rest on them."""
        async with self._setting_up:
            records = [process.record for process in self.matches.values()]
            set_up.team_changed(wanted, self.teams, records)
            await self._writer.write([(actor, (wanted,))])
            self._note_team(wanted)

    async def schedule(
        self,
        *,
        home: str,
        away: str,
        games: int,
        event: str,
        max_lead: int,
        tail_drawn: bool,
        game_name: str = BACKGAMMON.name,
        embargo: ev.Embargo = ev.Embargo.LOCKSTEP,
        actor: str = OPERATOR,
    ) -> MatchProcess:
        """Set up a match under the next free number. Raises MatchRefused."""
        async with self._setting_up:
            set_up.check_match(home, away, game_name, games, max_lead, list(self.teams))
            planned = [process.record.scheduled for process in self.matches.values()]
            wanted = ev.MatchScheduled(
                number=max([*self.matches, *self.damaged], default=0) + 1,
                event=event,
                home=home,
                away=away,
                games=games,
                game_name=game_name,
                roll_set=max((match.roll_set + match.games for match in planned), default=1),
                max_lead=max_lead,
                tail_drawn=tail_drawn,
                embargo=embargo,
            )
            stream = f"{MATCH_STREAM}{wanted.number}"
            await self._writer_of(stream, None).write([(actor, (wanted,))])
            return self._open_match(stream, await self._log.read(stream))

    async def submit_line_up(
        self, number: int, submitted: ev.LineUpSubmitted, actor: str = OPERATOR
    ) -> bool:
        """A team's line-up; True while it stays sealed. Raises LineUpRefused."""
        process, seed = self.match(number), secrets.token_bytes(32)
        async with self._setting_up:
            team = self.teams.get(submitted.team, ())
            await process.order(lambda record: set_up.line_up(record, submitted, team, seed), actor)
        return process.record.started is None

    async def assign_board(
        self,
        number: int,
        room: Room,
        board_id: str,
        actor: str = OPERATOR,
        consent: Consent = NO_CONSENT,
    ) -> None:
        """Put a board on a table; it is served at once if it is connected.

        Raises BoardInUse where it would be taken from a game under way, and BoardHasDice where it
        would carry dice between rooms, unless `consent` names those games (ruling 28).
        """
        self.match(number)
        await self._board_orders.put(BoardMove(board_id, number, room, consent), actor)

    async def give_key(self, board_id: str, label: str) -> bytes:
        """Give a board its first key; from now on it is heard with that only (ruling 28).

        Raises BoardRegistered.
        """
        key = await asyncio.to_thread(self.board_keys.add, board_id, label)
        self.boards.hang_up(board_id)
        return key

    async def replace_key(self, board_id: str) -> bytes:
        """Give a board a new key; it is heard again with that. Raises BoardUnknown."""
        key = await asyncio.to_thread(self.board_keys.replace, board_id)
        self.boards.hang_up(board_id)
        return key

    async def revoke_key(self, board_id: str) -> None:
        """Take a board's key away and hang up on it. Raises BoardUnknown."""
        await asyncio.to_thread(self.board_keys.revoke, board_id)
        self.boards.hang_up(board_id)

    async def take_board(self, number: int, room: Room, actor: str = OPERATOR) -> None:
        """Take the board from a table; it stays connected and serves none."""
        self.match(number)
        await self._board_orders.take(number, room, actor)

    async def entries(self, number: int) -> list[StoredEvent]:
        """A match's log in its order; raises MatchRefused for an unknown match."""
        self.match(number)
        return await self._log.read(f"{MATCH_STREAM}{number}")

    def match(self, number: int) -> MatchProcess:
        """The match of that number; raises MatchRefused for an unknown one."""
        if number in self.damaged:
            raise MatchRefused("match", number, f"none that is damaged: {self.damaged[number]}")
        if number not in self.matches:
            known = ", ".join(map(str, self.matches)) or "none yet"
            raise MatchRefused("match", number, known)
        return self.matches[number]
