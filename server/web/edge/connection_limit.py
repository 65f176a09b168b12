"""How many connections a server keeps, and how many of them one address may have.

An address may have a quarter of what is still free, so that a few that take all they can leave room
for the others: one leaves four fifths of all, ten leave a tenth. This machine's own addresses are
not counted by themselves: a proxy on it speaks for everybody.
"""

from collections import Counter

from server.loopback import is_loopback

_SHARE = 4


class ConnectionLimit:
    """The connections there are, by address; `most` at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_address: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more connection; False, and nothing counted, when there is no room for it."""
        free = self._most - self._by_address.total()
        if free <= 0 or (self._by_address[address] * _SHARE >= free and not is_loopback(address)):
            return False
        self._by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one connection less."""
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            del self._by_address[address]
