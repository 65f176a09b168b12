"""The grid and the big screen in Chromium, on a plain-http name."""

import contextlib
import itertools
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from rules.games.known_games import GAMES
from server.live.hub import LiveHub
from server.web.edge.page_hooks import PageHooks
from server.web.edge.refusals import add_refusals
from server.web.match_page.parts import page_fragments
from server.web.shell.refusal_pages import add_unknown_pages
from server.web.shell.shell import Shell
from server.words.languages import LANGUAGES
from tests.server.live.by_hand import OPEN, RELEASED, THROWN
from tests.server.live.following import on_loopback, tell_slowly, whole_match
from tests.server.live.test_double_pause import OPENED, TAKEN
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.ids import NAMES, match_id
from tests.support.public_pages import public_app
from tests.support.rooms import scheduled
from tests.support.stored import stored

pytestmark = IN_BROWSER

WHOLE = whole_match()
PLAYED = next(n for n, event in enumerate(WHOLE) if isinstance(event, ev.PlayMade) and n > 60) + 1
LATE = len(WHOLE) - 33
"""So near its end is the match begun to be told."""
LONG = "Long" * 125
WIDE = {"width": 1440, "height": 900}
PAGES = (
    "/",
    "/screen",
    "/screen?show=wall",
    "/screen/address",
    "/t/club/matches/1",
    "/t/club/matches/2",
    "/nowhere",
)


BEFORE_THE_COLON = """unit => {
    const edges = node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
    };
    const figure = unit.querySelector("[popovertarget^=score-vp]");
    const after = [...unit.childNodes].find(each => each.textContent.trim().startsWith(":"));
    return edges(after).left - edges(figure.firstChild).right;
}"""
"""Pixels between the first figure of the victory points and what follows it."""


def hall(*matches: Sequence[ev.Event], home: str = "Compass") -> LiveHub:
    """A hub with these matches, numbered from 1, the later ones with a suffix to their names."""
    hub = LiveHub(GAMES, page_fragments, names_of=lambda _: NAMES)
    for number, events in enumerate(matches, 1):
        first = replace(scheduled(), match_id=match_id(number), home=home)
        hub.receive(stored(number, [first, *events[1:]]))
    return hub


@contextlib.asynccontextmanager
async def pages(hub: LiveHub, *hooks: PageHooks) -> AsyncIterator[str]:
    """The public's pages behind a real server, those of extras too; their address."""
    app = public_app(hub, hooks=hooks)
    add_refusals(app)
    add_unknown_pages(app, Shell())
    async with on_loopback(app) as port:
        yield f"http://{PLAIN_NAME}:{port}"


@contextlib.asynccontextmanager
async def following(
    hub: LiveHub, path: str = "", *, live: str = "live", timed: bool = False, **context: Any
) -> AsyncIterator[Page]:
    """One of them in a browser, once it follows; `timed`: its clock is moved by the test."""
    async with pages(hub) as address, browser_page(**context) as page:
        if timed:
            await page.clock.install()
        await page.goto(f"{address}{path}")
        await expect(page.locator("#link")).to_have_text(live)
        yield page


async def test_on_paper_a_card_stands_on_one_page_with_its_board() -> None:
    async with following(hall(WHOLE[:LATE], WHOLE[:PLAYED])) as page:
        await page.emulate_media(media="print")
        for card in await page.locator(".table-card").all():
            assert await card.evaluate("card => getComputedStyle(card).breakInside") == "avoid"


def unplayed() -> int:
    """How many events of the match to tell so that the public sees a roll and not yet its play."""
    for count in range(PLAYED, len(WHOLE)):
        now = hall(WHOLE[:count]).snapshots()[0].table
        if now.thrown is not None and now.last_play is None:
            return count
    raise AssertionError("no roll was ever shown before its play")


async def test_what_becomes_public_reaches_every_card_and_a_match_that_begins_gets_its_own() -> (
    None
):
    hub = hall(WHOLE[:LATE], WHOLE[:PLAYED], WHOLE[:1])
    async with following(hub) as page:
        hub.receive(stored(3, WHOLE[1:PLAYED]))
        await expect(page.locator("[data-match='club/3'] bg-board svg")).to_be_visible()
        card = page.locator("[data-match='club/1']")
        await tell_slowly(hub, WHOLE[LATE:])
        await expect(card.locator("[data-card='status']")).to_have_text("finished")
        imp = hub.frame(match_id(1)).payload.decode().partition('"imp":')[2].partition("}")[0]
        shown = [
            await card.locator(f"[data-card='{side}-sum']").inner_text()
            for side in ("home", "away")
        ]
        assert imp == '{{"home":{},"away":{}'.format(*shown)


