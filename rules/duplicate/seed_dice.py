"""Tail rolls from a committed seed: nobody can choose them, anybody can check them (ruling 8).

The server commits itself to its seed before a captain gives a word, and neither captain knows the
seed: so neither the server alone nor both captains together can choose a roll. A server in league
with the captain whose word comes last could.
"""

import hashlib
import unicodedata

from rules.dice import Roll
from rules.tables.state import TurnKey

_FAIR = 252
"""First of the bytes that are rejected, seven times 36, so that all 36 rolls are equally likely."""


def commitment(seed: bytes) -> bytes:
    """Return the SHA-256 of the seed, published before the match."""
    return hashlib.sha256(seed).digest()


def as_word(text: str) -> str:
    """Return a captain's word as joined with the seed: NFC, lower case, no outer white space."""
    lower = unicodedata.normalize("NFC", text).lower()
    return unicodedata.normalize("NFC", lower).strip()


def joined(seed: bytes, words: tuple[str, ...]) -> bytes:
    """Return the 32 bytes that draw a match's rolls: its seed, alone or with its captains' words.

    `words` are home's, then away's, the empty one of a captain who gave none; an empty tuple if
    neither did. With words it is the SHA-256 of the seed, home's word, a newline and away's, in
    UTF-8.
    """
    if not words:
        return seed
    return hashlib.sha256(seed + "\n".join(words).encode()).digest()


def drawn_roll(seed: bytes, game: int, attempt: int, key: TurnKey) -> Roll:
    """Return the roll of that turn by this seed; the same for everyone who knows the seed.

    In a match whose captains gave words `seed` is the one `joined` with them.
    """
    name = f"{game}/{attempt}/{key.side.value}/{key.turn}".encode()
    for counter in range(2**16):
        digest = hashlib.sha256(seed + name + counter.to_bytes(2, "big")).digest()
        for byte in digest:
            if byte < _FAIR:
                return Roll(byte % 36 // 6 + 1, byte % 6 + 1)
    raise AssertionError("no fair byte in two million")
