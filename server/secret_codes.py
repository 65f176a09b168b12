"""Secrets that stand for a right: shown once, kept as their SHA-256 only.

A token has 32 random bytes, so no slow hash is needed: nobody can try them out. A table's code is
typed by hand where no camera reads it; it is shorter, good for hours and once.
"""

import hashlib
import secrets

SIZE = 32


CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of a table's code: none is taken for another (0 o, 1 i l)."""


CODE_SIZE = 12
"""Letters of a table's code: 59 random bits."""


def new_token() -> str:
    """A new token, fit for an address or a cookie."""
    return secrets.token_urlsafe(SIZE)


def new_code() -> str:
    """A new table's code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_SIZE))


def typed_code(typed: str) -> str:
    """The code as it was made, from how somebody typed it: with capitals, spaces and hyphens."""
    return "".join(letter for letter in typed.lower() if letter in CODE_LETTERS)


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
