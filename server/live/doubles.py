"""The pause behind a public double: watchers think about it before they hear its answer.

All that follows it reaches them later by the same time at every double. A fold over public facts
and the times at which they may be told, and nothing else: what is still under embargo neither
begins nor prolongs a pause, so its length tells nothing (ruling 12). There is none unless an extra
asks for it (ADR 45).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from server.live.facts import CubeActed, CubeStep, PublicFact


class PauseRule(NamedTuple):
    """How long what follows a double waits that is told at `since` or later, in UTC.

    What was told before somebody asked for pauses is told, and none of it is taken back.
    """

    length: timedelta
    since: datetime = datetime.min.replace(tzinfo=UTC)

    def applies(self, at: datetime) -> bool:
        """Whether a double that is told at that time pauses."""
        return bool(self.length) and at >= self.since


NO_PAUSE: Final = PauseRule(timedelta())
Answered = Callable[[CubeActed], Iterable[PublicFact]]
"""What watchers have answered to a double, told with the answer the player gave."""


class Published(NamedTuple):
    """A fact and when it became public, or may, in UTC."""

    fact: PublicFact
    at: datetime


class DoublePause:
    """Passes facts on in their order; behind a double they wait as long as `rule` says.

    Every double pauses alike, also one that waited itself. Another `rule` is for doubles to come.
    Just before a double's answer goes what watchers `answered`, and never without it: until a
    player has decided, nobody's opinion is told (ruling 35).
    """

    def __init__(self, rule: PauseRule, answered: Answered = lambda _: ()) -> None:
        self.rule, self._answered = rule, answered
        self._waiting = deque[Published]()
        self._double: CubeActed | None = None
        self._unanswered: CubeActed | None = None
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

    def take(self, facts: Iterable[PublicFact], at: datetime) -> Iterator[Published]:
        """Those of these facts that are public now; the others wait until a pause is ended.

        Each is to be published before the next one is asked for.
        """
        self._waiting.extend(Published(fact, at) for fact in facts)
        return self._passed()

    def after(self, at: datetime) -> Iterator[Published]:
        """End the pauses that are over by that time; what has become public with that, as above."""
        while self._until is not None and self._until <= at:
            over = self._until
            self._double = self._until = None
            yield from self._passed(over)

    def _passed(self, earliest: datetime | None = None) -> Iterator[Published]:
        while self._waiting and self._until is None:
            fact, at = self._waiting.popleft()
            at = at if earliest is None else max(at, earliest)
            if isinstance(fact, CubeActed) and fact.step is CubeStep.OFFERED:
                self._unanswered = fact
                if self.rule.applies(at):
                    self._double, self._until = fact, at + self.rule.length
            elif isinstance(fact, CubeActed) and self._unanswered is not None:
                double, self._unanswered = self._unanswered, None
                yield from (Published(each, at) for each in self._answered(double))
            yield Published(fact, at)
