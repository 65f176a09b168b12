"""A page for all tests of a module that draw boards: opened once, laid out anew for each."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page

from rules.games.backgammon import BACKGAMMON
from tests.server.web.match_page.test_bg_board import board, document, lying


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def drawing(joined_browser: None) -> AsyncIterator[Page]:
    """A page that has the board's scripts and English words."""
    async with board(document(lying(BACKGAMMON.start()))) as page:
        yield page
