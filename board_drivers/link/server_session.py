"""The server's state of one session, from its WELCOME on (docs/wire.md, "Handshake").

The module also limits how much a far end may send before it proves itself (docs/wire.md,
"Strangers"). The limit is a count, not a time. Bytes beyond it are not decoded, so that noise costs
the server only the reading.
"""

from dataclasses import dataclass
from hmac import compare_digest

from board_drivers.link.admission import Handshake, unbound
from board_drivers.link.conversation import Conversation, clock_ms
from board_drivers.link.reports import Counters
from board_drivers.link.timers import LineTimers
from board_drivers.wire.frames import VERSION, Flag, Frame
from board_drivers.wire.handshake import Auth, Hello, Welcome
from board_drivers.wire.table import pack, unpack
from board_drivers.wire.values import WireRoom


@dataclass(frozen=True, slots=True)
class Offer:
    """The values with which the server opens a new session.

    They are the session's number, the nonce, the room, and the numbers up to which the board's
    events are stored (`durable`) and received. `key` is the session key; it is None if the frames
    of the session have no authentication tag.
    """

    number: int
    nonce: bytes
    key: bytes | None
    room: WireRoom
    durable: int
    received: int


class ServerSession:
    """A session offered to the board that sent `hello`."""

    def __init__(
        self, hello: Hello, offer: Offer, timers: LineTimers, counters: Counters, now: float
    ) -> None:
        shake = Handshake(hello.board_id, hello.journal_id, offer.number, hello.nonce, offer.nonce)
        key = None if offer.key is None else shake.session_key(offer.key)
        self.hello, self.key = hello, offer.key
        self.talk = Conversation(offer.number, Flag.SERVER, key, timers, counters, now)
        self.talk.durable, self.talk.received = offer.durable, offer.received
        self.commands = 0
        self.tag_reported = False
        self._board_proof = shake.board_proof(offer.key)
        welcome = Welcome(
            protocol=VERSION,
            session=offer.number,
            room=offer.room,
            clock_ms=clock_ms(now),
            board_nonce=hello.nonce,
            server_nonce=offer.nonce,
            proof=shake.server_proof(offer.key),
        )
        self.welcome = unbound(pack(welcome), Flag.SERVER, offer.number, offer.durable)

    @property
    def source(self) -> tuple[str, bytes]:
        """The board's id and its journal's id, which with an event's number identify the event."""
        return self.hello.board_id, self.hello.journal_id

    def say(self, raw: bytes) -> None:
        """Queue a command with the next number; `raw` is its type byte and payload."""
        self.commands += 1
        self.talk.window.push(self.commands, raw)

    def is_answer_to(self, hello: Hello) -> bool:
        """Return True if `hello` repeats the HELLO that opened the session."""
        mine = self.hello
        return (mine.nonce, mine.board_id) == (hello.nonce, hello.board_id)

    def is_proven_by(self, frame: Frame) -> bool:
        """Return True if the AUTH frame proves that the board has its key."""
        auth = unpack(frame.kind, frame.payload)
        return isinstance(auth, Auth) and compare_digest(auth.proof, self._board_proof)


UNPROVEN_BYTES = 4096
UNPROVEN_DAMAGE = 16
"""The number of damaged stretches that a far end may send before it proves itself.

A stretch is the bytes between two zero bytes; it is damaged if it is no frame.
"""
UNPROVEN_HELLOS = 24
"""The number of HELLOs that a far end may send before it proves itself.

A handshake costs the server as much as many frames. A board with a wrong key sends twenty HELLOs
per minute.
"""
RENEWED_AFTER = 1.0
"""The seconds after which the whole allowance of a far end at a port is restored.

An allowance is a number of bytes, damaged stretches and HELLOs (see Allowance). It is restored
because the far end of a port cannot be disconnected.
"""


class Allowance:
    """How much a far end may still send before it must prove that it is a board in session.

    The allowance is a number of bytes, of damaged stretches and of HELLOs. If `renewed` is True, as
    for a port, the whole allowance is restored every second. Otherwise it is all that may be sent
    during the whole connection.
    """

    def __init__(self, *, renewed: bool) -> None:
        self._renewed = renewed
        self._since = float("-inf")
        self._is_reported = False
        self._restart()

    def _restart(self) -> None:
        self._bytes, self._damage, self._hellos = UNPROVEN_BYTES, UNPROVEN_DAMAGE, UNPROVEN_HELLOS

    def renew(self, now: float) -> None:
        """Restore the whole allowance of a port if this was last done a second ago or earlier."""
        if self._renewed and now - self._since >= RENEWED_AFTER:
            self._since, self._is_reported = now, False
            self._restart()

    def proven(self) -> None:
        """Restore the whole allowance after a frame that only a board in session can have sent."""
        self._is_reported = False
        self._restart()

    @property
    def bytes_left(self) -> int:
        """The number of bytes that may still be decoded."""
        return 0 if self.is_spent else self._bytes

    @property
    def is_spent(self) -> bool:
        """True if no more bytes may be decoded."""
        return min(self._bytes, self._damage, self._hellos) <= 0

    def decoded(self, size: int, damaged: int) -> None:
        """Count `size` decoded bytes, in which `damaged` stretches were no frame.

        A stretch is the bytes between two zero bytes.
        """
        self._bytes -= size
        self._damage -= damaged

    def may_greet(self) -> bool:
        """Count one more HELLO; return False if it is beyond the limit and must not be answered."""
        self._hellos -= 1
        return self._hellos >= 0

    def first_spent(self) -> bool:
        """Return True if the allowance is used up and this has not been reported yet.

        After the allowance was restored, using it up can be reported once again.
        """
        if not self.is_spent or self._is_reported:
            return False
        self._is_reported = True
        return True
