"""Chromium as phones in a hall use it: on a plain-http name that is no loopback address."""

import contextlib
from collections.abc import AsyncIterator

from playwright.async_api import Page, async_playwright

from tests.support.needs import CHROMIUM

PLAIN_NAME = "yalta.test"

_BOARDS = '[...document.querySelectorAll("bg-board:not([hidden])")]'
DRAWN = f"""document.fonts.status === "loaded" &&
    {_BOARDS}.every(board => board.querySelector("svg"))"""
"""Holds in a page whose fonts are there and whose boards are drawn."""


@contextlib.asynccontextmanager
async def browser_page(**context: object) -> AsyncIterator[Page]:
    """A page of a browser that knows this machine by a plain name; any error in it is ours."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM.path,
            args=["--no-sandbox", f"--host-resolver-rules=MAP {PLAIN_NAME} 127.0.0.1"],
        )
        page = await (await browser.new_context(**context)).new_page()  # type: ignore[arg-type]
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
        await browser.close()
        assert not errors
