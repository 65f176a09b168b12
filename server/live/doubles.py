"""The pause after a public double, in which watchers think about it before they see the answer.

During a pause everything that follows the double waits; the pause is equally long after every
double. The beginning and end of a pause are computed only from public facts and from the times at
which these facts may be published. What is still under embargo neither begins nor prolongs a pause,
so the length of a pause reveals nothing (ruling 12). There are pauses only if an extra asks for
them (ADR 45).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from server.live.facts import CubeActed, CubeStep, PublicFact


class PauseRule(NamedTuple):
    """The `length` of the pause after each double that is published at `since` (in UTC) or later.

    A length of zero means no pause. Doubles published before `since` have no pause: what followed
    them was public already, and must stay public.
    """

    length: timedelta
    since: datetime = datetime.min.replace(tzinfo=UTC)

    def applies(self, at: datetime) -> bool:
        """Return True if a double that is published at that time is followed by a pause."""
        return bool(self.length) and at >= self.since


NO_PAUSE: Final = PauseRule(timedelta())
Answered = Callable[[CubeActed], Iterable[PublicFact]]
"""A function that returns the facts with the watchers' answers to a double.

These facts are published just before the player's answer to the double. The result is empty if no
watcher answered.
"""


class Published(NamedTuple):
    """A fact, and the time in UTC at which it became public or may become public."""

    fact: PublicFact
    at: datetime


class DoublePause:
    """A queue that passes public facts on in their order and delays those that follow a double.

    `rule` gives the length of the delay; a new `rule` applies to later doubles only. Every double
    is followed by a pause, even one that was itself delayed. `answered` returns the facts with the
    watchers' answers to a double. These facts are published just before the player's answer to the
    double, because nobody's opinion may be public before a player has decided (ruling 35).
    """

    def __init__(self, rule: PauseRule, answered: Answered = lambda _: ()) -> None:
        self.rule, self._answered = rule, answered
        self._waiting = deque[Published]()
        self._double: CubeActed | None = None
        self._unanswered: CubeActed | None = None
        self._until: datetime | None = None

    @property
    def double(self) -> CubeActed | None:
        """The double whose answer is awaited, or None outside a pause."""
        return self._double

    @property
    def until(self) -> datetime | None:
        """The time in UTC at which the present pause ends, or None outside a pause."""
        return self._until

    @property
    def holds_back(self) -> bool:
        """True if a fact could be public already and only waits for the end of a pause."""
        return bool(self._waiting)

    def take(self, facts: Iterable[PublicFact], at: datetime) -> Iterator[Published]:
        """Add facts that may be published from `at` (UTC) on; yield those to be published now.

        The facts that are not yielded wait for the end of a pause. The caller must publish each
        fact before asking the iterator for the next one.
        """
        self._waiting.extend(Published(fact, at) for fact in facts)
        return self._passed()

    def after(self, at: datetime) -> Iterator[Published]:
        """End the pauses that are over at `at` (UTC); yield the facts to be published now.

        The caller must publish each fact before asking the iterator for the next one.
        """
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
