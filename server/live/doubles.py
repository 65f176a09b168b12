"""The pause after a public double, in which watchers think about it before they see its answer.

All that follows it is published later by the same time at every double. It is a fold over public
facts and the times at which they may be published, and nothing else: what is still under embargo
neither begins nor prolongs a pause, so its length reveals nothing (ruling 12). There is none unless
an extra asks for it (ADR 45).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from server.live.facts import CubeActed, CubeStep, PublicFact


class PauseRule(NamedTuple):
    """The length of the pause after a double that is published at `since` or later, in UTC.

    What was published before pauses were asked for stays public.
    """

    length: timedelta
    since: datetime = datetime.min.replace(tzinfo=UTC)

    def applies(self, at: datetime) -> bool:
        """Return True if a double that is published at that time pauses."""
        return bool(self.length) and at >= self.since


NO_PAUSE: Final = PauseRule(timedelta())
Answered = Callable[[CubeActed], Iterable[PublicFact]]
"""Function that returns watchers' answers to a double, published with the player's answer."""


class Published(NamedTuple):
    """A fact and the time it became public, or may, in UTC."""

    fact: PublicFact
    at: datetime


class DoublePause:
    """A queue that passes facts on in their order; after a double they wait as `rule` says.

    Every double pauses alike, also one that waited itself. A new `rule` applies to later doubles.
    What watchers `answered` is published just before a double's answer, and never without it: until
    a player has decided, nobody's opinion is public (ruling 35).
    """

    def __init__(self, rule: PauseRule, answered: Answered = lambda _: ()) -> None:
        self.rule, self._answered = rule, answered
        self._waiting = deque[Published]()
        self._double: CubeActed | None = None
        self._unanswered: CubeActed | None = None
        self._until: datetime | None = None

    @property
    def double(self) -> CubeActed | None:
        """The double whose answer is awaited, None between pauses."""
        return self._double

    @property
    def until(self) -> datetime | None:
        """The end of the present pause, None between pauses."""
        return self._until

    @property
    def holds_back(self) -> bool:
        """True if something that may be public waits for the end of a pause."""
        return bool(self._waiting)

    def take(self, facts: Iterable[PublicFact], at: datetime) -> Iterator[Published]:
        """Yield the facts that are public now; the other ones wait for the end of a pause.

        Each is to be published before the next one is asked for.
        """
        self._waiting.extend(Published(fact, at) for fact in facts)
        return self._passed()

    def after(self, at: datetime) -> Iterator[Published]:
        """End the pauses that are over by that time; yield the facts that become public.

        Each is to be published before the next one is asked for.
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
