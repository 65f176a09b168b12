"""Authorization: each route names an action, and lets in whom the matrix lets in."""

from pathlib import Path

import httpx
import pytest

from rules.room import CANCELLED, Room
from server.access import Action, Place, Visitor, may, may_somewhere
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.table_form import plain
from server.web.edge.authorization import COOKIE
from tests.support.ids import STREAM, match_id
from tests.support.routes import AuthorizedRoute, authorized_routes
from tests.support.served import (
    NAME,
    Served,
    everybody,
    line_up_of,
    opened,
    opened_match,
    served_match,
    started_match,
)

DOCUMENTATION = ("/docs", "/docs/oauth2-redirect", "/openapi.json", "/static-offline-docs")
"""Routes of the framework itself: the API's description, which holds no secret."""
API = {
    ("GET", "/api/t/{tournament}/teams"): Action.SEE_TEAMS,
    ("POST", "/api/t/{tournament}/teams"): Action.ENTER_TEAM,
    ("GET", "/api/t/{tournament}/matches"): Action.SEE_MATCHES,
    ("POST", "/api/t/{tournament}/matches"): Action.SCHEDULE,
    ("GET", "/api/t/{tournament}/matches/{number}"): Action.SEE_BOTH_ROOMS,
    ("GET", "/api/t/{tournament}/matches/{number}/protocol.json"): Action.SEE_BOTH_ROOMS,
    ("GET", "/api/t/{tournament}/matches/{number}/{room}.mat"): Action.SEE_BOTH_ROOMS,
    ("GET", "/api/t/{tournament}/matches/{number}/tables/{room}"): Action.SEE_TABLE,
    ("POST", "/api/t/{tournament}/matches/{number}/boards"): Action.SEAT_BOARD,
    ("GET", "/api/t/{tournament}/matches/{number}/tables/{room}/recording"): Action.SEAT_BOARD,
    ("PUT", "/api/t/{tournament}/matches/{number}/tables/{room}/recording"): Action.SEAT_BOARD,
    ("POST", "/hall/t/{tournament}/matches/{number}/recording"): Action.SEAT_BOARD,
    ("GET", "/api/boards"): Action.SEE_BOARDS,
    ("POST", "/api/boards"): Action.KEEP_BOARDS,
    ("POST", "/api/t/{tournament}/matches/{number}/director/void-game"): Action.DIRECT,
    ("POST", "/api/t/{tournament}/matches/{number}/director/cancel-game"): Action.DIRECT,
    ("POST", "/api/t/{tournament}/matches/{number}/director/correct-roll"): Action.DIRECT,
    ("POST", "/api/t/{tournament}/matches/{number}/director/correct-result"): Action.DIRECT,
    ("POST", "/api/t/{tournament}/matches/{number}/director/reopen-turn"): Action.DIRECT,
    ("POST", "/api/t/{tournament}/matches/{number}/director/tail"): Action.DIRECT,
    ("POST", "/api/t/{tournament}/matches/{number}/director/embargo"): Action.DIRECT,
    ("POST", "/api/accounts"): Action.RUN_ACCOUNTS,
    ("POST", "/api/t/{tournament}/matches/{number}/links"): Action.GIVE_LINKS,
    ("POST", "/api/account/passphrase"): Action.KEEP_ACCOUNT,
    ("GET", "/t/{tournament}/matches/{number}/protocol.json"): Action.WATCH,
    ("GET", "/t/{tournament}/matches/{number}/live.json"): Action.WATCH,
    ("WS", "/t/{tournament}/matches/{number}/live"): Action.WATCH,
    ("WS", "/boards"): Action.CONNECT_BOARD,
}
"""What some routes must be about, whatever they say themselves."""


def routes_of(served: Served) -> list[AuthorizedRoute]:
    return [each for each in authorized_routes(served.app) if each.path not in DOCUMENTATION]