async def test_a_front_page_whose_last_match_ends_says_so_and_lists_its_result() -> None:
    async with following(hub := hall(WHOLE[:LATE], WHOLE)) as page:
        results = page.locator("[data-part=results] li")
        await expect(results).to_have_count(1)
        await tell_slowly(hub, WHOLE[LATE:])
        await expect(page.locator("h1")).to_have_text("Just finished")
        await expect(page).to_have_title(re.compile("^Just finished"))
        await expect(page.locator("#link")).to_be_hidden()
        await expect(page.get_by_role("button", name="See the whole match")).to_be_visible()
        await expect(results).to_have_count(2)
        assert await page.locator(".beside .unit").evaluate(BEFORE_THE_COLON) < 2


async def on_screen(page: Page) -> str | None:
    return await page.locator(".shown").first.get_attribute("data-match")


async def all_on_screen(page: Page) -> list[str]:
    found: list[str] = await page.locator(".shown").evaluate_all(
        "(shown) => shown.map((place) => place.dataset.match)"
    )
    return found


async def test_the_screen_goes_round_the_tables_that_are_played() -> None:
    hub = hall(WHOLE[:PLAYED], WHOLE[:1], WHOLE[:PLAYED], WHOLE)
    async with following(hub, "/screen?seconds=20", timed=True) as page:
        seen = []
        for _ in range(3):
            seen.append(await on_screen(page))
            await page.clock.run_for(21_000)
        assert seen == ["club/1", "club/3", "club/1"]


@pytest.mark.long  # a screen goes round in every run
async def test_the_screen_stays_while_dice_lie_unplayed_but_not_for_good() -> None:
    hub = hall(WHOLE[: unplayed()], WHOLE[:PLAYED])
    async with following(hub, "/screen?seconds=20", timed=True) as page:
        await page.clock.run_for(41_000)
        assert await on_screen(page) == "club/1"
        await page.clock.run_for(41_000)
        assert await on_screen(page) == "club/2"


@pytest.mark.long  # a screen follows a match in every run
async def test_on_a_stage_the_last_play_stays_a_while_and_then_the_result_takes_its_place() -> None:
    hub = hall(WHOLE[:LATE])
    async with following(
        hub, "/screen?show=match&matches=club/1", timed=True, viewport=WIDE
    ) as page:
        await tell_slowly(hub, WHOLE[LATE:])
        await expect(page.locator("[data-card=status]")).to_have_text("finished")
        result = page.locator(".outcome")
        await expect(page.locator(".last-plays")).to_be_visible()
        await expect(result).to_be_hidden()
        await page.clock.run_for(16_000)
        await expect(result).to_be_visible()
        await expect(page.locator(".last-plays")).to_be_hidden()
        await page.reload()
        await expect(result).to_be_visible()


@pytest.mark.long  # a screen follows and goes round in every run
async def test_the_screen_of_one_match_stays_with_it_and_tells_its_plays_and_their_age() -> None:
    hub = hall(WHOLE[:PLAYED], WHOLE[:PLAYED], home="Backgammon Club of the Northern Harbour")
    async with following(
        hub, "/screen?show=match&matches=club/1", timed=True, viewport=WIDE
    ) as page:
        latest = page.locator(".last-plays tbody tr:visible").last
        before = await latest.inner_text()
        await tell_slowly(hub, WHOLE[PLAYED : PLAYED + 30])
        await expect(latest).not_to_have_text(before)
        pace = page_fragments(hub.snapshots()[0], "en", NAMES)["pace"]
        assert pace
        await expect(page.locator(".stage .pace")).to_have_text(pace)
        await page.clock.run_for(200_000)
        await expect(page.locator(".stage .age")).to_have_text(re.compile(r"Last news: \d+ h ago"))
        assert await all_on_screen(page) == ["club/1"]
        await expect(page.locator(".others li")).to_have_count(1)
        cut = "(name) => name.scrollWidth > name.clientWidth"
        assert await page.locator(".others [data-card='home']").evaluate(cut)
        assert not await page.locator(".others [data-card='away']").evaluate(cut)


