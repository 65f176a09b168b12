"""A queue of positions that a supervised process evaluates, one after another.

A process that dies, or gives no answer within `answers_within` seconds, is replaced, and the
position is tried again, ATTEMPTS times in all. An evaluation that has failed stays in that state
until somebody asks for it again.
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
"""Seconds without a position after which the process is ended."""


class EvaluationStep(Enum):
    """The state of an evaluation in the queue."""

    WAITING = "waiting"
    RUNNING = "running"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """The progress of an evaluation.

    `position` is the position's ID. `attempt` counts the attempts so far. `before` is the number of
    evaluations that come before this one in the queue. `why` is the reason if the evaluation has
    failed, else empty.
    """

    position: str
    step: EvaluationStep = EvaluationStep.WAITING
    attempt: int = 0
    before: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The evaluation of a position, with the versions of the engine's software and net."""

    position: str
    figures: Evaluation
    software: str
    net: str


Done = Callable[[Hashable, Evaluated], Awaitable[None]]


class Engine(Protocol):
    """An engine that evaluates positions.

    It cannot be used again once it has raised EngineFailed.
    """

    software: str
    net: str

    @property
    def process_id(self) -> int:
        """The process id of the engine."""

    async def evaluate(self, position_id: str) -> Evaluation:
        """Return the value of a position. Raises EngineFailed."""

    async def close(self) -> None:
        """End the engine."""


class Evaluations:
    """The queue of evaluations and the process that makes them.

    `run` does the work. All coroutines belong to one event loop. `done` is called with each
    evaluation and the key under which it was requested. `find` returns the path of the program, or
    None if it is not installed; `start` starts an engine from that path. `restarts` counts the
    processes that had to be replaced.
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
        """True if the engine's program is installed."""
        return self._find() is not None

    @property
    def process_id(self) -> int | None:
        """The process id of the running engine, or None if none runs."""
        return None if self._engine is None else self._engine.process_id

    def ask(self, key: Hashable, position: str) -> None:
        """Queue the evaluation of a position, in place of an earlier one with the same key.

        `key` is any value by which the caller knows the evaluation; `position` is a position ID.
        Does nothing if the same position is queued under the key and has not failed.
        """
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
        """Remove the evaluation with this key."""
        self._asked.pop(key, None)

    def progress(self, key: Hashable) -> EvaluationProgress | None:
        """Return the progress of an evaluation, or None if it was not requested or is done."""
        known = self._asked.get(key)
        if known is None or known.step is not EvaluationStep.WAITING:
            return known
        going = [each for each, of in self._asked.items() if of.step is not EvaluationStep.FAILED]
        return replace(known, before=going.index(key))

    async def run(self) -> None:
        """Evaluate every queued position; runs until cancelled."""
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
        """Wait for the next position; end the process if it is idle for too long."""
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
        """Evaluate a position once; if that fails, queue it again, up to ATTEMPTS times."""
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
