"""What the server keeps of one session from its WELCOME on (docs/wire.md, "Handshake")."""

from dataclasses import dataclass
from hmac import compare_digest

from board_drivers.link.admission import unbound
from board_drivers.link.conversation import Conversation, clock_ms
from board_drivers.link.proofs import Handshake
from board_drivers.link.reports import Counters
from board_drivers.link.timers import LineTimers
from board_drivers.wire.frames import VERSION, Flag, Frame
from board_drivers.wire.handshake import Auth, Hello, Welcome
from board_drivers.wire.table import pack, unpack
from board_drivers.wire.values import WireRoom


@dataclass(frozen=True, slots=True)
class Offer:
    """What the server brings to a session. `key`: the board's, None for an untagged session."""

    number: int
    nonce: bytes
    key: bytes | None
    room: WireRoom
    durable: int
    received: int


class ServerSession:
    """A session that was offered to the board which said `hello`."""

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
        """Board and journal: with an event's number the key of that event."""
        return self.hello.board_id, self.hello.journal_id

    def say(self, raw: bytes) -> None:
        """Send a command's type byte and payload under the next number."""
        self.commands += 1
        self.talk.window.push(self.commands, raw)

    def is_answer_to(self, hello: Hello) -> bool:
        """True if this HELLO only repeats the one that opened the session."""
        mine = self.hello
        return (mine.nonce, mine.board_id) == (hello.nonce, hello.board_id)

    def is_proven_by(self, frame: Frame) -> bool:
        """True if the AUTH frame shows that the board knows its key."""
        auth = unpack(frame.kind, frame.payload)
        return isinstance(auth, Auth) and compare_digest(auth.proof, self._board_proof)
