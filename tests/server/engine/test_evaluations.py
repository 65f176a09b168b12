"""The queue of evaluations and the process it watches over, with an engine of the test's own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Hashable
from decimal import Decimal

from server.engine.evaluations import ATTEMPTS, Evaluated, Evaluations, EvaluationStep
from server.engine.gnubg_process import EngineFailed, Evaluation, fibs_board

OPENING = "4HPwATDgc/ABMA"
FIGURES = Evaluation(Decimal("0.5"), Decimal("0.1"), Decimal(0), Decimal("0.1"), Decimal(0))


class ScriptedEngine:
    """Answers as its script says: True evaluates, False dies, None is silent for ever."""

    software, net, process_id = "9.9", "1.0", 4242

    def __init__(self, script: list[bool | None]) -> None:
        self._script = script
        self.ended = asyncio.Event()

    async def evaluate(self, position_id: str) -> Evaluation:
        act = self._script.pop(0) if self._script else True
        fibs_board(position_id)
        if act is None:
            await asyncio.Event().wait()
        if not act:
            raise EngineFailed("it ended")
        return FIGURES

    async def close(self) -> None:
        self.ended.set()


class Bench:
    """A queue over scripted engines, with what it was told."""

    def __init__(self, script: list[bool | None], path: str | None = "/gnubg") -> None:
        self.engines: list[ScriptedEngine] = []
        self.results: list[tuple[Hashable, Evaluated]] = []
        self.more = asyncio.Event()
        self._script = script
        self.queue = Evaluations(
            self.done, lambda: path, self.start, answers_within=0.01, idle=0.01
        )

    async def start(self, path: str) -> ScriptedEngine:
        self.engines.append(ScriptedEngine(self._script))
        return self.engines[-1]

    async def done(self, key: Hashable, evaluated: Evaluated) -> None:
        self.results.append((key, evaluated))
        self.more.set()

    async def until(self, count: int) -> None:
        while len(self.results) < count:
            self.more.clear()
            await self.more.wait()


@contextlib.asynccontextmanager
async def bench(*script: bool | None) -> AsyncIterator[Bench]:
    made = Bench([*script])
    running = asyncio.create_task(made.queue.run())
    try:
        yield made
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert all(each.ended.is_set() for each in made.engines)


async def test_what_is_asked_is_answered_in_turn_and_told_with_its_versions() -> None:
    async with bench() as made:
        for key in "abc":
            made.queue.ask(key, OPENING)
        progress = made.queue.progress("c")
        assert progress is not None
        assert (progress.step, progress.before) == (EvaluationStep.WAITING, 2)
        await made.until(3)
        assert [key for key, _ in made.results] == ["a", "b", "c"]
        assert made.results[0][1] == Evaluated(OPENING, FIGURES, "9.9", "1.0")
        assert made.queue.progress("a") is None


async def test_a_process_that_dies_or_is_silent_is_replaced_and_asked_again() -> None:
    async with bench(False, None, True) as made:
        made.queue.ask("a", OPENING)
        await made.until(1)
        assert len(made.engines) == made.queue.restarts + 1 == 3


async def test_what_fails_again_and_again_waits_for_somebody_and_holds_up_nobody() -> None:
    async with bench(*[False] * ATTEMPTS, True, True) as made:
        made.queue.ask("bad", OPENING)
        made.queue.ask("good", OPENING)
        await made.until(1)
        failed = made.queue.progress("bad")
        assert failed is not None
        assert (failed.step, failed.attempt, failed.why) == (
            EvaluationStep.FAILED,
            ATTEMPTS,
            "it ended",
        )
        made.queue.ask("bad", OPENING)
        await made.until(2)
        assert [key for key, _ in made.results] == ["good", "bad"]


async def test_a_position_that_is_none_fails_at_once_and_costs_no_process() -> None:
    async with bench() as made:
        made.queue.ask("bad", "no position ID")
        made.queue.ask("good", OPENING)
        await made.until(1)
        failed = made.queue.progress("bad")
        assert failed is not None
        assert (failed.step, failed.attempt) == (EvaluationStep.FAILED, 1)
        assert len(made.engines) == 1


async def test_a_process_nobody_needs_is_let_go_of_and_another_made_when_needed() -> None:
    async with bench() as made:
        made.queue.ask("a", OPENING)
        await made.until(1)
        await made.engines[0].ended.wait()
        made.queue.ask("b", OPENING)
        await made.until(2)
        assert len(made.engines) == 2
        assert made.queue.restarts == 0


async def test_what_is_asked_twice_waits_once_and_what_is_forgotten_not_at_all() -> None:
    async with bench(None) as made:
        for key in ("a", "b", "b"):
            made.queue.ask(key, OPENING)
        waiting = made.queue.progress("b")
        assert waiting is not None
        assert waiting.step is EvaluationStep.WAITING
        made.queue.forget("b")
        assert made.queue.progress("b") is None
