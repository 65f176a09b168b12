"""`<bg-board>` in Chromium: proportions, either way round, motion, a text that reads the table."""

import contextlib
import json
from collections.abc import AsyncIterator
from html import escape
from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from rules.dice import Cube, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import BAR, CHECKERS, Move, Position, Side
from rules.room import Ending, RoomResult
from server.live import facts as fx
from server.live.encoding import public_table_form
from server.live.public_table import PublicTable
from server.views.tables.words import board_in_words, board_terms
from server.web.edge.static_files import static_files
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.support.browser import PLAIN_NAME, browser_page, in_browser

START = BACKGAMMON.start()
WIDE, HIGH = 664, 558
CHECKER = 38
"""Sizes of the whole drawing and of a checker without its outline, in units of the drawing."""


def position(white: dict[int, int], red: dict[int, int]) -> Position:
    """A position from the counts that are not nought; what is missing is borne off."""
    sides = []
    for counts in (white, red):
        on = [counts.get(place, 0) for place in range(1, BAR + 1)]
        sides.append((CHECKERS - sum(on), *on))
    return Position(*sides)


def lying(where: Position, **more: Any) -> PublicTable:
    return PublicTable(where, where, **more)


def thrown(side: Side, first: int, second: int, *, opening: bool = False) -> fx.DiceShown:
    return fx.DiceShown(game=1, side=side, turn=1, dice=Roll(first, second), opening=opening)


CROWDED = position({6: 9, 25: 2}, {1: 5, 3: 7, 25: 1})
AFTER_31 = BACKGAMMON.apply(START, Side.WHITE, (Move(8, 5), Move(6, 5)))
PLAYED_31 = fx.PlayShown(
    game=1,
    side=Side.WHITE,
    turn=1,
    moves=(Move(8, 5), Move(6, 5)),
    position=AFTER_31,
    condoned=False,
)
TABLES = (
    lying(START),
    lying(CROWDED, thrown=thrown(Side.RED, 2, 6), on_turn=Side.RED, cube=Cube(4, Side.RED)),
    lying(position({6: 1}, {24: 15}), doubled=2, on_turn=Side.WHITE),
)


def document(
    table: PublicTable,
    language: str = "en",
    attributes: str = "aids",
    game: str = "backgammon",
    wide: int = WIDE,
) -> str:
    """A page with one board, in backgammon so wide that a pixel is a unit of the drawing."""
    words = words_for(language)
    terms = json.dumps(board_terms(words, aids=True)).replace("<", "\\u003c")
    form = escape(json.dumps(public_table_form(table)))
    read = escape(board_in_words(table, game, words, aids=True))
    return (
        '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/static/bg-board.css">'
        '<link rel="stylesheet" href="/static/bg-board-dice.css">'
        f"<style>body {{ margin: 0; width: {wide}px }}</style>"
        f'<script type="application/json" id="bg-board-words">{terms}</script>'
        '<script type="module" src="/static/bg-board.js"></script>'
        f'<bg-board game="{game}" room="open" table="{form}" {attributes}>'
        f'<p class="in-words">{read}</p></bg-board><p id="below">below</p>'
    )


@contextlib.asynccontextmanager
async def board(html: str, *, script: bool = True) -> AsyncIterator[Page]:
    """A browser's page with this document and the pages' own files."""

    async def answer(route: Route) -> None:
        name = route.request.url.partition("?")[0].rpartition("/")[2]
        if name.endswith(".js") and not script:
            await route.abort()
        elif name:
            found = static_files()[name]
            await route.fulfill(body=found.content, content_type=found.media_type)
        else:
            await route.fulfill(body=html, content_type="text/html")

    async with browser_page(viewport={"width": 800, "height": 700}) as page:
        await page.route("**/*", answer)
        await page.goto(f"http://{PLAIN_NAME}/")
        if script:
            await expect(page.locator("bg-board svg").first).to_be_visible()
        yield page


async def laid(page: Page, html: str, **media: Any) -> Page:
    """The page of the fixture `drawing` with this document, in English as all of its documents."""
    await page.emulate_media(
        **{"color_scheme": "light", "forced_colors": "none", "reduced_motion": "no-preference"}
        | media
    )
    await page.set_content(html)
    await expect(page.locator("bg-board svg").first).to_be_visible()
    return page