async def test_every_route_names_what_it_lets_people_do(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        silent = [(each.method, each.path) for each in routes_of(served) if not each.asked]
    assert silent == []


async def test_routes_are_about_what_they_should_be(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        named = {
            (each.method, each.path): {asked.action for asked in each.asked}
            for each in routes_of(served)
        }
    assert {route: named.get(route) for route in API} == {
        route: {action} for route, action in API.items()
    }


def address_of(route: AuthorizedRoute, room: Room) -> str:
    filled = {
        "{tournament}": "club",
        "{number}": "1",
        "{room}": room.value,
        "{account_id}": "999",
        "{session_id}": "999",
        "{link_id}": "999",
        "{announcement}": "999",
        "{board_id}": "no-board",
        "{token}": "none",
        "{order}": "none",
        "{game}": "1",
        "{step}": "m1",
        "{asked}": "0",
        "{name:path}": "none",
        "{rest:path}": "none",
    }
    path = route.path
    for name, value in filled.items():
        path = path.replace(name, value)
    return path


def written(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def denied(answer: httpx.Response) -> bool:
    by_role = "sign in first" in answer.text or "may not do this here" in answer.text
    in_a_room = "signed in for the closed room" in answer.text or "a table's board" in answer.text
    return answer.status_code in (401, 403) and (by_role or in_a_room)


@pytest.mark.parametrize("who", sorted(everybody(1)))
async def test_a_visitor_gets_in_exactly_where_the_matrix_says(tmp_path: Path, who: str) -> None:
    visitor = everybody(1)[who]
    wrong = []
    async with opened_match(tmp_path) as (served, _):
        plain = [
            (route, room)
            for route in routes_of(served)
            for room in (Room if "{room}" in route.path else (Room.OPEN,))
            if route.method not in ("WS", "HEAD")
        ]
        cookies = dict[str, str]()
        async with served.client(raising=False) as client:
            for route, room in plain:
                client.cookies.clear()
                if served.authenticator.visitor(cookies.get(COOKIE, "")) is None:
                    cookies = await served.cookies(visitor)
                answer = await client.request(
                    route.method,
                    address_of(route, room),
                    json={"not": "a field"},
                    headers={"origin": f"http://{NAME}", "cookie": written(cookies)},
                )
                if denied(answer) is expected(route, visitor, room) or answer.is_server_error:
                    wrong.append((route.method, route.path, room, answer.status_code))
    assert wrong == []


def expected(route: AuthorizedRoute, visitor: Visitor, room: Room) -> bool:
    match = match_id(1) if "{number}" in route.path else None
    place = Place(match, room if "{room}" in route.path else None)
    return all(
        may_somewhere(visitor, asked.action)
        if asked.place_follows
        else may(visitor, asked.action, place)
        for asked in route.asked
    )


@pytest.mark.parametrize("who", sorted(everybody(1)))
async def test_a_body_reaches_only_the_place_its_sender_has(tmp_path: Path, who: str) -> None:
    visitor = everybody(1)[who]
    hall = ("director", "operator")
    async with opened_match(tmp_path) as (served, _), served.client(visitor) as client:
        for team in ("Compass", "Rudder"):
            seats = {"team": team, "open_player": "x", "closed_player": "y", "was": None}
            let_in = who in (*hall, f"captain of {team}")
            bodies = {
                "line-ups": seats,
                "words": {"team": team, "word": "anchor"},
                "signatures": {"team": team, "results": []},
            }
            for path, body in bodies.items():
                answer = await client.post(f"/api/t/club/matches/1/{path}", json=body)
                assert denied(answer) is not let_in, (path, team)
        for room, side in (("open", "white"), ("open", "red"), ("closed", "red")):
            result = {"game": 1, "room": room, "side": side, "result": plain(CANCELLED)}
            his = (room, side) in (("open", "white"), ("closed", "red"))
            players = (f"player in {room}",) if his else ()
            team = "Compass" if (room == "open") == (side == "white") else "Rudder"
            let_in = who in (*hall, f"clerk of {room}", f"captain of {team}", *players)
            answer = await client.post("/api/t/club/matches/1/results", json=result)
            assert denied(answer) is not let_in, (room, side)


async def test_a_captain_reaches_no_other_match(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        async with served.client(everybody(1)["director"]) as director:
            await started_match(director)
            body = {"home": "Compass", "away": "Rudder"}
            await director.post("/api/t/club/matches", json=body)
        async with served.client(everybody(1)["captain of Compass"]) as captain:
            line_up = line_up_of("Compass", "Brook", "Fields")
            assert denied(await captain.post("/api/t/club/matches/2/line-ups", json=line_up))
            sheet = "/hall/t/club/matches/{}/sheet"
            assert (await captain.get(sheet.format(1))).status_code == 200
            assert denied(await captain.get(sheet.format(2)))
            row = {"open-1-winner": "home", "open-1-left": "99"}
            assert denied(await captain.post(sheet.format(2), data=row))


async def test_a_person_is_led_to_the_sign_in_page_and_back_and_a_program_is_told(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client() as client:
        page = await client.get("/accounts?all=1", headers={"accept": "text/html"})
        assert page.status_code == 303
        assert page.headers["location"] == "/sign-in?next=/accounts%3Fall%3D1"
        posted = await client.post("/accounts", headers={"accept": "text/html"})
        assert posted.headers["location"] == "/sign-in?next=/"
        for page_before, led_to in (
            (f"http://{NAME}/hall/t/club/tournament", "/hall/t/club/tournament"),
            ("http://elsewhere.test/hall", "/"),
        ):
            sent_from = {"accept": "text/html", "referer": page_before}
            posted = await client.post("/accounts", headers=sent_from)
            assert posted.headers["location"] == f"/sign-in?next={led_to}"
        refused = await client.get("/api/accounts", headers={"accept": "text/html"})
        assert refused.status_code == 401
        assert "POST /api/session" in refused.json()["detail"]
        assert refused.headers["cache-control"] == "no-store"


async def test_a_person_who_may_not_is_told_on_a_page_and_a_program_in_json(tmp_path: Path) -> None:
    async with (
        opened_match(tmp_path) as (served, _),
        served.client(everybody(1)["clerk of closed"]) as client,
    ):
        page = await client.get("/t/club/matches/1", headers={"accept": "text/html"})
        assert page.status_code == 403
        assert "Sign out to watch as a spectator" in page.text
        assert "Compass" not in page.text
        refused = await client.get("/t/club/matches/1/live.json")
        assert refused.status_code == 403
        assert "sign out to watch" in refused.json()["detail"]


async def test_the_log_names_whoever_was_signed_in(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        visitors = everybody(1)
        async with served.client(visitors["operator"]) as operator:
            await started_match(operator)
    event_log = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    actors = {entry.actor for entry in await event_log.read(STREAM)}
    await event_log.close()
    assert actors == {"operator Operator"}


async def test_nobody_says_in_a_body_who_he_is(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        order = {"game": 1, "attempt": 1, "reason": "power cut", "by": "Somebody else"}
        answer = await client.post(f"/api/t/club/matches/{number}/director/void-game", json=order)
        assert answer.status_code == 422


async def test_a_foreign_cookie_is_the_publics(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client() as client:
        client.cookies.set("yalta_session", "x" * 43)
        assert (await client.get("/api/session")).json()["role"] == "public"
        assert (await client.get("/api/t/club/teams", headers={"host": NAME})).status_code == 401
