"""Keys and proofs of a session (docs/wire.md, "Security")."""

from dataclasses import dataclass
from hashlib import blake2s

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
