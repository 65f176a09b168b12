"""Forms of a match besides its protocol, over HTTP: what is public of them, and when."""

import csv
from pathlib import Path

import httpx

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from server.hall import Hall
from tests.server.web.prints.test_match_files import until_public
from tests.support.commands import happen, schedule_match_play
from tests.support.rooms import Rooms, Temper
from tests.support.served import served_hall, started_match

CALM = Temper(double=0.02, resign=0.0, mischief=0.0, closed_speed=0.3)


async def played(client: httpx.AsyncClient, hall: Hall) -> Rooms:
    """A match of Compass and Rudder: one game is over in both rooms, the next in the open one."""
    await started_match(client)
    rooms = Rooms.seated(BACKGAMMON, 3, CALM)
    while (2, Room.OPEN) not in rooms.state.results:
        rooms.step()
    assert (2, Room.CLOSED) not in rooms.state.results
    begun, *others = rooms.history
    assert isinstance(begun, ev.GameStarted)
    await happen(hall, 1, *others)
    await until_public(client, 1, "playing", game=2)
    return rooms


async def table(client: httpx.AsyncClient, path: str) -> list[list[str]]:
    """The cells of a form as spreadsheets have them."""
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return [row for row in csv.reader(answer.content.decode("utf-8-sig").splitlines()) if row]


async def test_a_set_of_rolls_is_public_once_both_rooms_have_ended_its_game(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        rooms = await played(client, hall)
        for whose in ("public=false", "public=true"):
            forms = f"/t/club/matches/1/forms/roll-sets.csv?{whose}"
            sets = await table(client, forms)
            headings = [row[0] for row in sets if "Set of rolls no." in row[0]]
            assert headings == ["Game 1 · Set of rolls no. 1"]
            assert sets == await table(client, f"{forms}&game=1")
            rolls = {cell for row in sets for cell in row[1:] if cell[:1].isdigit()}
            thrown = [e for e in rooms.history if isinstance(e, ev.RollThrown) and e.game == 1]
            assert {str(each.dice) for each in thrown if not each.opening} <= {
                roll.rstrip("*") for roll in rolls
            }
            refused = await client.get(f"{forms}&game=2")
            assert refused.status_code == 404
            assert refused.json()["allowed"].endswith("both rooms: 1")


async def test_room_results_have_for_everyone_games_over_in_both_rooms_alone(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await played(client, hall)
        path = "/t/club/matches/1/forms/room-results.csv"
        public = await table(client, f"{path}?public=true")
        operators = await table(client, path)
        second = [next(row for row in each if row[0] == "2") for each in (public, operators)]
        assert not any(second[0][1:])
        assert any(second[1][1:])
        first = [next(row for row in each if row[0] == "1") for each in (public, operators)]
        assert first[0] == first[1]


async def test_side_statistics_have_for_everyone_what_the_protocol_has(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await played(client, hall)
        rows = await table(client, "/t/club/matches/1/forms/side-statistics.csv?public=true")
        second = next(row for row in rows if row[0] == "2")
        assert set(second[1:]) == {"–"}


async def test_a_match_at_one_table_has_no_forms_of_two_rooms(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await schedule_match_play(hall, white="Brook", red="Holloway", length=3, event="Cup")
        for kind in ("room-results", "roll-sets", "side-statistics"):
            answer = await client.get(f"/t/club/matches/1/forms/{kind}.csv")
            assert (answer.status_code, answer.json()["field"]) == (404, "match"), kind
