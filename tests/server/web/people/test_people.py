"""The pages and the API of people: renamed, told apart, hidden, merged, erased (ruling 33)."""

import re
from pathlib import Path

import httpx
import pytest

from rules.identities import PersonId
from server.access import Role, Visitor
from tests.support.forms import form_of
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened, served, served_match, two_teams

OPERATOR = Visitor(Role.OPERATOR, person_id("Operator"))


async def ids(client: httpx.AsyncClient) -> dict[str, str]:
    """The ids of everybody by the name that is shown."""
    return {each["name"]: each["id"] for each in (await client.get("/api/persons")).json()}


async def test_a_player_whose_name_is_put_right_stays_in_team_and_line_up(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, _):
        page = f"/hall/people/{(await ids(client))['Brook']}"
        form = form_of(await client.get(page), f"{page}/renamed")
        sent = {**form, "names": "Brooke\nБрук", "club": "Harbour", "country": "UKR"}
        assert (await client.post(f"{page}/renamed", data=sent)).status_code == 303
        match = (await client.get("/api/t/club/matches/1")).json()
        assert match["seats"]["Compass"]["open_player"] == "Brooke"
        ukrainian = {"accept-language": "uk"}
        assert "Брук" in (await client.get("/hall/t/club/matches/1", headers=ukrainian)).text
        assert "Harbour" in (await client.get("/hall/people?search=harb+brook")).text
        assert "Fields" not in (await client.get("/hall/people?search=harb+brook")).text


