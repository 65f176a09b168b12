"""Rolls of the tail drawn from a committed seed: anybody can check them, nobody can choose them.

The server publishes the commitment to its seed before a captain gives a word, and neither captain
knows the seed. So neither the server alone nor both captains together can choose a roll. Only a
server that conspires with the captain whose word comes last could do so. Source: ruling 8.
"""

import hashlib
import unicodedata

from rules.dice import Roll
from rules.tables.state import TurnKey

_FAIR = 252
"""Bytes of 252 (7 × 36) or more are not used, so that all 36 rolls are equally likely."""


def commitment(seed: bytes) -> bytes:
    """Return the SHA-256 of the seed.

    The hash is published before the match and commits the server to the seed.
    """
    return hashlib.sha256(seed).digest()


def as_word(text: str) -> str:
    """Return a captain's word in the form in which it is combined with the seed.

    The form is NFC and lower case, without white space at the ends.
    """
    lower = unicodedata.normalize("NFC", text).lower()
    return unicodedata.normalize("NFC", lower).strip()


def joined(seed: bytes, words: tuple[str, ...]) -> bytes:
    """Return the 32 bytes from which a match's rolls are drawn.

    `words` are those of the home and the away captain; the word of a captain who gave none is
    empty, and `words` is empty if neither gave one. Without words the result is the seed itself.
    Otherwise it is the SHA-256 of the seed, home's word, a newline and away's word, in UTF-8.
    """
    if not words:
        return seed
    return hashlib.sha256(seed + "\n".join(words).encode()).digest()


def drawn_roll(seed: bytes, game: int, attempt: int, key: TurnKey) -> Roll:
    """Return the roll that the seed gives to turn `key` in an attempt at a game.

    The same arguments always give the same roll. If captains gave words, `seed` must be the result
    of `joined`.
    """
    name = f"{game}/{attempt}/{key.side.value}/{key.turn}".encode()
    for counter in range(2**16):
        digest = hashlib.sha256(seed + name + counter.to_bytes(2, "big")).digest()
        for byte in digest:
            if byte < _FAIR:
                return Roll(byte % 36 // 6 + 1, byte % 6 + 1)
    raise AssertionError("no fair byte in two million")
