"""Answers to commands that have ids: a repeated command gets the first answer.

The id of a command is its sender's own, 1 to 64 letters, figures and `-._~`. It may be followed by
a digest of what was sent, behind `#`, so that another command under the same id is distinguished,
also after a restart.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

LONGEST = 64
KEY = re.compile(rf"[A-Za-z0-9._~-]{{1,{LONGEST}}}")
_DIGEST = "#"

_Answer = TypeVar("_Answer")


class CommandIdReused(Exception):
    """Another command was sent under this id before; its sender has to take a new one."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"Idempotency-Key: {key!r} was sent before with another command; nothing was done. "
            "Send each command under a key of its own, and the same one again under the same key"
        )
        self.key = key


def command_id(key: str, digest: str = "") -> str:
    """Return the id under which a command is stored; `digest` is of what was sent."""
    return f"{key}{_DIGEST}{digest}" if digest else key


class Answers(Generic[_Answer]):
    """First answers by the command's sender, as the log names them, and its id."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], tuple[str, _Answer]] = {}

    def get(self, actor: str, command_id: str) -> _Answer | None:
        """Return the first answer, None for a command that has none; raises CommandIdReused."""
        key, _, digest = command_id.partition(_DIGEST)
        known = self._answers.get((actor, key)) if key else None
        if known is None:
            return None
        if known[0] != digest:
            raise CommandIdReused(key)
        return known[1]

    def put(self, actor: str, command_id: str, answer: _Answer) -> None:
        """Keep the answer of a command that has an id."""
        key, _, digest = command_id.partition(_DIGEST)
        if key:
            self._answers[actor, key] = (digest, answer)


class RequestsUnderWay:
    """The commands being carried out, so that a repeated one waits for the first."""

    def __init__(self) -> None:
        self._turns: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, actor: str, key: str) -> AsyncIterator[None]:
        """Wait until nothing else is under way for that actor under that key."""
        lock, waiting = self._turns.get((actor, key), (asyncio.Lock(), 0))
        self._turns[actor, key] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._turns.pop((actor, key))
            if waiting > 1:
                self._turns[actor, key] = lock, waiting - 1
