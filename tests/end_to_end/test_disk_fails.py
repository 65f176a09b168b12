"""A real server whose disk has no room for a while: it refuses, says so, and goes on by itself."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest

from rules import events as ev
from server.settings import Settings
from simulator.operator_desk import become_director, visitor_of
from simulator.server_process import ServerDied, ServerProcess, start_server
from tests.end_to_end.conftest import SEED
from tests.end_to_end.failing_disk import (
    filled,
    no_file_written,
    on_a_read_only_disk,
    on_a_small_disk,
)
from tests.end_to_end.match_run import (
    LOOK_EVERY,
    PASSPHRASE,
    Moments,
    Run,
    dice_by_turn,
    play_match,
)
from tests.support.new_records import lay_new_records

Full = Callable[[int, Path], AbstractContextManager[None]]
PLAYED_BETWEEN, LEFT_ALONE = 50, 500
"""Of what boards hear and say: so much between two failures, and so much before the end."""
LONG_NAMES = [f"{'Holloway ' * 5}{number}" for number in range(6)]


pytestmark = pytest.mark.long(6)


async def until_ready(visitor: httpx.AsyncClient, word: str) -> None:
    async with asyncio.timeout(60):
        while True:
            if (await visitor.get("/readyz")).text == word:
                return
            await asyncio.sleep(LOOK_EVERY)


async def until_changes(moments: Moments, count: int) -> None:
    while True:
        if moments.count >= count:
            return
        await asyncio.sleep(LOOK_EVERY)


async def refused_and_then_carried_out(server: ServerProcess, folder: Path, full: Full) -> None:
    """Enter a team while the disk is full, and again once it is not."""
    visitor = visitor_of(server.address)
    team = {"name": "Compass", "players": LONG_NAMES}
    try:
        await become_director(visitor, server.set_up_link, PASSPHRASE)
        with full(server.pid, folder):
            refused = await visitor.post("/api/t/club/teams", json=team)
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
            assert "Operator: make room on the disk" in refused.json()["detail"]
            await until_ready(visitor, "not ready")
            assert (await visitor.get("/healthz")).text == "ok"
            page = await visitor.get("/hall", headers={"accept": "text/html"})
            assert "Technician: the disk" in page.text
        await until_ready(visitor, "ready")
        assert (await visitor.post("/api/t/club/teams", json=team)).status_code == 201
    finally:
        await visitor.aclose()


async def test_a_server_whose_files_cannot_be_written_goes_on_once_they_can(tmp_path: Path) -> None:
    records = tmp_path / "records"
    server = await start_server(records, tmp_path / "no-devices")
    try:
        await refused_and_then_carried_out(server, records, no_file_written)
    finally:
        await server.stop()


async def test_a_server_on_a_full_disk_goes_on_once_there_is_room(tmp_path: Path) -> None:
    records = tmp_path / "records"
    within = on_a_small_disk(records)
    server = await start_server(records, tmp_path / "no-devices", within=within)
    try:
        await refused_and_then_carried_out(server, records, filled)
    finally:
        await server.stop()


@pytest.mark.parametrize("records_are_there", [False, True])
async def test_on_a_read_only_disk_the_server_does_not_start_and_says_why(
    records_are_there: bool, tmp_path: Path
) -> None:
    records = tmp_path / "records"
    if records_are_there:
        lay_new_records(Settings(data_folder=records))
    within = on_a_read_only_disk(records)
    with pytest.raises(ServerDied, match="ended with status 2") as died:
        await start_server(records, tmp_path / "no-devices", within=within)
    assert "Read-only file system" in str(died.value)
    assert "Operator: check the folder, its permissions" in str(died.value)
    assert "Traceback" not in str(died.value)


async def test_a_match_whose_disk_fails_again_and_again_ends_with_the_undisturbed_protocol(
    tmp_path: Path, undisturbed: Run
) -> None:
    failed_at = list[int]()

    async def fail_now_and_then(server: ServerProcess, moments: Moments) -> None:
        async with httpx.AsyncClient(base_url=server.address, trust_env=False) as visitor:
            while moments.count < undisturbed.changes - LEFT_ALONE:
                await until_changes(moments, moments.count + PLAYED_BETWEEN)
                with no_file_written(server.pid, tmp_path / "disturbed"):
                    failed_at.append(moments.count)
                    await until_ready(visitor, "not ready")
                await until_ready(visitor, "ready")

    disturbed = await play_match(tmp_path / "disturbed", SEED, disturb=fail_now_and_then)
    assert failed_at
    assert disturbed.protocol == undisturbed.protocol
    assert dice_by_turn(disturbed.log) == dice_by_turn(undisturbed.log)
    refusals = ev.ThrowVoided | ev.ReadingRefused
    assert not [event for event in disturbed.log if isinstance(event, refusals)]
    attached = [event.room for event in disturbed.log if isinstance(event, ev.BoardAttached)]
    assert sorted(room.value for room in attached) == ["closed", "open"]
