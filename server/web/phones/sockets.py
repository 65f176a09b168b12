"""The websocket of a phone that is a table's board: the wire, and further values for its page.

Besides the wire the page shows only what the table's players know anyway: nothing of the other
room, and no dice.

Binary messages contain the bytes of the wire in both directions. Text messages are JSON: the server
sends `{"info": {...}}`; the phone sends `{"admit": true}` or `{"admit": false}`, its answer to
another phone that asks to take over.
"""

import asyncio
import json
from collections.abc import Coroutine, Sequence
from dataclasses import asdict
from typing import Any

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from rules import events as ev
from rules.any_match import AnyMatchState, MatchPlayState
from rules.ledger import unix_microseconds
from rules.position import Side
from rules.room import Room
from rules.tables.state import Phase
from server.access import Machine
from server.hall import Hall
from server.matches.deferred_work import rooms_woken
from server.matches.hall_holds import director_at
from server.people.sign_in import Authenticator
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.seats import PhoneSeat, SeatEnding
from server.values.stored_events import StoredEvent, Subscriber, match_of
from server.views.announcements.words import AnnouncementLine, announcement_lines
from server.views.match.values import players_in
from server.web.boards.sockets import BoardSocket
from server.web.edge.cookies import seat_of, token_of
from server.web.phones.beside import (
    corrected_results,
    no_start_words,
    score_words,
    start_notices,
)
from server.words.translation import words_for


def table_info(hall: Hall, seat: PhoneSeat, language: str) -> dict[str, Any]:
    """Return the values for the page of a phone's seat, with people named in `language`.

    `match` names the opponents, `table` the match's number. `white` and `red` are empty before the
    line-ups are in. `position` has the checkers as they were before the play that is being made, 26
    counts for each side as on the wire; it is None if no position is known. `director` says whether
    the director was `called`, who is `coming`, and why the table is `held`. `announcements` begin
    with the director's note to this table. `no_start` says that no game may start now. `score` is
    the score of a match to points, empty for other matches. `counts_left` is false in a match to
    points, where the number of the loser's checkers left does not count. `corrected` are results of
    this table that its players have to confirm. `asks` is true if another phone asks to
    take over. If another phone has taken the seat over, only `board` and `replaced` are given.
    """
    if seat.ended is SeatEnding.REPLACED:
        return {"board": seat.board_id, "replaced": True}
    names = hall.names(language)
    record = hall.match(seat.match).record
    players, words = players_in(record, seat.room, names), words_for(language)
    tournament = hall.tournaments.of(seat.match)
    return {
        "board": seat.board_id,
        "match": " – ".join(names.by(team) for team in record.teams),
        "table": names.match(seat.match).label,
        "room": seat.room.value,
        "rooms": len(record.rooms),
        "game": record.game.name,
        "white": players.get(Side.WHITE, ""),
        "red": players.get(Side.RED, ""),
        "position": _position(record.state, seat.room),
        "director": asdict(director_at(record, seat.room, names)),
        "score": score_words(record.state, words),
        "counts_left": not isinstance(record.state, MatchPlayState),
        "corrected": corrected_results(record, seat.room, names, words),
        "no_start": no_start_words(tournament, hall.now(), words),
        "announcements": [
            *_note(hall, seat, language),
            *start_notices(tournament, hall.now(), words),
            *(
                {"key": each.key, "time": each.time, "text": each.text}
                for each in _announced(hall, seat, language)
            ),
        ],
        "asks": hall.seating.requests.is_open(seat.match, seat.room),
        "replaced": False,
    }


def _note(hall: Hall, seat: PhoneSeat, language: str) -> list[dict[str, str]]:
    """Return the director's note to a phone's table, in the form of an announcement.

    The list has one item, or none if there is no note.
    """
    tournament = hall.tournaments.of(seat.match)
    sent = tournament.in_room(ev.RoomNoteSent, seat.match.number, seat.room)
    if sent is None:
        return []
    (note, sent_at), words = sent, words_for(language)
    by = hall.names(language).by(note.by)
    text = words.gettext("To this table, from %(by)s: %(text)s", by=by, text=note.text)
    key = f"note-{unix_microseconds(sent_at) // 1000}"
    return [{"key": key, "time": words.clock(sent_at.astimezone()), "text": text}]


def _announced(hall: Hall, seat: PhoneSeat, language: str) -> tuple[AnnouncementLine, ...]:
    return announcement_lines(
        hall.tournaments.announced,
        hall.now(),
        words_for(language),
        hall.names(language),
        seat.match.tournament,
    )


def _position(state: AnyMatchState | None, room: Room) -> dict[str, list[int]] | None:
    """Return the position before the play that is being made.

    The counts of each side's checkers are in the order of the side's own places.
    """
    if state is None:
        return None
    table = state.table(room)
    position = table.before if table.phase is Phase.QUESTIONED else table.position
    return {"white": list(position.white), "red": list(position.red)}


