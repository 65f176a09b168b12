"""Long gammon and Grand Trictrac as `<bg-board>` draws and reads them, in Chromium."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from rules.games.game import SideScore
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.games.trictrac.score import NO_SCORE, Score, Tally
from rules.position import CHECKERS, Position, Side
from server.live import facts as fx
from server.live.public_table import PublicTable
from server.views.tables.words import board_in_words
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.server.web.match_page.test_bg_board import (
    START,
    board,
    document,
    laid,
    large_numbers,
    lying,
    middles,
    position,
    show,
    thrown,
)
from tests.support.browser import in_browser

HEADS = Position((0,) * 24 + (15, 0), (0,) * 18 + (1,) + (0,) * 5 + (14, 0))
WIDE, HIGH = 638, 618
"""Sizes of Trictrac's whole drawing."""
NONE = SideScore()
MIDDLE = HIGH / 2 + 13
FIELDS = {2: 23, 4: 21, 6: 19, 7: 18, 12: 13}
"""The own points at whose tips tokens lie (ruling 25), by the field counted from the talon."""


def scored(white: SideScore, red: SideScore, where: Position | None = None) -> PublicTable:
    return lying(where or TRICTRAC.start(), score=fx.TableScore(white=white, red=red))


def trictrac(table: PublicTable, **more: Any) -> str:
    return document(table, game="trictrac", wide=WIDE, **more)


async def by_number(page: Page) -> dict[str, tuple[float, float]]:
    """Where each number in full ink is."""
    return {number: place for place, number in (await large_numbers(page)).items()}


@in_browser
async def test_in_long_gammon_the_heads_are_at_diagonal_corners_and_there_is_no_cube(
    drawing: Page,
) -> None:
    page = await laid(drawing, document(lying(HEADS), game="long-gammon"))
    counts = await page.locator("text.count").all_text_contents()
    heads = dict(zip(counts, await middles(page, "text.count"), strict=True))
    assert heads.keys() == {"14", "15"}
    assert heads["15"][0] > 664 / 2 > heads["14"][0]
    assert heads["15"][1] < 558 / 2 < heads["14"][1]
    assert await page.locator("text.mark").all_text_contents() == ["head", "head"]
    assert await page.locator(".cube .face").count() == 0


@in_browser
async def test_in_long_gammon_red_counts_twelve_on_from_white_and_goes_the_same_way(
    drawing: Page,
) -> None:
    places = {}
    for side in Side:
        table = lying(LONG_GAMMON.start(), on_turn=side)
        page = await laid(drawing, document(table, game="long-gammon"))
        places[side] = await by_number(page)
    for point in range(1, 25):
        reds, whites = places[Side.RED][str(point)], places[Side.WHITE][str((point + 11) % 24 + 1)]
        assert reds == pytest.approx((whites[0] + 19, whites[1]), abs=1)


@in_browser
async def test_in_trictrac_each_side_has_its_talon_and_its_coin_on_its_own_edge(
    drawing: Page,
) -> None:
    page = await laid(drawing, trictrac(scored(NONE, NONE)))
    assert sorted(await page.locator("text.mark").all_text_contents()) == [
        *["coin"] * 2,
        *["talon"] * 2,
    ]
    marks = await page.locator("text.mark").all_text_contents()
    lie = list(zip(marks, await middles(page, "text.mark"), strict=True))
    assert all((x > WIDE / 2) == (word == "talon") for word, (x, _) in lie)
    assert sorted(y > MIDDLE for _, (_, y) in lie) == [False, False, True, True]
    whites, reds = await middles(page, ".man.white"), await middles(page, ".man.red")
    assert all(x > WIDE / 2 and y > MIDDLE for x, y in whites)
    assert all(x > WIDE / 2 and y < MIDDLE for x, y in reds)
    assert await page.locator(".cube .face").count() == 0


@in_browser
@pytest.mark.parametrize("flipped", ["", "flipped"])
async def test_tokens_lie_at_the_tip_of_the_field_that_shows_the_points(
    drawing: Page, flipped: str
) -> None:
    page = await laid(drawing, trictrac(scored(NONE, NONE), attributes=flipped))
    assert await page.locator(".token").count() == 0
    for points in range(2, 12, 2):
        field = Tally(points=points).triangle
        own, others = (SideScore(points=points, tokens=tokens, triangle=field) for tokens in (1, 2))
        point = FIELDS[field]
        await show(page, scored(own, others, position({point: 5}, {point: 5})))
        await check_tokens(page)


