"""The phone's own modules in Chromium, without a server: a blank page that may import them."""

import contextlib
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

from playwright.async_api import Page, Route

from server.web.edge.static_files import static_files
from tests.support.browser import PLAIN_NAME, browser_page


@contextlib.asynccontextmanager
async def scripts() -> AsyncIterator[Page]:
    """A blank page on a plain-http name with the pages' own files below `/static/`."""

    async def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        found = static_files().get(path.removeprefix("/static/"))
        if found is None:
            await route.fulfill(body="<!doctype html><title>.</title>", content_type="text/html")
        else:
            await route.fulfill(body=found.content, content_type=found.media_type)

    async with browser_page() as page:
        await page.route("**/*", answer)
        await page.goto(f"http://{PLAIN_NAME}/")
        yield page
