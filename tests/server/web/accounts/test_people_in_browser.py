"""The first director's page in Chromium, which no walk over all pages comes to."""

from pathlib import Path

from playwright.async_api import Page

from tests.server.live.following import on_loopback
from tests.support.axe import axe_violations
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.served import opened

pytestmark = IN_BROWSER

WIDTHS = (390, 820, 1440)


async def test_the_first_directors_page_fits_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        token = await served.authenticator.set_up_link()
        async with on_loopback(served.app) as port, browser_page(locale="uk") as page:
            await page.goto(f"http://{PLAIN_NAME}:{port}/set-up/{token}")
            await fits(page)
            assert await axe_violations(page) == []


async def fits(page: Page) -> None:
    """Nothing is wider than the screen, at any width."""
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 900})
        wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (page.url, width)
