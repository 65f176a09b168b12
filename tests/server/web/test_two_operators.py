"""Two operators at once never overwrite each other: forms carry what they were made from.

A form that changes a value which stands carries that value, or names the attempt, round or result
it is about; sent from a page that is old by now it is refused, with what it was and what it is.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from server.access import Role, Visitor
from tests.support.all_pages import pages_of
from tests.support.forms import every_form, form_of
from tests.support.full_hall import fill
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened
from tests.support.team_event import EventDesk, page_with

MATCH = "/hall/t/club/matches/1"
CASES = "/hall/t/club/tournament/cases"
EVENT = "/hall/t/club/tournament"
MADE_FROM = {"was", "seen", "results", "result", "ends", "attempt", "round", "link", "link_id"}
"""Fields of which each says what the form was made from; with it a later change is seen."""
ADDS = {
    "": "fields of a search, and of what is made anew each time",
    "/account/devices": "ends a session, which is named or all",
    "/account/passphrase": "carries the passphrase of before",
    "/accounts": "a new account",
    "/accounts/A/disable": "one state or the other, pressed",
    "/accounts/A/reset": "a new link, as its page says",
    "/accounts/A/sign-out": "ends all sessions",
    "/boards": "a new board, refused where it has a key",
    "/boards/key": "a new key, as its page says",
    "/boards/remove": "one state or the other, pressed",
    "/featured": "which match is large, pressed",
    "/hall/codes": "new codes, as their page says",
    "/hall/holds": "nothing where it is held already",
    "/hall/people": "a new person",
    "/hall/people/P/erased": "says that it cannot be undone",
    "/hall/people/P/hidden": "one state or the other, pressed",
    "/hall/people/P/merged": "refused for who is merged",
    "/hall/t/T/tournament draw": "refused for a stage that is drawn",
    "/hall/t/T/tournament preset": "a new way to play, besides what is there",
    "/hall/t/T/tournament stage": "a new stage",
    "/hall/t/T/tournament walkover": "refused where one stands",
    "/hall/t/T/tournament withdraw-stage": "refused for a stage that is drawn",
    "/hall/t/T/tournament withdraw-team": "refused for a team that plays no more",
    "/hall/t/T/tournament/cases open-case": "a new case",
    "/hall/t/T/tournament/entries": "a search",
    "/hall/t/T/tournament/entries attendance": "one state or the other, pressed",
    "/hall/t/T/tournament/entries wait": "refused for a team that waits",
    "/hall/t/T/tournament/entries/import": "new teams",
    "/hall/t/T/tournament/knockouts plan": "a new knockout",
    "/hall/t/T/tournament/knockouts withdraw-player": "refused for who plays no more",
    "/hall/t/T/tournament/messages accept": "refused unless it waits",
    "/hall/t/T/tournament/messages enter": "a new player, or an address where there is none",
    "/hall/t/T/tournament/messages reject": "refused unless it waits",
    "/hall/t/T/tournament/messages result": "refused for a board that has one",
    "/hall/t/T/tournament/messages sent": "refused for a mail that is sent",
    "/hall/t/T/tournament/messages start": "a new knockout",
    "/hall/t/T/tournament/messages token": "a new token, as its page says",
    "/hall/t/T/tournament/ttt match": "a new match, refused for an id that is known",
    "/hall/t/T/tournament/ttt remove": "refused for who is removed",
    "/hall/t/T/tournament/ttt return": "refused for who is in it",
    "/hall/t/T/tournament/ttt strike": "refused for a match that is not there",
    "/hall/t/T/tournament/ttt withdraw-draw": "refused once a match is known",
    "/hall/t/T/tournament/ttt#match": "shows a match",
    "/hall/t/T/tournament/ttt/links": "a new link, as its page says",
    "/hall/t/T/tournament/rounds/S/R": "what is so already is left",
    "/hall/t/T/tournament/timetable last-start": "the first one; a second is refused",
    "/hall/t/T/tournament/timetable/boards": "refused where boards stand",
    "/hall/t/T/matches/N/calls": "a call that stands is no other one",
    "/hall/t/T/matches/N/orders/hold": "nothing where it is held already",
    "/hall/t/T/matches/N/orders/note": "a new note; the latest stands, and the log has all",
    "/hall/t/T/matches/N/presence": "logged one after the other",
    "/hall/t/T/matches/N/sheet": "refused for games that were entered",
    "/hall/t/T/matches/N/tables/R/code": "a new code, as its page says",
    "/hall/t/T/matches/N/tables/codes": "new codes, as their page says",
    "/hall/t/T/matches/N/withdrawal": "refused once anything was played",
    "/hall/t/T/matches/N/wrong-roll": "asks what can be done",
    "/hall/t/T/matches/new": "a new match",
    "/hall/t/T/matches/new/match-play": "a new match",
    "/hall/t/T/prints": "prints",
    "/hall/t/T/teams": "a new team, refused for a name that is known",
    "/hall/tournaments": "a new tournament",
    "/language": "one's own",
    "/sign-out": "one's own",
    "/theme": "one's own",
}
"""Forms that change no value which stands, or are refused where it has changed, and why."""


def _place(action: str, fields: dict[str, str]) -> str:
    """A form's address and order, without what names one match, team or person."""
    for pattern, name in (
        (r"/t/club/", "/t/T/"),
        (r"matches/\d+", "matches/N"),
        (r"people/[^/]+", "people/P"),
        (r"tables/(open|closed)", "tables/R"),
        (r"accounts/\d+", "accounts/A"),
        (r"rounds/\d+/\d+", "rounds/S/R"),
        (r"\?.*", ""),
    ):
        action = re.sub(pattern, name, action)
    return f"{action} {fields.get('order', '')}".rstrip()


