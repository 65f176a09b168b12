"""Ledgers of finished matches are verified while the server runs; what does not hold is named."""

import asyncio
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from rules.ledger import LedgerEntry, entry_digest, genesis, verify
from server.archive.ledger_check import SLICE
from server.store.event_log.contract import LogUnavailable
from server.store.event_log.log_file import StoredRow
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.stored_events import match_stream
from tests.support.golden_records import FINISHED, restored
from tests.support.ids import match_id
from tests.support.served import DIRECTOR, opened

STREAM = match_stream(match_id(FINISHED))
OF_STREAM = f"stream_id = (SELECT stream_id FROM stream WHERE name = '{STREAM}')"
ALL_HOLD = "The ledgers of all 2 finished matches were checked: they are intact."


class Pauses:
    """Pauses that last no time; `seen` holds what the hall's page said of the ledgers in each."""

    def __init__(self, client: httpx.AsyncClient | None = None) -> None:
        self.count, self.seen, self._client = 0, set[str](), client

    async def __call__(self, seconds: float) -> None:
        self.count += 1
        if self._client is not None:
            page = (await self._client.get("/hall")).text
            self.seen.add(page.partition('<div id="ledgers">')[2].partition("</div>")[0].strip())


async def brought_up(folder: Path) -> None:
    async with opened(folder):
        pass


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = restored("0.2.0", tmp_path_factory.mktemp("finished"))
    asyncio.run(brought_up(folder))
    return folder


@pytest.fixture(autouse=True)
def finished_matches(kept: Path, tmp_path: Path) -> None:
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)


def change(folder: Path, statement: str, *rows: Sequence[object]) -> None:
    with sqlite3.connect(folder / "log.sqlite3") as database:
        database.executemany(statement, rows or [()])
    database.close()


async def ledger_of(folder: Path) -> Sequence[LedgerEntry]:
    log = await SqliteEventLog.open(folder / "log.sqlite3")
    try:
        return await log.ledger(STREAM)
    finally:
        await log.close()


async def test_ledgers_that_hold_are_said_to_and_how_far_it_is_meanwhile(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        pauses = Pauses(client)
        await served.hall.ledger_watch.run(pauses)
        assert ALL_HOLD in (await client.get("/hall")).text
        being_verified = "The ledgers of finished matches are being verified: %s of 2 are."
        paragraphs = [f'<p class="muted">{being_verified % number}</p>' for number in (0, 1)]
        assert pauses.seen == {"", *paragraphs}
        assert not served.hall.registry.damaged


async def test_no_more_than_a_slice_is_hashed_before_others_have_the_loop(tmp_path: Path) -> None:
    entries = len(await ledger_of(tmp_path))
    async with opened(tmp_path) as served:
        pauses = Pauses()
        await served.hall.ledger_watch.run(pauses)
        assert pauses.count > entries / SLICE


async def test_a_changed_die_is_found_named_and_its_match_refused(tmp_path: Path) -> None:
    at = f"{OF_STREAM} AND kind = 'RollThrown' AND sequence > 500"
    place = f"SELECT min(place) FROM event WHERE {at}"
    change(
        tmp_path,
        "UPDATE event SET payload = CAST(replace(CAST(payload AS TEXT), 'dice\":\"',"
        f" 'dice\":\"6') AS BLOB) WHERE place = ({place})",
    )
    broken = verify(await ledger_of(tmp_path))
    assert broken is not None
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert (await client.get("/t/club/matches/3")).status_code == 200
        await served.hall.ledger_watch.run(Pauses())
        hall = (await client.get("/hall")).text
        assert "Match club/1 was not opened" in hall
        assert f"event {broken.sequence}: entry or its hash changed" in hall
        assert "The ledger of 1 finished match has been damaged or changed, see above." in hall
        assert (await client.get("/t/club/matches/1")).status_code == 404
        assert (await client.get("/t/club/matches/3")).status_code == 200


async def test_a_ledger_made_anew_from_end_to_end_differs_from_the_hash_that_was_kept(
    tmp_path: Path,
) -> None:
    digest, rows = genesis(STREAM), list[tuple[str, bytes, int]]()
    for entry in await ledger_of(tmp_path):
        assert isinstance(entry, StoredRow)
        changed = entry._replace(actor="nobody") if entry.sequence == 9 else entry
        digest = entry_digest(digest, changed)
        rows.append((changed.actor, digest, entry.sequence))
    there = f"{OF_STREAM} AND sequence = ?"
    change(tmp_path, f"UPDATE event SET actor = ?, digest = ? WHERE {there}", *rows)
    assert verify(await ledger_of(tmp_path)) is None
    async with opened(tmp_path) as served:
        await served.hall.ledger_watch.run(Pauses())
        assert (
            "though the match was kept with another hash"
            in served.hall.registry.damaged[match_id(FINISHED)]
        )


@pytest.mark.parametrize(
    "damage",
    [
        f"DELETE FROM event WHERE {OF_STREAM} AND sequence = 800",
        f"UPDATE event SET previous = place WHERE {OF_STREAM} AND sequence = 800",
    ],
    ids=["missing", "in a circle"],
)
async def test_a_missing_event_is_found_and_a_circle_ends(damage: str, tmp_path: Path) -> None:
    change(tmp_path, damage)
    async with opened(tmp_path) as served:
        await served.hall.ledger_watch.run(Pauses())
        assert match_id(FINISHED) in served.hall.registry.damaged


async def test_a_log_that_cannot_be_read_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, reading = list[str](), SqliteEventLog.ledger

    async def read(log: SqliteEventLog, stream: str) -> Sequence[LedgerEntry]:
        tries.append(stream)
        if len(tries) == 1:
            raise LogUnavailable("the disk is away")
        return await reading(log, stream)

    monkeypatch.setattr(SqliteEventLog, "ledger", read)
    async with opened(tmp_path) as served:
        watch = served.hall.ledger_watch
        await watch.run(Pauses())
        assert (watch.done, watch.broken, len(tries)) == (True, 0, 3)