async def test_a_wall_goes_on_to_those_that_had_no_room_and_follows_each() -> None:
    hub = hall(WHOLE[:LATE], *[WHOLE[:PLAYED]] * 4)
    async with following(hub, "/screen?show=wall&seconds=20", timed=True, viewport=WIDE) as page:
        assert await all_on_screen(page) == ["club/1", "club/2", "club/3", "club/4"]
        await page.clock.run_for(21_000)
        assert await all_on_screen(page) == ["club/5", "club/1", "club/2", "club/3"]
        await tell_slowly(hub, WHOLE[LATE:])
        first = page.locator(".shown[data-match='club/1']")
        await expect(first.locator("[data-card='status']")).to_have_text("finished")


SIXTEEN_NINE = [(1280, 720), (1920, 1080), (3840, 2160)]


@pytest.mark.parametrize(
    ("query", "sizes"),
    [
        ("show=wall&tables=8", SIXTEEN_NINE[1:2]),
        *(
            pytest.param(query, SIXTEEN_NINE, marks=pytest.mark.long)
            for query in ("show=match", "show=wall", "show=wall&tables=8")
        ),
    ],
)
async def test_a_screen_is_filled_and_read_at_twenty_metres_at_any_resolution(
    query: str, sizes: Sequence[tuple[int, int]]
) -> None:
    hub = hall(*[WHOLE[:PLAYED]] * 7, home="Wanderverein Münster")
    async with pages(hub) as address, browser_page() as page:
        await page.goto(f"{address}/screen?{query}&language=uk")
        for width, height in sizes:
            await page.set_viewport_size({"width": width, "height": height})
            measured = await page.evaluate(MEASURED)
            assert measured["beyond"] == [], (width, query)
            assert measured["cut"] == [], (width, query)
            assert measured["scores"] >= 48 / 1080, (width, query)
            assert measured["names"] >= 40 / 1080, (width, query)
            assert measured["words"] >= 25 / 1080, (width, query)


MEASURED = """() => {
    const size = (each) => parseFloat(getComputedStyle(each).fontSize) / innerHeight;
    const least = (which) => Math.min(...[...document.querySelectorAll(which)].map(size));
    const seen = [...document.querySelectorAll(".stage *")].filter(each => each.checkVisibility());
    const outside = (each) => {
        const box = each.getBoundingClientRect();
        return box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
    };
    return {
        beyond: seen.filter(outside).map(each => each.className),
        cut: [...document.querySelectorAll(".team .name")].filter(each =>
            each.scrollWidth > each.clientWidth ||
            each.scrollHeight > each.clientHeight + size(each) * innerHeight / 2
        ).map(each => each.textContent),
        scores: least(".sum"),
        names: least(".team .name"),
        words: least(".board-line, .waiting, .others li, .player"),
    };
}"""


async def test_keys_go_by_their_place_whatever_the_layout_and_are_listed() -> None:
    async with pages(hall(WHOLE[:PLAYED])) as address, browser_page() as page:
        await page.goto(address)
        await page.keyboard.press("?")
        await expect(page.locator("#keys dl")).to_contain_text("Big screen")
        assert await one_below_the_other(page, "#keys h2", "#keys dl", "#keys button")
        await page.keyboard.press("Escape")
        await expect(page.locator("#keys")).to_be_hidden()
        await page.evaluate(
            "(pressed) => document.body.dispatchEvent(new KeyboardEvent('keydown', pressed))",
            {"code": "KeyB", "key": "и", "bubbles": True, "cancelable": True},
        )
        await page.wait_for_url("**/screen")


async def one_below_the_other(page: Page, *places: str) -> bool:
    boxes = [await page.locator(place).bounding_box() for place in places]
    edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
    return len(edges) == len(places) and all(
        above[1] <= below[0] for above, below in itertools.pairwise(edges)
    )


async def test_language_and_colours_are_chosen_without_script() -> None:
    async with (
        pages(hall(WHOLE[:PLAYED])) as address,
        browser_page(java_script_enabled=False, locale="en") as page,
    ):
        await page.goto(f"{address}/t/club/matches/1?language=en")
        await page.get_by_role("button", name="Українська").click()
        await page.wait_for_url("**/t/club/matches/1")
        await expect(page.locator("html")).to_have_attribute("lang", "uk")
        await page.locator("button[name=theme][value=dark]").click()
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("paths", [("/",), pytest.param(PAGES, marks=pytest.mark.soak)])
async def test_no_page_is_wider_than_the_screen_however_long_a_name_is(
    paths: Sequence[str],
) -> None:
    hub = hall(WHOLE[:PLAYED], WHOLE, WHOLE[:1], home=LONG)
    async with pages(hub) as address, browser_page() as page:
        for path, language in zip(paths, cycle(LANGUAGES), strict=False):
            await page.goto(f"{address}{path}{'&' if '?' in path else '?'}language={language}")
            for width in (320, 390, 820, 1440, 1920):
                await page.set_viewport_size({"width": width, "height": 900})
                wide = await page.evaluate("document.documentElement.scrollWidth")
                assert wide == width, path


