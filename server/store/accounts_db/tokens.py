"""Secrets that stand for a right: shown once, kept as their SHA-256 only.

A token has 32 random bytes, so no slow hash is needed: nobody can try them out.
"""

import hashlib
import secrets

SIZE = 32


def new_token() -> str:
    """A new token, fit for an address or a cookie."""
    return secrets.token_urlsafe(SIZE)


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
