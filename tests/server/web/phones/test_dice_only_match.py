"""A whole duplicate match on two phones beside sets of wood: dice, the cube and the ends."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.async_api import expect

from rules.position import Side
from rules.room import Room
from tests.server.live.following import on_loopback
from tests.support.browser import IN_BROWSER, keep_picture
from tests.support.ids import match_id
from tests.support.phone_pages import PhonePage, phone_page, sit_down
from tests.support.phones import shown_code
from tests.support.served import DIRECTOR, Served, opened, results_seen, started_match
from tests.support.swallowing_proxy import Line, line_to

pytestmark = IN_BROWSER
WHITE, RED = Side.WHITE, Side.RED


@dataclass(frozen=True, slots=True)
class TwoTables:
    """A match under way and the phone of each table; the closed room's is behind `line`."""

    served: Served
    director: httpx.AsyncClient
    port: int
    open: PhonePage
    closed: PhonePage
    line: Line


@asynccontextmanager
async def two_tables(folder: Path) -> AsyncIterator[TwoTables]:
    """Four games of backgammon by two phones that keep dice only."""
    async with (
        opened(folder) as served,
        on_loopback(served.app) as port,
        line_to(port) as line,
        served.client(DIRECTOR) as director,
        phone_page(port) as open_phone,
        phone_page(line.port) as closed,
    ):
        await started_match(director)
        await closed.page.clock.install()
        await sit_down(served, open_phone, Room.OPEN)
        await sit_down(served, closed, Room.CLOSED)
        yield TwoTables(served, director, port, open_phone, closed, line)


async def opens(phone: PhonePage) -> None:
    """White begins with 5 – 2 and has played it."""
    await phone.open_game(white=5, red=2)
    await phone.tap(RED, "dice-yes")
    await phone.tap(WHITE, "played")


async def throws(phone: PhonePage, side: Side, first: int, second: int) -> None:
    """A throw that the opponent has seen, too, and its play."""
    await phone.key(side, first, second)
    await phone.tap(side.opponent, "dice-yes")
    await phone.tap(side, "played")


async def follows(phone: PhonePage, side: Side, dice: str, *, ready: bool = True) -> None:
    """The closed room plays the other room's dice."""
    if ready:
        await phone.tap(side, "ready")
    await phone.tells(side, dice)
    await phone.tap(side, "played")


async def both(phone: PhonePage, name: str) -> None:
    """White and then Red tap this."""
    await phone.tap(WHITE, name)
    await phone.tap(RED, name)


async def accepts(phone: PhonePage, side: Side, text: str) -> None:
    """That side hears how the game ended, agrees, and both confirm the result."""
    await phone.tells(side, text)
    await phone.tap(side, "accept")
    await both(phone, "confirm")


async def first_game(hall: TwoTables) -> None:
    """The open room resigns a single game with its count, the closed one a gammon.

    The open page is loaded anew between two dice, the closed one hears nothing for a minute.
    """
    await opens(hall.open)
    await hall.open.tap(RED, "key-6")
    await hall.open.page.reload()
    await hall.open.tap(RED, "key-1", "throw")
    await hall.open.page.reload()
    await hall.open.tap(WHITE, "dice-yes")
    await hall.open.tells(RED, "6 – 1")
    await keep_picture(hall.open.page, "phone-dice-only-play")
    await hall.open.tap(RED, "played")
    await both(hall.closed, "set")
    await hall.closed.tells(WHITE, "5 – 2")
    hall.line.swallows = True
    await hall.closed.tap(WHITE, "played")
    await hall.closed.page.clock.fast_forward("01:00")
    await hall.closed.notes(WHITE, "Saved here")
    await keep_picture(hall.closed.page, "phone-dice-only-lost")
    hall.line.swallows = False
    await follows(hall.closed, RED, "6 – 1")
    await hall.closed.notes(RED, "")
    await hall.open.tap(WHITE, "resign", "single", "left-5")
    await keep_picture(hall.open.page, "phone-dice-only-left")
    await hall.open.tap(WHITE, "count")
    await keep_picture(hall.open.page, "phone-dice-only-answer")
    await accepts(hall.open, RED, "resigns")
    await hall.closed.tap(WHITE, "resign", "gammon")
    await accepts(hall.closed, RED, "resigns")


