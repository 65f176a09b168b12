"""The board's end of a link, for simulated boards, agents and tests (docs/wire.md, "States")."""

from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest

from board_drivers.link.admission import Handshake, as_unreadable, fresh_nonce, unbound
from board_drivers.link.conversation import Conversation, clock_ms, nobody
from board_drivers.link.journal import Journal
from board_drivers.link.reports import (
    BoardLinkEvent,
    BoardState,
    CommandReceived,
    Counters,
    DownReason,
    LinkDown,
    Refused,
    Welcomed,
)
from board_drivers.link.timers import HELLO_AFTER_REFUSAL, HELLO_EVERY, LineTimers
from board_drivers.wire.frames import VERSION, Decoder, Flag, Frame
from board_drivers.wire.handshake import Auth, Hello, HelloReq, Welcome
from board_drivers.wire.messages import BoardMessage, Fault, Hint, ServerMessage
from board_drivers.wire.table import CODES, pack, unpack
from board_drivers.wire.values import Capability, FaultCode, NakReason, ResetCause, WireRoom

_HELLO_REQ, _WELCOME, _FAULT = CODES[HelloReq], CODES[Welcome], CODES[Fault]


@dataclass(frozen=True, slots=True)
class BoardIdentity:
    """A board's id, model, firmware and capabilities.

    If the board has a key, the link adds KEYED to the capabilities.
    """

    board_id: str
    model: str
    firmware: str
    capabilities: Capability = Capability.NONE
    point_limit: int = 0
    room: WireRoom = WireRoom.NONE


