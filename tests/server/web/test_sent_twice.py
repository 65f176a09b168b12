"""What is sent twice is done once: by programs under one Idempotency-Key, by forms of one page."""

import asyncio
import html
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules import events as ev
from server.access import Role, Visitor
from server.web.shell.secret_shown import SHOWN_BEFORE
from tests.server.web.plain_forms import OPERATOR, shown_secret
from tests.support.forms import form_of
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, opened, opened_match, result_seen, two_teams
from tests.support.ttt import drawn_ttt

API, HALL = "/api/t/club", "/hall/t/club"
TEAMS, MATCHES = f"{API}/teams", f"{API}/matches"
TEAM_PAGE, NEW_MATCH = f"{HALL}/teams", f"{HALL}/matches/new"
CONFIRMING = f"{HALL}/matches/1/results"
MATCH = {"home": "Compass", "away": "Rudder", "games": 4}
RESULT = {
    "game": 1, "attempt": 1, "room": "open", "loser": "white", "ending": "resigned", "left": 15,
    "cube": 1,
}  # fmt: skip
NO_COMMANDS = {
    ("post", "/api/session"), ("delete", "/api/session"), ("post", "/api/account/passphrase"),
    ("delete", "/api/boards/alarms/{number}"),
}  # fmt: skip
"""Sessions, one's own passphrase, an alarm that is shown no more: once more is no harm."""
TEMPLATES = Path(__file__).parents[3] / "server" / "web"
FORM = re.compile(
    r"(?P<tag><form\b(?:\{\{.*?\}\}|\{%.*?%\}|[^>{])*>)(?P<key>\{\{ form_key\(\) \}\})?", re.DOTALL
)
KEYLESS = re.compile(r'action="(?:/language|/theme|/address|[^"]*/doubles/[^"]*)"')
"""Forms that change nothing but the browser's own cookies, and what watchers think of a double."""


def under(key: str) -> dict[str, str]:
    return {"idempotency-key": key}


async def twice(
    client: httpx.AsyncClient, path: str, body: dict[str, Any], key: str = "press-1"
) -> httpx.Response:
    """The answer, which is the same both times."""
    first = await client.post(path, json=body, headers=under(key))
    again = await client.post(path, json=body, headers=under(key))
    assert first.status_code < 300, first.text
    assert (again.status_code, again.content) == (first.status_code, first.content)
    return first


def teams(served: Served) -> list[str]:
    """The teams of the hall's tournament."""
    return list(served.hall.tournaments.named("club").teams)


def happened(served: Served, kind: type[ev.Event]) -> int:
    """How many events of that kind the log of match 1 holds."""
    return sum(isinstance(event, kind) for event in served.hall.match(match_id(1)).history)


