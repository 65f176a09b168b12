"""Forms of an event, over HTTP: who plays where, a player's sheet, cross-tables, the ranking."""

import re
from datetime import UTC, datetime
from pathlib import Path

import httpx

from rules import events as ev
from server.hall import Hall
from tests.protocol_forms.writers.pdf_text import printed
from tests.server.web.prints.test_match_files import until_public
from tests.server.web.prints.test_match_tables import table
from tests.support.commands import happen_in_tournament
from tests.support.needs import PDFTOTEXT
from tests.support.served import served_hall
from tests.support.team_event import TEAMS, EventDesk

FORMS = "/t/club/forms"


async def begun(client: httpx.AsyncClient, hall: Hall) -> tuple[EventDesk, dict[str, str]]:
    """Three teams whose first round of backgammon is published; its pairing."""
    desk = EventDesk(client)
    await desk.set_up()
    await desk.order("draw", stage=2)
    (pairing,) = await desk.publish(2)
    return desk, pairing


async def test_players_are_named_once_both_line_ups_are_in(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        desk, pairing = await begun(client, hall)
        for path in ("pairings-by-name.csv?public=true", "pairings-by-table.csv?stage=2&round=1"):
            before = str(await table(client, f"{FORMS}/{path}"))
            assert pairing["home"] in before
            assert not any(player in before for each in TEAMS.values() for player in each)
        await desk.line_up(pairing)
        by_name = await table(client, f"{FORMS}/pairings-by-name.csv?public=true")
        by_table = await table(client, f"{FORMS}/pairings-by-table.csv?public=true")
        players = [row[0] for row in by_name if row[-1].endswith(")")]
        assert len(players) == 4
        assert players == sorted(players)
        assert [row[1] for row in by_table if row[0] in ("1", "")] == ["Open room", "Closed room"]


async def test_a_round_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        empty = await client.get(f"{FORMS}/pairings-by-name.csv")
        assert (empty.status_code, empty.json()["field"]) == (404, "round")
        await begun(client, hall)
        for query, field, allowed in (("stage=1", "stage", "2"), ("round=2", "round", "1")):
            refused = await client.get(f"{FORMS}/pairings-by-table.pdf?public=true&{query}")
            assert refused.status_code == 404
            assert (refused.json()["field"], refused.json()["allowed"]) == (field, allowed)


async def test_a_players_sheet_has_both_rooms_points_of_that_person(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        desk, pairing = await begun(client, hall)
        await desk.won(pairing, pairing["home"])
        await until_public(client, 1, "over")
        (ranked, *_) = (await client.get("/t/club/players")).text.split('href="/players/')[1:]
        person = ranked.partition('"')[0]
        sheet = await table(client, f"{FORMS}/player-sheet.csv?player={person}")
        (line,) = [row for row in sheet if row[0] == "1"]
        assert line[1] == pairing["away"]
        assert line[3:7] == ["4", "4", "520–0", "16–0"]
        unknown = await client.get(f"{FORMS}/player-sheet.csv?player=nobody")
        assert (unknown.status_code, unknown.json()["field"]) == (404, "player")


async def test_cross_table_and_ranking_stand_alone_too(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        desk, pairing = await begun(client, hall)
        await desk.won(pairing, pairing["home"])
        await until_public(client, 1, "over")
        crossed = await table(client, f"{FORMS}/cross-tables.csv")
        assert [row for row in crossed if row[0].startswith("1 ")][-1][2] == "25"
        page = (await client.get("/t/club/standings")).text
        cell = (
            r'class="cited-link" aria-describedby="([\w-]+)">25</a><span class="citation" id="\1" '
        )
        (name,) = re.findall(cell, page)
        words = re.escape("25–5: difference ")
        assert re.search(rf'id="{name}" popover>{words}\d+–\d+, column 8 results<', page)
        ranking = await table(client, f"{FORMS}/ranking.csv")
        assert "1" in [row[0] for row in ranking]
        assert not any("Final ranking" in row for row in ranking)


async def test_scoring_tables_need_nothing_played(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, _):
        rows = await table(client, f"{FORMS}/scoring-tables.csv")
        assert ["Triple", "450", "900", "1800", "3600", "7200", "14400", "28800"] in rows


async def test_the_programme_tells_everybody_when_which_round_begins(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        _, pairing = await begun(client, hall)
        begins = datetime(2031, 10, 3, 18, tzinfo=UTC)
        await happen_in_tournament(hall, ev.RoundTimed(stage=2, round=2, starts_at=begins))
        rows = await table(client, f"{FORMS}/programme.csv?public=true")
        assert rows[1:3] == [
            ["Fri 3 Oct, 18:00", "Backgammon, round 2", "announced before the round"],
            ["–", "Backgammon, round 1", f"{pairing['home']} – {pairing['away']}"],
        ]
        assert rows[3][2].endswith("has a bye")


@PDFTOTEXT.required
async def test_the_first_three_come_with_their_players_once_the_places_are_decided(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, _):
        desk = EventDesk(client)
        await desk.draw_round_robin()
        before = printed((await client.get(f"{FORMS}/first-three.pdf")).content)
        assert "The places are not decided yet." in before
        for number in (1, 2, 3):
            (pairing,) = await desk.publish(1)
            await desk.won(pairing, min(pairing["home"], pairing["away"]))
            await until_public(client, number, "over")
        text = " ".join(printed((await client.get(f"{FORMS}/first-three.pdf")).content).split())
        places = [text.index(name) for name in ("Anchor", "Compass", "Rudder")]
        assert places == sorted(places)
        assert "Hill, Moss, Shaw, Wood" in text


@PDFTOTEXT.required
async def test_a_table_card_has_the_players_once_both_line_ups_are_in(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        desk, pairing = await begun(client, hall)
        before = printed((await client.get(f"{FORMS}/table-cards.pdf")).content)
        assert not any(player in before for each in TEAMS.values() for player in each)
        await desk.line_up(pairing)
        text = printed((await client.get(f"{FORMS}/table-cards.pdf")).content)
        home, away = pairing["home"], pairing["away"]
        assert text.count(f"({home})") == text.count(f"({away})") == 2
        assert "Throw, then tap both dice." in text
        assert "Tap READY when you want the dice." in text
        assert "/table" in text