async def middles(page: Page, what: str) -> list[tuple[float, float]]:
    """The middles of what matches, in units of the drawing."""
    boxes = await page.locator(what).evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]


def steps(places: list[float]) -> list[float]:
    return [after - before for before, after in pairwise(places)]


async def show(page: Page, table: PublicTable) -> None:
    await page.evaluate(
        "table => { document.querySelector('bg-board').table = table }", public_table_form(table)
    )


@in_browser
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("flipped", ["", "flipped"])
async def test_every_checker_lies_once_within_the_frame(
    drawing: Page, table: PublicTable, flipped: str
) -> None:
    page = await laid(drawing, document(table, attributes=flipped))
    assert table.position is not None
    for side in Side:
        off = table.position.off(side)
        assert await page.locator(f".man.{side.value}.off .slab:visible").count() == off
        rest = CHECKERS - off
        assert await page.locator(f".man.{side.value} .body:visible").count() == rest
    for x, y in await middles(page, ".man :is(.body, .slab):visible, .die, .cube"):
        assert CHECKER / 2 <= x <= WIDE - CHECKER / 2
        assert 34 + 5 < y < HIGH - 8 - 5


@in_browser
async def test_a_point_is_one_checker_wide_and_five_tall(drawing: Page) -> None:
    page = await laid(drawing, document(lying(position({6: 5, 5: 5, 4: 5}, {}))))
    places = await middles(page, ".man.white .body:visible")
    columns = sorted({round(x, 1) for x, _ in places})
    assert steps(columns) == pytest.approx([40, 40])
    tall = sorted(y for x, y in places if round(x, 1) == columns[0])
    assert steps(tall) == pytest.approx([40] * 4)
    outline = await page.locator(".point-0").evaluate("one => one.getBBox().height")
    assert outline == 2 * 5 * 40 + 64


@in_browser
async def test_a_stack_over_five_overlaps_and_carries_its_count(drawing: Page) -> None:
    page = await laid(drawing, document(lying(position({6: 9, 5: 5}, {6: 5, 5: 5, 4: 5}))))
    assert await page.locator("text.count").all_text_contents() == ["9"]
    stack = [y for x, y in await middles(page, ".man.white .body:visible")]
    assert max(stack) - min(stack) == pytest.approx(4 * 40)


@in_browser
@pytest.mark.parametrize(
    ("attributes", "on_turn", "upper_left", "lower_right"),
    [("", Side.WHITE, "13", "1"), ("", Side.RED, "12", "24"), ("flipped", Side.RED, "24", "12")],
)
async def test_the_large_numbers_at_the_edge_are_the_movers(
    drawing: Page, attributes: str, on_turn: Side, upper_left: str, lower_right: str
) -> None:
    page = await laid(drawing, document(lying(START, on_turn=on_turn), attributes=attributes))
    by_place = await large_numbers(page)
    assert by_place[min(by_place, key=lambda place: (round(place[1]), place[0]))] == upper_left
    assert by_place[max(by_place, key=lambda place: (round(place[1]), place[0]))] == lower_right


async def large_numbers(page: Page) -> dict[tuple[float, float], str]:
    """The numbers in full ink by their places."""
    await page.locator("text.number").evaluate_all(
        """all => {
            const sizes = all.map(one => parseFloat(getComputedStyle(one).fontSize));
            const large = Math.max(...sizes);
            all.forEach((one, order) => one.classList.toggle("large", sizes[order] === large));
        }"""
    )
    numbers = await page.locator("text.number.large").all_text_contents()
    return dict(zip(await middles(page, "text.number.large"), numbers, strict=True))


@in_browser
async def test_turning_the_board_shows_it_from_the_other_side(drawing: Page) -> None:
    page = await laid(drawing, document(TABLES[1]))
    before = await middles(page, ".man.white")
    await page.evaluate("document.querySelector('bg-board').flipped = true")
    after = await middles(page, ".man.white")
    for (x, y), (turned_x, turned_y) in zip(before, after, strict=True):
        assert turned_x == pytest.approx(WIDE - x)
        assert turned_y - 34 == pytest.approx(516 - (y - 34))