async def test_a_team_sent_twice_is_entered_once_with_its_new_players(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await twice(director, TEAMS, {"name": "Compass", "players": ["Brook", "Fields"]})
        assert teams(served) == ["Compass"]
        assert len(served.hall.persons.named("Brook")) == 1


async def test_a_match_set_up_twice_is_one_match_also_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await two_teams(director)
        first = await twice(director, MATCHES, MATCH)
        assert len(served.hall.matches) == 1
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        again = await director.post(MATCHES, json=MATCH, headers=under("press-1"))
        assert again.json() == first.json()
        assert len(served.hall.matches) == 1
        other = await director.post(MATCHES, json=MATCH, headers=under("press-2"))
        assert other.json() != first.json()


async def test_two_that_come_at_once_under_one_key_are_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        team = {"name": "Compass", "players": ["Brook", "Fields"]}
        sending = (director.post(TEAMS, json=team, headers=under("press-1")) for _ in range(3))
        answers = await asyncio.gather(*sending)
        assert [answer.status_code for answer in answers] == [201, 201, 201]
        assert len({answer.content for answer in answers}) == 1


async def test_a_line_up_a_result_and_a_correction_sent_twice_happen_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await two_teams(director)
        await director.post(MATCHES, json=MATCH)
        for team, players in (
            ("Compass", ("Brook", "Fields")),
            ("Rudder", ("Holloway", "Stonely")),
        ):
            line_up = {"team": team, "open_player": players[0], "closed_player": players[1]}
            await twice(director, f"{API}/matches/1/line-ups", {**line_up, "was": None}, team)
        assert happened(served, ev.LineUpSubmitted) == 2
        await twice(director, f"{API}/matches/1/results/by-hand", RESULT, "result")
        assert happened(served, ev.ResultEntered) == 1
        was = await result_seen(director)
        correction = {**RESULT, "left": 1, "reason": "they agreed on it", "was": was}
        await twice(director, f"{API}/matches/1/director/correct-result", correction, "correction")
        assert happened(served, ev.ResultCorrected) == 1


async def test_a_board_put_on_its_table_twice_is_assigned_once(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director):
        await twice(director, f"{API}/matches/1/boards", {"board_id": "BZ-1", "room": "open"})
        assert happened(served, ev.BoardAssigned) == 1


async def test_another_command_under_a_known_key_is_refused_and_not_done(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await two_teams(director)
        await director.post(MATCHES, json=MATCH, headers=under("press-1"))
        other = {**MATCH, "home": "Rudder", "away": "Compass"}
        refused = await director.post(MATCHES, json=other, headers=under("press-1"))
        assert refused.status_code == 422
        assert refused.json()["field"] == "Idempotency-Key"
        assert "'press-1' was sent before with another command" in refused.json()["detail"]
        assert len(served.hall.matches) == 1


async def test_a_key_is_its_senders_own(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await two_teams(director)
        async with served.client(OPERATOR) as operator:
            for sender in (director, operator):
                await sender.post(MATCHES, json=MATCH, headers=under("press-1"))
        assert len(served.hall.matches) == 2


@pytest.mark.parametrize("key", ["", "x" * 65, "two words", "a#b"])
async def test_a_key_of_other_letters_or_lengths_is_refused_by_its_name(
    tmp_path: Path, key: str
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        team = {"name": "Compass", "players": ["Brook", "Fields"]}
        refused = await director.post(TEAMS, json=team, headers=under(key))
        assert refused.status_code == 422
        assert "Idempotency-Key" in refused.text
        assert teams(served) == []


@pytest.mark.long
async def test_every_changing_route_of_the_api_says_that_it_takes_a_key(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client() as client:
        paths = (await client.get("/openapi.json")).json()["paths"]
        without = {
            (method, path)
            for path, operations in paths.items()
            for method, operation in operations.items()
            if method in ("post", "put", "delete")
            and "Idempotency-Key" not in {each["name"] for each in operation.get("parameters", ())}
        }
        assert without == NO_COMMANDS


async def test_a_form_pressed_twice_does_it_once_and_leads_to_the_same_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await two_teams(director)
        page = await director.get(NEW_MATCH)
        form = {**form_of(page, NEW_MATCH), **{k: str(v) for k, v in MATCH.items()}}
        form = {**form, "game": "backgammon", "embargo": "lockstep"}
        first = await director.post(NEW_MATCH, data=form)
        again = await director.post(NEW_MATCH, data=form)
        assert (first.status_code, again.status_code) == (303, 303)
        assert first.headers["location"] == again.headers["location"]
        assert len(served.hall.matches) == 1
        page = await director.get(NEW_MATCH)
        form = {**form, "command_id": form_of(page, NEW_MATCH)["command_id"]}
        other = await director.post(NEW_MATCH, data=form)
        assert other.headers["location"] != first.headers["location"]


async def test_a_key_asked_for_twice_by_one_press_is_the_same_and_shown_both_times(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        form = {**form_of(await director.get("/boards"), "/boards"), "board_id": "BZ-1"}
        first, again = [await director.post("/boards", data=form) for _ in range(2)]
        assert shown_secret(first) == shown_secret(again)


SECRETS: dict[str, dict[str, str]] = {
    "/boards": {"board_id": "BZ-2"},
    "/boards/key": {"board_id": "BZ-1"},
    f"{HALL}/matches/1/links": {"team": "Compass", "seat": "captain", "name": "Cap Stone"},
    f"{HALL}/matches/1/tables/open/code": {},
    "/hall/codes": {},
}


async def test_a_secret_asked_for_again_after_a_restart_is_not_shown_and_it_is_said_why(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, director):
        await director.post("/boards", data={"board_id": "BZ-1"})
        first, *_ = await drawn_ttt(
            director, served.hall, ["Anna Brook", "Ben Fields", "Cora Hill"]
        )
        asked = {**SECRETS, f"{HALL}/tournament/ttt/links": {"player": first.text}}
        for address, fields in asked.items():
            shown = await director.post(address, data={**fields, "command_id": "one-press"})
            assert shown.status_code < 300, (address, shown.text)
            assert SHOWN_BEFORE not in html.unescape(shown.text), address
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        for address, fields in asked.items():
            again = await director.post(address, data={**fields, "command_id": "one-press"})
            assert again.status_code in (200, 409), address
            assert SHOWN_BEFORE in html.unescape(again.text), (address, again.text)


async def test_what_was_typed_otherwise_into_the_same_page_is_another_command(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        form = form_of(await director.get(TEAM_PAGE), TEAM_PAGE)
        for name, players in (("Compass", "Brook\nFields"), ("Rudder", "Holloway\nStonely")):
            await director.post(TEAM_PAGE, data={**form, "name": name, "players": players})
        assert teams(served) == ["Compass", "Rudder"]


async def test_a_confirmation_pressed_twice_is_given_once_and_refused_neither_time(
    tmp_path: Path,
) -> None:
    second = Visitor(Role.OPERATOR, person_id("Second"))
    async with opened_match(tmp_path) as (served, director):
        await director.post(f"{API}/matches/1/results/by-hand", json=RESULT)
        async with served.client(second) as other:
            page = await other.get(f"{HALL}/matches/1")
            form = form_of(page, CONFIRMING)
            answers = [await other.post(CONFIRMING, data=form) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303]
        assert happened(served, ev.ResultConfirmed) == 1


async def test_all_forms_of_a_page_carry_one_key_and_another_page_another(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, director):
        await director.post(f"{API}/matches/1/results/by-hand", json=RESULT)
        pages = [await director.get(f"{HALL}/matches/1") for _ in range(2)]
        first, second = [
            re.findall(r'name="command_id" value="([^"]+)"', each.text) for each in pages
        ]
        assert len({*first}) == len({*second}) == 1
        assert len(first) == len(second) > 1
        assert first != second


def test_forms_that_change_something_carry_the_pages_key_and_no_others() -> None:
    for template in TEMPLATES.rglob("*.html"):
        text = template.read_text(encoding="utf-8")
        posted = [form for form in FORM.finditer(text) if 'method="post"' in form["tag"]]
        changing = [form for form in posted if not KEYLESS.search(form["tag"])]
        assert [form["tag"] for form in changing if not form["key"]] == [], template
        assert text.count("form_key()") == len(changing), template
