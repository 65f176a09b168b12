"""The page of a finished match: what it opens with, on a phone, without script and on paper."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from rules.games.known_games import GAMES
from rules.position import BAR, OFF, Side
from server.live.hub import LiveHub
from server.views.games.positions import story_of
from server.views.tables.pictures import board_picture
from server.words.translation import words_for
from tests.server.live.following import hub_of, whole_match
from tests.server.web.match_page.test_a_match_ends_in_place import (
    dice_alone,
    sensible_match,
    waiting,
)
from tests.server.web.match_page.test_match_page_on_a_phone import PHONE
from tests.server.web.match_page.test_spectator_in_browser import page_of, serving
from tests.support.axe import check_with_axe
from tests.support.browser import DRAWN, PLAIN_NAME, browser_page, in_browser
from tests.support.ids import match_id
from tests.support.rooms import scheduled, started
from tests.support.sensible_match import sensible_play

MATCH = "/t/club/matches/1"
ENGLISH = words_for("en")
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PARTS = "section.room, .rail-of, .steps, #where"


def drawn_match() -> list[ev.Event]:
    """A match that ends level."""
    return [scheduled(), started(), *sensible_play(12)]


@in_browser
async def test_a_finished_match_opens_where_the_rooms_part_in_one_screen() -> None:
    async with page_of(hub_of(*drawn_match()), **WIDE) as page:
        await expect(page.locator("#where")).to_have_text(
            re.compile(r"^Game 4, move 1 of \d\d: the rooms differ here$")
        )
        await expect(page.locator("#ending")).to_contain_text(
            "Rudder led by 8 IMP after game 3; Compass drew level in game 4."
        )
        for line in await page.locator("bg-board .trace .line").all():
            await expect(line).to_be_visible()
        for part in await page.locator(PARTS).all():
            await expect(part).to_be_in_viewport(ratio=1)
        await check_with_axe(page)


@in_browser
async def test_above_the_boards_stands_how_the_deciding_game_ended_in_both_rooms() -> None:
    async with page_of(hub_of(*drawn_match()), **PHONE) as page:
        told = page.locator("#by-room")
        await expect(told).to_have_text(re.compile(r"Game 4.*open.* : .*closed.* : \d", re.DOTALL))
        below, board = await told.bounding_box(), await page.locator("#open-board").bounding_box()
        assert below is not None
        assert board is not None
        assert below["y"] + below["height"] <= board["y"]
        await page.set_viewport_size(WIDE["viewport"])
        await expect(told).to_be_in_viewport(ratio=1)
        for part in await page.locator(PARTS).all():
            await expect(part).to_be_in_viewport(ratio=1)


@in_browser
async def test_a_phone_shows_one_rooms_board_and_keeps_to_it_from_move_to_move() -> None:
    async with page_of(hub_of(*sensible_match()), "/g2/m3", **PHONE) as page:
        await page.wait_for_function(DRAWN)
        opened, closed = page.locator("#open-board"), page.locator("#closed-board")
        await expect(opened).to_be_visible()
        await expect(closed).to_be_hidden()
        switch = page.get_by_role("group", name="Room on the board")
        to_closed = switch.get_by_role("button", name="Closed room")
        await to_closed.focus()
        await page.keyboard.press("Enter")
        await expect(to_closed).to_have_attribute("aria-pressed", "true")
        await expect(closed).to_be_visible()
        await expect(opened).to_be_hidden()
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("#where")).to_contain_text("Game 2, move 4 of")
        await expect(closed).to_be_visible()
        box, controls = await closed.bounding_box(), await page.locator(".steps").bounding_box()
        assert box is not None
        assert controls is not None
        assert box["width"] >= 380
        assert box["y"] + box["height"] <= controls["y"]
        await check_with_axe(page)


@pytest.mark.long
@in_browser
@pytest.mark.parametrize("path", ["", "?results=hidden", "/g1/m9?results=hidden"])
@pytest.mark.parametrize("size", [PHONE, WIDE])
async def test_axe_finds_nothing_where_dice_are_all_or_results_are_hidden(
    path: str, size: dict[str, Any]
) -> None:
    hub = hub_of(*(sensible_match() if path else dice_alone()))
    async with serving(hub) as port, browser_page(locale="en", **size) as page:
        await page.goto(f"http://{PLAIN_NAME}:{port}{MATCH}{path}")
        await page.wait_for_function(DRAWN)
        await check_with_axe(page)


@in_browser
async def test_without_script_both_boards_are_drawn_where_the_rooms_part() -> None:
    async with (
        serving(hub_of(*drawn_match())) as port,
        browser_page(java_script_enabled=False, locale="en", **PHONE) as page,
    ):
        await page.goto(f"http://{PLAIN_NAME}:{port}{MATCH}")
        assert await page.locator("bg-board > svg.board").count() == 2
        for board in await page.locator("bg-board > svg.board").all():
            await expect(board).to_be_visible()
        await expect(page.locator("#where")).to_contain_text("the rooms differ here")
        await expect(page.locator("#latest")).to_contain_text("Closed room: White 4-3: 13/6")
        await expect(page.locator(".rooms")).to_be_hidden()
        await expect(page.locator(".steps")).to_be_hidden()
        await expect(page.locator("#moves [aria-current]")).to_have_count(1)


@in_browser
async def test_a_move_has_the_number_that_its_address_has() -> None:
    hub = hub_of(*sensible_match())
    story = story_of(_known(hub), 2, ENGLISH)
    assert story is not None
    assert story.closed is not None
    links = [step.link for step in story.steps]
    alone = next(at for at, link in enumerate(links) if link.startswith("c"))
    links = links[alone - 1 : alone + 2]
    async with page_of(hub, f"/g2/{links[0]}", **WIDE) as page:
        where = page.locator("#where")
        for link in links:
            await expect(page).to_have_url(re.compile(f"/g2/{link}$"))
            opened = link.startswith("m")
            steps = len(story.open.lines if opened else story.closed.lines)
            told = re.escape(f"Game 2, move {link[1:]} of {steps}")
            there = "" if opened else "Closed room · "
            await expect(where).to_have_text(
                re.compile(f"^{there}{told}(: the rooms differ here)?$")
            )
            await page.keyboard.press("ArrowRight")
        said = await where.inner_text()
        await page.reload()
        await expect(where).to_have_text(said)


@pytest.mark.parametrize("name", ["backgammon", "long-gammon", "trictrac"])
def test_the_picture_has_every_checker_die_and_cube_of_the_table(name: str) -> None:
    now = _known(hub_of(*whole_match(game=GAMES[name])))
    story = story_of(now, 1, ENGLISH)
    assert story is not None
    for table in story.open.tables:
        assert table.position is not None
        picture = board_picture(table, name)
        drawn = Counter(re.findall(r'class="(white|red)(?: (slab|die|spot))?"', picture))
        for side, counts in ((Side.WHITE, table.position.white), (Side.RED, table.position.red)):
            assert drawn[side.value, "slab"] == counts[OFF]
            assert drawn[side.value, ""] == sum(counts[1 : BAR + 1])
        dice = table.thrown.dice if table.thrown and not table.doubled else None
        assert drawn["white", "die"] + drawn["red", "die"] == (0 if dice is None else 2)
        spots = 0 if dice is None else dice.first + dice.second
        assert drawn["white", "spot"] + drawn["red", "spot"] == spots
        cube = re.findall(r'class="on-cube"[^>]*>(\d+)<', picture)
        value = table.doubled or table.cube.value
        assert cube == ([str(value)] if name == "backgammon" else [])


@in_browser
async def test_paper_of_any_width_has_boards_figures_and_no_controls() -> None:
    async with page_of(hub_of(*sensible_match()), **WIDE) as page:
        await page.emulate_media(media="print")
        for width in (700, 1000):
            await page.set_viewport_size({"width": width, "height": 1000})
            for told in ("#score .players", "#ending", "#games .gain", "bg-board", ".rail tr"):
                for each in await page.locator(told).all():
                    await expect(each).to_be_visible()
            assert await page.locator("#protocol .more:not(:empty)").evaluate_all(_SHOWN) > 0
            assert await page.locator(CONTROLS).evaluate_all(_SHOWN) == 0
            assert await _cut(page) == []


@in_browser
async def test_paper_is_light_whatever_the_theme_of_the_screen() -> None:
    async with page_of(hub_of(*sensible_match()), color_scheme="light", **WIDE) as page:
        await page.wait_for_function(DRAWN)
        await page.emulate_media(media="print")
        light = await page.evaluate(INKS)
        await page.evaluate("document.documentElement.dataset.theme = 'dark'")
        assert await page.evaluate(INKS) == light
        await page.evaluate("delete document.documentElement.dataset.theme")
        await page.emulate_media(media="print", color_scheme="dark")
        assert await page.evaluate(INKS) == light


INKS = """() => [document.body, ...document.querySelectorAll(".sign, .die *, #where")].map(each => {
    const { color, fill, stroke } = getComputedStyle(each);
    return [color, fill, stroke];
})"""


@in_browser
async def test_on_paper_long_names_stand_in_a_line_below_the_difference_by_game() -> None:
    long = replace(scheduled(), home=LONG[0], away=LONG[1])
    events = [long, *sensible_match()[1:]]
    async with page_of(hub_of(*events[: waiting(events, 3)]), **WIDE) as page:
        await page.emulate_media(media="print")
        await page.set_viewport_size({"width": 700, "height": 1000})
        for told in ("#games .gain:has(bdi)", ".strip .sides span"):
            boxes = [await each.bounding_box() for each in await page.locator(told).all()]
            assert boxes
            for box in boxes:
                assert box is not None
                assert box["height"] < 20
        above, below = [
            await each.bounding_box() for each in await page.locator(".strip .sides span").all()
        ]
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"] + 1


LONG = "Association Parisienne de Trictrac", "Одеський клуб любителів нардів «Чорноморець»"
CONTROLS = "button:not(.cited), input, .steps, .rooms, .share, .links, footer, header.house"
_SHOWN = "all => all.filter(each => each.checkVisibility()).length"


async def _cut(page: Page) -> list[str]:
    """What of the tables and the list is wider than the paper, or scrolls on it."""
    cut: list[str] = await page.evaluate(
        """[...document.querySelectorAll("table, #moves, .rail-of, .room")]
            .filter(each => each.getBoundingClientRect().right > innerWidth
                || (each.clientHeight && each.scrollHeight > each.clientHeight + 1))
            .map(each => each.id || each.className)"""
    )
    return cut


def _known(hub: LiveHub) -> Any:
    now = hub.snapshot(match_id(1))
    assert now is not None
    return now
