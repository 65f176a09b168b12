"""A start takes up what is in play, however much was played: on records as benchmarks measure."""

from pathlib import Path

import pytest

from benchmarks.records.copied_records import IN_PLAY, make_records
from server.archive.ledger_check import checked_ledgers
from server.matches.finished_match import VERSION
from server.matches.match_process import MatchProcess
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.finished_matches import FinishedMatchStore, KeptMatch
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.support.served import opened

pytestmark = pytest.mark.long


@pytest.mark.parametrize("finished", [10, 300])
async def test_as_much_is_read_and_kept_in_memory_as_is_in_play(
    finished: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_records(tmp_path, finished)
    read, reading = list[str](), SqliteEventLog.read

    async def counted(log: SqliteEventLog, stream: str) -> object:
        read.append(stream)
        return await reading(log, stream)

    monkeypatch.setattr(SqliteEventLog, "read", counted)
    async with opened(tmp_path) as served:
        assert sum("/match/" in stream for stream in read) == IN_PLAY
        assert len(served.hall.matches) == IN_PLAY
        assert all(isinstance(each, MatchProcess) for each in served.hall.matches.values())
        assert len(served.hall.registry) == finished + IN_PLAY
        async with served.client() as public:
            for number in (1, 3, finished):
                page = await public.get(f"/t/club/matches/{number}")
                assert page.status_code == 200


async def test_records_of_benchmarks_are_as_whole_as_those_that_were_played(tmp_path: Path) -> None:
    await make_records(tmp_path, 10)
    log = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    checks = [check async for check in checked_ledgers(log)]
    await log.close()
    assert all(check.sound for check in checks)
    copied = kept(tmp_path, clear=True)
    async with opened(tmp_path):
        pass
    assert [each._replace(command_id="") for each in kept(tmp_path)] == [
        each._replace(command_id="") for each in copied
    ]


def kept(folder: Path, *, clear: bool = False) -> list[KeptMatch]:
    """What is kept of finished matches, thrown away afterwards if so."""
    accounts_file = AccountsFile.open(folder / "accounts.sqlite3")
    store = FinishedMatchStore(accounts_file, VERSION)
    every = sorted(store.all(), key=lambda each: each.match_id)
    if clear:
        store.clear()
    accounts_file.close()
    return every