@in_browser
@pytest.mark.parametrize(
    "language",
    ["uk", *(pytest.param(each, marks=pytest.mark.long) for each in LANGUAGES if each != "uk")],
)
async def test_the_drawing_reads_itself_in_the_words_of_the_page(language: str) -> None:
    async with board(document(TABLES[0], language)) as page:
        for table in TABLES:
            await show(page, table)
            description = board_in_words(table, "backgammon", words_for(language), aids=True)
            await expect(page.get_by_role("img", name=description, exact=True)).to_be_visible()


@in_browser
async def test_a_play_moves_its_checkers_for_a_fifth_of_a_second(drawing: Page) -> None:
    page = await laid(
        drawing, document(lying(START, thrown=thrown(Side.WHITE, 3, 1, opening=True)))
    )
    played = lying(AFTER_31, thrown=thrown(Side.WHITE, 3, 1, opening=True), last_play=PLAYED_31)
    await show(page, played)
    assert await moving(page) == [200, 200]
    assert await page.locator(".trace .line").count() == 2
    await page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    assert await white_on(page) == {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}


@in_browser
async def test_dice_settle_and_the_drawing_never_lags_behind_a_burst(drawing: Page) -> None:
    page = await laid(drawing, document(lying(START)))
    rolled = lying(START, thrown=thrown(Side.WHITE, 3, 1))
    await show(page, rolled)
    assert await moving(page) == [150, 150]
    await show(page, lying(AFTER_31, thrown=thrown(Side.WHITE, 3, 1), last_play=PLAYED_31))
    assert await moving(page) == []
    assert await white_on(page) == {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}


@in_browser
async def test_nothing_moves_for_those_who_asked_for_less_motion(drawing: Page) -> None:
    page = await laid(drawing, document(lying(START)), reduced_motion="reduce")
    await show(page, lying(AFTER_31, thrown=thrown(Side.WHITE, 3, 1), last_play=PLAYED_31))
    assert await moving(page) == []
    assert await white_on(page) == {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}


@in_browser
async def test_the_words_stand_in_for_the_drawing_and_nothing_jumps_when_it_comes(
    drawing: Page,
) -> None:
    async with board(document(TABLES[1]), script=False) as page:
        description = board_in_words(TABLES[1], "backgammon", words_for("en"), aids=True)
        await expect(page.locator("bg-board")).to_have_text(description)
        before = await page.locator("#below").bounding_box()
    page = await laid(drawing, document(TABLES[1]))
    assert await page.locator("#below").bounding_box() == before


@in_browser
@pytest.mark.parametrize("media", [{"forced_colors": "active"}, {"color_scheme": "dark"}, {}])
@pytest.mark.parametrize("shown", ["screen", "print"])
async def test_the_sides_differ_by_ring_and_dot_in_every_look(
    drawing: Page, media: dict[str, Any], shown: str
) -> None:
    page = await laid(drawing, document(TABLES[0]), media=shown, **media)
    for side, other in (("white", "red"), ("red", "white")):
        body = await colour(page, f".man.{side} .body", "fill")
        assert body != await colour(page, f".man.{other} .body", "fill")
        assert body != await colour(page, f".man.{side} .ring", "stroke")
    assert await page.locator(".man.red .dot:visible").count() == CHECKERS


async def colour(page: Page, what: str, kind: str) -> str:
    return str(
        await page.locator(what).first.evaluate("(one, kind) => getComputedStyle(one)[kind]", kind)
    )


async def moving(page: Page) -> list[int]:
    """How long each movement takes that is under way, in milliseconds."""
    return list(
        await page.evaluate(
            "document.getAnimations().filter(each => each.playState === 'running')"
            ".map(each => each.effect.getTiming().duration)"
        )
    )


