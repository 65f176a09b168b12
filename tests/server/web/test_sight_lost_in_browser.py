"""A page that is open while its visitor takes a seat shows the match no more (ruling 34)."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from server.access import Role, Visitor
from tests.server.web.signed_in import page_of
from tests.server.web.test_sight_lost import enter
from tests.support.browser import IN_BROWSER
from tests.support.persons import person_id
from tests.support.served import opened_match, throw_opening

pytestmark = IN_BROWSER
ANN = Visitor(Role.DIRECTOR, person_id("Ann"))


@pytest.mark.parametrize(
    "path",
    [
        "/t/club/matches/1",
        *(pytest.param(each, marks=pytest.mark.long) for each in ("/hall/t/club/matches/1", "/")),
    ],
)
async def test_an_open_page_is_asked_for_again_and_shows_no_board(
    tmp_path: Path, path: str
) -> None:
    async with opened_match(tmp_path) as (served, _):
        await throw_opening(served.hall, 1, 1)
        async with page_of(served, ANN, path) as page:
            await expect(page.locator("bg-board").first).to_be_visible()
            await enter(served, "Ann")
            said = page.get_by_text(re.compile("You are playing in (match 1|this match)"))
            await expect(said).to_be_visible()
            await expect(page.locator("bg-board:not(.duel *)")).to_have_count(0)
