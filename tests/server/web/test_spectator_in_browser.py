"""A match's page in Chromium, on a plain-http name: it follows, and it catches up after a cut."""

import contextlib
from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI
from playwright.async_api import Page, async_playwright, expect

from server.live.facts import TableFact
from server.live.hub import LiveHub
from server.web.live_socket import live_routes
from server.web.spectator import spectator_pages
from tests.server.live.following import hub_of, on_loopback, tell_slowly, whole_match
from tests.support.needs import CHROMIUM

MATCH = whole_match()
THIRD = len(MATCH) // 3
PLAIN_NAME = "yalta.test"


@contextlib.asynccontextmanager
async def browser_page(**context: object) -> AsyncIterator[Page]:
    """A page of a browser that knows this machine by a plain name, as phones in a hall do."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM.path,
            args=["--no-sandbox", f"--host-resolver-rules=MAP {PLAIN_NAME} 127.0.0.1"],
        )
        yield await (await browser.new_context(**context)).new_page()  # type: ignore[arg-type]
        await browser.close()


@contextlib.asynccontextmanager
async def serving(hub: LiveHub, port: int = 0) -> AsyncIterator[int]:
    """The public's pages behind a real server; its port."""
    app = FastAPI()
    app.include_router(live_routes(hub))
    app.include_router(spectator_pages(hub))
    async with on_loopback(app, port) as bound:
        yield bound


async def shown(page: Page) -> dict[str, str]:
    """What lies in the changing places of the page."""
    places = ("score", "board", "waiting", "moves", "protocol")
    return {place: await page.locator(f"#{place}").inner_text() for place in places}


@CHROMIUM.required
async def test_what_becomes_public_reaches_an_open_page() -> None:
    hub = hub_of(*MATCH[:THIRD])
    async with serving(hub) as port, browser_page() as page:
        await page.goto(f"http://{PLAIN_NAME}:{port}/matches/1")
        await expect(page.locator("#link")).to_have_text("live")
        await tell_slowly(hub, MATCH[THIRD:])
        await expect(page.locator("#waiting")).to_contain_text("The match is over")
        followed = await shown(page)
        await page.reload()
        assert await shown(page) == followed


@CHROMIUM.required
async def test_a_page_says_that_the_line_is_cut_and_catches_up_with_a_restarted_server() -> None:
    async with browser_page() as page:
        async with serving(hub_of(*MATCH[:THIRD])) as port:
            await page.goto(f"http://{PLAIN_NAME}:{port}/matches/1")
            await expect(page.locator("#link")).to_have_text("live")
        await expect(page.locator("#link")).to_contain_text("connection lost")
        async with serving(hub_of(*MATCH), port):
            await expect(page.locator("#link")).to_have_text("live", timeout=20_000)
            await expect(page.locator("#waiting")).to_contain_text("The match is over")


@CHROMIUM.required
@pytest.mark.parametrize("width", [320, 390, 820, 1440, 1920])
@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_nothing_is_wider_than_the_screen(width: int, colours: str) -> None:
    viewport = {"width": width, "height": 800}
    async with (
        serving(hub_of(*MATCH)) as port,
        browser_page(viewport=viewport, color_scheme=colours) as page,
    ):
        for path in ("/", "/matches/1"):
            await page.goto(f"http://{PLAIN_NAME}:{port}{path}")
            assert await page.evaluate("document.documentElement.scrollWidth") == width


@CHROMIUM.required
@pytest.mark.parametrize("width", [390, 820, 1440])
async def test_a_roll_that_arrives_moves_nothing_else_on_the_page(width: int) -> None:
    hub = hub_of(*MATCH[:4])
    viewport = {"width": width, "height": 900}
    async with serving(hub) as port, browser_page(viewport=viewport) as page:
        await page.goto(f"http://{PLAIN_NAME}:{port}/matches/1")
        await expect(page.locator("#link")).to_have_text("live")
        places = await boxes(page)
        events = iter(MATCH[4:])
        while len(told_of(hub)) < 60:
            await tell_slowly(hub, [next(events)])
        await expect(page.locator("#moves li").nth(20)).to_be_attached()
        assert await boxes(page) == places


async def boxes(page: Page) -> list[object]:
    places = ("#board", "#waiting", "#score", "#moves", "#protocol")
    return [await page.locator(place).bounding_box() for place in places]


def told_of(hub: LiveHub) -> tuple[TableFact, ...]:
    now = hub.snapshot(1)
    assert now is not None
    return now.table.told
