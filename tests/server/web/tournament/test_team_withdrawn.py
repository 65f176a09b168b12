"""A team withdraws after its round was published: its match is over for everybody."""

from pathlib import Path

from server.results.archive.archive_export import archived_tournament
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.support.team_event import event_hall

LISTS = ("/", "/t/club", "/screen", "/screen?show=wall&tables=8", "/hall", "/search?q=compass")


async def test_its_match_is_gone_from_every_list_and_blocks_no_export(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        pairing = await desk.first_match()
        address = f"/t/club/matches/{pairing['number']}"
        async with served.client() as public:

            async def listed() -> dict[str, bool]:
                asked = {path: client if path == "/hall" else public for path in LISTS}
                return {path: address in (await who.get(path)).text for path, who in asked.items()}

            before = await listed()
            await desk.order("withdraw-team", team=pairing["away"], reason="had to leave")
            assert [path for path, there in (await listed()).items() if there] == []
            assert [before[path] for path in ("/", "/t/club", "/hall")] == [True] * 3
            assert "for the line-up" not in (await client.get("/hall")).text
    log = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    archived = await archived_tournament(log, "club", persons={}, running=False)
    await log.close()
    assert not archived.archive.secret
