"""Records of a release carried over to this program, which is killed while it does so."""

import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
import pytest

from server.archive.ledger_check import checked_ledgers
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.support.clock import Clock
from tests.support.golden_records import (
    FINISHED,
    FOLDER,
    TO_POINTS,
    UNDER_WAY,
    golden,
    of_then,
    restored,
    shown,
)
from tests.support.ids import match_id
from tests.support.served import DIRECTOR, opened

VERSIONS = sorted(path.name for path in FOLDER.iterdir())
NEVER = 0
FORMS = [
    f"/t/club/matches/{number}/forms/protocol.{kind}"
    for number in (FINISHED, UNDER_WAY, TO_POINTS)
    for kind in ("html", "pdf", "csv", "xlsx", "json")
]


def carried_over(folder: Path, killed_at: int) -> subprocess.CompletedProcess[str]:
    """Take the records up in a process of its own, which dies at that statement."""
    child = [sys.executable, "-m", "tests.end_to_end.carrying_child", str(folder), str(killed_at)]
    return subprocess.run(child, capture_output=True, text=True, check=False)


async def forms_of(client: httpx.AsyncClient) -> dict[str, bytes]:
    """Every form that a director can have of the matches, those there are."""
    answers = {path: await client.get(path) for path in FORMS}
    return {path: answer.content for path, answer in answers.items() if answer.is_success}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "kills",
    [pytest.param(1, marks=pytest.mark.long(20)), pytest.param(12, marks=pytest.mark.soak)],
)
async def test_forms_are_the_same_byte_for_byte_wherever_the_carrying_over_was_killed(
    version: str, kills: int, tmp_path: Path
) -> None:
    undisturbed = restored(version, tmp_path / "undisturbed")
    statements = int(carried_over(undisturbed, NEVER).stdout.split()[-1])
    async with opened(undisturbed, Clock()) as served, served.client(DIRECTOR) as client:
        forms = await forms_of(client)
        assert len(forms) > len(FORMS) / 2
    for killed_at in Random(2008).sample(range(1, statements + 1), kills):
        folder = restored(version, tmp_path / f"killed at {killed_at}")
        for _ in range(2):  # and killed again when it goes on
            died = carried_over(folder, killed_at)
            assert died.returncode in (-signal.SIGKILL, 0), died.stderr
        async with opened(folder, Clock()) as served, served.client(DIRECTOR) as client:
            then = golden(version, "shown")
            assert of_then(then, await shown(client)) == then, killed_at
            assert await forms_of(client) == forms, killed_at
            assert len(served.hall.registry.finished) == 2
            assert match_id(UNDER_WAY) in served.hall.matches
        log = await SqliteEventLog.open(folder / "log.sqlite3")
        unsound = [check.stream async for check in checked_ledgers(log) if not check.sound]
        await log.close()
        assert unsound == []