async def test_the_links_of_the_header_are_one_row_on_a_phone_in_every_language() -> None:
    async with pages(hall(WHOLE[:1])) as address, browser_page() as page:
        await page.set_viewport_size({"width": 390, "height": 844})
        for language in LANGUAGES:
            await page.goto(f"{address}/?language={language}")
            links = page.locator("header nav a")
            tops = await links.evaluate_all("all => all.map((each) => each.offsetTop)")
            assert len(tops) == 4
            assert len(set(tops)) == 1, language
            logo, search = page.locator("header .wordmark"), page.locator("header .to-search")
            middles = [await each.bounding_box() for each in (logo, search)]
            assert middles[0] is not None
            assert middles[1] is not None
            assert abs(middles[0]["y"] - middles[1]["y"]) < middles[0]["height"]


@pytest.mark.parametrize("path", ["/screen", "/screen?show=wall"])
async def test_a_screen_lights_the_side_that_has_to_answer_a_double(path: str) -> None:
    offer, _, decided = TAKEN
    hub = hall((scheduled(), *OPENED, offer, decided))
    async with following(hub, path, viewport=WIDE) as page:
        await expect(page.locator(".team.to-answer .acts")).to_have_text("to answer")
        await expect(page.locator(".team.on-turn")).to_have_attribute("data-side", "white")


@pytest.mark.parametrize("path", ["/", "/screen", "/screen?show=wall", "/t/club/matches/1"])
async def test_a_table_that_keeps_dice_only_shows_no_board_anywhere(path: str) -> None:
    unrecorded = ev.RecordingSet(room=OPEN, positions=False)
    hub = hall((scheduled(), OPENED[0], unrecorded, OPENED[1], THROWN, RELEASED))
    async with following(hub, path, viewport=WIDE) as page:
        board = page.locator("bg-board:not([hidden])")
        await expect(board.locator(".thrown .die")).to_have_count(2)
        await expect(board.locator(".field")).to_have_count(0)
        await expect(board.locator(".acting .acts")).to_have_text("to play")


async def test_a_match_alone_keeps_its_newest_move_in_sight_unless_an_earlier_one_is_read() -> None:
    hub = hall(WHOLE[:LATE])
    async with following(hub, viewport={"width": 1440, "height": 560}) as page:
        moves = page.locator('.beside [data-part="moves"]')
        left = "(list) => list.scrollHeight - list.scrollTop - list.clientHeight"
        assert await moves.evaluate("(list) => list.scrollHeight > list.clientHeight")
        assert await moves.evaluate(left) < 2
        before = await moves.locator("tbody tr").count()
        hub.receive(stored(1, WHOLE[LATE : LATE + 12]))
        await expect(moves.locator("tbody tr")).not_to_have_count(before)
        assert await moves.evaluate(left) < 2
        names = page.get_by_text("Compass", exact=True)
        seen = "(all) => all.filter((each) => each.checkVisibility()).length"
        assert await names.evaluate_all(seen) == 1


async def test_a_match_alone_shows_whose_men_are_whose_at_any_width_and_its_way_in_on_a_phone() -> (
    None
):
    hub = hall(WHOLE[:PLAYED])
    async with following(hub, viewport=WIDE) as page:
        for place in ("home", "away"):
            name = page.locator(f".beside .team.{place} bdi")
            disc = "(name) => parseFloat(getComputedStyle(name, '::before').inlineSize)"
            assert await name.evaluate(disc) > 8
        await page.set_viewport_size({"width": 390, "height": 844})
        watch = page.get_by_role("button", name="Watch the match")
        await expect(watch).to_be_visible()
        places = ("bg-board", ".watch a", '[data-card="waiting"]')
        boxes = [await page.locator(each).bounding_box() for each in places]
        board, way, words = filter(None, boxes)
        assert board["y"] + board["height"] <= way["y"]
        assert way["y"] + way["height"] <= words["y"]
        lines = page.locator(".score-line .imp > *:visible")
        assert re.fullmatch(r"\d+ ?IMP ?\d+ ?IMP", " ".join(await lines.all_text_contents()))
