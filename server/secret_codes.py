"""Secrets that give a right: shown once, stored as their SHA-256 only.

A token has 32 random bytes, so no slow hash is needed: they are too many to try. A table's code is
typed by hand if no camera reads it; it is shorter, valid for hours and used once.
"""

import hashlib
import secrets

SIZE = 32


CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters of a table's code: none looks like another (0 o, 1 i l)."""


CODE_SIZE = 12
"""Letters of a table's code: 59 random bits."""


def new_token() -> str:
    """Return a new token, usable in an address or a cookie."""
    return secrets.token_urlsafe(SIZE)


def new_code() -> str:
    """Return a new table's code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_SIZE))


def typed_code(typed: str) -> str:
    """Return the code as it was made, from a typed one with capitals, spaces and hyphens."""
    return "".join(letter for letter in typed.lower() if letter in CODE_LETTERS)


def digest_of(token: str) -> bytes:
    """Return the digest of a token that is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
