"""Secret random bytes for the ledger, drawn from the system many at a time."""

import secrets

SIZE = 16
_AT_ONCE = 256


class Nonces:
    """Gives sixteen bytes at each call, never the same twice.

    Asking the system for each costs as much as hashing the entry that they protect.
    """

    def __init__(self) -> None:
        self._drawn = b""
        self._used = 0

    def __call__(self) -> bytes:
        """The next sixteen bytes."""
        if self._used == len(self._drawn):
            self._drawn, self._used = secrets.token_bytes(SIZE * _AT_ONCE), 0
        self._used += SIZE
        return self._drawn[self._used - SIZE : self._used]
