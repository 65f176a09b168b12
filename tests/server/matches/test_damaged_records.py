"""A hall takes up what is whole and says of the rest what is wrong and what to do."""

import sqlite3
from pathlib import Path
from typing import Any, cast

import pytest

from board_drivers.wire import messages as wire
from rules.errors import MatchRefused
from rules.position import Side
from rules.room import Room
from server.app import running_hall
from server.boards.translation.wire_terms import wire_side
from server.hall import Hall
from server.matches.finished_match import VERSION
from server.people.accounts_process import AccountsProcess
from server.people.book import PersonBook
from server.settings import Settings
from server.store.accounts_db.accounts_file import AccountsDamaged, AccountsFile
from server.store.backup import AccountsLost, AnotherLog, BackupState
from server.store.database_file import DatabaseUnusable
from server.store.event_log.contract import StreamDamaged
from server.store.event_log.sqlite_log import SqliteEventLog
from server.store.records import KeptBesideEvents, Records
from server.store.storage_state import StorageState
from tests.support.account_commands import given_key
from tests.support.clock import utc_now
from tests.support.commands import assign_board
from tests.support.ids import STREAM, TOURNAMENT, match_id
from tests.support.persons import keep_persons
from tests.support.plugged import plugged
from tests.support.served import DIRECTOR, opened, opened_match, served, started_match

MATCH = {"home": "Compass", "away": "Rudder", "games": 4}


async def records_of_two_matches(folder: Path) -> None:
    async with served(folder) as client:
        await started_match(client)
        await client.post("/api/t/club/matches", json=MATCH)


def of(stream: str) -> str:
    """The condition that chooses a stream's events."""
    return f"stream_id = (SELECT stream_id FROM stream WHERE name = '{stream}')"


def change(folder: Path, what: str, where: str) -> None:
    with sqlite3.connect(folder / "log.sqlite3") as database:
        database.execute(f"UPDATE event SET {what} WHERE {where}")
    database.close()


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("actor = 'nobody'", "event 2: entry or its hash changed"),
        ("version = 9", "event 2: stored event 'SeedCommitted', version 9"),
        ("payload = '{'", "event 2: stored event 'SeedCommitted', version 1"),
    ],
)
async def test_a_damaged_match_is_left_alone_and_the_others_are_played(
    what: str, why: str, tmp_path: Path
) -> None:
    await records_of_two_matches(tmp_path)
    change(tmp_path, what, f"{of(STREAM)} AND sequence = 2")
    async with opened(tmp_path) as served, served.client() as client:
        with pytest.raises(MatchRefused, match=why) as refused:
            served.hall.match(match_id(1))
        assert "Operator: stop the server and restore the records" in str(refused.value)
        assert served.hall.match(match_id(2)).record.match_id == match_id(2)
        assert (await client.get("/t/club/matches/1")).status_code == 404


async def played_by_boards(folder: Path) -> None:
    """A match in whose closed room a player has set himself."""
    async with opened_match(folder) as (served, _):
        key = given_key(served.hall.board_keys, "BZ-2")
        await assign_board(served.hall, 1, Room.CLOSED, "BZ-2")
        async with plugged(served.hall, "BZ-2", key=key) as board:
            await board.until(lambda it: any(isinstance(m, wire.Wait) for m in it.commands))
            board.link.report(wire.Ready(1, 1, 1, wire_side(Side.WHITE)))
            await board.until(lambda it: bool(waits_for_red(it.commands)))


def waits_for_red(commands: list[object]) -> list[object]:
    return [m for m in commands if isinstance(m, wire.Wait) and m.side == wire_side(Side.RED)]


@pytest.mark.parametrize("kept", [7, 0], ids=["the last events", "the whole stream"])
async def test_events_gone_from_a_streams_end_are_missed(kept: int, tmp_path: Path) -> None:
    await played_by_boards(tmp_path)
    with sqlite3.connect(tmp_path / "log.sqlite3") as database:
        database.execute(f"DELETE FROM event WHERE {of(STREAM)} AND sequence > {kept}")
    database.close()
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        with pytest.raises(MatchRefused, match=f"event {kept + 1}: gone with all behind it"):
            served.hall.match(match_id(1))
        page = await client.get("/hall", headers={"accept": "text/html"})
        assert "Match 1 was not opened: its records are damaged." in page.text
        assert "were stored" in page.text


class CountingLog:
    """An event log that counts how often it is asked how far its streams go."""

    def __init__(self, inner: SqliteEventLog) -> None:
        self.readings = 0
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def heads(self) -> dict[str, int]:
        self.readings += 1
        return await self._inner.heads()


async def test_a_start_asks_once_how_far_the_streams_go_however_many_there_are(
    tmp_path: Path,
) -> None:
    await records_of_two_matches(tmp_path)
    inner = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    accounts_file = AccountsFile.open(tmp_path / "accounts.sqlite3")
    log = CountingLog(inner)
    kept = KeptBesideEvents.of(accounts_file, utc_now, finished_version=VERSION)
    state = StorageState(utc_now, {}), BackupState(utc_now)
    persons = PersonBook(kept.persons)
    accounts = AccountsProcess(kept, persons, utc_now)
    hall = Hall(Records(cast(SqliteEventLog, log), kept, *state), persons, accounts, utc_now)
    await hall.open()
    await hall.close()
    accounts_file.close()
    await inner.close()
    assert list(hall.matches) == [match_id(1), match_id(2)]
    assert log.readings == 1


