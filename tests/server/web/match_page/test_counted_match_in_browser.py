"""The page of a match of Grand Trictrac in Chromium: points, trous and marks as they are told."""

import pytest
from playwright.async_api import Page, expect

from rules.games.trictrac.as_game import TRICTRAC
from server.live.hub import LiveHub
from server.live.public_table import PublicTable
from server.views.match.public import counted_words
from server.words.translation import words_for
from tests.server.live.following import hub_of, tell_slowly, whole_match
from tests.server.web.match_page.test_spectator_in_browser import page_of, read
from tests.support.browser import in_browser
from tests.support.ids import match_id

MATCH = whole_match(game=TRICTRAC, games=1)
THIRD = len(MATCH) // 3
PLACES = ("#open-board", "#latest", "#counted", "#waiting", ".steps", "#score", "#moves")


def table(hub: LiveHub) -> PublicTable:
    now = hub.snapshot(match_id(1))
    assert now is not None
    return now.table


def counted(hub: LiveHub) -> str:
    return counted_words(table(hub), words_for("en"))


async def boxes(page: Page, width: int) -> list[object]:
    """Where the parts of the page lie on a screen of that width."""
    await page.set_viewport_size({"width": width, "height": 900})
    return [await page.locator(place).bounding_box() for place in PLACES]


@pytest.mark.long
@in_browser
async def test_points_reach_an_open_page_and_move_nothing_on_it() -> None:
    hub = hub_of(*MATCH[:THIRD])
    async with page_of(hub) as page:
        places, before = [await boxes(page, width) for width in (390, 1440)], counted(hub)
        await expect(page.locator("#counted")).to_have_text(before)
        events = iter(MATCH[THIRD:])
        while counted(hub) == before:
            await tell_slowly(hub, [next(events)])
        await expect(page.locator("#counted")).to_have_text(counted(hub))
        score = table(hub).score
        assert score is not None
        drawn = await page.locator("#open-board text.figure").all_text_contents()
        white, red = score.white, score.red
        expected = [white.points, red.points, white.holes, red.holes]
        assert drawn == [str(number) for number in expected]
        assert [await boxes(page, width) for width in (390, 1440)] == places


@in_browser
async def test_who_looks_back_sees_the_score_of_that_turn_and_its_marks_by_rule() -> None:
    hub = hub_of(*MATCH)
    async with page_of(hub, "/g1") as page:
        await expect(page.locator("#closed-board svg")).to_be_visible()
        assert "White: 0 trous, 0 points" in await page.locator("#counted").inner_text()
        rules = page.locator("#moves cite")
        await expect(rules.first).to_contain_text("Malfilâtre, article")
        await page.keyboard.press("End")
        text = await page.locator("#counted").inner_text()
        assert text.startswith(counted(hub))
        assert "Closed room: White: " in text
        for room in ("open", "closed"):
            assert "12 trous" in await read(page, room)
