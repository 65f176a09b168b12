"""What SQLite says of a disk is told apart, of either database, and passes with its cause."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.store.accounts_db.accounts_file import AccountsFile, AccountsUnavailable, FeaturedMatch
from server.store.database_file import DatabaseFile, DiskFault, disk_fault_of, open_database
from server.store.event_log.contract import Batch, LogUnavailable
from server.store.event_log.log_file import LogFile
from server.store.known_schemas import Schemas
from tests.server.store.failing_store import takes_no_writing
from tests.server.store.samples import counted, frames, stored
from tests.support.ids import match_id


@contextmanager
def full(database: DatabaseFile) -> Iterator[None]:
    """The file may have no page more, and what is to be stored needs many."""
    pages = database.driver.execute("PRAGMA page_count").fetchone()[0]
    database.driver.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        database.driver.execute("PRAGMA max_page_count = 1000000")


HINDRANCES = {DiskFault.READ_ONLY: takes_no_writing, DiskFault.FULL: full}


@pytest.mark.parametrize("fault", HINDRANCES)
def test_an_event_log_that_cannot_be_written_says_why_and_stores_afterwards(
    fault: DiskFault, tmp_path: Path
) -> None:
    database = open_database(tmp_path / "log.sqlite3", Schemas.EVENT_LOG.value)
    log_file = LogFile(database)
    batch = Batch(stored([counted(turn) for turn in range(1, 200)]), frames(1, 3))
    with HINDRANCES[fault](database):
        for write in (lambda: log_file.append_all([batch]), log_file.try_write):
            with pytest.raises(LogUnavailable, match="nothing was stored") as refused:
                write()
            assert refused.value.fault is fault
        assert (log_file.heads(), log_file.journal_heads()) == ({}, {})
    log_file.try_write()
    assert log_file.append_all([batch]) == [None]
    assert log_file.heads() == {"match/5": 199}
    log_file.close()


@pytest.mark.parametrize("fault", HINDRANCES)
def test_accounts_that_cannot_be_written_say_why_and_store_afterwards(
    fault: DiskFault, tmp_path: Path
) -> None:
    database = open_database(tmp_path / "accounts.sqlite3", Schemas.ACCOUNTS.value)
    accounts_file = AccountsFile(database, tmp_path / "accounts.sqlite3")
    heard = list[DiskFault]()
    accounts_file.failed = lambda error: heard.append(error.fault)
    featured = FeaturedMatch(accounts_file)
    with HINDRANCES[fault](database), pytest.raises(AccountsUnavailable) as refused:
        accounts_file.try_write()
    assert refused.value.fault is fault
    with takes_no_writing(database), pytest.raises(AccountsUnavailable, match="nothing has"):
        featured.choose(match_id(3))
    assert (featured.match_id, heard) == (None, [DiskFault.READ_ONLY])
    accounts_file.try_write()
    featured.choose(match_id(3))
    accounts_file.close()


def test_what_is_no_error_of_sqlite_is_some_other_fault() -> None:
    assert disk_fault_of(OSError("?")) is DiskFault.OTHER