@pytest.mark.long
async def test_every_form_of_a_director_carries_what_it_was_made_from_or_changes_nothing_else(
    tmp_path: Path,
) -> None:
    bare = set[str]()
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await fill(served.hall, served.hall.board_keys)
        pages = await pages_of(served)
        own = {page.route: page for page in pages if page.visitor == DIRECTOR}
        matches = [page for page in pages if page.route.endswith("/orders/{name}")]
        for page in (*own.values(), *matches):
            answer = await client.get(page.address)
            for action, fields in every_form(answer):
                if not MADE_FROM & fields.keys():
                    bare.add(_place(action, fields))
    missing = sorted(bare - ADDS.keys())
    assert not missing, missing


@asynccontextmanager
async def _event(folder: Path) -> AsyncIterator[tuple[EventDesk, httpx.AsyncClient]]:
    """A round robin whose first round is published, and a second director's browser."""
    async with opened(folder) as served, served.client(DIRECTOR) as client:
        desk = EventDesk(client)
        await desk.first_match()
        other = Visitor(Role.DIRECTOR, person_id("Other"))
        async with served.client(other) as second:
            yield desk, second


async def _sent(
    client: httpx.AsyncClient, action: str, old: dict[str, str], **typed: str
) -> httpx.Response:
    return await client.post(action, data={**old, **typed})


def _refused(answer: httpx.Response, was: str, now: str) -> None:
    assert answer.status_code == 409, answer.text
    assert f"On the page it was: {was}. Now it is: {now}." in answer.text


async def test_what_two_directors_write_into_the_case_book_is_not_overwritten(
    tmp_path: Path,
) -> None:
    async with _event(tmp_path) as (desk, other):
        client = desk.client

        async def old_and_first(**form: str) -> dict[str, str]:
            return form_of(await other.get(CASES), CASES, **form)

        old = await old_and_first(order="query-period")
        assert (await _sent(client, CASES, old, minutes="45")).status_code == 303
        _refused(await _sent(other, CASES, old, minutes="10"), "30", "45")

        opened_case = {"order": "open-case", "teams": ["Compass"], "facts": "a late arrival"}
        done = await client.post("/api/t/club/cases", json=opened_case)
        assert done.status_code == 200, done.text
        old = await old_and_first(order="rule-case")
        ruling = {**old, "ruling": "warning"}
        assert (await _sent(client, CASES, ruling, text="A warning")).status_code == 303
        again = await old_and_first(order="rule-case")
        assert (await _sent(client, CASES, again, ruling="none", text="Nothing")).status_code == 303
        late = await _sent(other, CASES, again, ruling="warning", text="Two warnings")
        _refused(late, "A warning", "Nothing")

        old = await old_and_first(order="publish-case")
        assert (await _sent(client, CASES, old, words="They came late")).status_code == 303
        late = await _sent(other, CASES, old, words="They did not come")
        _refused(late, "none yet", "They came late")

        old = form_of(await other.get(page_with("walkover")), EVENT, order="walkover")
        home = {**old, "absent-2": "", "reason": "not there"}
        assert (await _sent(client, EVENT, home)).status_code == 303
        late = await _sent(other, EVENT, {**old, "absent-1": "", "reason": "not there"})
        assert late.status_code == 409
        assert "match 1 has a walkover: take that back first" in late.text


async def test_a_persons_details_and_a_tables_board_are_not_overwritten(tmp_path: Path) -> None:
    async with _event(tmp_path) as (desk, other):
        client = desk.client
        page = f"/hall/people/{person_id('Other')}"
        old = form_of(await other.get(page), f"{page}/renamed")
        assert (await _sent(client, f"{page}/renamed", old, club="Odesa")).status_code == 303
        late = await _sent(other, f"{page}/renamed", old, club="Kyiv")
        _refused(late, "Other", "Other, Odesa")
        blind = await other.put(f"/api/persons/{person_id('Other')}", json={"names": ["Another"]})
        assert blind.status_code == 409
        assert blind.json()["now"]["club"] == "Odesa"

        boards = f"{MATCH}/boards"
        old = form_of(await other.get(MATCH), boards, room="open")
        assert (await _sent(client, boards, old, board_id="BZ-1")).status_code == 303
        _refused(await _sent(other, boards, old, board_id="BZ-2"), "none yet", "BZ-1")
        old = form_of(await other.get(MATCH), boards, room="open")
        assert (await _sent(client, boards, old, board_id="BZ-3")).status_code == 303
        _refused(await _sent(other, boards, old, board_id=""), "BZ-1", "BZ-3")


async def test_a_hold_for_another_reason_and_a_call_that_someone_took_are_not_ended(
    tmp_path: Path,
) -> None:
    async with _event(tmp_path) as (desk, other):
        client, holds = desk.client, "/hall/holds"
        hold = {"form": "hold", "do": "hold", "held": "hall"}
        assert (await _sent(client, holds, hold, reason="lunch")).status_code == 303
        old = {**form_of(await other.get(holds), holds, held="hall"), "do": "lift"}
        assert (await _sent(client, holds, old)).status_code == 303
        assert (await _sent(client, holds, hold, reason="fire alarm")).status_code == 303
        _refused(await _sent(other, holds, old), "lunch", "fire alarm")

        calls = f"{MATCH}/calls"
        at_open = {"form": "call-open", "room": "open"}
        assert (await _sent(client, calls, at_open, do="call")).status_code == 303
        old = form_of(await other.get(MATCH), calls, coming="")
        assert (await _sent(client, calls, old, do="take")).status_code == 303
        late = await _sent(other, calls, old, do="end")
        assert late.status_code == 409
        assert "someone else is going to the table now" in late.text