async def second_game(hall: TwoTables) -> None:
    """The open room ends with a pass; the closed one takes, and the server draws it the rest."""
    await opens(hall.open)
    await both(hall.closed, "set")
    await follows(hall.closed, WHITE, "5 – 2", ready=False)
    await hall.open.tap(RED, "double")
    await hall.open.tap(WHITE, "pass", "left-15", "count")
    await accepts(hall.open, RED, "passes")
    await hall.closed.tap(RED, "double")
    await keep_picture(hall.closed.page, "phone-dice-only-doubled")
    await hall.closed.tap(WHITE, "take")
    await hall.closed.tells(RED, "Waiting for the other room")
    await keep_picture(hall.open.page, "phone-dice-only-tail")
    await hall.open.tap(WHITE, "draw-rest")
    await hall.open.tap(RED, "yes")
    await (await hall.closed.dice(RED)).wait_for()
    await hall.closed.tap(RED, "off", "gammon")
    await accepts(hall.closed, WHITE, "gammon")


async def third_game(hall: TwoTables, newer: PhonePage) -> None:
    """A claimed end is refused, then accepted; another phone takes over in the closed room."""
    await hall.open.open_game(white=5, red=2)
    await hall.open.tap(RED, "dice-yes")
    await hall.open.tap(WHITE, "off", "single", "left-4", "count")
    await hall.open.tap(RED, "refuse")
    await hall.open.tap(WHITE, "off", "single", "left-4", "count")
    await accepts(hall.open, RED, "4")
    await both(hall.closed, "set")
    await hall.closed.tells(WHITE, "5 – 2")
    await takes_over(hall, newer)
    await follows(newer, WHITE, "5 – 2", ready=False)
    await newer.tap(RED, "resign", "single", "left-7", "count")
    await accepts(newer, WHITE, "resigns")


async def takes_over(hall: TwoTables, newer: PhonePage) -> None:
    """A new code of the closed table, and the phone in place lets its phone in."""
    await newer.page.goto(f"/seat/{await shown_code(hall.served, Room.CLOSED)}")
    await newer.page.get_by_role("button", name="Make this phone the board").click()
    await expect(newer.page.get_by_role("status")).to_contain_text("asked to accept this phone")
    await keep_picture(hall.closed.page, "phone-asked-to-let-in")
    await hall.closed.page.get_by_role("button", name="Accept").click()
    await expect(newer.page.locator(".half.white")).to_be_visible()
    await expect(hall.closed.page.get_by_text("no longer this table's board")).to_be_visible()
    await keep_picture(hall.closed.page, "phone-replaced")


async def fourth_game(hall: TwoTables, closed: PhonePage) -> None:
    """The open room resigns a backgammon; in the closed one the last checker is off.

    Its player says so only when the opponent waits for the next dice already.
    """
    await opens(hall.open)
    await throws(hall.open, RED, 6, 1)
    await throws(hall.open, WHITE, 4, 3)
    await hall.open.tap(RED, "resign", "backgammon")
    await accepts(hall.open, WHITE, "resigns")
    await both(closed, "set")
    await follows(closed, WHITE, "5 – 2", ready=False)
    await follows(closed, RED, "6 – 1")
    await follows(closed, WHITE, "4 – 3")
    await closed.tap(RED, "ready")
    await closed.tells(RED, "Waiting for the other room")
    await closed.tap(WHITE, "off", "single", "left-14", "count")
    await accepts(closed, RED, "14")


RESULTS = [
    (1, "open", "white", "resigned", 5, 1),
    (1, "closed", "white", "resigned-gammon", 15, 1),
    (2, "open", "white", "pass", 15, 1),
    (2, "closed", "white", "gammon", 15, 2),
    (3, "open", "red", "bearoff", 4, 1),
    (3, "closed", "red", "resigned", 7, 1),
    (4, "open", "red", "resigned-backgammon", 15, 1),
    (4, "closed", "red", "bearoff", 14, 1),
]
"""Game, room, who lost, how, the loser's checkers left, the cube."""
RESULT_FIELDS = ("loser", "ending", "left", "cube")


@pytest.mark.soak
async def test_a_whole_match_is_played_on_two_phones_beside_sets_of_wood(tmp_path: Path) -> None:
    async with two_tables(tmp_path) as hall, phone_page(hall.port) as newer:
        await first_game(hall)
        await second_game(hall)
        await third_game(hall, newer)
        await fourth_game(hall, newer)
        for phone in (hall.open, newer):
            await expect(phone.page.get_by_text("The match at its table is over")).to_be_visible()
        found = [
            (each["game"], each["room"], *(each["result"][name] for name in RESULT_FIELDS))
            for each in await results_seen(hall.director)
        ]
        assert sorted(found) == sorted(RESULTS)
        state = hall.served.hall.match(match_id(1)).record.state
        assert state is not None
        assert state.over
