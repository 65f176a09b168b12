"""Which boards the server lets in; frames outside a session (docs/wire.md, "Handshake").

Keys and proofs of a session (docs/wire.md, "Security").
"""

from dataclasses import dataclass
from hashlib import blake2s

from board_drivers.link.timers import WRONG_RATE_AFTER
from board_drivers.wire.frames import VERSION, Flag, Frame, encode
from board_drivers.wire.handshake import Hello
from board_drivers.wire.table import Message, Unreadable
from board_drivers.wire.values import Capability, FaultCode, WireRoom

Objection = tuple[FaultCode, int]
"""A refusal's code and detail."""


def spans_version(payload: bytes) -> bool:
    """True if a HELLO's first two bytes, the same in every version, allow this version."""
    return len(payload) >= 2 and payload[0] <= VERSION <= payload[1]


def objection(
    hello: Hello,
    key: bytes | None,
    key_required: bool,
    room: WireRoom,
    proven_id: str = "",
) -> Objection | None:
    """Why a board is not let in as it presents itself; None if it is.

    `key` is the one the server has for that id: a board that has one is let in by it only, on a
    cable too (ruling 28). `proven_id`: the far end has shown by other means that it is this board,
    and may be no other.
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
    """Why a board's journal does not continue what the server has up to `received`.

    BOARD_AHEAD: events in between are gone on the board and unknown here (a restored backup).
    BOARD_BEHIND: its next events would carry numbers that are taken.
    """
    if hello.first_event > received + 1:
        return FaultCode.BOARD_AHEAD, received
    if hello.last_event < received:
        return FaultCode.BOARD_BEHIND, received
    return None


class RateDiagnosis:
    """Tells a board that speaks at another rate: bytes for 5 s and not one frame."""

    def __init__(self) -> None:
        self._since: float | None = None

    def frame_came(self) -> None:
        """A whole frame came: the rate is right."""
        self._since = None

    def noise_came(self, now: float) -> bool:
        """Bytes came that gave no frame; True once when they have gone on for 5 s."""
        if self._since is None:
            self._since = now
        if now - self._since < WRONG_RATE_AFTER:
            return False
        self._since = float("inf")
        return True


def unbound(raw: bytes, origin: Flag, session: int = 0, ack: int = 0) -> bytes:
    """An untagged frame of the handshake."""
    return encode(Frame(raw[0], raw[1:], session, 0, ack, origin))


def as_unreadable(code: int, payload: bytes, found: Message | Unreadable) -> Unreadable:
    """A numbered message that its sender may not send, kept for the record."""
    if isinstance(found, Unreadable):
        return found
    return Unreadable(code, payload, f"{type(found).__name__} does not come from this end")


NO_PROOF = bytes(16)


@dataclass(frozen=True, slots=True)
class Handshake:
    """What both ends of one session know: the same for both, never the same twice."""

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
        """32 bytes that tag this session's frames."""
        return self._digest(key, b"session", 32)

    def server_proof(self, key: bytes | None) -> bytes:
        """What the server puts into WELCOME; zeros without a key."""
        return NO_PROOF if key is None else self._digest(key, b"server", 16)

    def board_proof(self, key: bytes | None) -> bytes:
        """What the board puts into AUTH; zeros without a key."""
        return NO_PROOF if key is None else self._digest(key, b"board", 16)


def fresh_nonce(seed: bytes, count: int) -> bytes:
    """The `count`-th 8-byte nonce of an end whose secret random seed is never sent."""
    return blake2s(count.to_bytes(8, "little"), digest_size=8, key=seed, person=b"nonce").digest()
