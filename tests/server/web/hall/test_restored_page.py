"""Records from a backup: the hall's page lists what is lost until somebody has entered it again."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from server.archive.restored_records import restore
from server.store.accounts_db.accounts_file import AccountsFile, Restoration
from server.store.backup import back_up
from server.store.event_log.sqlite_log import SqliteEventLog
from server.views.hall.alarms import restored_lines
from server.words.translation import words_for
from tests.support.golden_records import FINISHED, TO_POINTS, UNDER_WAY, restored
from tests.support.ids import NAMES
from tests.support.served import DIRECTOR, opened

NOW = datetime(2008, 10, 11, 14, 5, tzinfo=UTC)
HEADING = "These records come from a backup"


async def restored_elsewhere(folder: Path) -> Path:
    """The golden records, backed up and restored."""
    records = restored("0.2.0", folder / "first")
    event_log = await SqliteEventLog.open(records / "log.sqlite3")
    accounts_file = AccountsFile.open(records / "accounts.sqlite3")
    await back_up(event_log, accounts_file, folder / "backup")
    await asyncio.to_thread(accounts_file.close)
    await event_log.close()
    await restore(folder / "backup", folder / "second", NOW)
    return folder / "second"


async def test_what_is_lost_is_listed_with_the_matches_under_way(tmp_path: Path) -> None:
    records = await restored_elsewhere(tmp_path)
    async with opened(records) as served, served.client(DIRECTOR) as client:
        page = (await client.get("/hall")).text
        noted = page.partition(HEADING)[2].partition("</section>")[0]
        local = NOW.astimezone()
        assert f"restored at {local:%Y-%m-%d %H:%M:%S}" in noted
        assert "line-ups, orders, results entered by hand" in noted
        assert f'href="/hall/t/club/matches/{UNDER_WAY}"' in noted
        for over in (FINISHED, TO_POINTS):
            assert f"/matches/{over}" not in noted


def test_a_backup_in_which_nothing_was_played_says_so() -> None:
    told = restored_lines(Restoration(NOW, latest=None), words_for("en"), NAMES)
    assert told.what.endswith("; the backup contained no games.")
    assert told.matches == ()


async def test_it_stays_after_a_restart_and_goes_once_it_is_dismissed(tmp_path: Path) -> None:
    records = await restored_elsewhere(tmp_path)
    async with opened(records) as served, served.client(DIRECTOR) as client:
        assert HEADING in (await client.get("/hall")).text
    async with opened(records) as served, served.client(DIRECTOR) as client:
        assert HEADING in (await client.get("/hall")).text
        answer = await client.post("/hall/restored/dismissed")
        assert (answer.status_code, answer.headers["location"]) == (303, "/hall")
        assert HEADING not in (await client.get("/hall")).text
    async with opened(records) as served, served.client(DIRECTOR) as client:
        assert HEADING not in (await client.get("/hall")).text


async def test_records_that_were_never_restored_say_nothing(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert HEADING not in (await client.get("/hall")).text
