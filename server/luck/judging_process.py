"""The worker process that judges games, and the words with it."""

import asyncio
import contextlib
import json
import sys
from collections.abc import Sequence
from typing import Self

from rules.luck.chances import Throw
from server.luck.judged import JudgedTurn, throw_rows, turns_in
from server.platform_support import have_process_give_way

_LONGEST_LINE = 1 << 20
_ANSWERS_WITHIN = 900.0
"""Seconds for a game: a tenth of one on an idle machine; in a full hall it gets what is left."""


class JudgingFailed(Exception):
    """The process has ended, or is silent; it is of no use any more."""


class JudgingProcess:
    """A process of its own session, so that Ctrl-C reaches only who started it; `close` it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, module: str = "server.luck.judging_worker") -> Self:
        """Start it; raises JudgingFailed."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", module),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE,
                start_new_session=True,
            )
        except OSError as error:
            raise JudgingFailed(str(error)) from error
        have_process_give_way(process.pid)
        return cls(process)

    async def judged(self, throws: Sequence[Throw]) -> tuple[JudgedTurn, ...]:
        """A game's throws as the engine sees them; raises JudgingFailed."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            async with asyncio.timeout(_ANSWERS_WITHIN):
                stdin.write(json.dumps(throw_rows(throws)).encode() + b"\n")
                await stdin.drain()
                line = await stdout.readline()
        except TimeoutError as silent:
            raise JudgingFailed(f"no answer within {_ANSWERS_WITHIN:.0f} s") from silent
        except (OSError, ValueError) as error:
            raise JudgingFailed(str(error)) from error
        if not line.endswith(b"\n"):
            raise JudgingFailed("it ended")
        try:
            return turns_in(json.loads(line))
        except (ValueError, TypeError, LookupError) as error:
            raise JudgingFailed(f"it answered {line[:80]!r}") from error

    async def close(self) -> None:
        """End it."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
