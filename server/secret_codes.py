"""Tokens and codes that give a right: each is shown once, and only its SHA-256 is stored.

A token has 32 random bytes, which are too many to try, so no slow hash is needed. A table's code is
typed by hand if no camera reads it. It is shorter than a token, is valid for hours and can be used
once.
"""

import hashlib
import secrets

SIZE = 32


CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters and figures of a table's code, without those that look like another (0 o, 1 i l)."""


CODE_SIZE = 12
"""The number of characters in a table's code: 59 random bits."""


def new_token() -> str:
    """Return a new random token, which can be used in an address or a cookie."""
    return secrets.token_urlsafe(SIZE)


def new_code() -> str:
    """Return a new table's code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_SIZE))


def typed_code(typed: str) -> str:
    """Return a typed code as it was made: in small letters, without spaces and hyphens."""
    return "".join(letter for letter in typed.lower() if letter in CODE_LETTERS)


def digest_of(token: str) -> bytes:
    """Return the digest of a token or code, which is stored in its place."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
