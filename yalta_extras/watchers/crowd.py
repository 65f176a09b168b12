"""Those who watch: what they would answer to a double, taken in while it is open."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from server.values.double_answers import DoubleKey, Tally

log = structlog.get_logger()
MOST_ANSWERS: Final = 20_000
"""So many watchers are counted at a double, so that nobody fills the server's memory (ours)."""
Keep = Callable[[DoubleKey, Tally], None]
"""Keeps a tally; called off the event loop, and may raise."""


class Crowd:
    """The watchers of a server's matches.

    A double's answers are told to nobody before it is closed.
    """

    def __init__(self, keep: Keep) -> None:
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

    async def close(self, double: DoubleKey) -> Tally | None:
        """Take no more answers; those that are in, once they are kept, None where there are none.

        What could not be kept is not told either.
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
