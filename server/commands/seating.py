"""Phones and tablets that serve as tables' boards: codes, seats, and requests to be admitted.

The match gets its new board first. Then the code is marked as used and the seat is stored, in one
transaction of the accounts' database. A phone that missed the answer asks again with the same code
and gets the same seat.

A seat ends with its match, or when another board is put on its table.

A phone that is to replace the board of a table waits until the person who looks after that board
admits or refuses it.

All requests and offers are in memory only. After a restart a waiting phone asks again, and a code
that was offered to a phone has to be offered again.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import structlog

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.room import Room
from server.access import Actor, Machine, MatchPlayers, Visitor
from server.boards.assignments import BoardAssignments
from server.matches.board_places import current_game
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry
from server.people import commands as acmd
from server.people.accounts_process import AccountsProcess, Answer
from server.people.decide_seats import SeatRefusal, SeatRefused, TableFacts, check_device, place_of
from server.secret_codes import typed_code
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.links import Link, LinkKind, LinkSpent
from server.store.accounts_db.seats import PhoneSeat, SeatEnding, Seats, is_phone, phone_id
from server.values.stored_events import StoredEvent, Subscriber, match_of

log = structlog.get_logger()


class SeatEndings(Subscriber):
    """A subscriber to stored events that ends seats; call `open` once the matches are loaded.

    `end` ends a seat and may raise AccountsUnavailable. The lock `one_seat` is taken meanwhile, so
    that no phone becomes a table's board before a seat has ended completely.
    """

    name = "seats of phones"

    def __init__(
        self,
        registry: MatchRegistry,
        seats: Seats,
        end: Callable[[PhoneSeat, SeatEnding], Awaitable[None]],
        one_seat: asyncio.Lock,
    ) -> None:
        self._registry, self._seats = registry, seats
        self._end, self._one_seat = end, one_seat
        self._tasks: set[asyncio.Task[None]] = set()

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """End the seats in the events' match whose phones have no right to the table any more.

        That is so if nothing more is played in the match, or if the phone is not the table's board
        any more.
        """
        match_id = match_of(stored[0].stream)
        if match_id is None:
            return
        if any(self._ending(each) is not None for each in self._seats.of_match(match_id)):
            task = asyncio.get_running_loop().create_task(self._settle(match_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def open(self) -> None:
        """End the seats whose match ended, or whose table got another board, before this start."""
        for match_id in {each.match for each in self._seats.known()}:
            await self._settle(match_id)

    async def close(self) -> None:
        """Stop every task."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _settle(self, match_id: MatchId) -> None:
        async with self._one_seat:
            for seat in self._seats.of_match(match_id):
                how = self._ending(seat)
                if how is None:
                    continue
                try:
                    await self._end(seat, how)
                except AccountsUnavailable as unavailable:  # the next event, or start, tries again
                    log.warning("seat_not_ended", board=seat.board_id, why=str(unavailable))

    def _ending(self, seat: PhoneSeat) -> SeatEnding | None:
        """Return how a seat that is stored as open has ended, or None if it has not ended."""
        if seat.ended not in (None, SeatEnding.REPLACED):
            return None
        process = self._registry.matches.get(seat.match)
        if process is None or needs_no_board(process.record):
            return SeatEnding.MATCH_OVER
        if seat.ended is SeatEnding.REPLACED:
            return None
        standing = process.record.boards.get(seat.room)
        if standing == seat.board_id:
            return None
        return SeatEnding.TAKEN_OFF if standing is None else SeatEnding.REPLACED


def needs_no_board(record: MatchRecord) -> bool:
    """Return True if nothing more is played at the tables of the match."""
    return record.withdrawn or record.is_over


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """The request of a phone with a valid code to replace the board of a table.

    `device` is the digest of the cookie in the phone's browser.
    """

    match: MatchId
    room: Room
    link_id: int
    device: bytes
    admitted: bool = False


class SeatRequests:
    """The latest request of a phone at each table to replace the table's board.

    `tell` is called when a request comes, is answered or is removed.
    """

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._at: dict[tuple[MatchId, Room], SeatRequest] = {}

    def at(self, match_id: MatchId, room: Room) -> SeatRequest | None:
        """Return the request at the table, whether it waits or was admitted, or None."""
        return self._at.get((match_id, room))

    def is_open(self, match_id: MatchId, room: Room) -> bool:
        """Return True if a request at the table waits for an answer."""
        request = self.at(match_id, room)
        return request is not None and not request.admitted

    def rooms_asked(self, match_id: MatchId) -> frozenset[Room]:
        """Return the rooms of the match in which a request waits for an answer."""
        return frozenset(room for room in Room if self.is_open(match_id, room))

    def ask(self, request: SeatRequest) -> None:
        """Store a request, in place of an earlier one at the same table."""
        self._at[request.match, request.room] = request
        self._tell()

    def admit(self, request: SeatRequest) -> None:
        """Mark a waiting request as admitted."""
        self._at[request.match, request.room] = replace(request, admitted=True)
        self._tell()

    def forget(self, match_id: MatchId, room: Room) -> None:
        """Remove the request at that table."""
        if self._at.pop((match_id, room), None) is not None:
            self._tell()


