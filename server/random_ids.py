"""Random ids of persons and tournaments."""

import secrets

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 12
"""The number of characters in an id: sixty bits, too many to be guessed or to occur twice."""


def random_id() -> str:
    """Return twelve random small letters and figures, which form a new id and reveal nothing."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
