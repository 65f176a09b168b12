"""All links of a round on one sheet: made in two actions from the hall's page."""

import re
from pathlib import Path

import httpx

from protocol_forms.labels import in_english
from protocol_forms.sheets.hall_sheets import LinkCard, LinkSheet, link_sheet_pdf
from server.store.accounts_db.links import LinkKind
from tests.support.forms import one_line
from tests.support.ids import match_id
from tests.support.served import opened_match

EVERYTHING = {"captains": "on", "players": "on", "tables": "on", "match-club-1": "on"}


def _fields(page: httpx.Response) -> dict[str, str]:
    """What the form sends as it comes: both captains chosen, every match and kind ticked."""
    captains = re.findall(r'name="(captain-[^"]+)".*?value="([^"]+)" selected', one_line(page.text))
    ends = re.search(r'name="ends" value="([^"]*)"', page.text)
    assert ends
    return {**EVERYTHING, **dict(captains), "ends": ends[1]}


def _paths(page: httpx.Response) -> list[str]:
    return re.findall(r'<code id="card-[^>]*>http://[^/<]+(/[^<]+)<', page.text)


async def test_one_form_makes_every_link_of_the_round(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director):
        assert 'href="/hall/links"' in (await director.get("/hall")).text
        sheet = await director.post("/hall/links", data=_fields(await director.get("/hall/links")))
        assert sheet.status_code == 201
        paths = _paths(sheet)
        assert sorted(path[:3] for path in paths) == ["/l/"] * 6 + ["/se"] * 2
        async with served.client() as somebody:
            for path in paths:
                if path.startswith("/l/"):
                    assert (await somebody.get(path)).status_code == 303
                    await somebody.post("/sign-out")


async def test_links_of_before_end_with_the_sheet_and_a_sheet_sent_twice_stays_good(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, director):
        first = await director.post("/hall/links", data=_fields(await director.get("/hall/links")))
        page = await director.get("/hall/links")
        assert "6 links given for these matches stop working." in page.text
        fields = {**_fields(page), "command_id": "pressed-twice"}
        second = await director.post("/hall/links", data=fields)
        assert second.status_code == 201
        again = await director.post("/hall/links", data=fields)
        assert _paths(again) == _paths(second)
        links = served.authenticator.links
        kinds = (LinkKind.CAPTAIN, LinkKind.PLAYER)
        for path in _paths(first)[:6]:
            assert links.find(path.removeprefix("/l/"), *kinds) is None
        for path in _paths(second)[:6]:
            assert links.find(path.removeprefix("/l/"), *kinds) is not None


async def test_what_is_not_ticked_keeps_its_links(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director):
        await director.post("/hall/links", data=_fields(await director.get("/hall/links")))
        fields = _fields(await director.get("/hall/links"))
        for left in ("captains", "tables"):
            del fields[left]
        assert len(_paths(await director.post("/hall/links", data=fields))) == 4
        assert len(served.authenticator.links.of_match(match_id(1))) == 6
        assert served.authenticator.links.of_match(match_id(1))[0].kind is LinkKind.CAPTAIN


async def test_no_card_unseals_a_line_up(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, director):
        await director.post("/api/t/club/matches", json={"home": "Compass", "away": "Rudder"})
        fields = {"players": "on", "match-club-2": "on"}
        assert _paths(await director.post("/hall/links", data=fields)) == []


async def test_a_captain_who_is_not_offered_and_an_empty_form_change_nothing(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, director):
        stranger = {**EVERYTHING, "captain-club-1-0": "stranger"}
        for fields, allowed in (({}, "one match and one kind"), (stranger, "Fields")):
            answer = await director.post("/hall/links", data=fields)
            assert answer.status_code == 409
            assert allowed in answer.text
        assert served.authenticator.links.of_match(match_id(1)) == []


async def test_the_sheet_is_a_pdf_if_it_is_wanted_so(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, director):
        fields = {**_fields(await director.get("/hall/links")), "as": "pdf"}
        answer = await director.post("/hall/links", data=fields)
        assert (answer.status_code, answer.headers["content-type"]) == (201, "application/pdf")
        assert answer.content.startswith(b"%PDF")


def test_the_same_sheet_gives_the_same_bytes() -> None:
    card = LinkCard("Captain", "Brook, Compass", "Match 1", "Scan it.", "http://a/l/x")
    sheet = LinkSheet("Links", "Cut", (card,) * 13)
    assert link_sheet_pdf(sheet, in_english, "en") == link_sheet_pdf(sheet, in_english, "en")
