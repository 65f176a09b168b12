"""axe in a page: what people who see, hear or move otherwise would stumble over."""

from typing import Final

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

COLOURS: Final = ("light", "dark")
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]


async def check_with_axe(page: Page) -> None:
    """AssertionError with axe's report if it finds anything in one of the two colour schemes.

    The second scheme is asked for contrast only: all else is the same in both.
    """
    for colours in COLOURS:
        await page.emulate_media(color_scheme=colours)
        rules = RULES if colours == COLOURS[0] else ["cat.color"]
        found = await Axe().run(page, options={"runOnly": rules})
        assert not found.response["violations"], (page.url, colours, found.generate_report())
