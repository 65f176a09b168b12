"""A browser in which somebody is signed in, on a plain-http name."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from server.access import Visitor
from server.web.edge.authorization import COOKIE
from tests.server.live.following import on_loopback
from tests.support.browser import PLAIN_NAME, browser_page
from tests.support.served import DIRECTOR, Served, opened


@contextlib.asynccontextmanager
async def director_at(folder: Path, path: str) -> AsyncIterator[tuple[Page, Served]]:
    """The director's page of an address, of a server whose records are in this folder."""
    async with opened(folder) as served, page_of(served, DIRECTOR, path) as page:
        yield page, served


@contextlib.asynccontextmanager
async def page_of(
    served: Served, visitor: Visitor, path: str, **context: Any
) -> AsyncIterator[Page]:
    """A visitor's page of an address; `context` are the browser's settings."""
    token = await served.session(visitor)
    settings = {"locale": "en", **context}
    async with on_loopback(served.app) as port, browser_page(**settings) as page:
        cookie = {"name": COOKIE, "value": token, "domain": PLAIN_NAME, "path": "/"}
        await page.context.add_cookies([cookie])  # type: ignore[list-item]
        await page.goto(f"http://{PLAIN_NAME}:{port}{path}")
        yield page
