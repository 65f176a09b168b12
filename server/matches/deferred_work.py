"""What can wait until no closed room waits: the open boards' commands, spectators.

With many matches at once this work would come between one match's roll and the next one's.
"""

import asyncio
from collections import deque
from collections.abc import Callable

PATIENCE = 0.1
"""Seconds that work waits at most for rolls to go first: under any load it is done in the end."""
LET_GO_FIRST = 0.002
"""Seconds after a roll has left: its board, if it is on this machine, gets the processor first."""
LOOK_AGAIN = 0.001
"""Seconds until it is looked again whether anything is still on its way to the log."""


class DeferredWork:
    """Does pieces of work, one a pass of the loop, while nothing is on its way to the log."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._under_way = 0
        self._waiting: deque[tuple[float, Callable[[], None]]] = deque()
        self._not_before = 0.0

    def begun(self) -> None:
        """A match has sent something to the log."""
        self._under_way += 1

    def ended(self) -> None:
        """It is durable or refused, and its boards have been told."""
        self._under_way -= 1

    def released(self) -> None:
        """A roll leaves for its board now."""
        self._not_before = self._loop.time() + LET_GO_FIRST

    def do(self, work: Callable[[], None]) -> None:
        """Do this later, after all that was to be done later before."""
        self._waiting.append((self._loop.time() + PATIENCE, work))
        if len(self._waiting) == 1:
            # Two passes on: in the next one the boards' frames leave.
            self._loop.call_soon(self._loop.call_soon, self._pass)

    async def all_done(self) -> None:
        """Wait until all that was put off so far is done."""
        done = asyncio.Event()
        self.do(done.set)
        await done.wait()

    def _pass(self) -> None:
        at_last, work = self._waiting[0]
        now = self._loop.time()
        if (self._under_way or now < self._not_before) and now < at_last:
            self._loop.call_later(LOOK_AGAIN, self._pass)
            return
        try:
            work()
        finally:
            self._waiting.popleft()
            if self._waiting:
                self._loop.call_soon(self._pass)
