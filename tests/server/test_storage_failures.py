"""A machine that takes no more: who is told what, what waits, what is refused, how it goes on."""

import asyncio
import json
from html import unescape
from itertools import count
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from board_drivers.wire import messages as wire
from board_drivers.wire.values import FaultCode, WireSide
from rules import events as ev
from rules.room import Room
from server.store import storage_state
from server.store.backup import BackupFailed
from server.store.database_file import DiskFault
from server.store.event_log import sqlite_log
from server.store.storage_state import Database, StorageState
from server.web.edge.authorization import COOKIE
from server.web.edge.connections import ConnectionLimit
from tests.server.live.following import on_loopback
from tests.server.store.failing_store import log_stores_nothing
from tests.server.store.full_disk import no_file_longer_than
from tests.support.clock import Clock
from tests.support.commands import assign_board
from tests.support.ids import match_id
from tests.support.part_services import change_services
from tests.support.plugged import plugged
from tests.support.served import DIRECTOR, Served, opened, started_match

TEAM = {"name": "Sextant", "players": ["Quill", "Marsh"]}
PERSON = {"accept": "text/html"}
NOT_STORED = wire.Fault(FaultCode.NOT_STORED, 1)
NOTHING = "Nothing that happens at the tables can be stored"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the next trial."""
    monkeypatch.setattr(storage_state, "TRY_EVERY", 0.0)


async def until_it_stores(served: Served) -> None:
    """Wait until both databases take what is written."""
    storage, changed = served.hall.storage, asyncio.Event()
    storage.listeners.append(changed.set)
    while storage.faults:
        changed.clear()
        await changed.wait()


async def hall_page(client: httpx.AsyncClient) -> str:
    return (await client.get("/hall", headers=PERSON)).text


async def test_boards_keep_their_links_and_what_they_say_is_stored_once_that_can_be(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        await assign_board(served.hall, number, Room.CLOSED, "BZ-1")
        process = served.hall.match(match_id(number))
        async with plugged(served.hall, "BZ-1") as board, plugged(served.hall, "BZ-2") as other:
            with log_stores_nothing():
                for each in (board, other):
                    each.link.report(wire.Ready(1, 1, 1, WireSide.WHITE))
                    each.link.report(wire.Ready(1, 1, 1, WireSide.RED))
                    await each.until(lambda it: NOT_STORED in it.commands)
                    assert each.unstored == [1, 2]
                listed = (await director.get("/api/boards")).json()
                assert len(listed) == 2
                assert all("nothing it sends can be stored" in each["alarm"] for each in listed)
                assert not any(isinstance(event, ev.PlayerSet) for event in process.history)
            for each in (board, other):
                await each.until(lambda it: it.unstored == [])
            await until_it_stores(served)
            listed = (await director.get("/api/boards")).json()
            assert [each["alarm"] for each in listed] == ["", ""]
            for each in (board, other):
                assert (each.connected, each.welcomes) == (True, 1)
                assert sum(isinstance(command, wire.Fault) for command in each.commands) == 1
        assert sum(isinstance(event, ev.PlayerSet) for event in process.history) == 2


async def test_orders_are_refused_in_a_sentence_and_change_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        with log_stores_nothing():
            by_program = await director.post("/api/t/club/teams", json=TEAM)
            assert (by_program.status_code, by_program.headers["retry-after"]) == (503, "5")
            assert by_program.json() == {"detail": "the event log failed: I/O error"}
            form = {"name": "Sextant", "players": "Quill\nMarsh"}
            by_person = await director.post("/hall/t/club/teams", data=form, headers=PERSON)
            assert by_person.status_code == 503
            assert "Nothing was stored, so nothing has changed" in by_person.text
            assert (await director.get("/api/t/club/teams")).json() == []
        assert (await director.post("/api/t/club/teams", json=TEAM)).status_code == 201


async def test_a_team_that_could_not_be_stored_is_entered_afterwards_without_a_question(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        before = (await director.get("/api/persons")).json()
        with log_stores_nothing():
            assert (await director.post("/api/t/club/teams", json=TEAM)).status_code == 503
        assert (await director.get("/api/persons")).json() == before
        assert (await director.post("/api/t/club/teams", json=TEAM)).status_code == 201


async def test_the_console_says_what_is_wrong_since_when_and_what_to_do_until_it_is_over(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        assert NOTHING not in await hall_page(director)
        with log_stores_nothing(DiskFault.FULL):
            await director.post("/api/t/club/teams", json=TEAM)
            page = await hall_page(director)
            assert NOTHING in page
            assert f"Make room on the disk of {tmp_path / 'log.sqlite3'}" in page
            assert "since " in page
        await until_it_stores(served)
        assert NOTHING not in await hall_page(director)


async def test_accounts_that_cannot_be_written_are_named_and_come_back_by_themselves(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        with no_file_longer_than((tmp_path / "accounts.sqlite3-wal").stat().st_size):
            answer = await director.post("/boards", data={"board_id": "BZ-9"}, headers=PERSON)
            assert answer.status_code == 503
            assert "The server cannot write to its disk right now" in answer.text
            page = unescape(await hall_page(director))
            assert "Sign-ins, links, board keys and people's names cannot be stored" in page
        await until_it_stores(served)
        assert "cannot be stored" not in await hall_page(director)
        answer = await director.post("/boards", data={"board_id": "BZ-9"}, headers=PERSON)
        assert answer.status_code == 201


async def test_a_server_whose_disk_refuses_runs_and_is_not_ready(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client() as public:

        async def words() -> list[tuple[int, str]]:
            answers = [await public.get(path) for path in ("/healthz", "/readyz")]
            return [(answer.status_code, answer.text) for answer in answers]

        assert await words() == [(200, "ok"), (200, "ready")]
        with log_stores_nothing():
            async with served.client(DIRECTOR) as director:
                await director.post("/api/t/club/teams", json=TEAM)
            assert await words() == [(200, "ok"), (503, "not ready")]
        await until_it_stores(served)
        assert await words() == [(200, "ok"), (200, "ready")]
        assert (await public.get("/health")).status_code == 404


async def test_a_database_that_fails_again_at_once_has_been_failing_since_the_first_time() -> None:
    clock = Clock()
    state = StorageState(clock, {})
    began = clock()
    state.failed(Database.EVENT_LOG, DiskFault.FULL, "full")
    clock.passes(minutes=2)
    state.stored(Database.EVENT_LOG)
    clock.passes(seconds=10)
    state.failed(Database.EVENT_LOG, DiskFault.FULL, "full")
    assert [fault.since for fault in state.faults] == [began]
    state.stored(Database.EVENT_LOG)
    clock.passes(minutes=1)
    state.failed(Database.EVENT_LOG, DiskFault.FULL, "full")
    assert [fault.since for fault in state.faults] == [clock()]


async def test_a_trial_write_is_no_news_of_a_database_that_has_not_failed() -> None:
    told, state = list[int](), StorageState(Clock(), {})
    state.listeners.append(lambda: told.append(len(state.faults)))
    state.stored(Database.EVENT_LOG)
    assert told == []
    state.failed(Database.EVENT_LOG, DiskFault.FULL, "full")
    state.stored(Database.EVENT_LOG)
    state.stored(Database.EVENT_LOG)
    assert told == [1, 0]


async def test_an_open_page_of_the_hall_is_sent_what_is_wrong_and_that_it_is_over(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, on_loopback(served.app) as port:
        token = await served.session(DIRECTOR)
        address = f"ws://127.0.0.1:{port}/hall/live"
        headers = {"cookie": f"{COOKIE}={token}", "origin": f"http://127.0.0.1:{port}"}
        async with connect(address, additional_headers=headers) as page:
            assert NOTHING not in str(await page.recv())
            with log_stores_nothing():
                async with served.client(DIRECTOR) as director:
                    await director.post("/api/t/club/teams", json=TEAM)
                assert NOTHING in json.loads(await page.recv())["parts"]["storage"]
            assert json.loads(await page.recv())["parts"]["storage"].strip() == ""


async def test_a_backup_that_fails_is_told_the_operators_and_refuses_nothing(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        backup = served.hall.backup
        assert "Last backup" not in await hall_page(director)
        backup.folder = tmp_path / "stick"
        assert "There is no backup yet" in await hall_page(director)
        backup.failed(BackupFailed(OSError("no such disk"), None))
        page = await hall_page(director)
        assert f"No backup is being made in {backup.folder}" in page
        assert "no such disk" in page
        assert (await director.get("/readyz")).text == "ready"
        backup.made(Clock().now)
        page = await hall_page(director)
        assert "No backup is being made" not in page
        assert "Last backup: 2008-05-03" in page


async def test_a_slow_disk_is_an_alarm_until_a_minute_has_passed_without_a_slow_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock) as served, served.client(DIRECTOR) as director:
        await director.post("/api/t/club/teams", json=TEAM)
        assert "The disk takes" not in await hall_page(director)
        seconds = count(step=3)
        monkeypatch.setattr(sqlite_log, "perf_counter", lambda: next(seconds))
        await started_match(director)
        monkeypatch.undo()
        assert "The disk takes 3 seconds to store something" in await hall_page(director)
        clock.passes(minutes=1)
        assert "The disk takes" not in await hall_page(director)


async def test_the_halls_page_says_that_watchers_were_turned_away_and_what_to_do(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        connections = ConnectionLimit(1)
        change_services(served.app, connections=connections)
        assert "no room for more" not in await hall_page(director)
        assert connections.stay("a watcher", lambda: None, is_watcher=True)
        assert not connections.stay("another", lambda: None, is_watcher=True)
        page = await hall_page(director)
        assert "1 spectator is connected, and there is no room for more" in page
        assert "ulimit -n" in page
