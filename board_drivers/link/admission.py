"""The server's decision to admit a board, and the frames, keys and proofs of a handshake.

Source: docs/wire.md, "Handshake" and "Security".
"""

from dataclasses import dataclass
from hashlib import blake2s

from board_drivers.link.timers import WRONG_RATE_AFTER
from board_drivers.wire.frames import VERSION, Flag, Frame, encode
from board_drivers.wire.handshake import Hello
from board_drivers.wire.table import Message, Unreadable
from board_drivers.wire.values import Capability, FaultCode, WireRoom

Objection = tuple[FaultCode, int]
"""The fault code with which a board is refused, and its detail (docs/wire.md)."""


def spans_version(payload: bytes) -> bool:
    """Return True if the versions in a HELLO's first two bytes include this version.

    These two bytes mean the same in every version.
    """
    return len(payload) >= 2 and payload[0] <= VERSION <= payload[1]


def objection(
    hello: Hello,
    key: bytes | None,
    key_required: bool,
    room: WireRoom,
    proven_id: str = "",
) -> Objection | None:
    """Return the reason for refusing a board after its HELLO; None if it is admitted.

    `key` is the key that the server has for the board's id, None if it has none. A board for which
    there is a key is admitted only with that key, also on a cable (ruling 28). If `key_required` is
    True, a board without a key is refused. `room` is the room of the port or table: a board whose
    HELLO names the other room is refused. If the transport has already proven which board it is,
    `proven_id` is that board's id, and no other id is admitted.
    """
    keyed = Capability.KEYED in hello.capabilities
    if proven_id and hello.board_id != proven_id:
        return FaultCode.UNKNOWN_BOARD, 0
    if not keyed and (key is not None or key_required):
        return FaultCode.KEY_REQUIRED, 0
    if keyed and key is None:
        return FaultCode.UNKNOWN_BOARD, 0
    if WireRoom.NONE not in (hello.room, room) and hello.room is not room:
        return FaultCode.ROOM_SWAPPED, int(room)
    return None


def journal_objection(hello: Hello, received: int) -> Objection | None:
    """Return the reason why a board's journal does not continue the stored events, else None.

    `received` is the number of the newest event that the server has stored. The reason is
    BOARD_AHEAD if events after that one are missing: the board has dropped them already, and the
    server lacks them, for example after it was restored from a backup. The reason is BOARD_BEHIND
    if the board would give new events numbers that are in use already.
    """
    if hello.first_event > received + 1:
        return FaultCode.BOARD_AHEAD, received
    if hello.last_event < received:
        return FaultCode.BOARD_BEHIND, received
    return None


class RateDiagnosis:
    """The detection of a board with a wrong baud rate: 5 s of bytes without a single frame."""

    def __init__(self) -> None:
        self._since: float | None = None

    def frame_came(self) -> None:
        """Record that a frame came, which shows that the rate is right."""
        self._since = None

    def noise_came(self, now: float) -> bool:
        """Record that bytes without a frame came; return True once if this has gone on for 5 s."""
        if self._since is None:
            self._since = now
        if now - self._since < WRONG_RATE_AFTER:
            return False
        self._since = float("inf")
        return True


def unbound(raw: bytes, origin: Flag, session: int = 0, ack: int = 0) -> bytes:
    """Return the bytes of a frame that is sent outside an open session.

    The frame has no number and no authentication tag. `raw` is the type byte and the payload,
    `origin` the flag of the sending end.
    """
    return encode(Frame(raw[0], raw[1:], session, 0, ack, origin))


def as_unreadable(code: int, payload: bytes, found: Message | Unreadable) -> Unreadable:
    """Return an Unreadable for a frame with a message that the frame's sender must not send.

    `code` and `payload` are those of the frame. `found` is what reading the frame has given. If
    `found` is an Unreadable already, it is returned as it is. Otherwise `found` is a message that
    only the other end of the link may send.
    """
    if isinstance(found, Unreadable):
        return found
    return Unreadable(code, payload, f"{type(found).__name__} does not come from this end")


NO_PROOF = bytes(16)


@dataclass(frozen=True, slots=True)
class Handshake:
    """The values from HELLO and WELCOME from which a session's key and proofs are computed.

    Both ends know them. The session number and the nonces differ from session to session.
    """

    board_id: str
    journal_id: bytes
    session: int
    board_nonce: bytes
    server_nonce: bytes

    def _digest(self, key: bytes, purpose: bytes, size: int) -> bytes:
        transcript = self.session.to_bytes(2, "little") + self.board_nonce + self.server_nonce
        transcript += self.journal_id + self.board_id.encode()
        return blake2s(transcript, digest_size=size, key=key, person=purpose).digest()

    def session_key(self, key: bytes) -> bytes:
        """Return the 32-byte key with which the frames of the session are tagged."""
        return self._digest(key, b"session", 32)

    def server_proof(self, key: bytes | None) -> bytes:
        """Return the 16-byte proof of the server in WELCOME; zeros if there is no key."""
        return NO_PROOF if key is None else self._digest(key, b"server", 16)

    def board_proof(self, key: bytes | None) -> bytes:
        """Return the 16-byte proof of the board in AUTH; zeros if there is no key."""
        return NO_PROOF if key is None else self._digest(key, b"board", 16)


def fresh_nonce(seed: bytes, count: int) -> bytes:
    """Return the `count`-th nonce of one end of a link: 8 bytes computed from a secret seed.

    `seed` is random.
    """
    return blake2s(count.to_bytes(8, "little"), digest_size=8, key=seed, person=b"nonce").digest()
