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
"""Seven times 36: bytes from here on are thrown away so that all 36 rolls stay equally likely."""


def commitment(seed: bytes) -> bytes:
    """SHA-256 of the seed, published before the match."""
    return hashlib.sha256(seed).digest()


def as_word(text: str) -> str:
    """A captain's word as it is joined with the seed: NFC, lower case, no white space around it."""
    lower = unicodedata.normalize("NFC", text).lower()
    return unicodedata.normalize("NFC", lower).strip()


def joined(seed: bytes, words: tuple[str, ...]) -> bytes:
    """The 32 bytes that draw a match's rolls: the seed alone, or with the words of its captains.

    `words` are home's, then away's, the empty one of whoever gave none; none at all where neither
    did. With words it is the SHA-256 of the seed, home's word, a newline and away's, in UTF-8.
    """
    if not words:
        return seed
    return hashlib.sha256(seed + "\n".join(words).encode()).digest()


def drawn_roll(seed: bytes, game: int, attempt: int, key: TurnKey) -> Roll:
    """The roll this seed gives to that turn; the same for everyone who knows the seed.

    Of a match whose captains gave words `seed` is what it is `joined` to with them.
    """
    name = f"{game}/{attempt}/{key.side.value}/{key.turn}".encode()
    for counter in range(2**16):
        digest = hashlib.sha256(seed + name + counter.to_bytes(2, "big")).digest()
        for byte in digest:
            if byte < _FAIR:
                return Roll(byte % 36 // 6 + 1, byte % 6 + 1)
    raise AssertionError("no fair byte in two million")
