"""Everything that is played in this hall: teams, matches, boards, and who sits where."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any

import structlog

from board_drivers.link import reports
from board_drivers.link.runner import pump
from board_drivers.link.server_link import ServerLink
from board_drivers.transports.transport import Transport
from board_drivers.wire.values import FaultCode
from rules import events as ev
from rules.errors import MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import GAMES as GAMES
from rules.room import Room
from server.relay import set_up
from server.relay.afterwards import Afterwards
from server.relay.board_alarm import LinkDoubted, LinkRefused
from server.relay.board_seat import BoardSeat
from server.relay.clerk import Clerk
from server.relay.deliveries import Deliveries
from server.relay.match_record import MatchRecord
from server.relay.match_relay import Happened, Listener, MatchRelay, Saying
from server.relay.nonces import Nonces
from server.store.board_keys import BoardKeys
from server.store.event_log import (
    Batch,
    EventLog,
    JournalEntry,
    LogUnavailable,
    SequenceTaken,
    StoredEvent,
)
from server.store.sound_stream import StreamDamaged, sound_stream

log = structlog.get_logger()
EVENT_STREAM = "event"
MATCH_STREAM = "match/"
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
        self.matches: dict[int, MatchRelay] = {}
        self.damaged: dict[int, str] = {}
        self.seats: dict[str, BoardSeat] = {}
        self.listeners: list[Listener] = [self._on_happened]
        self.board_keys = board_keys
        self._log, self._now = event_log, now
        self._nonces, self._afterwards = Nonces(), Afterwards()
        self._deliveries = Deliveries({})
        self._clerk = self._clerk_of(EVENT_STREAM, None)
        self._setting_up = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Take up every match where its log left it; one whose log is damaged is left alone.

        Raises StreamDamaged for the event's own stream: without it nobody is entered.
        """
        self._deliveries = Deliveries(await self._log.journal_heads())
        for stream in await self._log.streams():
            if stream == EVENT_STREAM:
                await self._open_event()
            elif stream.startswith(MATCH_STREAM):
                try:
                    self._open_match(stream, await sound_stream(self._log, stream))
                except StreamDamaged as damaged:
                    log.error("match_not_opened", why=str(damaged))
                    self.damaged[int(stream.removeprefix(MATCH_STREAM))] = str(damaged)

    async def _open_event(self) -> None:
        stored = await sound_stream(self._log, EVENT_STREAM)
        self._clerk = self._clerk_of(EVENT_STREAM, stored[-1] if stored else None)
        for entry in stored:
            self._note_team(entry.event)

    async def close(self) -> None:
        """Stop every task; what is not durable by now was never announced."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _clerk_of(self, stream: str, last: StoredEvent | None) -> Clerk:
        return Clerk(self._log, stream, last, self._now, self._nonces)

    def _note_team(self, event: ev.Event) -> None:
        self.teams = set_up.teams_after(self.teams, event)

    def _open_match(self, stream: str, stored: list[StoredEvent]) -> MatchRelay:
        history = [entry.event for entry in stored]
        scheduled = history[0]
        assert isinstance(scheduled, ev.MatchScheduled)
        record = MatchRecord(GAMES[scheduled.game_name], scheduled).after(history[1:])
        clerk = self._clerk_of(stream, stored[-1] if stored else None)
        relay = MatchRelay(record, history, clerk, self._afterwards)
        relay.listeners = self.listeners
        self.matches[record.number] = relay
        for room in record.linked:
            lost = ev.BoardLost(room=room, board_id=record.boards[room], reason="server stopped")
            self._tell(relay, "server", lost)
        for listener in self.listeners:
            listener(record.number, history)
        return relay

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def register_team(
        self, name: str, players: tuple[str, ...], actor: str = OPERATOR
    ) -> None:
        """Enter a team with its players; raises MatchRefused for a name that is taken."""
        async with self._setting_up:
            if name in self.teams:
                raise MatchRefused("name", name, "a name no other team has")
            registered = ev.TeamRegistered(name=name, players=players)
            await self._clerk.write([(actor, (registered,))])
            self._note_team(registered)

    async def change_team(self, wanted: ev.TeamChanged, actor: str = OPERATOR) -> None:
        """Mend a team's name or players; raises MatchRefused once its matches rest on them."""
        async with self._setting_up:
            records = [relay.record for relay in self.matches.values()]
            set_up.team_changed(wanted, self.teams, records)
            await self._clerk.write([(actor, (wanted,))])
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
    ) -> MatchRelay:
        """Set up a match under the next free number. Raises MatchRefused."""
        async with self._setting_up:
            set_up.check_match(home, away, game_name, games, max_lead, list(self.teams))
            planned = [relay.record.scheduled for relay in self.matches.values()]
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
            await self._clerk_of(stream, None).write([(actor, (wanted,))])
            return self._open_match(stream, await self._log.read(stream))

    async def submit_line_up(
        self, number: int, submitted: ev.LineUpSubmitted, actor: str = OPERATOR
    ) -> bool:
        """A team's line-up; True while it stays sealed. Raises LineUpRefused."""
        relay, seed = self.match(number), secrets.token_bytes(32)
        async with self._setting_up:
            team = self.teams.get(submitted.team, ())
            await relay.order(lambda record: set_up.line_up(record, submitted, team, seed), actor)
        return relay.record.started is None

    async def assign_board(
        self, number: int, room: Room, board_id: str, actor: str = OPERATOR
    ) -> None:
        """Put a board on a table; it is served at once if it is connected."""
        relay = self.match(number)
        await relay.order(lambda record: set_up.board_assigned(record, room, board_id), actor)
        self._reseat()

    async def replace_key(self, board_id: str) -> bytes:
        """Give a board a new key; it is heard again with that. Raises BoardUnknown."""
        key = await asyncio.to_thread(self.board_keys.replace, board_id)
        self._hang_up(board_id)
        return key

    async def revoke_key(self, board_id: str) -> None:
        """Take a board's key away and hang up on it. Raises BoardUnknown."""
        await asyncio.to_thread(self.board_keys.revoke, board_id)
        self._hang_up(board_id)

    def _hang_up(self, board_id: str) -> None:
        if board_id in self.seats:
            self.seats[board_id].hang_up()

    async def take_board(self, number: int, room: Room, actor: str = OPERATOR) -> None:
        """Take the board from a table; it stays connected and serves none."""
        relay = self.match(number)
        await relay.order(lambda record: set_up.board_taken(record, room), actor)
        self._reseat()

    async def entries(self, number: int) -> list[StoredEvent]:
        """A match's log in its order; raises MatchRefused for an unknown match."""
        self.match(number)
        return await self._log.read(f"{MATCH_STREAM}{number}")

    def _reseat(self) -> None:
        """Move every board that does not serve the table it stands on."""
        for seat in self.seats.values():
            if (seat.match, seat.room) != self._place_of(seat.board_id):
                self._seat(seat)

    def _on_happened(self, _: int, events: Sequence[ev.Event]) -> None:
        if any(isinstance(event, ev.MatchClosed) for event in events):
            self._reseat()

    def _place_of(self, board_id: str) -> tuple[MatchRelay | None, Room | None]:
        """The table the board stands on: its latest match, one still to be played before others."""
        tables = [
            (not _is_over(relay), number, room)
            for number, relay in self.matches.items()
            for room, standing in relay.record.boards.items()
            if standing == board_id
        ]
        if not tables:
            return None, None
        _, number, room = max(tables, key=lambda table: table[:2])
        return self.matches[number], room

    def match(self, number: int) -> MatchRelay:
        """The match of that number; raises MatchRefused for an unknown one."""
        if number in self.damaged:
            raise MatchRefused("match", number, f"none that is damaged: {self.damaged[number]}")
        if number not in self.matches:
            known = ", ".join(map(str, self.matches)) or "none yet"
            raise MatchRefused("match", number, known)
        return self.matches[number]

    async def serve(self, transport: Transport, *, cable: bool, where: str) -> None:
        """Serve one connection or port until it closes."""
        link = ServerLink(
            keys=self.board_keys.get,
            resume=self._deliveries.head,
            cable=cable,
            session=secrets.randbelow(0xFFFF) + 1,
            nonce=secrets.token_bytes(16),
        )
        seat = BoardSeat(
            link,
            where,
            self._now,
            unassigned=self._keep_unassigned,
            deliveries=self._deliveries,
            hang_up=lambda: self._start(transport.close()),
        )
        try:
            await pump(link, transport, lambda event: self._on_link(seat, event))
        finally:
            self._leave(seat, "connection closed")

    def _on_link(self, seat: BoardSeat, event: reports.LinkEvent) -> None:
        match event:
            case reports.LinkUp():
                self._arrive(seat, event.board_id)
            case reports.EventReceived():
                seat.hear(event)
            case reports.LinkDown():
                self._leave(seat, event.reason.value)
            case reports.LinkSuspect():
                seat.alarm = LinkDoubted(event.reason)
            case reports.LinkRecovered():
                seat.alarm = None
            case reports.BoardRefused():
                seat.alarm = LinkRefused(event.code)
                log.warning("board_refused", where=seat.where, code=event.code.name)
            case reports.BadTag():
                log.warning("bad_tag", where=seat.where, board=seat.board_id)
            case _:
                pass

    def _arrive(self, seat: BoardSeat, board_id: str) -> None:
        present = self.seats.get(board_id)
        if present is not None and present is not seat:
            log.warning("board_twice", board=board_id, where=seat.where, present=present.where)
            seat.link.refuse(FaultCode.BOARD_TWICE)
            return
        seat.board_id, seat.alarm = board_id, None
        self.seats[board_id] = seat
        log.info("board_up", board=board_id, where=seat.where)
        self._seat(seat)

    def _seat(self, seat: BoardSeat) -> None:
        relay, room = self._place_of(seat.board_id)
        seat.assign(relay, room)
        if relay is not None and room is not None:
            attached = ev.BoardAttached(room=room, board_id=seat.board_id)
            self._tell(relay, seat.actor, attached)

    def _leave(self, seat: BoardSeat, reason: str) -> None:
        if self.seats.get(seat.board_id) is not seat:
            return
        del self.seats[seat.board_id]
        log.info("board_down", board=seat.board_id, where=seat.where, reason=reason)
        if seat.match is not None and seat.room is not None:
            lost = ev.BoardLost(room=seat.room, board_id=seat.board_id, reason=reason)
            self._tell(seat.match, seat.actor, lost)
        seat.assign(None, None)

    def _tell(self, relay: MatchRelay, actor: str, fact: ev.Event) -> None:
        relay.say(Saying(lambda _: (fact,), actor, _ignore, _ignore))

    def _keep_unassigned(self, seat: BoardSeat, entry: JournalEntry) -> None:
        self._start(self._journal_only(seat, entry))

    async def _journal_only(self, seat: BoardSeat, entry: JournalEntry) -> None:
        try:
            await self._log.append(Batch(journal=(entry,)))
        except (LogUnavailable, SequenceTaken) as error:
            seat.not_stored(entry, error)
        else:
            self._deliveries.done(entry)


def _is_over(relay: MatchRelay) -> bool:
    state = relay.record.state
    return state is not None and state.over


def _ignore(_: Happened | Exception) -> None:
    """Nobody waits for this."""
