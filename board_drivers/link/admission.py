"""The admission of boards by the server, and frames outside a session (docs/wire.md, "Handshake").

Also the keys and proofs of a session (docs/wire.md, "Security").
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
    """Return True if a HELLO's first two bytes, the same in every version, allow this version."""
    return len(payload) >= 2 and payload[0] <= VERSION <= payload[1]


def objection(
    hello: Hello,
    key: bytes | None,
    key_required: bool,
    room: WireRoom,
    proven_id: str = "",
) -> Objection | None:
    """Return the reason for refusing a board by its HELLO; None if it is admitted.

    `key` is the one the server has for that id: a board that has a key is admitted only with it, on
    a cable too (ruling 28). `proven_id`: the far end has proven by other means that it is this
    board, and no other is admitted.
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
    """Return the reason why a board's journal does not continue after event `received`, else None.

    `received` is the newest event that the server has. BOARD_AHEAD: events in between are gone on
    the board and unknown here (a restored backup). BOARD_BEHIND: the board's next events would have
    numbers already in use.
    """
    if hello.first_event > received + 1:
        return FaultCode.BOARD_AHEAD, received
    if hello.last_event < received:
        return FaultCode.BOARD_BEHIND, received
    return None


class RateDiagnosis:
    """Detection of a board that sends at another rate: bytes for 5 s without one frame."""

    def __init__(self) -> None:
        self._since: float | None = None

    def frame_came(self) -> None:
        """Note that a whole frame came, so the rate is right."""
        self._since = None

    def noise_came(self, now: float) -> bool:
        """Note that bytes came without a frame; return True once when this has lasted 5 s."""
        if self._since is None:
            self._since = now
        if now - self._since < WRONG_RATE_AFTER:
            return False
        self._since = float("inf")
        return True


def unbound(raw: bytes, origin: Flag, session: int = 0, ack: int = 0) -> bytes:
    """Return an untagged frame of the handshake as bytes."""
    return encode(Frame(raw[0], raw[1:], session, 0, ack, origin))


def as_unreadable(code: int, payload: bytes, found: Message | Unreadable) -> Unreadable:
    """Return a numbered message that its sender may not send as one to be kept unread."""
    if isinstance(found, Unreadable):
        return found
    return Unreadable(code, payload, f"{type(found).__name__} does not come from this end")


NO_PROOF = bytes(16)


@dataclass(frozen=True, slots=True)
class Handshake:
    """The values that both ends of one session have in common; no two sessions have the same."""

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
        """Return the 32-byte key with which this session's frames are tagged."""
        return self._digest(key, b"session", 32)

    def server_proof(self, key: bytes | None) -> bytes:
        """Return the proof of the server in WELCOME; zeros without a key."""
        return NO_PROOF if key is None else self._digest(key, b"server", 16)

    def board_proof(self, key: bytes | None) -> bytes:
        """Return the proof of the board in AUTH; zeros without a key."""
        return NO_PROOF if key is None else self._digest(key, b"board", 16)


def fresh_nonce(seed: bytes, count: int) -> bytes:
    """Return the `count`-th 8-byte nonce of an end whose secret random seed is never sent."""
    return blake2s(count.to_bytes(8, "little"), digest_size=8, key=seed, person=b"nonce").digest()
