"""The server's end of a link; there is one for each connection or open port.

Source: docs/wire.md, "States".
"""

from collections.abc import Callable

from board_drivers.link.admission import (
    RateDiagnosis,
    as_unreadable,
    fresh_nonce,
    journal_objection,
    objection,
    spans_version,
    unbound,
)
from board_drivers.link.conversation import nobody
from board_drivers.link.reports import (
    AllowanceSpent,
    BadTag,
    BoardIdentified,
    BoardRefused,
    Counters,
    DownReason,
    EventReceived,
    HintReceived,
    LinkDown,
    LinkEvent,
    LinkRecovered,
    LinkState,
    LinkSuspect,
    LinkUp,
    Suspicion,
)
from board_drivers.link.server_session import Allowance, Offer, ServerSession
from board_drivers.link.timers import HELLO_EVERY, LineTimers
from board_drivers.wire.frames import VERSION, Decoder, Flag, Frame
from board_drivers.wire.handshake import Auth, Hello, HelloReq
from board_drivers.wire.messages import BoardMessage, Diff, Fault, ServerMessage, Status
from board_drivers.wire.table import CODES, Message, Unreadable, pack, unpack
from board_drivers.wire.values import Capability, FaultCode, NakReason, WireRoom

Keys = Callable[[Hello], bytes | None]
Resume = Callable[[Hello], int]
_HELLO, _AUTH = CODES[Hello], CODES[Auth]
_OPEN = (LinkState.UP, LinkState.SUSPECT)