BY_CODE = Machine("table code")
"""The actor in the log when a phone becomes a table's board: whoever holds the table's code."""


class SeatWaits(Exception):
    """The table already has a board, so this phone must wait until somebody admits it.

    An operator can admit it, or the person who looks after that board.
    """


class Seating:
    """The seats of phones as tables' boards. The coroutines belong to one event loop.

    `requests` has the phones that wait to be admitted; `endings` ends seats with their matches.
    `listeners` are called when a request comes or is answered, and when a seat begins or ends.
    """

    def __init__(
        self,
        registry: MatchRegistry,
        accounts: AccountsProcess,
        assignments: BoardAssignments,
        players: Callable[[MatchId], MatchPlayers],
    ) -> None:
        self.listeners: list[Callable[[], None]] = []
        self.requests = SeatRequests(self._tell)
        self._offers: dict[bytes, str] = {}
        self._registry, self._accounts = registry, accounts
        self._assignments, self._players = assignments, players
        self._links, self._seats = accounts.stores.links, accounts.stores.seats
        self._one_seat = asyncio.Lock()
        self.endings = SeatEndings(registry, self._seats, self._end, self._one_seat)
        accounts.seat_listeners.append(self._tell)

    def code(self, typed: str) -> Link:
        """Return the valid code that was typed or scanned; raises LinkSpent if there is none."""
        link = self._links.find(typed_code(typed), LinkKind.TABLE)
        place_of(link)
        assert link is not None
        return link

    def is_in_closed_room(self, device: bytes) -> bool:
        """Return True if the browser was the closed room's board in a match that is being played.

        A phone that was signed out or replaced still counts, since it is still in that room.
        """
        closed = (each for each in self._seats.of_device(device) if each.room is Room.CLOSED)
        playing = (self._registry.matches.get(each.match) for each in closed)
        return any(
            process is not None and process.record.started and not process.record.is_over
            for process in playing
        )

    def last_of(self, device: bytes) -> PhoneSeat | None:
        """Return the last seat of a browser, whether it has ended or not, or None."""
        own = self._seats.of_device(device)
        return own[-1] if own else None

    def without_table(self, room: Room) -> list[PhoneSeat]:
        """Return the last seats of phones that stayed in the room until their match ended."""
        last = {each.device: each for each in self._seats.known()}
        return [
            each
            for each in last.values()
            if each.ended is SeatEnding.MATCH_OVER and each.room is room
        ]

    def offer_to(self, board_id: str, code: str) -> None:
        """Offer a new code to the phone that was this board, so that it can continue at a table.

        The code is offered to the phone only and shown to nobody.
        """
        seat = self._seats.of_board(board_id)
        if seat is not None:
            self._offers[seat.device] = code

    def offer_of(self, device: bytes) -> str:
        """Return the code that is offered to a browser, or "" if there is no valid one."""
        code = self._offers.get(device, "")
        if code and self._links.find(code, LinkKind.TABLE) is None:
            del self._offers[device]
            return ""
        return code

    async def give_code(self, command: acmd.GiveTableCode, actor: Actor, command_id: str) -> Answer:
        """Create a code for a table, returned as the answer's secret; the previous code is revoked.

        Raises NotAllowed, MatchRefused, SecretShownBefore or AccountsUnavailable.
        """
        process = self._registry.match(command.match)
        room = command.room
        standing = self._standing(process.record, room)
        command = replace(command, board_id=standing)
        answer = await self._accounts.handle(
            command, actor, command_id, table=lambda: self._facts(command.match)
        )
        self.requests.forget(command.match, room)
        return answer

    async def take(
        self,
        typed: str,
        device: bytes,
        visitor: Visitor,
        sign_in: Callable[[int], None],
    ) -> PhoneSeat:
        """Make the phone with the typed code the board of the code's table; return its seat.

        `device` is the digest of the cookie in the phone's browser. `sign_in` opens a session for
        the seat with the number that it is passed; it is called in another thread, and the session
        is closed again if a later step fails. A code that this browser has used before returns the
        same seat again. Raises LinkSpent, SeatRefused, MatchRefused, LogUnavailable or
        AccountsUnavailable. Raises SeatWaits if the table has a board which the phone may not
        replace yet.
        """
        async with self._one_seat:
            again = await self._seat_again(typed, device)
            if again is not None:
                await asyncio.to_thread(sign_in, again.seat_id)
                self._tell()
                return again
            code = self.code(typed)
            match_id, room = place_of(code)
            own = self._seats.at_table(match_id, room)
            if own is not None and own.device == device:
                await self._accounts.handle(acmd.RevokeTableCode(link_id=code.link_id), BY_CODE)
                await asyncio.to_thread(sign_in, own.seat_id)
                return own
            self._check(code, device, visitor)
            board_id = phone_id(secrets.token_hex(4))
            machine = Machine(f"board {board_id}")
            was = self._registry.match(match_id).record.boards.get(room)
            command = cmd.AssignBoard(board_id, match_id, room, was=was)
            await self._assignments.assign(command, machine)
            await self._do_without_positions(match_id, room, machine)
            seated = acmd.TakeSeat(link_id=code.link_id, board_id=board_id, device=device)

            def also() -> None:
                seat = self._seats.of_board(board_id)
                assert seat is not None
                sign_in(seat.seat_id)

            await self._accounts.handle(
                seated, BY_CODE, also=also, table=lambda: self._facts(match_id)
            )
            self.requests.forget(match_id, room)
            seat = self._seats.of_board(board_id)
            assert seat is not None
            return seat

    async def _do_without_positions(self, match_id: MatchId, room: Room, phone: Machine) -> None:
        """Switch the table to dice-only recording when its first phone is accepted.

        Does nothing if the room has had a phone in this match, if the table has begun its first
        game, or if the game is scored from positions. An operator may turn the recording of
        positions on again before game 1; the next phone does not turn it off.
        """
        if any(each.room is room for each in self._seats.of_match(match_id)):
            return
        with contextlib.suppress(MatchRefused):
            command = cmd.SetRecording(room=room, positions=False)
            await self._registry.match(match_id).handle(command, phone)

    async def _seat_again(self, typed: str, device: bytes) -> PhoneSeat | None:
        """Return the seat that this browser got by the same code before, or None.

        The answer to the phone may have been lost then, so it asks once more.
        """
        link_id = await asyncio.to_thread(self._links.spent, typed_code(typed))
        own = self._seats.of_device(device)
        return next((each for each in own if each.link_id == link_id and not each.ended), None)

    def check(self, code: Link, device: bytes, visitor: Visitor) -> None:
        """Raise SeatRefused or MatchRefused if the phone may not become the table's board."""
        match_id, room = place_of(code)
        facts, record = self._facts(match_id), self._registry.match(match_id).record
        check_device(self._seats.known(), device, match_id, room, facts)
        if len(record.rooms) > 1 and visitor.room not in (None, room):
            raise SeatRefused(SeatRefusal.OTHER_ROOM)
        if room is Room.CLOSED and _has_watched(record, facts.players, visitor):
            raise SeatRefused(SeatRefusal.HAS_WATCHED)

    def _check(self, code: Link, device: bytes, visitor: Visitor) -> None:
        """Check as `check` does, and store a request if the phone has to be admitted first.

        Raises SeatWaits if the phone has to wait, LinkSpent if another phone is waiting at the
        table.
        """
        self.check(code, device, visitor)
        match_id, room = place_of(code)
        standing = self._standing(self._registry.match(match_id).record, room)
        known = self.requests.at(match_id, room)
        if known is not None and known.device != device:
            raise LinkSpent
        if standing is None or (code.board_id == standing and not is_phone(standing)):
            return
        if known is not None and known.admitted:
            return
        self.requests.ask(SeatRequest(match_id, room, code.link_id, device))
        raise SeatWaits

    async def answer(self, match_id: MatchId, room: Room, *, admit: bool, actor: Actor) -> None:
        """Admit the phone that waits to become a table's board, or refuse it.

        Does nothing if no phone waits. Raises AccountsUnavailable.
        """
        waiting = self.requests.at(match_id, room)
        if waiting is None:
            return
        if admit:
            self.requests.admit(waiting)
            return
        command = acmd.RevokeTableCode(link_id=waiting.link_id)
        try:
            await self._accounts.handle(command, actor, table=lambda: self._facts(match_id))
        except LinkSpent:
            log.info("code_was_void", match=str(match_id), room=room.value)
        self.requests.forget(match_id, room)

    async def _end(self, seat: PhoneSeat, how: SeatEnding) -> None:
        """End a phone's seat at its table; do nothing if the seat has ended before."""
        actor = Machine(f"board {seat.board_id}")
        try:
            await self._accounts.handle(acmd.EndSeat(seat_id=seat.seat_id, how=how), actor)
        except LinkSpent:
            log.info("seat_had_ended", board=seat.board_id)

    def _standing(self, record: MatchRecord, room: Room) -> str | None:
        """Return the id of the board at the table, which a newly accepted phone would replace.

        Return None if there is no board, or only a phone whose seat has ended.
        """
        board_id = record.boards.get(room)
        if board_id is None or not is_phone(board_id):
            return board_id
        seat = self._seats.of_board(board_id)
        return board_id if seat is not None and seat.ended is None else None

    def _facts(self, match_id: MatchId) -> TableFacts:
        record = self._registry.match(match_id).record
        in_play = self._registry.in_play()
        under_way = (key for key, each in in_play.items() if current_game(each.record) is not None)
        over = needs_no_board(record)
        return TableFacts(
            match_id, record.rooms, over, self._players(match_id), frozenset(under_way)
        )

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()


def _has_watched(record: MatchRecord, players: MatchPlayers, visitor: Visitor) -> bool:
    """Return True if the visitor has watched the open room during the game being played."""
    game = current_game(record)
    if visitor.person is None or game is None:
        return False
    person = players.merged.get(visitor.person, visitor.person)
    return (person, game.game, game.attempt) in record.watched
