"""Coming in by a captain's or a player's link."""

from pathlib import Path

import pytest

from server.web.edge.authorization import COOKIE
from tests.server.web.plain_forms import HERE, OPERATOR, shown_secret
from tests.support.ids import match_id
from tests.support.served import (
    DIRECTOR,
    Served,
    another_match,
    line_up_of,
    opened,
    opened_match,
    planned_match,
)


async def test_a_captain_comes_by_his_link_and_its_token_leaves_the_address_bar(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        async with served.client(DIRECTOR) as director:
            await planned_match(director)
            body = {"team": "Compass", "seat": "captain", "name": "Brook"}
            link = shown_secret(await director.post("/hall/t/club/matches/1/links", data=body))
            assert "Brook" in (await director.get("/hall/t/club/matches/1/links")).text
        async with served.client() as captain:
            came = await captain.get(link)
            assert (came.status_code, came.headers["location"]) == (303, "/captain")
            assert came.headers["referrer-policy"] == "no-referrer"
            who = (await captain.get("/api/session")).json()
            assert (who["role"], who["name"], who["team"]) == ("captain", "Brook", "Compass")
            line_up = line_up_of("Compass", "Brook", "Fields")
            answer = await captain.post(
                "/api/t/club/matches/1/line-ups", json=line_up, headers=HERE
            )
            assert answer.json() == {"sealed": True}
        async with served.client(DIRECTOR) as director:
            (given,) = served.authenticator.links.of_match(match_id(1))
            revoked = {"link_id": given.link_id}
            await director.post("/hall/t/club/matches/1/links/revoke", data=revoked)
        async with served.client() as captain:
            assert (await captain.get(link)).status_code == 410


async def captains_link(served: Served) -> str:
    """The path of a link of Compass's captain in match 1."""
    async with served.client(DIRECTOR) as director:
        await planned_match(director)
        body = {"kind": "captain", "team": "Compass", "name": "Brook"}
        given = (await director.post("/api/t/club/matches/1/links", json=body)).json()
    return str(given["link"])


async def test_a_link_is_revoked_on_its_own_matchs_page_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        link = await captains_link(served)
        async with served.client(DIRECTOR) as director:
            await another_match(director)
            (given,) = served.authenticator.links.of_match(match_id(1))
            revoked = {"link_id": given.link_id}
            await director.post("/hall/t/club/matches/2/links/revoke", data=revoked)
        async with served.client() as captain:
            assert (await captain.get(link)).status_code == 303


async def test_whoever_is_signed_in_by_an_account_is_asked_before_a_link_takes_its_place(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        link = await captains_link(served)
        async with served.client(OPERATOR) as operator:
            account = operator.cookies[COOKIE]
            asked = await operator.get(link)
            assert asked.status_code == 200
            assert "signed in with an account: Operator" in asked.text
            assert "is for Brook (Compass, match 1)" in asked.text
            assert (await operator.get("/api/session")).json()["role"] == "operator"
            elsewhere = await operator.post(link, headers={"origin": "http://evil.example"})
            assert elsewhere.status_code == 403
            came = await operator.post(link)
            assert (came.status_code, came.headers["location"]) == (303, "/captain")
            del operator.cookies[COOKIE]
            operator.cookies.extract_cookies(came)
            assert (await operator.get("/api/session")).json()["name"] == "Brook"
            assert served.authenticator.visitor(account) is None
            assert (await operator.post("/l/none")).status_code == 410


async def test_only_who_has_an_account_is_led_to_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        link = await captains_link(served)
        async with served.client() as captain:
            await captain.get(link)
            assert 'href="/account"' not in (await captain.get("/captain")).text
        async with served.client(OPERATOR) as operator:
            assert 'href="/account"' in (await operator.get("/hall")).text


async def test_a_players_side_follows_from_team_and_room(tmp_path: Path) -> None:
    """Ruling 5: the home team has White in the open and Red in the closed room."""
    async with opened_match(tmp_path) as (_, director):
        seats = {}
        for team in ("Compass", "Rudder"):
            for room in ("open", "closed"):
                body = {"kind": "player", "team": team, "room": room}
                given = (await director.post("/api/t/club/matches/1/links", json=body)).json()
                seats[team, room] = (given["side"], given["name"])
        assert seats == {
            ("Compass", "open"): ("white", "Brook"),
            ("Compass", "closed"): ("red", "Fields"),
            ("Rudder", "open"): ("red", "Holloway"),
            ("Rudder", "closed"): ("white", "Stonely"),
        }
        listed = (await director.get("/api/t/club/matches/1/links")).json()
        assert len(listed) == 4
        assert all("link" not in each for each in listed)
        gone = await director.delete(f"/api/t/club/matches/1/links/{listed[0]['link_id']}")
        assert gone.status_code == 204
        again = await director.delete(f"/api/t/club/matches/1/links/{listed[0]['link_id']}")
        assert again.status_code == 404


@pytest.mark.parametrize(
    ("change", "field"),
    [({"team": "Kiev"}, "team"), ({"room": "open"}, "room"), ({"kind": "player"}, "room")],
)
async def test_a_link_that_does_not_fit_the_match_is_refused(
    tmp_path: Path, change: dict[str, str], field: str
) -> None:
    async with opened_match(tmp_path) as (_, director):
        body = {"kind": "captain", "team": "Compass", **change}
        answer = await director.post("/api/t/club/matches/1/links", json=body)
        assert (answer.status_code, answer.json()["field"]) == (409, field)
