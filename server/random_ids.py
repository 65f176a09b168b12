"""Random ids of persons and tournaments."""

import secrets

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 12
"""Letters of an id: sixty bits, which nobody guesses; records of two halls can be joined."""


def random_id() -> str:
    """Return twelve random small letters and figures, which are unused and reveal nothing."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
