"""The pause behind every double that has become public: watchers think about it before its answer.

All that follows it reaches them later by the same time at every double. A fold over public facts
and the times at which they may be told, and nothing else: what is still under embargo neither
begins nor prolongs a pause, so its length tells nothing (ruling 12).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from server.live.facts import CubeActed, CubeStep, PublicFact

Answered = Callable[[CubeActed], Iterable[PublicFact]]
"""What watchers have answered to a double whose pause is over."""


class Published(NamedTuple):
    """A fact and when it became public, or may, in UTC."""

    fact: PublicFact
    at: datetime


class DoublePause:
    """Passes facts on in their order; behind a double they wait until `length` is over.

    Every double pauses alike, also one that waited itself; a `length` of zero passes all at once.
    """

    def __init__(self, length: timedelta, answered: Answered = lambda _: ()) -> None:
        self._length, self._answered = length, answered
        self._waiting = deque[Published]()
        self._double: CubeActed | None = None
        self._until: datetime | None = None

    @property
    def double(self) -> CubeActed | None:
        """The double whose answer is waited for, None between pauses."""
        return self._double

    @property
    def until(self) -> datetime | None:
        """When the pause that is under way ends, None between pauses."""
        return self._until

    @property
    def holds_back(self) -> bool:
        """Whether something that may be told waits for the end of a pause."""
        return bool(self._waiting)

    def take(self, facts: Iterable[PublicFact], at: datetime) -> list[Published]:
        """Those of these facts that are public now; the others wait until a pause is ended."""
        self._waiting.extend(Published(fact, at) for fact in facts)
        return [*self._passed()]

    def after(self, at: datetime) -> list[Published]:
        """End the pauses that are over by that time; what has become public with that."""
        published = list[Published]()
        while self._double is not None and self._until is not None and self._until <= at:
            over, double = self._until, self._double
            self._double = self._until = None
            published.extend(Published(fact, over) for fact in self._answered(double))
            published.extend(self._passed(over))
        return published

    def _passed(self, earliest: datetime | None = None) -> Iterator[Published]:
        while self._waiting and self._until is None:
            fact, at = self._waiting.popleft()
            at = at if earliest is None else max(at, earliest)
            if self._length and isinstance(fact, CubeActed) and fact.step is CubeStep.OFFERED:
                self._double, self._until = fact, at + self._length
            yield Published(fact, at)
