"""Addresses from which noise came: their further connections are taken up one after the other.

A wait for one's turn and not a ban: many boards may stand behind one address, a hall's router or
the same laptop, and one of them that is broken must not keep the others out. Whoever connects again
and again waits behind everybody who came in between, so that what he costs is bounded by `EVERY`.
"""

import asyncio
from collections import deque
from ipaddress import IPv6Address, ip_address

EVERY = 0.25
"""Seconds from one connection of such an address to the next (ours)."""
LONGEST_LINE = 16
"""Who comes later is refused: he would wait for longer than a board has patience for (ours)."""
REMEMBERED = 60.0
"""Seconds for which an address waits after the last noise from it (ours)."""
MOST_ADDRESSES = 256
"""Addresses remembered; then the one whose noise is longest ago is forgotten (ours)."""
_NETWORK_BITS = 64
"""What one subscriber has of IPv6 is a network: he takes addresses in it at will."""


class NoisyAddresses:
    """A line for each such address; made inside a running event loop or before one."""

    def __init__(self, every: float = EVERY, remembered: float = REMEMBERED) -> None:
        self._every, self._remembered = every, remembered
        self._lines: dict[str, _Line] = {}

    def noise_from(self, address: str) -> None:
        """Let the connections of this address wait in line from now on."""
        place, now = _place(address), asyncio.get_running_loop().time()
        self._forget(now)
        line = self._lines.pop(place, None) or _Line(self._every, now)
        line.until = now + self._remembered
        self._lines[place] = line
        while len(self._lines) > MOST_ADDRESSES:
            self._lines.pop(next(iter(self._lines))).open()

    def turn(self, address: str) -> "asyncio.Future[None] | None":
        """Done when a new connection of this address may be taken up; None if it is refused.

        Cancel it when the connection is lost before.
        """
        loop = asyncio.get_running_loop()
        self._forget(loop.time())
        line = self._lines.get(_place(address))
        turn: asyncio.Future[None] = loop.create_future()
        if line is None:
            turn.set_result(None)
            return turn
        return turn if line.join(turn) else None

    def _forget(self, now: float) -> None:
        """The line whose noise is longest ago comes first."""
        while self._lines:
            place, line = next(iter(self._lines.items()))
            if line.until > now:
                return
            del self._lines[place]
            line.open()


class _Line:
    def __init__(self, every: float, now: float) -> None:
        self.until = now
        self._every, self._next = every, now + every
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._timer: asyncio.Handle | None = None

    def join(self, turn: "asyncio.Future[None]") -> bool:
        if sum(not each.done() for each in self._waiting) >= LONGEST_LINE:
            return False
        self._waiting.append(turn)
        if self._timer is None:
            self._call_next()
        return True

    def open(self) -> None:
        """Let in everybody who waits."""
        if self._timer is not None:
            self._timer.cancel()
        for turn in self._waiting:
            if not turn.done():
                turn.set_result(None)

    def _call_next(self) -> None:
        """Let the first one in if it is time, else when it is."""
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._waiting and self._waiting[0].done():
            self._waiting.popleft()
        if self._waiting and loop.time() >= self._next:
            self._next = loop.time() + self._every
            self._waiting.popleft().set_result(None)
        if self._waiting:
            self._timer = loop.call_at(self._next, self._call_next)


def _place(address: str) -> str:
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None:
        return f"{int(known) >> (128 - _NETWORK_BITS):x}/{_NETWORK_BITS}"
    return address
