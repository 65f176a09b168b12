"""Tail rolls from a committed seed: nobody can choose them, anybody can check them (ruling 8)."""

import hashlib

from rules.dice import Roll
from rules.tables.state import TurnKey

_FAIR = 252
"""Seven times 36: bytes from here on are thrown away so that all 36 rolls stay equally likely."""


def commitment(seed: bytes) -> bytes:
    """SHA-256 of the seed, published before the match."""
    return hashlib.sha256(seed).digest()


def drawn_roll(seed: bytes, game: int, attempt: int, key: TurnKey) -> Roll:
    """The roll this seed gives to that turn; the same for everyone who knows the seed."""
    name = f"{game}/{attempt}/{key.side.value}/{key.turn}".encode()
    for counter in range(2**16):
        digest = hashlib.sha256(seed + name + counter.to_bytes(2, "big")).digest()
        for byte in digest:
            if byte < _FAIR:
                return Roll(byte % 36 // 6 + 1, byte % 6 + 1)
    raise AssertionError("no fair byte in two million")
