"""Teams entered from a table over HTTP: looked at first, then all of them or none."""

import io
from pathlib import Path
from typing import Any

import httpx
import openpyxl

from server.access import Role, Visitor
from tests.support.forms import form_of
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened
from tests.support.team_event import TEAMS

PAGE = "/hall/t/club/tournament/entries/import"
API = "/api/t/club/entries"
OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))
HEADINGS = "Team\tPlayer 1\tPlayer 2\tPlayer 3\tPlayer 4\tClub\tPot\tDue\tPaid\tPresent\tNote"


def pasted(**changed: str) -> str:
    """The three teams of 2008 as a spreadsheet gives them; `changed` are other lines' ends."""
    lines = [HEADINGS]
    for team, players in TEAMS.items():
        rest = changed.get(team, "Fort\t1\t1500\t500,50\tyes\tlate")
        lines.append("\t".join((team, *players, rest)))
    return "\n".join(lines)


async def looked_at(client: httpx.AsyncClient, table: str, status: int = 200) -> httpx.Response:
    answer = await client.post(PAGE, data={"table": table})
    assert answer.status_code == status, answer.text
    return answer


async def entered(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = (await client.get(API)).json()["entries"]
    return entries


async def test_a_table_is_looked_at_and_then_entered_by_one_button(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        shown = await looked_at(client, pasted())
        assert "3 teams; 12 new people" in shown.text
        assert await entered(client) == []
        form = form_of(shown, PAGE)
        for _ in range(2):
            answer = await client.post(PAGE, data={**form, "enter": "all"})
            assert answer.status_code == 303
        entries = await entered(client)
        assert [each["team"] for each in entries] == [*TEAMS]
        first = entries[0]
        assert [each["name"] for each in first["players"]] == [*TEAMS["Compass"]]
        kept = {key: first[key] for key in ("club", "pot", "due", "paid", "present", "note")}
        assert kept == {
            "club": "Fort",
            "pot": 1,
            "due": 150000,
            "paid": 50050,
            "present": True,
            "note": "late",
        }


async def test_with_one_fault_nobody_is_entered_and_the_fault_stands_at_its_cell(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        table = pasted(Rudder="Fort\t1\t1500\t1,500")
        shown = await looked_at(client, table, 422)
        assert "something is wrong with 1 cell" in shown.text
        cell = '<td class="wrong">1,500<span class="refusal alarm">an amount such as'
        assert cell in shown.text
        forced = await client.post(PAGE, data={"table": table, "enter": "all"})
        assert forced.status_code == 422
        assert await entered(client) == []
        assert not served.hall.persons.named("Brook")


async def test_known_persons_are_meant_and_similar_names_are_pointed_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        body = {"names": ["Robin Brook"]}
        person = (await client.post("/api/persons", json=body)).json()["id"]
        table = "Team\tPlayers\nCompass\tRobin Brook, Alex Fields\nRudder\tRobyn Brook, Alec Fields"
        shown = await looked_at(client, table)
        assert "Robyn Brook is new; Robin Brook is known" in shown.text
        assert "Alec Fields is new, and so is Alex Fields in this table" in shown.text
        assert "Robin Brook is new" not in shown.text
        await client.post(PAGE, data={"table": table, "enter": "all"})
        compass, rudder = await entered(client)
        assert compass["players"][0]["id"] == person
        assert rudder["players"][0]["id"] != person


async def test_a_name_that_several_bear_is_a_fault_until_an_id_says_who_is_meant(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        body = {"names": ["Robin Brook"]}
        ids = [(await client.post("/api/persons", json=body)).json()["id"] for _ in range(2)]
        table = "Team\tPlayer 1\tPlayer 2\nCompass\t{}\tAlex"
        shown = await looked_at(client, table.format("Robin Brook"), 422)
        assert "several people are called Robin Brook" in shown.text
        meant = {"table": table.format(ids[1]), "enter": "all"}
        assert (await client.post(PAGE, data=meant)).status_code == 303
        assert (await entered(client))[0]["players"][0]["id"] == ids[1]


async def test_new_persons_are_kept_with_country_and_number(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        table = "Team;Player 1;Country 1;Federation number 1;Player 2\nCompass;Ann;UA;77;Bob"
        await client.post(PAGE, data={"table": table, "enter": "all"})
        (ann,), (bob,) = served.hall.persons.named("Ann"), served.hall.persons.named("Bob")
        assert (ann.country, ann.federation_number, bob.country) == ("UA", "77", "")


async def test_the_template_filled_in_is_taken_as_a_workbook(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(OPERATOR) as client:
        language = {"accept-language": "uk"}
        template = await client.get(PAGE.replace("import", "template.xlsx"), headers=language)
        book = openpyxl.load_workbook(io.BytesIO(template.content))
        book.active.append(["Компас", "Ганна", "Богдан", None, None, "Форт", 2, 1500, 0.5])
        written = io.BytesIO()
        book.save(written)
        shown = await client.post(PAGE, files={"file": ("a.xlsx", written.getvalue())})
        await client.post(PAGE, data={**form_of(shown, PAGE), "enter": "all"})
        (entry,) = await entered(client)
        assert (entry["team"], entry["pot"], entry["due"], entry["paid"]) == (
            "Компас",
            2,
            150000,
            50,
        )
        csv = await client.get(PAGE.replace("import", "template.csv"), headers=language)
        assert csv.text.startswith("\ufeffКоманда;Гравець 1")


async def test_a_hostile_file_is_refused_in_a_sentence_of_the_pages_language(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        answer = await client.post(PAGE, files={"file": ("a.xlsx", b"PK\x03\x04 rubbish")})
        assert answer.status_code == 422
        assert "this file is not a readable workbook" in answer.text


async def test_notes_in_a_table_are_the_directors_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(OPERATOR) as client:
        shown = await looked_at(client, pasted(), 422)
        assert "notes are for directors only" in shown.text


async def test_the_api_enters_all_teams_or_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        teams: list[dict[str, Any]] = [
            {"name": name, "players": players, "due": 100, "rosters": {"backgammon": players[:2]}}
            for name, players in TEAMS.items()
        ]
        refused = await client.post(API, json={"teams": [*teams, teams[0]]})
        assert refused.status_code == 409
        assert await entered(client) == []
        stranger = {**teams[0], "rosters": {"backgammon": ["Nobody", "Brook"]}}
        assert (await client.post(API, json={"teams": [stranger]})).status_code == 409
        answer = await client.post(API, json={"teams": teams})
        assert answer.status_code == 201
        assert [each["due"] for each in answer.json()["entries"]] == [100, 100, 100]
