"""What watchers would answer to a double: taken in while it is open, told when it is closed.

The pause behind every double that has become public: watchers think about it before its answer.

All that follows it reaches them later by the same time at every double. A fold over public facts
and the times at which they may be told, and nothing else: what is still under embargo neither
begins nor prolongs a pause, so its length tells nothing (ruling 12).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import structlog

from server.live.facts import CubeActed, CubeStep, PublicFact
from server.values.double_answers import DoubleKey, Tally

log = structlog.get_logger()
MOST_ANSWERS: Final = 20_000
"""So many watchers are counted at a double, so that nobody fills the server's memory (ours)."""
Keep = Callable[[DoubleKey, Tally], None]
"""Keeps a tally; called off the event loop, and may raise."""


def _not_kept(_double: DoubleKey, _tally: Tally) -> None:
    """Keep nothing."""


class Crowd:
    """The watchers of a server's matches; `kept` are the tallies so far.

    A double's answers are told to nobody before it is closed.
    """

    def __init__(self, kept: Mapping[DoubleKey, Tally] | None = None, keep: Keep = _not_kept):
        self._kept = dict(kept or {})
        self._keep = keep
        self._open: dict[DoubleKey, dict[str, bool]] = {}

    def answer(self, double: DoubleKey, watcher: str, *, takes: bool) -> bool:
        """Count that watcher's answer, in place of an earlier one; False where it is one too many.

        `double` must be one that may be answered now.
        """
        answers = self._open.setdefault(double, {})
        if watcher not in answers and len(answers) >= MOST_ANSWERS:
            return False
        answers[watcher] = takes
        return True

    def tally(self, double: DoubleKey) -> Tally | None:
        """What was answered to a double that is closed, None where nothing was."""
        return self._kept.get(double)

    async def close(self, double: DoubleKey) -> None:
        """Take no more answers; those that are in can be told once they are kept."""
        answers = self._open.pop(double, {})
        if not answers:
            return
        takes = sum(answers.values())
        tally = Tally(takes, len(answers) - takes)
        try:
            await asyncio.to_thread(self._keep, double, tally)
        except Exception:
            log.exception("watchers_answers_lost", match=str(double.match))
        else:
            self._kept[double] = tally


Answered = Callable[[CubeActed], Iterable[PublicFact]]
"""What watchers have answered to a double, told with the answer the player gave."""


class Published(NamedTuple):
    """A fact and when it became public, or may, in UTC."""

    fact: PublicFact
    at: datetime


class DoublePause:
    """Passes facts on in their order; behind a double they wait until `length` is over.

    Every double pauses alike, also one that waited itself; a `length` of zero passes all at once.
    Just before a double's answer goes what watchers `answered`, and never without it: until a
    player has decided, nobody's opinion is told (ruling 35).
    """

    def __init__(self, length: timedelta, answered: Answered = lambda _: ()) -> None:
        self._length, self._answered = length, answered
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
                if self._length:
                    self._double, self._until = fact, at + self._length
            elif isinstance(fact, CubeActed) and self._unanswered is not None:
                double, self._unanswered = self._unanswered, None
                yield from (Published(each, at) for each in self._answered(double))
            yield Published(fact, at)