async def check_tokens(page: Page) -> None:
    """One of White's, two of Red's, over the only stack of either, clear of checkers and dice."""
    (token,) = await middles(page, ".token.white")
    first, second = await middles(page, ".token.red")
    (column,) = {round(x) for x, _ in await middles(page, ".man:not(.off) .body")}
    assert token[0] == pytest.approx(column, abs=1)
    assert (first[0] + second[0]) / 2 == pytest.approx(column, abs=1)
    stacks = [y for _, y in await middles(page, ".man:not(.off) .body")]
    for _, y in (token, first, second):
        assert all(abs(y - checker) > 19 + 7 for checker in stacks)
        assert abs(y - MIDDLE) > 17 + 7


@in_browser
async def test_pegs_go_from_the_rest_beside_the_talon_through_twelve_holes(drawing: Page) -> None:
    page = await laid(drawing, trictrac(scored(NONE, NONE)))
    assert await page.locator(".hole").count() == 2 * (1 + 12)
    places = []
    for holes in range(13):
        await show(page, scored(SideScore(holes=holes), SideScore(holes=holes)))
        (peg,) = await middles(page, ".peg.white")
        (reds,) = await middles(page, ".peg.red")
        assert reds[0] == pytest.approx(peg[0])
        assert peg[1] > HIGH - 40
        assert 34 < reds[1] < 34 + 40
        places.append(peg[0])
    assert places == sorted(places, reverse=True)
    numbers = await by_number(page)
    assert places[1] == pytest.approx(numbers["24"][0], abs=10)
    assert places[12] == pytest.approx(numbers["13"][0], abs=10)


@in_browser
async def test_every_checker_of_a_trictrac_table_lies_once_within_the_frame(drawing: Page) -> None:
    table = lying(
        position({13: 2, 3: 4}, {24: 9, 20: 1}),
        score=fx.TableScore(white=SideScore(), red=SideScore()),
        thrown=thrown(Side.RED, 6, 6),
        on_turn=Side.RED,
    )
    page = await laid(drawing, trictrac(table))
    assert table.position is not None
    for side in Side:
        off = table.position.off(side)
        assert await page.locator(f".man.{side.value}.off .slab:visible").count() == off
        rest = await page.locator(f".man.{side.value} .body:visible").count()
        assert rest == CHECKERS - off
    for x, y in await middles(page, ".man :is(.body, .slab):visible, .die, .peg, .token"):
        assert 8 + 5 <= x <= WIDE - 8 - 5
        assert 34 + 5 < y < HIGH - 8 - 5


@in_browser
@pytest.mark.parametrize(
    "language",
    ["uk", *(pytest.param(each, marks=pytest.mark.long) for each in LANGUAGES if each != "uk")],
)
async def test_points_trous_and_bredouille_are_read_in_the_words_of_the_page(language: str) -> None:
    first = NO_SCORE.marked(Side.WHITE, 8)[0]
    second = first.marked(Side.RED, 4)[0]
    tables = [
        scored(_shown(score, Side.WHITE), _shown(score, Side.RED))
        for score in (NO_SCORE, first, second, second.marked(Side.WHITE, 6)[0])
    ]
    async with board(trictrac(tables[0], language=language)) as page:
        for table in tables:
            await show(page, table)
            description = board_in_words(table, "trictrac", words_for(language), aids=True)
            await expect(page.get_by_role("img", name=description, exact=True)).to_be_visible()


def _shown(score: Score, side: Side) -> SideScore:
    tally = score.of(side)
    return SideScore(
        points=tally.points, holes=tally.trous, tokens=score.tokens(side), triangle=tally.triangle
    )


def test_a_trictrac_table_is_read_with_talon_coin_trous_points_and_bredouille() -> None:
    table = scored(
        SideScore(points=8, holes=3, tokens=1, triangle=7),
        SideScore(points=4, holes=1, tokens=2, triangle=4),
        position({24: 10, 13: 2, 18: 3}, {24: 15}),
    )
    assert board_in_words(table, "trictrac", words_for("en"), aids=True) == (
        "Trictrac board. White: 10 on the talon, 3 on 18, 2 on the coin; 3 trous, 8 points. "
        "Red: 15 on the talon; 1 trou, 4 points, bredouille."
    )


def test_a_head_is_read_as_such_and_other_games_name_no_point() -> None:
    description = board_in_words(lying(HEADS), "long-gammon", words_for("en"), aids=True)
    assert "White: 15 on the head; 360 pips." in description
    assert "the head" not in board_in_words(lying(START), "backgammon", words_for("en"), aids=True)
