"""GNU Backgammon itself: its figures, and what becomes of a question when it is killed."""

import asyncio
import os
import re
import select
import signal
import sys
import tempfile
from collections.abc import Hashable, Iterator
from decimal import Decimal
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from rules.match_files.ids import position_id
from server.engine.evaluations import Evaluated, Evaluations, EvaluationStep
from server.engine.gnubg_process import EngineFailed, GnubgProcess, program
from tests.support.backgammon_positions import wandering
from tests.support.gnubg_program import run_gnubg
from tests.support.needs import GNUBG

OPENING = "4HPwATDgc/ABMA"
_TWO_PLY = re.compile(r"2 ply:\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)")


@pytest.mark.long
@GNUBG.required
async def test_positions_are_worth_what_the_program_says_of_their_ids(tmp_path: Path) -> None:
    # Every seventeenth of games played by chance: openings, blots on the bar, races.
    chosen = islice(wandering(Random(19)), 0, 17 * 12, 17)
    ids = [position_id(position, side) for position, side in chosen]
    asked = [line for each in ids for line in (f"set board {each}", "eval")]
    set_up = ["set automatic game off", "set automatic roll off", "set player 0 human"]
    plies = [
        "set evaluation chequerplay evaluation plies 2",
        "set evaluation chequerplay evaluation cubeful off",
        "set evaluation cubedecision evaluation cubeful off",
    ]
    printed = _TWO_PLY.findall(run_gnubg([*set_up, *plies, "new session", *asked], tmp_path))
    assert len(printed) == len(ids)
    path = program()
    assert path is not None
    engine = await GnubgProcess.start(path)
    try:
        for each, texts in zip(ids, printed, strict=True):
            figures = await engine.evaluate(each)
            worth = (
                *(figures.wins, figures.gammons, figures.backgammons),
                *(figures.lost_gammons, figures.lost_backgammons),
            )
            for ours, text in zip(worth, texts, strict=True):
                assert abs(ours - Decimal(text)) < Decimal("0.01"), (each, worth, texts)
    finally:
        await engine.close()


@GNUBG.required
async def test_a_program_killed_in_the_middle_of_an_answer_is_started_and_asked_again() -> None:
    results = asyncio.Queue[tuple[Hashable, Evaluated]]()

    async def done(key: Hashable, evaluated: Evaluated) -> None:
        await results.put((key, evaluated))

    queue = Evaluations(done)
    running = asyncio.create_task(queue.run())
    try:
        queue.ask("first", OPENING)
        key, first = await results.get()
        assert (key, queue.restarts) == ("first", 0)
        killed = queue.process_id
        assert killed is not None
        os.kill(killed, signal.SIGSTOP)  # it stands still, so that it cannot be done too soon
        queue.ask("second", OPENING)
        while _step(queue, "second") is not EvaluationStep.RUNNING:  # noqa: ASYNC110
            await asyncio.sleep(0)
        os.kill(killed, signal.SIGKILL)
        key, second = await results.get()
        assert (key, queue.restarts) == ("second", 1)
        assert queue.process_id not in (None, killed)
        assert second == first
        assert re.fullmatch(r"[\d.]+", second.software)
        assert second.net
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert queue.process_id is None


def _step(queue: Evaluations, key: Hashable) -> EvaluationStep | None:
    known = queue.progress(key)
    return None if known is None else known.step


_SERVER = """
import asyncio, sys
from server.engine.gnubg_process import EngineFailed, GnubgProcess, program

async def main():
    print((await GnubgProcess.start(program())).process_id, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
def scratch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files, of a path so short that a socket may be in it."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("TMPDIR", folder)
        monkeypatch.setattr(tempfile, "tempdir", None)
        yield Path(folder)


def things_in(folder: Path) -> list[Path]:
    return [*folder.iterdir()]


@GNUBG.required
async def test_it_ends_with_a_server_that_is_killed_and_the_next_one_clears_its_folder_away(
    scratch: Path,
) -> None:
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _SERVER), stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    engine = os.pidfd_open(int(await server.stdout.readline()))
    left = things_in(scratch)
    server.kill()
    await server.wait()
    ended, *_ = await asyncio.to_thread(select.select, [engine], [], [], 10)
    assert ended == [engine]
    os.close(engine)
    assert len(left) == 1
    path = program()
    assert path is not None
    another = await GnubgProcess.start(path)
    assert left[0] not in things_in(scratch)
    await another.close()
    assert things_in(scratch) == []


async def test_a_program_that_ends_at_once_is_no_engine() -> None:
    with pytest.raises(EngineFailed, match="it did not start: it ended"):
        await GnubgProcess.start("/bin/true")


_ANOTHER = """#!{python} -SE
import socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.stdin.readline().split()[1])
listening.listen()
wire = listening.accept()[0]
for answer in {answers}:
    wire.recv(4096)
    wire.sendall(answer)
"""
_VERSIONS = b"Engine: 1.01\nSoftware: 1.08\n"


def another_program(folder: Path, *answers: bytes) -> str:
    """A program that is asked as the engine is, gives these answers and ends."""
    path = folder / "another"
    path.write_text(_ANOTHER.format(python=sys.executable, answers=answers))
    path.chmod(0o700)
    return str(path)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"Error: no position\n", "it answered 'Error: no position'"),
        (b"0.5 0.1", "it ended"),
        (b"0" * 70_000, "its answer has no end"),
    ],
)
async def test_what_is_no_evaluation_is_told(scratch: Path, answer: bytes, why: str) -> None:
    engine = await GnubgProcess.start(another_program(scratch, _VERSIONS, answer))
    assert (engine.net, engine.software) == ("1.01", "1.08")
    try:
        with pytest.raises(EngineFailed, match=why):
            await engine.evaluate(OPENING)
    finally:
        await engine.close()


@pytest.mark.parametrize(
    ("answer", "why"), [(b"", "it ended"), (b"hello\n" * 1000, "its answer has no end")]
)
async def test_a_program_that_does_not_tell_its_version_is_no_engine_and_leaves_nothing(
    scratch: Path, answer: bytes, why: str
) -> None:
    with pytest.raises(EngineFailed, match=f"it did not tell its version: {why}"):
        await GnubgProcess.start(another_program(scratch, answer))
    assert things_in(scratch) == [scratch / "another"]