async def white_on(page: Page) -> dict[int, int]:
    """How many white checkers are drawn on which point."""
    counts: dict[int, int] = {}
    for x, y in await middles(page, ".man.white"):
        across = int((x - 8 - 64) // 40)
        column = across if across < 6 else across - 1
        point = 12 - column if y > HIGH / 2 else 13 + column
        counts[point] = counts.get(point, 0) + 1
    return counts


@in_browser
async def test_without_aids_nothing_is_counted_beside_the_board(drawing: Page) -> None:
    page = await laid(drawing, document(TABLES[1], attributes=""))
    assert await page.locator("svg .figure, svg .unit").count() == 0
    description = board_in_words(TABLES[1], "backgammon", words_for("en"), aids=False)
    assert "pip" not in description
    await expect(page.get_by_role("img", name=description, exact=True)).to_be_visible()


@in_browser
async def test_a_table_without_positions_is_no_board_but_its_dice_cube_and_who_has_to_act(
    drawing: Page,
) -> None:
    table = PublicTable(
        None, None, thrown=thrown(Side.WHITE, 1, 3), on_turn=Side.RED, cube=Cube(2, Side.WHITE)
    )
    page = await laid(drawing, document(table))
    board = page.locator("bg-board")
    assert await board.get_attribute("unrecorded") is not None
    assert await board.locator(".field, .point-0, .notice").count() == 0
    assert await board.locator(".thrown .die.white").count() == 2
    pips = [await die.locator(".pip").count() for die in await board.locator(".die").all()]
    assert pips == [3, 1]
    assert await board.locator(".side.white .cube .value").text_content() == "2"
    await expect(board.locator(".side.acting")).to_have_text("Redto roll")
    await expect(board.locator(".side.white .acts")).to_have_text("rolled 3-1")
    said = board_in_words(table, "backgammon", words_for("en"), aids=True)
    assert "White's dice 3-1. Red: to roll." in said
    await expect(page.get_by_role("img", name=said, exact=True)).to_be_visible()


@in_browser
async def test_a_side_that_has_thrown_is_to_play_until_its_play_is_told(drawing: Page) -> None:
    table = PublicTable(None, None, thrown=thrown(Side.WHITE, 1, 3), on_turn=Side.WHITE)
    page = await laid(drawing, document(table))
    await expect(page.locator("bg-board .side.acting")).to_have_text("Whiteto play")
    said = board_in_words(table, "backgammon", words_for("en"), aids=True)
    assert "White's dice 3-1. White: to play." in said


@in_browser
async def test_while_a_double_waits_the_offered_cube_lies_in_place_of_the_dice(
    drawing: Page,
) -> None:
    table = PublicTable(
        None,
        None,
        thrown=thrown(Side.WHITE, 1, 3),
        on_turn=Side.RED,
        doubled=2,
        to_answer=Side.WHITE,
    )
    board = (await laid(drawing, document(table))).locator("bg-board")
    assert await board.locator(".die").count() == 0
    assert await board.locator(".cube.offered .value").all_text_contents() == ["2"]
    await expect(board.locator(".side.acting")).to_have_text("Whiteto answer")


@in_browser
async def test_a_game_without_dice_that_is_over_shows_who_won_and_its_cube(drawing: Page) -> None:
    result = RoomResult(Side.WHITE, Ending.BEAROFF, 3, 64)
    table = PublicTable(None, None, result=result)
    page = await laid(drawing, document(table))
    board = page.locator("bg-board")
    await expect(board.locator(".ending")).to_have_text("Red wins by bearing off")
    assert await board.locator(".cube .value").all_text_contents() == ["64"]
    assert await board.locator(".die").count() == 0
    said = board_in_words(table, "backgammon", words_for("en"), aids=True)
    await expect(page.get_by_role("img", name=said, exact=True)).to_be_visible()


@in_browser
async def test_a_board_that_is_left_for_paper_becomes_dice_and_again_a_board(
    drawing: Page,
) -> None:
    page = await laid(drawing, document(lying(START)))
    drawn = """(table) => { document.querySelector("bg-board").table = JSON.parse(table) }"""
    await page.evaluate(drawn, json.dumps(public_table_form(PublicTable(None, None))))
    assert await page.locator(".man").count() == 2
    assert await page.locator(".die.none").count() == 2
    await page.evaluate(drawn, json.dumps(public_table_form(lying(START))))
    assert await page.locator(".man").count() == 30
    assert await page.locator("bg-board[unrecorded]").count() == 0