async def test_somebody_is_kept_as_a_person_who_plays_in_no_team(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        form = form_of(await client.get("/hall/people"), "/hall/people", names="")
        sent = {**form, "names": "Marta\nМарта", "club": "Harbour"}
        kept = await client.post("/hall/people", data=sent)
        assert kept.status_code == 303
        page = await client.get(kept.headers["location"])
        assert "Marta" in page.text
        assert "Harbour" in page.text
        played = await client.get(f"/players/{(await ids(client))['Marta']}")
        assert played.status_code == 404
        assert "somebody who has played here" in played.text
        nobody = await client.post("/hall/people", data={**form, "names": ""})
        assert nobody.status_code == 422
        assert [*await ids(client)].count("Marta") == 1


async def test_a_name_that_forms_cannot_print_asks_for_a_latin_one(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        form = form_of(await client.get("/hall/people"), "/hall/people", names="")
        kept = await client.post("/hall/people", data={**form, "names": "王芳"})
        page = kept.headers["location"]
        assert "Forms cannot print" in (await client.get(page)).text
        sent = {**form_of(await client.get(page), f"{page}/renamed"), "names": "王芳\nWang Fang"}
        assert (await client.post(f"{page}/renamed", data=sent)).status_code == 303
        told = await client.get(page)
        assert "Forms cannot print" not in told.text
        assert '<h1 class="clip" title="Wang Fang">' in told.text


async def test_a_team_of_too_many_players_is_refused_with_how_many_it_may_have(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        players = "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTU")
        refused = await client.post("/hall/t/club/teams", data={"name": "Many", "players": players})
        assert refused.status_code == 422
        assert "at most 20 lines" in refused.text


async def test_a_change_of_a_person_of_another_name_is_refused_with_those_there_are(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        page = f"/hall/people/{(await ids(client))['Brook']}"
        refused = await client.post(f"{page}/painted", data={})
        assert refused.status_code == 409
        assert "renamed, hidden, shown, merged or erased" in refused.text


async def test_a_change_of_names_that_somebody_else_has_changed_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        page = f"/hall/people/{(await ids(client))['Brook']}"
        sent = {**form_of(await client.get(page), f"{page}/renamed"), "names": "Late"}
        other = {**sent, "names": "First"}
        assert (await client.post(f"{page}/renamed", data=other)).status_code == 303
        refused = await client.post(f"{page}/renamed", data=sent)
        assert refused.status_code == 409
        assert "On the page it was: Brook. Now it is: First." in refused.text
        assert {"First"} <= set(await ids(client))


async def test_a_name_that_somebody_bears_is_asked_about_and_two_of_one_name_are_two_persons(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        team = {"name": "Anchor", "players": "Brook\nNewman"}
        asked = await client.post("/hall/t/club/teams", data=team)
        assert asked.status_code == 409
        assert "Brook: known already" in asked.text
        assert set(re.findall(r'name="known" value="(\w+)"', asked.text)) == {"same", "new"}
        assert "Newman" not in await ids(client)
        assert (
            await client.post("/hall/t/club/teams", data={**team, "known": "same"})
        ).status_code == 303
        teams = {
            each["name"]: each["players"] for each in (await client.get("/api/t/club/teams")).json()
        }
        assert teams["Anchor"][0] == teams["Compass"][0]
        body = {"name": "Buoy", "players": ["Fields", "Oakes"]}
        refused = await client.post("/api/t/club/teams", json=body)
        assert (refused.status_code, refused.json()["field"]) == (409, "players")
        made = await client.post("/api/t/club/teams", json={**body, "known": "new"})
        assert made.status_code == 201
        assert made.json()["players"][0]["id"] != teams["Compass"][1]["id"]
        several = await client.post(
            "/hall/t/club/teams", data={"name": "Cove", "players": "Fields\nX"}
        )
        assert "write the id of the one you mean" in several.text
        by_id = f"{teams['Compass'][1]['id']}\nYarrow"
        assert (
            await client.post("/hall/t/club/teams", data={"name": "Cove", "players": by_id})
        ).status_code == 303


async def test_of_a_hidden_player_others_see_initials_and_who_enters_teams_the_name(
    tmp_path: Path,
) -> None:
    async with served_match(tmp_path) as (client, _, _):
        person = (await ids(client))["Fields"]
        assert (await client.post(f"/hall/people/{person}/hidden")).status_code == 303
        protocol = (await client.get("/t/club/matches/1/forms/protocol.html")).text
        assert "Fields" not in protocol
        assert "F." in protocol
        assert "Fields" not in (await client.get("/hall/t/club/matches/1/log")).text
        assert "Fields" in (await client.get("/hall/t/club/teams")).text
        assert (await client.post(f"/hall/people/{person}/shown")).status_code == 303
        assert "Fields" in (await client.get("/t/club/matches/1/forms/protocol.html")).text


async def test_two_persons_that_are_one_are_shown_as_the_one_that_stands(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, _):
        known = await ids(client)
        answer = await client.post(
            f"/api/persons/{known['Brook']}/merged", json={"into": known["Stonely"]}
        )
        assert answer.json()["name"] == "Stonely"
        assert "Brook" not in await ids(client)
        match = (await client.get("/api/t/club/matches/1")).json()
        assert match["seats"]["Compass"]["open_player"] == "Stonely"
        again = await client.post(
            f"/api/persons/{known['Stonely']}/merged", json={"into": known["Brook"]}
        )
        assert again.status_code == 409


async def test_only_a_director_erases_and_only_after_a_yes(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as director:
        await two_teams(director)
        person = (await ids(director))["Brook"]
        async with hall.client(OPERATOR) as operator:
            assert (await operator.delete(f"/api/persons/{person}")).status_code == 403
            sure = await operator.post(f"/hall/people/{person}/erased", data={"sure": "yes"})
            assert sure.status_code == 403
            assert "Erase" not in (await operator.get(f"/hall/people/{person}")).text
        assert (await director.post(f"/hall/people/{person}/erased")).status_code == 409
        done = await director.post(f"/hall/people/{person}/erased", data={"sure": "yes"})
        assert done.status_code == 303
        assert "no name is left anywhere" in (await director.get(f"/hall/people/{person}")).text
        assert (await director.delete(f"/api/persons/{person}")).status_code in (404, 409)


async def test_whoever_is_erased_is_signed_out_everywhere_but_the_last_director_is_not(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as director:
        async with hall.client(OPERATOR) as operator:
            assert (await operator.get("/api/session")).json()["role"] == "operator"
            erased = await director.delete(f"/api/persons/{OPERATOR.person}")
            assert erased.status_code == 200
            assert (await operator.get("/api/session")).json()["role"] == "public"
        accounts = (await director.get("/api/accounts")).json()
        assert "Operator" not in {account["name"] for account in accounts}
        refused = await director.delete(f"/api/persons/{DIRECTOR.person}")
        assert "not the last director" in refused.text
        assert (await director.get("/api/session")).json()["name"] == "Director"


async def test_an_account_may_be_a_players_own(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as director:
        await two_teams(director)
        person = (await ids(director))["Brook"]
        body = {"name": "brook-at-desk", "role": "operator", "person": person}
        made = (await director.post("/api/accounts", json=body)).json()
        assert made["person"] == person
        assert hall.authenticator.accounts.find("brook-at-desk") is not None
        unknown = await director.post("/api/accounts", json={**body, "name": "x", "person": "q"})
        assert unknown.status_code == 409


async def test_without_anybody_the_page_says_how_people_become_known(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as director:
        nobody = (await director.get("/hall/people?search=zzz")).text
        assert "Nobody found" in nobody
        assert (await director.get("/hall/people/unknown")).status_code in (404, 409)


@pytest.mark.parametrize("text", ["", "a b", "x" * 25, "Олена", "a/b", "a-b"])
def test_an_id_is_letters_and_figures_that_can_stand_anywhere(text: str) -> None:
    with pytest.raises(ValueError, match="no person's id"):
        PersonId(text)
