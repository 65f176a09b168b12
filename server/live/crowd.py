"""What watchers would answer to a double: taken in while it is open, told when it is closed."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

import structlog

from server.store.accounts_db.double_votes import DoubleKey, Tally

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
