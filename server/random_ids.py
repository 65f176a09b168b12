"""Ids drawn at random, as a person's and a tournament's are."""

import secrets

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 12
"""Sixty bits: nobody guesses one, and no two halls draw the same, so that records join."""


def random_id() -> str:
    """Twelve small letters and figures that nobody has and that tell nothing of whose they are."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
