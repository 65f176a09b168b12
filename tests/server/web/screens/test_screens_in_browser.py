"""Big screens in Chromium: what stands on them is whole, has its unit, and says what is decided."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from rules.games.known_games import GAMES
from server.live.hub import LiveHub
from server.live.snapshot import PublicPhase
from server.web.match_page.parts import page_fragments
from tests.server.live.following import tell_slowly, whole_match
from tests.server.live.test_double_pause import OPENED, TAKEN
from tests.server.web.front.test_table_pages_in_browser import following, pages
from tests.server.web.match_page.test_a_match_ends_in_place import dice_alone
from tests.support.axe import check_with_axe
from tests.support.browser import IN_BROWSER, browser_page
from tests.support.ids import NAMES, match_id
from tests.support.rooms import scheduled
from tests.support.stored import stored

pytestmark = IN_BROWSER

WHOLE = whole_match(2)
BIG = {"width": 1920, "height": 1080}
PAIRS = (
    ("Wanderverein Münster", "Чорноморська гавань"),
    ("Compass", "Rudder"),
    ("Northern Harbour Club", "Anchor"),
    ("Nachtschicht", "Beacon"),
)


def until(events: Sequence[ev.Event], phase: PublicPhase, game: int = 1) -> list[ev.Event]:
    """The events until the public knows that the match is in this phase of that game."""
    hub = LiveHub(GAMES, page_fragments, names_of=lambda _: NAMES)
    for count, event in enumerate(events, 1):
        hub.receive(stored(1, [event]))
        now = hub.snapshots()[0]
        if (now.phase, now.game) == (phase, game):
            return [*events[:count]]
    raise AssertionError(f"game {game} is never in {phase}")


def hall(*matches: Sequence[ev.Event]) -> LiveHub:
    """A hub with these matches, numbered from 1, of teams with short and with long names."""
    hub = LiveHub(GAMES, page_fragments, names_of=lambda _: NAMES)
    for number, events in enumerate(matches, 1):
        home, away = PAIRS[(number - 1) % len(PAIRS)]
        first = replace(scheduled(), match_id=match_id(number), home=home, away=away)
        hub.receive(stored(number, [first, *events[1:]]))
    return hub


WAITING = until(WHOLE, PublicPhase.OPEN_GAME_OVER, 2)
PLAYING = WHOLE[: len(until(WHOLE, PublicPhase.PLAYING, 3)) + 60]
BETWEEN = until(WHOLE, PublicPhase.GAME_OVER, 2)
DOUBLED = [scheduled(), *OPENED, TAKEN[0], TAKEN[2]]


async def test_scores_have_their_unit_and_each_game_stands_on_the_side_of_whom_it_served() -> None:
    async with following(hall(PLAYING), "/screen", viewport=BIG) as page:
        assert await page.locator(".team .score small").all_inner_texts() == ["IMP", "IMP"]
        figures = page.locator(".gains .gain:visible")
        drawn = [
            (await each.inner_text(), await each.evaluate(UPPER_HALF))
            for each in await figures.all()
            if re.search(r"[1-9]", await each.inner_text())
        ]
        assert drawn
        assert all(gain.startswith("+") for gain, _ in drawn)
        await expect(page.locator(".gains .difference")).to_have_text("Difference by game, IMP")
        homes = await page.locator(".gains li:has(rect.home)").count()
        assert sum(upper for _, upper in drawn) == homes


async def test_a_large_match_says_who_leads_and_its_last_play_in_bold_without_a_frame() -> None:
    async with following(hall(PLAYING), "/screen", viewport=BIG) as page:
        await expect(page.locator(".lead")).to_contain_text(" leads by ")
        last = page.locator(".last-plays tbody tr:last-child")
        assert await last.evaluate("each => getComputedStyle(each).boxShadow") == "none"
        weight = "each => getComputedStyle(each).fontWeight"
        assert await last.locator("td").first.evaluate(weight) == "700"
        plays = await page.locator(".last-plays").bounding_box()
        first = await page.locator(".last-plays tbody tr:visible .roll").first.bounding_box()
        assert plays is not None
        assert first is not None
        assert first["y"] >= plays["y"]


async def test_the_value_of_a_cube_is_read_from_far_on_a_wall_of_eight() -> None:
    async with following(hall(*[PLAYING] * 7), "/screen?show=wall&tables=8", viewport=BIG) as page:
        value = page.locator("[data-match='club/1'] .cube .value")
        box = await value.bounding_box()
        assert box is not None
        assert box["height"] > 20


COLOURS = "(all, part) => [...new Set(all.map(each => getComputedStyle(each)[part]))]"


@pytest.mark.parametrize("query", ["", "?show=wall"])
async def test_the_colour_of_the_score_that_leads_says_nothing_else(query: str) -> None:
    async with following(hall(PLAYING, WHOLE[:40]), f"/screen{query}", viewport=BIG) as page:
        shown = page.locator("[data-match='club/1']")
        leads = await shown.locator(".leads .sum").evaluate_all(COLOURS, "color")
        assert len(leads) == 1
        acts = await shown.locator(".team.on-turn").evaluate_all(COLOURS, "borderBottomColor")
        bars = await shown.locator(".gains rect").evaluate_all(COLOURS, "fill")
        words = await shown.locator(".acts").evaluate_all(COLOURS, "color")
        assert len(acts) == 1
        assert len(bars) == (0 if query else 1)
        assert not set(leads) & {*acts, *bars, *words}


async def test_on_a_wall_the_score_of_who_leads_stands_out_and_no_small_figure_is_shown() -> None:
    async with following(hall(PLAYING, WHOLE[:40]), "/screen?show=wall", viewport=BIG) as page:
        scores = page.locator("[data-match='club/1'] .sum")
        first, second = [int(each) for each in await scores.all_inner_texts()]
        assert first != second
        weights = await scores.evaluate_all(
            "all => all.map(each => getComputedStyle(each).fontWeight)"
        )
        assert weights == (["700", "400"] if first > second else ["400", "700"])
        await expect(page.locator("bg-board :is(.number, .figure):visible")).to_have_count(0)


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, BIG])
async def test_on_a_wall_all_lines_beside_a_board_are_whole_below_names_of_two_lines(
    size: dict[str, int],
) -> None:
    hub = hall(PLAYING, WAITING, PLAYING)
    names = "Association Parisienne de Trictrac", "Donaudampfschiffahrtsgesellschaft"
    for number, events in enumerate((PLAYING, WAITING), 4):
        first = replace(scheduled(), match_id=match_id(number), home=names[0], away=names[1])
        hub.receive(stored(number, [first, *events[1:]]))
    path = "/screen?show=wall&tables=4" + "".join(f"&matches=club/{each}" for each in (1, 2, 4, 5))
    async with following(hub, path, viewport=size) as page:
        await expect(page.locator(".wall .shown")).to_have_count(4)
        await expect(page.locator(".team.long")).not_to_have_count(0)
        assert await page.evaluate(SLICED) == []


SLICED = """() => [...document.querySelectorAll(".wall .board-line")].filter(line => {
    const { top, bottom } = line.getBoundingClientRect();
    return [...line.children].some(each => {
        const box = each.getBoundingClientRect();
        return box.height && (box.top < top - 1 || box.bottom > bottom + 1);
    });
}).map(line => line.innerText)"""
"""The lines beside a board that are cut."""
COVERED = """() => [...document.querySelectorAll(".board-place")].filter(place => {
    const { left, top, width, height } = place.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return !seen.closest("bg-board");
}).map(place => place.outerHTML)"""
UPPER_HALF = """(gain) => {
    const svg = gain.closest("li").querySelector("svg").getBoundingClientRect();
    return gain.getBoundingClientRect().bottom <= svg.top + 1;
}"""


async def test_while_the_closed_room_plays_alone_a_screen_says_in_a_line_what_it_decides() -> None:
    async with following(hall(WAITING), "/screen", viewport=BIG) as page:
        stakes = page.locator(".stakes")
        await expect(stakes).to_contain_text("Game 2 now hangs on the closed room: ")
        await expect(stakes).to_have_text(re.compile(r" gains \d.* … .* gains \d.* IMP$"))
        await expect(page.locator(".waiting")).to_be_hidden()
    async with following(hall(WAITING, PLAYING), "/screen?show=wall", viewport=BIG) as page:
        hangs = page.locator("[data-match='club/1'] .hangs:visible")
        await expect(hangs).to_have_text("Game 2 now hangs on the closed room")
        await expect(
            page.locator(".told:visible, [data-match='club/2'] .hangs:visible")
        ).to_have_count(0)
    async with following(
        hall(WAITING, *[PLAYING] * 5), "/screen?show=wall&tables=8", viewport=BIG
    ) as page:
        await expect(page.locator(".hangs:visible")).to_have_text("The closed room decides")
        assert await page.evaluate(COVERED) == []


@pytest.mark.long  # a wall follows a match to its end
async def test_on_a_wall_the_last_play_stays_and_then_the_winner_stands_across_the_board() -> None:
    late = len(WHOLE) - 20
    hub = hall(WHOLE[:late], PLAYING)
    async with following(hub, "/screen?show=wall", timed=True, viewport=BIG) as page:
        first = page.locator("[data-match='club/1']")
        await tell_slowly(hub, WHOLE[late:])
        await expect(first.locator(".team.won")).to_have_count(1)
        await expect(first.locator(".told")).to_be_hidden()
        await page.clock.run_for(16_000)
        await expect(first.locator(".told")).to_contain_text(" wins by ")


async def test_one_match_on_a_wall_is_shown_large_until_another_begins() -> None:
    hub = hall(PLAYING, WHOLE[:1])
    async with following(hub, "/screen?show=wall", viewport=BIG) as page:
        await expect(page.locator(".gains")).to_be_visible()
        hub.receive(stored(2, WHOLE[1 : len(PLAYING)]))
        await expect(page.locator(".wall .shown")).to_have_count(2)


@pytest.mark.parametrize(
    "query",
    [
        "show=wall&tables=4",
        *(
            pytest.param(query, marks=pytest.mark.long)
            for query in ("show=wall&tables=8", "show=match&matches=club/1")
        ),
    ],
)
async def test_nothing_on_a_screen_lies_on_other_words_or_is_cut(query: str) -> None:
    """Long and short names, one playing, one waiting, one doubled and one between two games."""
    hub = hall(PLAYING, WAITING, DOUBLED, BETWEEN, PLAYING, PLAYING, WHOLE[:1])
    async with pages(hub) as address, browser_page(viewport=BIG) as page:
        for language in ("en", "uk", "ru"):
            await page.goto(f"{address}/screen?{query}&language={language}")
            await expect(page.locator(".team.fits").first).to_be_visible()
            assert await page.evaluate(LIES_ON_OTHERS) == [], language


LIES_ON_OTHERS = """() => {
    const words = ".name, .sum, .board-line, .turn, .others li, .where-line, .gain, .stakes";
    const seen = [...document.querySelectorAll(`.stage :is(${words}, .pace, .waiting)`)]
        .filter(each => each.checkVisibility() && each.textContent.trim());
    const boxes = seen.map(each => [each, each.getBoundingClientRect()]);
    const wrong = boxes.filter(
        ([, box]) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1
    );
    for (const [one, first] of boxes) {
        for (const [other, second] of boxes) {
            const apart = first.right <= second.left + 2 || second.right <= first.left + 2 ||
                first.bottom <= second.top + 6 || second.bottom <= first.top + 6;
            if (one !== other && !one.contains(other) && !other.contains(one) && !apart) {
                wrong.push([one]);
            }
        }
    }
    const cut = seen.filter(
        each => each.matches(".name") && each.scrollWidth > each.clientWidth
    );
    return [...wrong.map(([each]) => each), ...cut].map(each => each.outerHTML);
}"""


async def test_dice_alone_are_told_by_dice_and_the_score_is_what_is_largest() -> None:
    events = dice_alone()
    async with following(hall(events[: len(events) // 4]), "/screen", viewport=BIG) as page:
        await expect(page.locator(".table-dice .thrown .die").first).to_be_visible()
        assert "played" not in await page.locator(".stage").inner_text()
        assert await page.locator(".last-plays .roll:visible").count() > 1
        dice, score = [await high(page, which) for which in (".thrown svg", ".team .sum")]
        assert dice < BIG["height"] / 5
        assert score > BIG["height"] / 8


async def high(page: Page, which: str) -> float:
    """How high the first of these elements is on the screen."""
    box = await page.locator(which).first.bounding_box()
    assert box
    return box["height"]


@pytest.mark.long  # axe reads each screen twice
async def test_axe_finds_nothing_on_a_screen() -> None:
    for hub, path in (
        (hall(PLAYING, WHOLE[:1]), "/screen"),
        (hall(PLAYING, WAITING, DOUBLED, BETWEEN, WHOLE[:1]), "/screen?show=wall"),
        (hall(dice_alone()), "/screen"),
    ):
        async with following(hub, path, viewport=BIG) as page:
            await check_with_axe(page)