log = structlog.get_logger()
SIGNED_OUT = 4001
"""The close code after a phone's seat has ended for this websocket.

The session of the seat has ended, or another phone or window has taken this phone's place.
"""
NOT_ALLOWED = 4003
"""The close code for a browser that is not a table's board."""
LOOK_EVERY = 10.0
"""Seconds after which a session is checked again, because it may have expired."""
REPLACED_STAYS = 30.0
"""Seconds in which a replaced phone can still send messages that were not acknowledged."""


class TableSocket(BoardSocket):
    """The websocket of a phone that is a table's board.

    The websocket is open until the phone's session ends or another phone replaces the phone. `look`
    sends the phone its values if they have changed. `language` is the language of the page.
    """

    def __init__(
        self,
        socket: WebSocket,
        hall: Hall,
        authenticator: Authenticator,
        seat: PhoneSeat,
        language: str,
    ) -> None:
        super().__init__(socket)
        self.seat = seat
        self._hall, self._authenticator, self._language = hall, authenticator, language
        self._came_replaced = seat.ended is not None
        self._sent = ""
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()

    async def receive(self) -> bytes:
        """Return the next bytes of the wire, after handling the text messages before them."""
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                self._open = message["type"] != "websocket.disconnect"
                return b""
            if message.get("bytes"):
                return bytes(message["bytes"])
            await self._hear(message.get("text") or "")

    async def _hear(self, text: str) -> None:
        """Handle the answer to a phone that asks to take over. Any other text is ignored."""
        try:
            message = json.loads(text)
        except ValueError:
            return
        admit = message.get("admit") if isinstance(message, dict) else None
        seat = self._authenticator.process.stores.seats.get(self.seat.seat_id)
        if not isinstance(admit, bool) or seat is None or seat.ended is not None:
            return
        if not self._hall.seating.requests.is_open(seat.match, seat.room):
            return
        actor = Machine(f"board {seat.board_id}")
        try:
            await self._hall.seating.answer(seat.match, seat.room, admit=admit, actor=actor)
        except AccountsUnavailable as unavailable:
            log.warning("request_not_answered", board=seat.board_id, why=str(unavailable))

    def look(self) -> None:
        """Send the phone its values if they have changed.

        If the phone is replaced or its session has ended, close the websocket.
        """
        seat = seat_of(self._socket, self._authenticator)
        if seat is None:
            self.end({"board": self.seat.board_id, "ended": True})
        elif seat.ended is not None and not self._came_replaced:
            self.end(table_info(self._hall, seat, self._language))
        else:
            self._tell(table_info(self._hall, seat, self._language))

    def end(self, info: dict[str, Any]) -> None:
        """Send the phone its last values, which say that its seat is over; close the websocket."""
        if self.close_code != SIGNED_OUT:
            self.close_code = SIGNED_OUT
            self._tell(info)
            self._start(self.close())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell(self, info: dict[str, Any]) -> None:
        text = json.dumps({"info": info}, ensure_ascii=False, separators=(",", ":"))
        if text == self._sent:
            return
        self._sent = text
        if self._direct is None or not self._direct.write_text(text.encode()):
            self._start(self._send_text(text))

    async def _send_text(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            self._open = False

    async def watch(self) -> None:
        """Check every few seconds whether the session is still valid, and mark it as in use.

        A phone that was already replaced when it connected is disconnected after `REPLACED_STAYS`
        seconds.
        """
        if self._came_replaced:
            await asyncio.sleep(REPLACED_STAYS)
            self.end({"board": self.seat.board_id, "replaced": True})
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self._authenticator.visitor(token_of(self._socket))
            self.look()


class TableSockets(Subscriber):
    """The open websockets of phones that are boards, one for each seat.

    This collection of websockets subscribes to everything that may change the values on the phones'
    pages.
    """

    name = "phones' pages"

    def __init__(self) -> None:
        self._open: dict[int, TableSocket] = {}

    @classmethod
    def over(cls, hall: Hall) -> "TableSockets":
        """Return a TableSockets for a hall, subscribed to the hall's events, names and seats."""
        sockets = cls()
        hall.subscriptions.add(sockets)
        hall.persons.listeners.append(sockets.look)
        hall.seating.listeners.append(sockets.look)
        return sockets

    def enter(self, socket: TableSocket) -> None:
        """Add a phone's websocket; close any other one of the same seat, as of another window."""
        before = self._open.get(socket.seat.seat_id)
        self._open[socket.seat.seat_id] = socket
        if before is not None:
            before.end({"board": before.seat.board_id, "replaced": True})

    def leave(self, socket: TableSocket) -> None:
        """Remove a websocket that has closed."""
        if self._open.get(socket.seat.seat_id) is socket:
            del self._open[socket.seat.seat_id]

    def look(self) -> None:
        """Send every phone its values if they have changed."""
        for socket in list(self._open.values()):
            socket.look()

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Send changed values to the phones in rooms that may learn of the events.

        Events that concern no match are sent to all phones.
        """
        match_id, notified = match_of(stored[0].stream), rooms_woken(stored)
        for socket in list(self._open.values()):
            here = match_id in (None, socket.seat.match)
            if notified is None or (here and socket.seat.room in notified):
                socket.look()
