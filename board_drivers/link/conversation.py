"""One end of an open session: order, acknowledgement, retransmission and signs of life.

Numbered frames to send are stored and repeated until they are acknowledged.
"""

from collections import deque
from dataclasses import dataclass

from board_drivers.link.reports import Counters
from board_drivers.link.timers import PING_AFTER, SILENT_AFTER, SUSPECT_AFTER, LineTimers
from board_drivers.wire.frames import Flag, Frame, encode, is_authentic
from board_drivers.wire.handshake import Ack, LinkMessage, Nak, Ping, Pong
from board_drivers.wire.messages import Hint
from board_drivers.wire.table import CODES, pack, unpack
from board_drivers.wire.values import NakReason

WINDOW = 8
"""The largest number of frames that may be on their way without an acknowledgement.

The receiver accepts frames in order only.
"""


@dataclass(slots=True)
class _Kept:
    number: int
    raw: bytes
    first_sent: float | None = None
    repeated: bool = False


class SendWindow:
    """The sending half of a session, which uses go-back-N with one adaptive timer.

    `acked` is the highest number that the far end has acknowledged. `retries` counts the timeouts
    since the last progress.
    """

    def __init__(self, timers: LineTimers, acked: int) -> None:
        self._timers = timers
        self._waiting: deque[_Kept] = deque()
        self._under_way: deque[_Kept] = deque()
        self._timeout = timers.shortest
        self._expires: float | None = None
        self._again = False
        self.acked = acked
        self.retries = 0

    def push(self, number: int, raw: bytes) -> None:
        """Queue the frame with the next number; `raw` is its type byte and payload."""
        self._waiting.append(_Kept(number, raw))

    @property
    def newest_sent(self) -> int:
        """The highest number of a frame sent so far."""
        return self._under_way[-1].number if self._under_way else self.acked

    def acknowledge(self, ack: int, now: float) -> None:
        """Remove the frames up to number `ack`; ignore a number that was never sent."""
        if not self.acked < ack <= self.newest_sent:
            return
        self.acked = ack
        while self._under_way and self._under_way[0].number <= ack:
            kept = self._under_way.popleft()
            if not kept.repeated and kept.first_sent is not None:
                self._adapt(now - kept.first_sent)
        self.retries = 0
        self._expires = now + self._timeout if self._under_way else None

    def _adapt(self, round_trip: float) -> None:
        timeout = self._timeout * 7 / 8 + max(round_trip, 0.0) / 2
        self._timeout = min(max(timeout, self._timers.shortest), self._timers.longest)

    def repeat(self) -> None:
        """Send all unacknowledged frames again, as the far end has asked."""
        self._again = bool(self._under_way)

    def due(self, now: float) -> list[tuple[int, bytes, bool]]:
        """Return the frames to send now, oldest first, each as (number, raw, repeated).

        `raw` is the type byte and the payload; `repeated` is True if the frame was sent before.
        """
        if self._expires is not None and now >= self._expires:
            self._again = True
            self.retries += 1
            self._timeout = min(self._timeout * 2, self._timers.longest)
        leaving = []
        if self._again:
            self._again = False
            for kept in self._under_way:
                kept.repeated = True
                leaving.append((kept.number, kept.raw, True))
        while self._waiting and len(self._under_way) < WINDOW:
            kept = self._waiting.popleft()
            kept.first_sent = now
            self._under_way.append(kept)
            leaving.append((kept.number, kept.raw, False))
        return leaving

    def left(self, at: float) -> None:
        """Set the time, in seconds, at which all frames that `due` returned last will have left.

        The time until these frames are repeated is counted from then.
        """
        self._expires = at + self._timeout

    def has_work(self) -> bool:
        """Return True if a frame can be sent at once."""
        return self._again or (bool(self._waiting) and len(self._under_way) < WINDOW)

    def expires(self) -> float | None:
        """Return the time at which unacknowledged frames are repeated, None if there are none."""
        return self._expires


_HANDLED = {CODES[message] for message in (Ack, Nak, Ping, Pong)}
CLOCK = 1 << 32
_AT_ONCE = float("-inf")


def clock_ms(now: float) -> int:
    """Return an end's time as on the wire: milliseconds modulo 2**32; `now` is in seconds."""
    return round(now * 1000) % CLOCK


def nobody() -> None:
    """Do nothing; the default callback of a link that has no driver."""


