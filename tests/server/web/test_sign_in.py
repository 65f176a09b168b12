"""Coming in by the pages' plain forms: set-up, sign-in and -out, links, one's own account."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.duplicate import readings as rd
from rules.ending import Ending
from rules.room import Room
from rules.side import Side
from server.access import Role, Visitor
from server.relay.saying import ByTheRules
from server.web.gate import COOKIE
from tests.support.quick import PASSPHRASE
from tests.support.served import (
    DIRECTOR,
    NAME,
    Served,
    opened,
    started_match,
    throw_opening,
    two_teams,
)

OPERATOR = Visitor(Role.OPERATOR, "Operator")
HERE = {"origin": f"http://{NAME}"}


def shown_secret(page: httpx.Response) -> str:
    """The secret on a page that shows one, beside its QR code."""
    assert page.status_code == 201, page.text
    assert '<path class="qrline"' in page.text
    found = re.search(r"<code>([^<]+)</code>", page.text)
    assert found
    return found.group(1)


async def set_up_path(house: Served) -> str:
    token = await house.reception.set_up_link()
    assert token is not None
    return f"/set-up/{token}"


async def test_the_first_director_is_made_by_the_form_behind_the_link_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, house.client() as client:
        link = await set_up_path(house)
        form = await client.get(link)
        assert form.status_code == 200
        assert 'name="passphrase" type="password"' in form.text
        short = await client.post(link, data={"name": "Olena", "passphrase": "short"})
        assert short.status_code == 422
        assert "This passphrase cannot be used; allowed: 12 to 512 characters" in short.text
        assert 'value="Olena"' in short.text
        made = await client.post(link, data={"name": "Olena", "passphrase": PASSPHRASE})
        assert (made.status_code, made.headers["location"]) == (303, "/hall")
        cookie = made.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie
        assert (await client.get("/api/session")).json()["role"] == "director"
        assert (await client.get(link)).status_code == 410
        again = await client.post(link, data={"name": "M", "passphrase": PASSPHRASE}, headers=HERE)
        assert again.status_code == 410
        assert "This link is not good any more" in again.text


async def test_the_cookie_is_for_https_only_where_the_page_came_by_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        link = await set_up_path(house)
        transport = httpx.ASGITransport(app=house.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"https://{NAME}") as client:
            made = await client.post(link, data={"name": "Olena", "passphrase": PASSPHRASE})
            assert "; Secure" in made.headers["set-cookie"]


async def test_one_signs_in_goes_on_where_one_wanted_to_and_signs_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.session(DIRECTOR)
        async with house.client() as client:
            wanted = {"name": "director", "passphrase": PASSPHRASE, "next": "/boards?x=1"}
            came = await client.post("/sign-in", data=wanted)
            assert (came.status_code, came.headers["location"]) == (303, "/boards?x=1")
            token = client.cookies[COOKIE]
            assert (await client.get("/boards")).status_code == 200
            gone = await client.post("/sign-out", headers=HERE)
            assert (gone.status_code, gone.headers["location"]) == (303, "/")
            assert COOKIE not in client.cookies
            assert house.reception.visitor(token) is None


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "////evil.example/",
        "/\t/evil.example",
        "/\\evil.example",
        "javascript:x",
        "x",
    ],
)
async def test_signing_in_never_leads_to_another_server(tmp_path: Path, elsewhere: str) -> None:
    async with opened(tmp_path) as house:
        await house.session(DIRECTOR)
        async with house.client() as client:
            wanted = {"name": "director", "passphrase": PASSPHRASE, "next": elsewhere}
            came = await client.post("/sign-in", data=wanted)
            assert (came.status_code, came.headers["location"]) == (303, "/")


async def test_a_wrong_passphrase_is_said_beside_the_field_and_too_many_make_wait(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as house:
        await house.session(DIRECTOR)
        async with house.client() as client:
            wrong = {"name": "<b>Director", "passphrase": "not the right one"}
            for name in ("<b>Director", "Director", "Director", "Director"):
                refused = await client.post("/sign-in", data={**wrong, "name": name})
                assert refused.status_code == 401
                assert "The name or the passphrase is wrong" in refused.text
                assert "not the right one" not in refused.text
            assert "<b>Director" not in refused.text
            late = await client.post("/sign-in", data={**wrong, "name": "Director"})
            assert (late.status_code, late.headers["retry-after"]) == (429, "1")
            told = await client.post(
                "/api/session", json={"name": "Director", "passphrase": PASSPHRASE}
            )
            assert (told.status_code, told.headers["retry-after"]) == (429, "1")


async def test_the_director_makes_an_account_whose_owner_alone_knows_the_passphrase(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as house:
        async with house.client(DIRECTOR) as director:
            wanted = {"name": "Clerk", "role": "clerk", "room": "closed"}
            link = shown_secret(await director.post("/accounts", data=wanted))
            listed = await director.get("/accounts")
            assert "waits for its passphrase" in listed.text
            assert link not in listed.text
        async with house.client() as clerk:
            assert "Clerk" in (await clerk.get(link)).text
            came = await clerk.post(link, data={"passphrase": PASSPHRASE})
            assert (came.status_code, came.headers["location"]) == (303, "/room")
            assert (await clerk.get("/api/session")).json()["room"] == "closed"
            assert (await clerk.get(link)).status_code == 410


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"name": "Director", "role": "operator"}, "a name no other account has"),
        ({"name": "New", "role": "captain"}, "director, operator, clerk"),
        ({"name": "New", "role": "clerk"}, "open or closed for a clerk, none for others"),
        ({"name": "New", "role": "clerk", "room": "cellar"}, "open, closed"),
    ],
)
async def test_an_account_that_cannot_be_is_refused_in_the_form(
    tmp_path: Path, typed: dict[str, str], words: str
) -> None:
    async with opened(tmp_path) as house, house.client(DIRECTOR) as director:
        page = await director.post("/accounts", data=typed)
        assert page.status_code == 409
        assert f"is not possible; allowed: {words}." in page.text
        assert f'value="{typed["name"]}"' in page.text


async def test_the_director_resets_signs_out_disables_and_enables(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, house.client(DIRECTOR) as director:
        token = await house.session(OPERATOR)
        account = house.reception.account_of(token)
        assert account is not None
        at = f"/accounts/{account.account_id}"
        assert (await director.post(f"{at}/sign-out")).status_code == 303
        assert house.reception.visitor(token) is None
        token = await house.session(OPERATOR)
        assert (await director.post(f"{at}/disable")).status_code == 303
        assert house.reception.visitor(token) is None
        assert (await director.post(f"{at}/enable")).status_code == 303
        link = shown_secret(await director.post(f"{at}/reset"))
        assert link.startswith(f"http://{NAME}/passphrase/")
        assert (await director.post(f"{at}/promote")).status_code == 409
        me = house.reception.accounts.find("Director")
        assert me is not None
        last = await director.post(f"/accounts/{me.account_id}/disable")
        assert last.status_code == 409
        assert "another than the last director" in last.text


async def test_one_sees_ones_devices_and_signs_them_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, house.client(DIRECTOR) as client:
        other = await house.session(DIRECTOR)
        page = await client.get("/account")
        assert page.text.count('name="session_id"') == 2
        assert page.text.count("this one") == 1
        session = house.reception.sessions.find(other)
        assert session is not None
        out = await client.post("/account/devices", data={"session_id": session.session_id})
        assert (out.status_code, out.headers["location"]) == (303, "/account")
        assert house.reception.visitor(other) is None
        out = await client.post("/account/devices")
        assert (out.status_code, out.headers["location"]) == (303, "/")
        assert (await client.get("/api/session")).json()["role"] == "public"


async def test_one_changes_ones_passphrase_and_stays_signed_in_here_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, house.client(DIRECTOR) as client:
        other = await house.session(DIRECTOR)
        wrong = await client.post("/account/passphrase", data={"old": "no", "new": "x" * 12})
        assert wrong.status_code == 401
        short = await client.post("/account/passphrase", data={"old": PASSPHRASE, "new": "short"})
        assert short.status_code == 422
        given = {"old": PASSPHRASE, "new": "another one now"}
        assert (await client.post("/account/passphrase", data=given)).status_code == 303
        assert (await client.get("/account")).status_code == 200
        assert house.reception.visitor(other) is None


async def test_a_captain_comes_by_his_link_and_its_token_leaves_the_address_bar(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as house:
        async with house.client(DIRECTOR) as director:
            await two_teams(director)
            await director.post("/api/matches", json={"home": "Kharkov", "away": "Moscow"})
            wanted = {"team": "Kharkov", "seat": "captain", "name": "Garal"}
            link = shown_secret(await director.post("/hall/matches/1/links", data=wanted))
            assert "Garal" in (await director.get("/hall/matches/1/links")).text
        async with house.client() as captain:
            came = await captain.get(link)
            assert (came.status_code, came.headers["location"]) == (303, "/captain")
            assert came.headers["referrer-policy"] == "no-referrer"
            who = (await captain.get("/api/session")).json()
            assert (who["role"], who["name"], who["team"]) == ("captain", "Garal", "Kharkov")
            line_up = {"team": "Kharkov", "open_player": "Garal", "closed_player": "Krasov"}
            answer = await captain.post("/api/matches/1/line-ups", json=line_up, headers=HERE)
            assert answer.json() == {"sealed": True}
        async with house.client(DIRECTOR) as director:
            (given,) = house.reception.links.of_match(1)
            revoked = {"link_id": given.link_id}
            await director.post("/hall/matches/1/links/revoke", data=revoked)
        async with house.client() as captain:
            assert (await captain.get(link)).status_code == 410


async def captains_link(house: Served) -> str:
    """The path of a link of Kharkov's captain in match 1."""
    async with house.client(DIRECTOR) as director:
        await two_teams(director)
        await director.post("/api/matches", json={"home": "Kharkov", "away": "Moscow"})
        wanted = {"kind": "captain", "team": "Kharkov", "name": "Garal"}
        given = (await director.post("/api/matches/1/links", json=wanted)).json()
    return str(given["link"])