class ServerLink:
    """The server's end of a link: it turns one board's bytes into events, without I/O.

    `now` is a monotonic time in seconds. `keys` returns the 32-byte key of the board that sent a
    HELLO, or None. `resume` returns the number up to which all events of the HELLO's journal are
    stored, 0 for none. `cable` is True for a port: it stays open whatever is received, and a board
    without a key is admitted unless `key_required` is True. `session` is the first session number,
    1 to 65535. `nonce` is a secret random seed of 16 bytes or more.

    `room` is the room for which the port or table is set up; a board whose HELLO names the other
    room is refused. If the server has authenticated the board before the link begins (a phone's
    seat), `proven_id` is that board's id, and no other id is admitted. `timers` are the time limits
    of this kind of connection. Call `receive(b"", now)` when the time of `deadline()` has come.
    """

    def __init__(
        self,
        *,
        keys: Keys,
        resume: Resume,
        cable: bool,
        key_required: bool | None = None,
        session: int,
        nonce: bytes,
        room: WireRoom = WireRoom.NONE,
        timers: LineTimers | None = None,
        proven_id: str = "",
    ) -> None:
        self.state = LinkState.CLOSED
        self.counters = Counters()
        self.timers = timers or LineTimers.at_baud(115_200)
        self.wake: Callable[[], None] = nobody
        self._keys, self._resume, self._cable = keys, resume, cable
        self._key_required = not cable if key_required is None else key_required
        self._next_session, self._seed, self._room = session, nonce, room
        self._proven_id = proven_id
        self._decoder = Decoder()
        self._allowance = Allowance(renewed=cable)
        self._handshakes = 0
        self._session: ServerSession | None = None
        self._delivered: tuple[str, bytes] | None = None
        self._delivered_number = self._stored_number = 0
        self._unbound: list[bytes] = []
        self._hello_req_at: float | None = None
        self._refused: tuple[FaultCode, int] | None = None
        self._unanswered: Hello | None = None
        self._rate = RateDiagnosis()

    @property
    def hello(self) -> Hello | None:
        """The HELLO of the present session, None without a session."""
        return self._session.hello if self._session else None

    @property
    def labelled(self) -> WireRoom:
        """The room for which the port is set up; without one, the room that the HELLO names."""
        return self._room or (self.hello.room if self.hello else WireRoom.NONE)

    @property
    def clock_offset_ms(self) -> int | None:
        """The board's clock minus the server's, in milliseconds; None before the first PONG."""
        return self._session.talk.clock_offset_ms if self._session else None

    def receive(self, chunk: bytes, now: float) -> list[LinkEvent]:
        """Process received bytes and the passing of time; return the resulting events in order.

        Only a limited number of bytes is decoded from a far end that does not prove itself (see
        Allowance).
        """
        self._open(now)
        self._allowance.renew(now)
        events: list[LinkEvent] = []
        at, frames = 0, self.counters.frames
        while at < len(chunk) and (size := self._allowance.bytes_left):
            events += self._decode(chunk[at : at + size], now)
            at += size
        self.counters.unread += max(len(chunk) - at, 0)
        if self._allowance.first_spent():
            events.append(AllowanceSpent())
        events += self._watch(bool(chunk) and frames == self.counters.frames, now)
        return events

    def _decode(self, chunk: bytes, now: float) -> list[LinkEvent]:
        frames, damaged = self._decoder.feed(chunk)
        self.counters.damaged += damaged
        self._allowance.decoded(len(chunk), damaged)
        if damaged and self._session is not None:
            self._session.talk.complain(NakReason.DAMAGED, now)
        events: list[LinkEvent] = []
        for frame in frames:
            self.counters.frames += 1
            if Flag.SERVER in frame.flags:
                self.counters.wrong_direction += 1
            elif frame.kind != _HELLO or self._allowance.may_greet():
                events += self._hear(frame, now)
        return events

    def stored(self, number: int) -> None:
        """Record that event `number` and all before it are stored durably, and acknowledge them."""
        self._stored_number = max(self._stored_number, number)
        session = self._session
        if session is not None and session.source == self._delivered:
            session.talk.settle(min(number, session.talk.received))
            self.wake()

    def send(self, message: ServerMessage) -> bool:
        """Send a command until it is acknowledged. If the link is not up, drop it and return False.

        After the next LinkUp the caller has to send the present state.
        """
        return self.forward(pack(message))

    def forward(self, raw: bytes) -> bool:
        """Send a command even if this version cannot read it; `raw` is its type byte and payload.

        Return False if the link is not up.
        """
        if self._session is None or self.state not in _OPEN:
            return False
        self._session.say(raw)
        self.wake()
        return True

    def refuse(self, code: FaultCode, detail: int = 0) -> list[LinkEvent]:
        """Refuse the board now, and again at each HELLO until the cause is removed.

        `code` and `detail` say why (docs/wire.md). Return the resulting events.
        """
        fault = pack(Fault(code, detail))
        if self._session is not None and self.state in _OPEN:
            self._unbound.append(self._session.talk.farewell(fault))
        else:
            self._unbound = [unbound(fault, Flag.SERVER)]
        events = self._end(DownReason.REFUSED, LinkState.OPENING)
        self._hello_req_at = None
        if self._refused != (code, detail):
            self._refused = (code, detail)
            events.append(BoardRefused(code, detail))
        self.wake()
        return events

    def ask_anew(self) -> list[LinkEvent]:
        """End the session and ask for a HELLO at once, so that the board sends its state again."""
        events = self.close()
        self.wake()
        return events

    def close(self) -> list[LinkEvent]:
        """End the link when its transport is lost, and return the last events."""
        self._hello_req_at = None
        return self._end(DownReason.CLOSED, LinkState.CLOSED)

    def outgoing(self, now: float) -> bytes:
        """Return all bytes to send now: commands, acknowledgements, repetitions, signs of life."""
        self._open(now)
        if self._hello_req_at is not None and now >= self._hello_req_at:
            self._hello_req_at = now + HELLO_EVERY
            self._unbound.append(unbound(pack(HelloReq()), Flag.SERVER))
        sent = b"".join(self._unbound)
        self._unbound.clear()
        if self._session is None or self.state not in _OPEN:
            return sent
        return sent + self._session.talk.outgoing(now)

    def deadline(self) -> float | None:
        """Return the time at which to call `receive(b"", now)` and `outgoing` next.

        Return -infinity if they have to be called now, and None if there is nothing to wait for.
        """
        if self._unbound:
            return float("-inf")
        if self._session is None:
            return self._hello_req_at
        talk = self._session.talk
        return talk.deadline() if self.state in _OPEN else talk.silent_at

    def _open(self, now: float) -> None:
        if self.state is LinkState.CLOSED:
            self.state = LinkState.OPENING
            self._hello_req_at = now

    def _end(self, reason: DownReason, state: LinkState) -> list[LinkEvent]:
        was_open = self.state in _OPEN
        self.state, self._session = state, None
        return [LinkDown(reason)] if was_open else []

    def _hear(self, frame: Frame, now: float) -> list[LinkEvent]:
        self._rate.frame_came()
        if frame.kind == _HELLO:
            return self._greet(frame, now)
        session = self._session
        if session is None or frame.session != session.talk.session:
            self.counters.stale_sessions += 1
            return []
        if frame.kind == _AUTH:
            return self._authenticate(session, frame, now)
        if self.state is LinkState.SYNC:
            return []
        bad_tags = self.counters.bad_tags
        heard = session.talk.hear(frame, now)
        if self.counters.bad_tags == bad_tags:
            self._allowance.proven()
        elif not session.tag_reported:
            session.tag_reported = True
            return [BadTag()]
        return [] if heard is None else self._handle(session, heard)

    def _handle(self, session: ServerSession, frame: Frame) -> list[LinkEvent]:
        message = unpack(frame.kind, frame.payload)
        if Flag.NUMBERED in frame.flags:
            return [self._event(session, frame, message)]
        if isinstance(message, Diff | Status):
            return [HintReceived(message)]
        self.counters.unreadable += 1
        return []

    def _event(
        self, session: ServerSession, frame: Frame, message: Message | Unreadable
    ) -> EventReceived:
        self._delivered_number = frame.number
        if not isinstance(message, BoardMessage):
            self.counters.unreadable += 1
            message = as_unreadable(frame.kind, frame.payload, message)
        raw = bytes((frame.kind,)) + frame.payload
        return EventReceived(*session.source, frame.number, message, raw)

    def _greet(self, frame: Frame, now: float) -> list[LinkEvent]:
        self.counters.hellos += 1
        if frame.version != VERSION or not spans_version(frame.payload):
            return self.refuse(FaultCode.VERSION, VERSION)
        hello = unpack(frame.kind, frame.payload)
        if not isinstance(hello, Hello):
            self.counters.unreadable += 1
            return []
        self._hello_req_at = None
        if self._session is not None and self._session.is_answer_to(hello):
            self._session.hello = hello
            self._unbound = [self._session.welcome]
            return []
        events = [*self._end(DownReason.NEW_HELLO, LinkState.OPENING), BoardIdentified(hello)]
        events += self._unanswered_by(hello)
        key = self._keys(hello)
        refusal = objection(hello, key, self._key_required, self._room, self._proven_id)
        if refusal is None and self._owes_another_journal(hello):
            refusal = FaultCode.JOURNAL_CHANGED, self._delivered_number
        if refusal is not None:
            return events + self.refuse(*refusal)
        self._offer(hello, now)
        return events

    def _unanswered_by(self, hello: Hello) -> list[LinkEvent]:
        """Return what a HELLO shows about an earlier WELCOME that the board has not answered.

        If the nonce of the HELLO is the same as before, the board has not received the WELCOME:
        return LinkSuspect. If a board with a key sends a new nonce, it has found the server's proof
        wrong, which it does not report to the server: return BoardRefused, but only once. If the
        boot id is new, the board was restarted: return no events. Return no events, either, if no
        WELCOME is unanswered.
        """
        before = self._unanswered
        if before is None or (before.board_id, before.boot_id) != (hello.board_id, hello.boot_id):
            return []
        if before.nonce == hello.nonce:
            return [LinkSuspect(Suspicion.UNACKNOWLEDGED)]
        refused = FaultCode.BAD_PROOF, 0
        if Capability.KEYED not in before.capabilities or self._refused == refused:
            return []
        self._refused = refused
        return [BoardRefused(*refused)]

    def _owes_another_journal(self, hello: Hello) -> bool:
        # `stored` gets only a number, which must not acknowledge an event of another journal.
        same = self._delivered in (None, (hello.board_id, hello.journal_id))
        return not same and self._stored_number < self._delivered_number

    def _offer(self, hello: Hello, now: float) -> None:
        source = hello.board_id, hello.journal_id
        if source != self._delivered:
            self._delivered, self._delivered_number, self._stored_number = source, 0, 0
        self._handshakes += 1
        durable = self._resume(hello)
        offer = Offer(
            number=self._next_session,
            nonce=fresh_nonce(self._seed, self._handshakes),
            key=self._keys(hello),
            room=self._room,
            durable=durable,
            received=max(durable, self._delivered_number),
        )
        self._next_session = self._next_session % 0xFFFF + 1
        self._session = ServerSession(hello, offer, self.timers, self.counters, now)
        self._unanswered = hello
        self.state = LinkState.SYNC
        self._unbound = [self._session.welcome]

    def _authenticate(self, session: ServerSession, frame: Frame, now: float) -> list[LinkEvent]:
        self._unanswered = None
        key = self._keys(session.hello)
        if key is not None and session.key is None:
            return self.refuse(FaultCode.KEY_REQUIRED)
        if key != session.key or not session.is_proven_by(frame):
            self.counters.bad_proofs += 1
            return self.refuse(FaultCode.BAD_PROOF)
        self.counters.proofs += 1
        self._allowance.proven()
        session.talk.alive(now)
        session.talk.acknowledge_again()
        if self.state is not LinkState.SYNC:
            return []
        refusal = journal_objection(session.hello, session.talk.received)
        if refusal is not None:
            return self.refuse(*refusal)
        session.talk.ask_the_time()
        self.state, self._refused = LinkState.UP, None
        return [LinkUp(*session.source)]

    def _watch(self, noisy: bool, now: float) -> list[LinkEvent]:
        if self._session is None:
            wrong_rate = noisy and self._cable and self._rate.noise_came(now)
            return [LinkSuspect(Suspicion.WRONG_RATE)] if wrong_rate else []
        talk = self._session.talk
        if now >= talk.silent_at:
            self._hello_req_at = now
            return self._end(DownReason.SILENCE, LinkState.DOWN)
        if self.state is LinkState.UP and talk.is_suspect:
            self.state = LinkState.SUSPECT
            return [LinkSuspect(Suspicion.UNACKNOWLEDGED)]
        if self.state is LinkState.SUSPECT and not talk.is_suspect:
            self.state = LinkState.UP
            return [LinkRecovered()]
        return []
