"""The watchers' answers to a double, counted while it is open."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from server.values.double_answers import DoubleKey, Tally

log = structlog.get_logger()
MOST_ANSWERS: Final = 20_000
"""The most watchers counted at a double, to bound the server's memory (ours)."""
Keep = Callable[[DoubleKey, Tally], None]
"""A function that keeps a tally; called off the event loop, and may raise."""


class Crowd:
    """The watchers of a server's matches.

    A double's answers are shown to nobody before it is closed.
    """

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._open: dict[DoubleKey, dict[str, bool]] = {}

    def answer(self, double: DoubleKey, watcher: str, *, takes: bool) -> bool:
        """Count a watcher's answer, in place of an earlier one; return False beyond the limit.

        `double` must be one that may be answered now.
        """
        answers = self._open.setdefault(double, {})
        if watcher not in answers and len(answers) >= MOST_ANSWERS:
            return False
        answers[watcher] = takes
        return True

    async def close(self, double: DoubleKey) -> Tally | None:
        """Close a double and return its answers once they are kept, None if there are none.

        Answers that could not be kept are not returned either.
        """
        answers = self._open.pop(double, {})
        if not answers:
            return None
        takes = sum(answers.values())
        tally = Tally(takes, len(answers) - takes)
        try:
            await asyncio.to_thread(self._keep, double, tally)
        except Exception:
            log.exception("watchers_answers_lost", match=str(double.match))
            return None
        return tally