async def test_whoever_is_signed_in_by_an_account_is_asked_before_a_link_takes_its_place(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as house:
        link = await captains_link(house)
        async with house.client(OPERATOR) as operator:
            account = operator.cookies[COOKIE]
            asked = await operator.get(link)
            assert asked.status_code == 200
            assert "signed in by an account: Operator" in asked.text
            assert "is for Garal (Kharkov, match 1)" in asked.text
            assert (await operator.get("/api/session")).json()["role"] == "operator"
            elsewhere = await operator.post(link, headers={"origin": "http://evil.example"})
            assert elsewhere.status_code == 403
            came = await operator.post(link)
            assert (came.status_code, came.headers["location"]) == (303, "/captain")
            del operator.cookies[COOKIE]
            operator.cookies.extract_cookies(came)
            assert (await operator.get("/api/session")).json()["name"] == "Garal"
            assert house.reception.visitor(account) is None
            assert (await operator.post("/l/none")).status_code == 410


async def test_another_sign_in_ends_the_session_the_browser_had(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, house.client(DIRECTOR) as client:
        given = {"name": "Director", "passphrase": PASSPHRASE}
        by_form = client.cookies[COOKIE]
        assert (await client.post("/sign-in", data=given)).status_code == 303
        assert house.reception.visitor(by_form) is None
        client.cookies.clear()
        client.cookies.set(COOKIE, by_program := await house.session(DIRECTOR))
        assert (await client.post("/api/session", json=given)).status_code == 200
        assert house.reception.visitor(by_program) is None


async def test_only_who_has_an_account_is_led_to_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        link = await captains_link(house)
        async with house.client() as captain:
            await captain.get(link)
            assert 'href="/account"' not in (await captain.get("/captain")).text
        async with house.client(OPERATOR) as operator:
            assert 'href="/account"' in (await operator.get("/hall")).text


async def test_a_players_side_follows_from_team_and_room(tmp_path: Path) -> None:
    """Ruling 5: the home team has White in the open and Red in the closed room."""
    async with opened(tmp_path) as house, house.client(DIRECTOR) as director:
        await started_match(director)
        seats = {}
        for team in ("Kharkov", "Moscow"):
            for room in ("open", "closed"):
                wanted = {"kind": "player", "team": team, "room": room}
                given = (await director.post("/api/matches/1/links", json=wanted)).json()
                seats[team, room] = (given["side"], given["name"])
        assert seats == {
            ("Kharkov", "open"): ("white", "Garal"),
            ("Kharkov", "closed"): ("red", "Krasov"),
            ("Moscow", "open"): ("red", "Chertkov"),
            ("Moscow", "closed"): ("white", "Chelter"),
        }
        listed = (await director.get("/api/matches/1/links")).json()
        assert len(listed) == 4
        assert all("link" not in each for each in listed)
        gone = await director.delete(f"/api/matches/1/links/{listed[0]['link_id']}")
        assert gone.status_code == 204
        again = await director.delete(f"/api/matches/1/links/{listed[0]['link_id']}")
        assert again.status_code == 404


@pytest.mark.parametrize(
    ("change", "field"),
    [({"team": "Kiev"}, "team"), ({"room": "open"}, "room"), ({"kind": "player"}, "room")],
)
async def test_a_link_that_does_not_fit_the_match_is_refused(
    tmp_path: Path, change: dict[str, str], field: str
) -> None:
    async with opened(tmp_path) as house, house.client(DIRECTOR) as director:
        await started_match(director)
        wanted = {"kind": "captain", "team": "Kharkov", **change}
        answer = await director.post("/api/matches/1/links", json=wanted)
        assert (answer.status_code, answer.json()["field"]) == (409, field)


async def test_a_board_gets_a_key_on_the_page_another_one_and_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, house.client(OPERATOR) as operator:
        wrong = await operator.post("/boards", data={"board_id": "BZ 1"})
        assert wrong.status_code == 422
        assert "allowed: 1 to 32 letters" in wrong.text
        first = shown_secret(await operator.post("/boards", data={"board_id": "BZ-1"}))
        assert house.hall.board_keys.get("BZ-1") == bytes.fromhex(first)
        assert (await operator.post("/boards", data={"board_id": "BZ-1"})).status_code == 409
        second = shown_secret(await operator.post("/boards/key", data={"board_id": "BZ-1"}))
        assert house.hall.board_keys.get("BZ-1") == bytes.fromhex(second)
        page = (await operator.get("/boards")).text
        assert first not in page
        assert second not in page
        assert (await operator.post("/boards/remove", data={"board_id": "BZ-1"})).status_code == 303
        assert house.hall.board_keys.get("BZ-1") is None
        assert (await operator.post("/boards/key", data={"board_id": "BZ-1"})).status_code == 404
        assert (await operator.delete("/api/boards/BZ-1")).status_code == 404


async def test_names_with_markup_are_shown_as_they_are(tmp_path: Path) -> None:
    async with opened(tmp_path) as house, house.client(DIRECTOR) as director:
        name = '<img src=x onerror=alert(1)> "Жук" שלום'
        await director.post("/accounts", data={"name": name, "role": "operator"})
        page = (await director.get("/accounts")).text
        assert "<img src=x" not in page
        assert "&lt;img src=x onerror=alert(1)&gt;" in page


async def test_a_result_entered_by_hand_is_confirmed_by_a_second_account(tmp_path: Path) -> None:
    """Ruling 15."""
    async with opened(tmp_path) as house:
        await house.session(DIRECTOR)
        clerk = Visitor(Role.CLERK, "Clerk", Room.OPEN)
        async with house.client(DIRECTOR) as director, house.client(clerk) as second:
            await started_match(director)
            await disagreed(house)
            corrected = {
                "reason": "they agreed on it", "game": 1, "room": "open", "loser": "white",
                "ending": "resigned", "left": 15, "cube": 1,
            }  # fmt: skip
            order = "/api/matches/1/director/correct-result"
            assert (await director.post(order, json=corrected)).status_code == 200
            given = {"game": 1, "room": "open", "side": "white"}
            own = await director.post("/api/matches/1/results", json=given)
            assert own.status_code == 409
            assert "another account" in own.json()["detail"]
            for side in ("white", "red"):
                answer = await second.post("/api/matches/1/results", json={**given, "side": side})
                assert answer.json()["events"][0] == "ResultConfirmed"


async def disagreed(house: Served) -> None:
    """White has resigned a gammon in the open room; nobody has confirmed it."""
    await throw_opening(house.hall, 1, 1)
    at: dict[str, Any] = {"game": 1, "attempt": 1, "room": Room.OPEN}
    said: tuple[rd.AnyReading, ...] = (
        rd.ResignationMade(**at, side=Side.WHITE, ending=Ending.RESIGNED_GAMMON),
        rd.ResignationAnswered(**at, side=Side.RED, accepted=True),
    )
    for reading in said:
        await house.hall.match(1).order(ByTheRules(reading), "board BZ-1")
