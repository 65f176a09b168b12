"""The director's orders on a match's page: each once, the urgent ones open, the others folded."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import expect

from server.web.director.orders import ORDERS
from tests.end_to_end.test_console_by_keyboard import press, tab_to
from tests.server.web.hall.test_console_in_browser import happens, open_game_over, two_matches
from tests.server.web.signed_in import page_of
from tests.support.browser import in_browser
from tests.support.forms import one_line
from tests.support.served import (
    DIRECTOR,
    opened_match,
    planned_match,
    served,
    started_match,
    throw_opening,
    two_teams,
)

MATCH = "/hall/t/club/matches/1"
LINE_UPS = "Once both line-ups are in."
OPENING = "Once the opening of game 1 is thrown."
A_ROLL = "Once a roll of game 1 is thrown."
RELAYED = "Once the closed room has been given a roll."
NOW = ""

Rows = list[tuple[str, str]]


def listed(page: httpx.Response) -> tuple[Rows, Rows]:
    """The orders that stand open and those in the fold, each with from when it can be given.

    One that can be given now has a link, any other a control that is disabled and described.
    """
    lists = re.findall(r'<ul class="listed-orders"[^>]*>(.*?)</ul>', one_line(page.text))
    rows = [list(map(_row, re.findall(r"<li>(.*?)</li>", each))) for each in lists]
    return rows[0], rows[1] if len(rows) > 1 else []


def _row(row: str) -> tuple[str, str]:
    waits = re.fullmatch(
        r'<button type="button" class="quiet" aria-disabled="true" aria-describedby="(.+)">(.+)'
        r'</button> <span class="muted" id="(.+)">(.+)</span>',
        row,
    )
    if waits is not None:
        assert waits[1] == waits[3]
        return waits[2], waits[4]
    given = re.fullmatch(r'<a role="button" [^>]*href="(.+?)" hx-get="(.+?)"[^>]*>(.+)</a>', row)
    assert given is not None, row
    assert given[1] == given[2]
    return given[3], NOW


async def test_before_a_match_every_order_stands_once_and_says_from_when(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await planned_match(client)
        page = await client.get(MATCH)
    urgent, others = listed(page)
    assert urgent == [
        ("Hold a table or the match", NOW),
        ("Correct a roll", LINE_UPS),
        ("A roll was wrong", LINE_UPS),
    ]
    names = [name for name, _ in (*urgent, *others)]
    assert sorted(names) == sorted([*(order.link for order in ORDERS.values()), "A roll was wrong"])
    assert [name for name, wait in others if wait == NOW] == [
        "Send a note to a room",
        "Change what spectators see",
        "Set the clocks",
    ]
    assert {wait for _, wait in others} == {LINE_UPS, NOW}
    assert all(page.text.count(f">{name}<") == 1 for name in names)


async def test_the_others_are_in_a_closed_fold_that_counts_them(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (_, client):
        page = await client.get(MATCH)
    fold = re.search(r"<details><summary[^>]*>(.*?)</summary>\s*<ul class=\"listed", page.text)
    assert fold is not None
    assert fold[1] == f"Other actions ({len(listed(page)[1])})"


async def test_an_order_that_can_be_given_has_its_link_in_the_place_where_it_waited(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, client):
        before = listed(await client.get(MATCH))
        await throw_opening(served.hall, 1, 1)
        after = listed(await client.get(MATCH))
    assert before[0][1:] == [("Correct a roll", A_ROLL), ("A roll was wrong", RELAYED)]
    assert after[0][1:] == [("Correct a roll", NOW), ("A roll was wrong", RELAYED)]
    assert ("Enter or correct a result", OPENING) in before[1]
    assert ("Enter or correct a result", NOW) in after[1]
    for earlier, later in zip(before, after, strict=True):
        assert [name for name, _ in earlier] == [name for name, _ in later]


async def test_one_table_has_its_result_among_the_urgent(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await two_teams(client)
        players = {"white": "Brook", "red": "Holloway"}
        terms = {**players, "length": 3, "clocks": "off"}
        answer = await client.post("/api/t/club/matches/match-play", json=terms)
        assert answer.status_code == 201, answer.text
        urgent, others = listed(await client.get(MATCH))
    assert urgent == [
        ("Hold a table or the match", NOW),
        ("Correct a roll", A_ROLL),
        ("Enter or correct a result", OPENING),
    ]
    assert "A roll was wrong" not in dict(others)


async def test_trictrac_has_the_urgent_orders_of_two_rooms(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        await started_match(client, games=1, game="trictrac")
        urgent, others = listed(await client.get(MATCH))
    assert [name for name, _ in urgent] == [
        "Hold a table or the match",
        "Correct a roll",
        "A roll was wrong",
    ]
    assert "Set an adjusted score" not in dict(others)


@in_browser
async def test_an_order_that_waits_is_reached_by_keys_told_why_and_does_nothing(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as served, page_of(served, DIRECTOR, MATCH) as page:
        await expect(page.locator("[data-line]")).to_have_text("live")
        waits = page.get_by_role("button", name="A roll was wrong")
        await tab_to(page, waits)
        await expect(waits).to_have_accessible_description(RELAYED)
        await expect(waits).to_be_disabled()
        await page.keyboard.press("Enter")
        await expect(page.locator("#order *")).to_have_count(0)
        assert page.url.endswith(MATCH)


@pytest.mark.long
@in_browser
async def test_an_order_that_comes_to_an_open_page_is_asked_in_the_page_and_the_fold_stays(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as served, page_of(served, DIRECTOR, MATCH) as page:
        await expect(page.locator("[data-line]")).to_have_text("live")
        await press(page, page.get_by_text("Other actions"))
        await happens(served.hall, open_game_over())
        await expect(page.get_by_role("button", name="Correct a roll")).to_be_disabled()
        await page.get_by_role("button", name="Void this game").click()
        await expect(page.locator("#order form")).to_be_visible()
        assert page.url.endswith(MATCH)


@pytest.mark.parametrize("language", ["uk", "ru"])
async def test_no_reason_is_left_in_english(tmp_path: Path, language: str) -> None:
    async with opened_match(tmp_path) as (_, client):
        urgent, others = listed(await client.get(MATCH, params={"language": language}))
    assert not re.search("[A-Za-z]", "".join(f"{name}{wait}" for name, wait in (*urgent, *others)))