async def test_a_lost_event_log_is_missed_by_the_accounts_that_belong_to_it(tmp_path: Path) -> None:
    await records_of_two_matches(tmp_path)
    log_file = tmp_path / "log.sqlite3"
    lost = log_file.rename(tmp_path / "lost.sqlite3")
    with pytest.raises(AnotherLog, match=r"Operator: put the event log back, .* begins new rec"):
        async with opened(tmp_path):
            pass
    lost.rename(log_file)
    async with served(tmp_path) as client:
        assert len((await client.get("/api/t/club/matches")).json()) == 2
    (tmp_path / "accounts.sqlite3").unlink()
    log_file.unlink()
    async with served(tmp_path) as client:
        assert (await client.get("/api/t/club/matches")).json() == []


async def test_lost_accounts_beside_matches_are_missed_until_somebody_begins_new_ones(
    tmp_path: Path,
) -> None:
    await records_of_two_matches(tmp_path)
    (tmp_path / "accounts.sqlite3").write_bytes(b"")
    with pytest.raises(AccountsLost, match=r"put the file back, .* YALTA_NEW_ACCOUNTS=1"):
        async with opened(tmp_path):
            pass
    settings = Settings(data_folder=tmp_path, devices=tmp_path / "none", new_accounts=True)
    async with running_hall(settings) as (hall, *_):
        assert list(hall.matches) == [match_id(1), match_id(2)]
    async with served(tmp_path) as client:
        assert len((await client.get("/api/t/club/matches")).json()) == 2


async def test_accounts_that_cannot_be_read_are_not_backed_up(tmp_path: Path) -> None:
    records, backup = tmp_path / "records", tmp_path / "backup"
    settings = Settings(data_folder=records, devices=tmp_path / "none", backup_folder=backup)
    async with running_hall(settings) as (hall, *_):
        await keep_persons(hall.persons, ["Brook"])
    before = (backup / "accounts.sqlite3").read_bytes()
    with sqlite3.connect(records / "accounts.sqlite3") as database:
        database.execute("UPDATE person SET names = '['")
    database.close()
    with pytest.raises(AccountsDamaged, match="Operator: keep the file as it is"):
        async with running_hall(settings):
            pass
    assert (backup / "accounts.sqlite3").read_bytes() == before


async def test_the_number_of_a_damaged_match_is_not_given_again(tmp_path: Path) -> None:
    await records_of_two_matches(tmp_path)
    change(tmp_path, "actor = 'nobody'", f"{of(f't/{TOURNAMENT}/match/2')}")
    async with served(tmp_path) as client:
        assert (await client.post("/api/t/club/matches", json=MATCH)).json()["number"] == 3


async def test_a_damaged_tournament_is_left_alone_with_its_matches_and_the_others_go_on(
    tmp_path: Path,
) -> None:
    await records_of_two_matches(tmp_path)
    async with served(tmp_path) as client:
        assert (await client.post("/api/tournaments", json={"name": "cup"})).status_code == 201
    change(tmp_path, "version = 9", f"{of(f't/{TOURNAMENT}')} AND sequence = 2")
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as client:
        assert [each["name"] for each in (await client.get("/api/tournaments")).json()] == ["cup"]
        assert (await client.get("/t/club/matches/1")).status_code == 404
        page = await client.get("/hall", headers={"accept": "text/html"})
        assert "Tournament club was not opened, nor were its matches" in page.text
        again = await client.post("/api/tournaments", json={"name": "club"})
        assert "a name no other tournament has here" in again.text


async def test_boards_journals_that_are_gone_are_missed(tmp_path: Path) -> None:
    await played_by_boards(tmp_path)
    with sqlite3.connect(tmp_path / "log.sqlite3") as database:
        database.execute("DELETE FROM board_journal")
    database.close()
    with pytest.raises(DatabaseUnusable, match="rows are gone from its table board_journal"):
        async with opened(tmp_path):
            pass


async def test_an_actor_that_is_no_text_and_a_time_that_is_none_leave_one_match_alone(
    tmp_path: Path,
) -> None:
    await records_of_two_matches(tmp_path)
    change(tmp_path, "actor = CAST(x'ff41' AS TEXT)", f"{of(STREAM)} AND sequence = 2")
    other = of(f"t/{TOURNAMENT}/match/2")
    change(tmp_path, "recorded_at = 4611686018427387904", f"{other} AND sequence = 1")
    async with opened(tmp_path) as hall:
        assert [*hall.hall.registry.damaged] == [match_id(1), match_id(2)]


@pytest.mark.parametrize(("stream", "event"), [(f"t/{TOURNAMENT}", 2), ("hall", 1)])
async def test_without_the_stream_of_the_hall_or_the_only_tournament_nothing_is_opened(
    stream: str, event: int, tmp_path: Path
) -> None:
    await records_of_two_matches(tmp_path)
    change(tmp_path, "version = 9", f"{of(stream)} AND sequence = {event}")
    with pytest.raises(StreamDamaged, match=f"stream '{stream}', event {event}: stored event"):
        async with opened(tmp_path):
            pass
