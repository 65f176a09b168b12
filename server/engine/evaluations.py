"""A queue of positions to be evaluated, one after another, by a supervised process.

A process that dies, or is silent for longer than `answers_within` seconds, is replaced, and its
position is asked for again, ATTEMPTS times in all; an evaluation that fails then stays so until
somebody asks again.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

import structlog

from rules.errors import RulesError
from server.engine.gnubg_process import EngineFailed, Evaluation, GnubgProcess, program

log = structlog.get_logger()
ATTEMPTS = 3
ANSWERS_WITHIN = 60.0
IDLE = 120.0
"""Seconds without a question after which the process is ended."""


class EvaluationStep(Enum):
    """The step that an evaluation has reached."""

    WAITING = "waiting"
    RUNNING = "running"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """The progress of an evaluation.

    `before` is the number of those ahead of it, `why` the reason why it failed.
    """

    position: str
    step: EvaluationStep = EvaluationStep.WAITING
    attempt: int = 0
    before: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A position's figures, with the engine's software and net."""

    position: str
    figures: Evaluation
    software: str
    net: str


Done = Callable[[Hashable, Evaluated], Awaitable[None]]


class Engine(Protocol):
    """An engine that evaluates positions; it is unusable once it has raised EngineFailed."""

    software: str
    net: str

    @property
    def process_id(self) -> int:
        """Process id of the engine."""

    async def evaluate(self, position_id: str) -> Evaluation:
        """Return the worth of a position. Raises EngineFailed."""

    async def close(self) -> None:
        """End the engine."""


class Evaluations:
    """The queue and its process.

    `run` does the work; all coroutines belong to one event loop. `done` is called with each
    evaluation and the key under which it was asked for. `start` makes an engine of the program at a
    path, `find` returns that path, None if there is none. `restarts` counts processes that had to
    be replaced.
    """

    def __init__(
        self,
        done: Done,
        find: Callable[[], str | None] = program,
        start: Callable[[str], Awaitable[Engine]] = GnubgProcess.start,
        answers_within: float = ANSWERS_WITHIN,
        idle: float = IDLE,
    ) -> None:
        self._done, self._find, self._start = done, find, start
        self._answers_within, self._idle = answers_within, idle
        self._asked: dict[Hashable, EvaluationProgress] = {}
        self._news = asyncio.Event()
        self._engine: Engine | None = None
        self.restarts = 0

    @property
    def installed(self) -> bool:
        """True if there is a program to ask."""
        return self._find() is not None

    @property
    def process_id(self) -> int | None:
        """Process id of the running engine, None if there is none."""
        return None if self._engine is None else self._engine.process_id

    def ask(self, key: Hashable, position: str) -> None:
        """Have a position evaluated, in place of an earlier one under the same key."""
        known = self._asked.get(key)
        if (
            known is not None
            and known.position == position
            and known.step is not EvaluationStep.FAILED
        ):
            return
        self._asked.pop(key, None)
        self._asked[key] = EvaluationProgress(position)
        self._news.set()

    def forget(self, key: Hashable) -> None:
        """Drop the evaluation under that key."""
        self._asked.pop(key, None)

    def progress(self, key: Hashable) -> EvaluationProgress | None:
        """Return the progress of an evaluation, None if it was not asked for or is done."""
        known = self._asked.get(key)
        if known is None or known.step is not EvaluationStep.WAITING:
            return known
        going = [each for each, of in self._asked.items() if of.step is not EvaluationStep.FAILED]
        return replace(known, before=going.index(key))

    async def run(self) -> None:
        """Evaluate all that is asked for, until cancelled."""
        try:
            while True:
                await self._wait()
                key = self._next()
                while key is not None:
                    await self._evaluate(key)
                    key = self._next()
        finally:
            await self._let_go()

    async def _wait(self) -> None:
        """Wait for a question; end an idle process in the meantime."""
        try:
            async with asyncio.timeout(self._idle if self._engine is not None else None):
                await self._news.wait()
        except TimeoutError:
            await self._let_go()
            await self._news.wait()
        self._news.clear()

    def _next(self) -> Hashable | None:
        waiting = (key for key, each in self._asked.items() if each.step is EvaluationStep.WAITING)
        return next(waiting, None)

    async def _evaluate(self, key: Hashable) -> None:
        """Evaluate once; if that fails, queue it again, up to ATTEMPTS times."""
        asked = replace(
            self._asked[key], step=EvaluationStep.RUNNING, attempt=self._asked[key].attempt + 1
        )
        self._asked[key] = asked
        try:
            evaluated = await self._evaluated(asked.position)
        except (EngineFailed, TimeoutError, RulesError) as error:
            why = str(error) or f"no answer within {self._answers_within:.0f} s"
            log.warning("evaluation_failed", key=str(key), attempt=asked.attempt, why=why)
            if not isinstance(error, RulesError):
                self.restarts += 1
                await self._let_go()
            self._failed(key, asked, why, again=not isinstance(error, RulesError))
            return
        if self._asked.get(key) is asked:
            del self._asked[key]
            await self._done(key, evaluated)

    def _failed(self, key: Hashable, asked: EvaluationProgress, why: str, *, again: bool) -> None:
        if self._asked.get(key) is asked:
            step = (
                EvaluationStep.WAITING
                if again and asked.attempt < ATTEMPTS
                else EvaluationStep.FAILED
            )
            self._asked[key] = replace(asked, step=step, why=why)

    async def _evaluated(self, position: str) -> Evaluated:
        if self._engine is None:
            path = self._find()
            if path is None:
                raise EngineFailed("it is not installed")
            self._engine = await self._start(path)
            log.info("engine_started", software=self._engine.software, net=self._engine.net)
        async with asyncio.timeout(self._answers_within):
            figures = await self._engine.evaluate(position)
        return Evaluated(position, figures, self._engine.software, self._engine.net)

    async def _let_go(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            with contextlib.suppress(EngineFailed):
                await engine.close()
