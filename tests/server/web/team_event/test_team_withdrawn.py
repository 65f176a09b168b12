"""A team withdraws after its round was published: its match is over for everybody."""

from pathlib import Path

from server.archive.export_import import archived_tournament
from server.store.event_log.sqlite_log import SqliteEventLog
from tests.support.team_event import TEAMS, event_hall

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


async def test_its_walkover_stands_in_the_cross_table_whose_rows_add_up(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        pairing = await desk.first_match()
        await desk.won(pairing, pairing["home"])
        (idle,) = {*TEAMS} - {pairing["home"], pairing["away"]}
        await desk.order("withdraw-team", team=pairing["away"], reason="had to leave")
        page = (await client.get("/t/club/standings")).text
        assert '<td class="figure">25 w</td>' in page
        assert "w: walkover, the opponents did not come" in page
        csv = (await client.get("/t/club/forms/cross-tables.csv")).text
        rows = [line.split(",") for line in csv.splitlines()]
        assert next(row for row in rows if row[0].endswith(f" {idle}"))[2:] == ["×", "25 w", "25"]


async def test_its_annulled_result_stands_in_brackets_and_counts_for_nobody(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        for name in ("Lantern", "Ensign"):
            players = [f"{name} {number}" for number in range(2)]
            entry = {"name": name, "players": players}
            assert (await client.post("/api/t/club/teams", json=entry)).status_code == 201
        await desk.draw_round_robin()
        every = [pairing for _ in range(5) for pairing in await desk.publish(1)]
        pairing = next(each for each in every if {each["home"], each["away"]} <= {*TEAMS})
        await desk.won(pairing, pairing["home"])
        await desk.order("withdraw-team", team=pairing["away"], reason="had to leave")
        csv = (await client.get("/t/club/forms/cross-tables.csv")).text
        (row,) = [line for line in csv.splitlines() if f" {pairing['home']}," in line]
        assert "(25)" in row
        assert row.endswith(",0")
        assert "in brackets: annulled" in (await client.get("/t/club/standings")).text
