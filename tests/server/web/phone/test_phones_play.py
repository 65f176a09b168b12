"""Two phones are a hall: tables played on the pages' own buttons, on a real server."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from rules.room import Room
from rules.side import Side
from tests.server.live.following import on_loopback
from tests.support.browser import IN_BROWSER, keep_picture
from tests.support.phone_pages import PhonePage, phone_page, sit_down
from tests.support.served import DIRECTOR, Served, opened, started_match

pytestmark = IN_BROWSER
WHITE, RED = Side.WHITE, Side.RED


@contextlib.asynccontextmanager
async def two_phones(
    folder: Path, game: str = "backgammon", **settings: object
) -> AsyncIterator[tuple[Served, PhonePage, PhonePage]]:
    """A match under way, and the phones of its open and closed table, in place."""
    async with opened(folder) as served, on_loopback(served.app) as port:
        async with served.client(DIRECTOR) as director:
            await started_match(director, game=game)
        async with (
            phone_page(port, **settings) as open_phone,
            phone_page(port, **settings) as closed,
        ):
            await sit_down(served, open_phone, Room.OPEN)
            await sit_down(served, closed, Room.CLOSED)
            yield served, open_phone, closed


async def test_the_first_roll_reaches_both_rooms(tmp_path: Path) -> None:
    async with two_phones(tmp_path) as (_, open_phone, closed):
        await open_phone.open_game(white=5, red=2)
        await open_phone.tap(RED, "dice-yes")
        await open_phone.tells(WHITE, "5 – 2")
        await closed.tells(WHITE, "Set up the checkers")
        await closed.tap(WHITE, "set")
        await closed.tap(RED, "set")
        await closed.tells(WHITE, "5 – 2")
        assert await (await closed.dice(WHITE)).get_attribute("aria-label") == "5 – 2"
        await keep_picture(open_phone.page, "phone-open-first-roll")
        await keep_picture(closed.page, "phone-closed-first-roll")
