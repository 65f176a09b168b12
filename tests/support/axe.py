"""axe in a page: what people who see, hear or move otherwise would stumble over."""

from functools import cache
from typing import Final

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

COLOURS: Final = ("light", "dark")
RULES: Final = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice")


@cache
def _axe_script() -> str:
    return str(Axe().axe_script)


async def axe_violations(page: Page, *rules: str) -> list[object]:
    """What axe finds on the page as it is now, by all our rules or by these."""
    options = {"runOnly": list(rules or RULES), "resultTypes": ["violations"]}
    # Half a megabyte: given to the browser itself it is there in half the time.
    browser = await page.context.new_cdp_session(page)
    loaded = await browser.send("Runtime.evaluate", {"expression": _axe_script()})
    assert "exceptionDetails" not in loaded, loaded
    await browser.detach()
    # What passes is most of what axe reports, and takes long on its way here.
    violations = "options => axe.run(options).then(found => found.violations)"
    return list(await page.evaluate(violations, options))


async def check_with_axe(page: Page) -> None:
    """AssertionError with axe's report if it finds anything in one of the two colour schemes.

    The second scheme is asked for contrast only: all else is the same in both.
    """
    for colours in COLOURS:
        await page.emulate_media(color_scheme=colours)
        rules = RULES if colours == COLOURS[0] else ("cat.color",)
        assert not await axe_violations(page, *rules), (page.url, colours)
