"""Stored answers to commands that have ids, so that a repeated command gets its first answer again.

The sender chooses the id of a command: 1 to 64 letters, figures and `-._~`. A digest of the command
may follow the id after a `#`. The digest reveals a different command under the same id, also after
a restart.
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
    """Another command was sent under this id before; the sender has to choose a new id."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"Idempotency-Key: {key!r} was sent before with another command; nothing was done. "
            "Send each command under a key of its own, and the same one again under the same key"
        )
        self.key = key


def command_id(key: str, digest: str = "") -> str:
    """Return the id under which a command is stored: `key`, then `#` and `digest` if there is one.

    `key` is the id that the sender chose. `digest` is a digest of the command's content.
    """
    return f"{key}{_DIGEST}{digest}" if digest else key


class Answers(Generic[_Answer]):
    """The first answers to commands, by the sender's `actor` name and the command id.

    An `actor` is a name in the event log. A command id is one that `command_id` returns, or empty.
    """

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], tuple[str, _Answer]] = {}

    def get(self, actor: str, command_id: str) -> _Answer | None:
        """Return the first answer to the command, or None if the command is new or has no id.

        Raises CommandIdReused if the digest differs from that of the first command under this id.
        """
        key, _, digest = command_id.partition(_DIGEST)
        known = self._answers.get((actor, key)) if key else None
        if known is None:
            return None
        if known[0] != digest:
            raise CommandIdReused(key)
        return known[1]

    def put(self, actor: str, command_id: str, answer: _Answer) -> None:
        """Store the first answer to a command. Does nothing if the command has no id."""
        key, _, digest = command_id.partition(_DIGEST)
        if key:
            self._answers[actor, key] = (digest, answer)


class RequestsUnderWay:
    """The commands that are being carried out.

    A repeated command waits here for the first to end.
    """

    def __init__(self) -> None:
        self._turns: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, actor: str, key: str) -> AsyncIterator[None]:
        """Wait until no other command of the same sender under the same id is being carried out.

        `actor` is the sender's name in the event log, `key` the id that the sender chose. The
        command counts as being carried out until the block of the context manager ends.
        """
        lock, waiting = self._turns.get((actor, key), (asyncio.Lock(), 0))
        self._turns[actor, key] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._turns.pop((actor, key))
            if waiting > 1:
                self._turns[actor, key] = lock, waiting - 1