class Conversation:
    """The part of an open session that is the same at both ends.

    The caller is the code that owns this end of the link. `received` is the highest number of a
    frame given to the caller, without gaps. `durable` is the highest number that the caller has
    stored, so that it may be acknowledged. `origin` is Flag.SERVER at the server's end, else
    Flag.NONE.
    """

    def __init__(
        self,
        session: int,
        origin: Flag,
        key: bytes | None,
        timers: LineTimers,
        counters: Counters,
        now: float,
    ) -> None:
        self.session = session
        self.received = 0
        self.durable = 0
        self.clock_offset_ms: int | None = None
        self.window = SendWindow(timers, 0)
        self._plain = origin
        self._numbered = origin | Flag.NUMBERED
        self._repeated = origin | Flag.NUMBERED | Flag.RETRANSMITTED
        self._key = key
        self._timers = timers
        self._counters = counters
        self._heard_at = now
        self._pinged_at = now
        self._line_free = now
        self._nak_after = now
        self._ack_due = False
        self._ping_due = False
        self._nak_due: NakReason | None = None
        self._pongs: list[tuple[int, int]] = []
        self._unnumbered: list[bytes] = []

    def hear(self, frame: Frame, now: float) -> Frame | None:
        """Process a frame of this session; return it if the caller has to handle it, else None.

        Numbered frames are returned exactly once and in order.
        """
        if self._key is not None and not is_authentic(frame, self._key):
            self._counters.bad_tags += 1
            return None
        self._heard_at = now
        self.window.acknowledge(frame.ack, now)
        if Flag.NUMBERED in frame.flags:
            return frame if self._is_next(frame.number, now) else None
        if frame.kind in _HANDLED:
            self._handle(frame, now)
            return None
        return frame

    def _is_next(self, number: int, now: float) -> bool:
        if number == self.received + 1:
            self.received = number
            return True
        if number <= self.received:
            self._counters.duplicates += 1
            self._ack_due = True
        else:
            self._counters.gaps += 1
            self.complain(NakReason.GAP, now)
        return False

    def _handle(self, frame: Frame, now: float) -> None:
        message = unpack(frame.kind, frame.payload)
        if isinstance(message, Nak):
            self._counters.naks += 1
            self.window.repeat()
        elif isinstance(message, Ping):
            self._pongs.append((message.sent_ms, clock_ms(now)))
        elif isinstance(message, Pong):
            there = message.received_ms - message.ping_ms
            back = message.sent_ms - clock_ms(now)
            self.clock_offset_ms = (_signed(there) + _signed(back)) // 2

    def complain(self, reason: NakReason, now: float) -> None:
        """Ask for missing frames, but not again within `LineTimers.shortest` seconds."""
        if now >= self._nak_after:
            self._nak_after = now + self._timers.shortest
            self._nak_due = reason

    def settle(self, number: int) -> None:
        """Record that every number up to this one is stored durably, and acknowledge it at once."""
        if number > self.durable:
            self.durable = number
            self._ack_due = True

    def alive(self, now: float) -> None:
        """Record a sign of life of the far end that came in a frame outside this session."""
        self._heard_at = now

    def ask_the_time(self) -> None:
        """Send a PING at once; the PONG contains the far end's clock."""
        self._ping_due = True

    def acknowledge_again(self) -> None:
        """Send the acknowledgement again, even if it has not changed."""
        self._ack_due = True

    def say(self, message: Hint) -> None:
        """Send an unnumbered message once; nobody learns if it is lost."""
        self._unnumbered.append(pack(message))

    def farewell(self, raw: bytes) -> bytes:
        """Return the bytes of a last, unnumbered frame of this session, with the message `raw`."""
        return self._frame(raw, self._line_free, 0, self._plain)

    def outgoing(self, now: float) -> bytes:
        """Return all frames that have to be sent now: messages first, then signs of life."""
        unnumbered, self._unnumbered = self._unnumbered, []
        sent = [self._frame(raw, now, 0, self._plain) for raw in unnumbered]
        numbered = self.window.due(now)
        for number, raw, repeated in numbered:
            flags = self._repeated if repeated else self._numbered
            self._counters.retransmissions += repeated
            sent.append(self._frame(raw, now, number, flags))
        if numbered:
            self.window.left(self._line_free)
        sent += [self._frame(pack(message), now, 0, self._plain) for message in self._signs(now)]
        if self._ack_due and not sent:
            sent.append(self._frame(pack(Ack()), now, 0, self._plain))
        self._ack_due = False
        return b"".join(sent)

    def _signs(self, now: float) -> list[LinkMessage]:
        signs: list[LinkMessage] = []
        if self._nak_due is not None:
            signs.append(Nak(self._nak_due))
            self._nak_due = None
        signs += [Pong(sent, received, clock_ms(now)) for sent, received in self._pongs]
        self._pongs.clear()
        if self._ping_due or now >= self._ping_at():
            self._ping_due = False
            self._pinged_at = now
            signs.append(Ping(clock_ms(now)))
        return signs

    def _frame(self, raw: bytes, now: float, number: int, flags: Flag) -> bytes:
        frame = Frame(raw[0], raw[1:], self.session, number, self.durable, flags)
        encoded = encode(frame, self._key)
        self._line_free = max(self._line_free, now) + len(encoded) * self._timers.byte
        return encoded

    def _ping_at(self) -> float:
        return max(self._heard_at, self._pinged_at) + PING_AFTER

    @property
    def silent_at(self) -> float:
        """The time in seconds at which the session counts as dead if nothing is received before."""
        return self._heard_at + SILENT_AFTER

    @property
    def is_suspect(self) -> bool:
        """True while a frame was repeated five times or more without an acknowledgement."""
        return self.window.retries >= SUSPECT_AFTER

    def deadline(self) -> float:
        """Return the time in seconds at which to call `outgoing` next; -infinity means at once."""
        if self._ack_due or self._unnumbered or self._ping_due or self._pongs or self._nak_due:
            return _AT_ONCE
        if self.window.has_work():
            return _AT_ONCE
        expires = self.window.expires()
        at = min(self._ping_at(), self.silent_at)
        return at if expires is None else min(at, expires)


def _signed(difference: int) -> int:
    return (difference + CLOCK // 2) % CLOCK - CLOCK // 2