class BoardLink:
    """The board's end of a link: it turns the server's bytes into commands, without I/O.

    `now` is the time of the board's monotonic clock in seconds. `nonce` is a secret random seed of
    16 bytes or more, new at each start. A board needs only one object: after `close()` it can be
    used on the next transport. Call `receive(b"", now)` when the time of `deadline()` has come.
    """

    def __init__(
        self,
        identity: BoardIdentity,
        journal: Journal,
        key: bytes | None,
        boot_id: int,
        nonce: bytes,
        reset_cause: ResetCause = ResetCause.POWER,
        timers: LineTimers | None = None,
    ) -> None:
        self.state = BoardState.BOOT
        self.counters = Counters()
        self.wake: Callable[[], None] = nobody
        self._identity, self._journal, self._key = identity, journal, key
        self._boot_id, self._seed, self._reset_cause = boot_id, nonce, reset_cause
        self._timers = timers or LineTimers.at_baud(115_200)
        self._decoder = Decoder()
        self._greetings = 0
        self._nonce = b""
        self._handshake: Handshake | None = None
        self._talk: Conversation | None = None
        self._speak_at = 0.0
        self._hello_every = HELLO_EVERY
        self._last_command = 0
        self._room = WireRoom.NONE

    def receive(self, chunk: bytes, now: float) -> list[BoardLinkEvent]:
        """Process received bytes and the passing of time; return the resulting events in order."""
        if self.state is BoardState.BOOT:
            self._start(now)
        events: list[BoardLinkEvent] = []
        frames, damaged = self._decoder.feed(chunk)
        self.counters.damaged += damaged
        if damaged and self._talk is not None:
            self._talk.complain(NakReason.DAMAGED, now)
        for frame in frames:
            if Flag.SERVER not in frame.flags:
                self.counters.wrong_direction += 1
            else:
                events += self._hear(frame, now)
        if self._talk is not None and now >= self._talk.silent_at:
            events += self._end(DownReason.SILENCE, now)
        return events

    def report(self, message: BoardMessage) -> int:
        """Store an event in the journal and return its number.

        The event is sent until the server has stored it.
        """
        return self.forward(pack(message))

    def forward(self, raw: bytes) -> int:
        """Report an event even if this version cannot read it.

        `raw` is the event's type byte and payload.
        """
        number = self._journal.append(raw)
        if self._talk is not None:
            self._talk.window.push(number, raw)
        self.wake()
        return number

    def hint(self, message: Hint) -> None:
        """Send a hint once if a session is open; otherwise drop it.

        A hint is a message without a number, which may be lost (DIFF or STATUS).
        """
        if self._talk is not None and self.state is BoardState.READY:
            self._talk.say(message)
            self.wake()

    def close(self) -> list[BoardLinkEvent]:
        """End the link when its transport is lost, and return the last events.

        The link may be used again on another transport.
        """
        events = self._end(DownReason.CLOSED, float("-inf"))
        self.state = BoardState.BOOT
        self._decoder = Decoder()
        return events

    def outgoing(self, now: float) -> bytes:
        """Return all bytes that have to be sent now."""
        if self.state is BoardState.BOOT:
            self._start(now)
        if self._talk is not None and self.state is BoardState.READY:
            return self._talk.outgoing(now)
        if now < self._speak_at:
            return b""
        if self._handshake is None:
            self._speak_at = now + self._hello_every
            return unbound(pack(self._hello(now)), Flag.NONE)
        self._speak_at = now + self._timers.longest
        auth = Auth(self._handshake.board_proof(self._key))
        return unbound(pack(auth), Flag.NONE, self._handshake.session)

    def deadline(self) -> float | None:
        """Return the time at which to call `receive(b"", now)` and `outgoing` next.

        Return -infinity if they have to be called now, and None if there is nothing to wait for.
        """
        if self.state is BoardState.BOOT:
            return float("-inf")
        if self._talk is None:
            return self._speak_at
        if self.state is BoardState.AUTH:
            return min(self._speak_at, self._talk.silent_at)
        return self._talk.deadline()

    def _start(self, speak_at: float) -> None:
        self._greetings += 1
        self._nonce = fresh_nonce(self._seed, self._greetings)
        self.state = BoardState.HELLO
        self._speak_at = speak_at

    def _end(self, reason: DownReason, speak_at: float) -> list[BoardLinkEvent]:
        was_ready = self.state is BoardState.READY
        if self._talk is not None:
            self._last_command = self._talk.received
        self._talk = self._handshake = None
        self._start(speak_at)
        return [LinkDown(reason)] if was_ready else []

    def _hello(self, now: float) -> Hello:
        keyed = Capability.NONE if self._key is None else Capability.KEYED
        return Hello(
            protocol_min=VERSION,
            protocol_max=VERSION,
            capabilities=self._identity.capabilities | keyed,
            point_limit=self._identity.point_limit,
            room=self._identity.room,
            reset_cause=self._reset_cause,
            first_event=self._journal.first,
            last_event=self._journal.last,
            last_command=self._last_command,
            uptime_ms=clock_ms(now),
            boot_id=self._boot_id,
            journal_id=self._journal.journal_id,
            nonce=self._nonce,
            board_id=self._identity.board_id,
            model=self._identity.model,
            firmware=self._identity.firmware,
        )

    def _hear(self, frame: Frame, now: float) -> list[BoardLinkEvent]:
        if frame.kind == _HELLO_REQ:
            return self._asked_for_hello(now)
        if frame.kind == _WELCOME:
            return self._enter(frame, now) if self._handshake is None else []
        if frame.kind == _FAULT and frame.session == 0:
            return self._turned_away(frame, now) if self.state is not BoardState.READY else []
        if self._talk is None or frame.session != self._talk.session:
            self.counters.stale_sessions += 1
            return []
        events: list[BoardLinkEvent] = []
        bad_tags = self.counters.bad_tags
        heard = self._talk.hear(frame, now)
        self._journal.acknowledged(self._talk.window.acked)
        if self.state is BoardState.AUTH and self.counters.bad_tags == bad_tags:
            self.state, self._hello_every = BoardState.READY, HELLO_EVERY
            events.append(Welcomed(self._talk.session, self._room))
        if heard is not None:
            events += self._handle(heard, now)
        return events

    def _asked_for_hello(self, now: float) -> list[BoardLinkEvent]:
        if self._handshake is None:
            self._speak_at = min(self._speak_at, now)
            return []
        return self._end(DownReason.HELLO_REQUESTED, now)

    def _enter(self, frame: Frame, now: float) -> list[BoardLinkEvent]:
        welcome = unpack(frame.kind, frame.payload)
        if not isinstance(welcome, Welcome) or welcome.board_nonce != self._nonce:
            self.counters.stale_sessions += 1
            return []
        if welcome.protocol != VERSION:
            return self._refused(FaultCode.VERSION, welcome.protocol, now)
        me, journal = self._identity.board_id, self._journal
        nonces = self._nonce, welcome.server_nonce
        shake = Handshake(me, journal.journal_id, welcome.session, *nonces)
        if self._key and not compare_digest(welcome.proof, shake.server_proof(self._key)):
            self.counters.bad_proofs += 1
            return self._refused(FaultCode.BAD_PROOF, 0, now)
        key = None if self._key is None else shake.session_key(self._key)
        talk = Conversation(welcome.session, Flag.NONE, key, self._timers, self.counters, now)
        journal.acknowledged(frame.ack)
        talk.window.acked = frame.ack
        for number, raw in journal.since(frame.ack):
            talk.window.push(number, raw)
        self._handshake, self._talk, self._room = shake, talk, welcome.room
        self.state, self._speak_at = BoardState.AUTH, now
        return []

    def _handle(self, frame: Frame, now: float) -> list[BoardLinkEvent]:
        message = unpack(frame.kind, frame.payload)
        if Flag.NUMBERED not in frame.flags:
            if isinstance(message, Fault):
                return self._turned_away(frame, now)
            self.counters.unreadable += 1
            return []
        assert self._talk is not None
        self._talk.settle(frame.number)
        if not isinstance(message, ServerMessage):
            self.counters.unreadable += 1
            message = as_unreadable(frame.kind, frame.payload, message)
        return [CommandReceived(message, bytes((frame.kind,)) + frame.payload)]

    def _turned_away(self, frame: Frame, now: float) -> list[BoardLinkEvent]:
        fault = unpack(frame.kind, frame.payload)
        if not isinstance(fault, Fault):
            self.counters.unreadable += 1
            return []
        return self._refused(fault.code, fault.detail, now)

    def _refused(self, code: FaultCode, detail: int, now: float) -> list[BoardLinkEvent]:
        self._hello_every = HELLO_AFTER_REFUSAL
        events = self._end(DownReason.REFUSED, now + HELLO_AFTER_REFUSAL)
        return [*events, Refused(code, detail)]
