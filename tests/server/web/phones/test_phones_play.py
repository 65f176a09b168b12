"""Two phones are a hall: tables played on the pages' own buttons, on a real server."""

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from rules import commands as cmd
from rules.position import Side
from rules.room import Room
from tests.server.live.following import on_loopback
from tests.server.web.signed_in import page_of
from tests.support.browser import IN_BROWSER, keep_picture
from tests.support.commands import send
from tests.support.ids import match_id
from tests.support.phone_pages import PhonePage, phone_page, sit_down
from tests.support.served import DIRECTOR, Served, opened, started_match
from tests.support.swallowing_proxy import line_to

pytestmark = IN_BROWSER
WHITE, RED = Side.WHITE, Side.RED


@contextlib.asynccontextmanager
async def open_phone_of(
    folder: Path, game: str = "backgammon", **settings: object
) -> AsyncIterator[tuple[Served, PhonePage, int]]:
    """A match under way with positions, the phone of its open table, in place; a server's port."""
    async with opened(folder) as served, on_loopback(served.app) as port:
        async with served.client(DIRECTOR) as director:
            await started_match(director, game=game)
        async with phone_page(port, **settings) as phone:
            await sit_down(served, phone, Room.OPEN)
            for room in Room:
                await send(served.hall, 1, cmd.SetRecording(room=room, positions=True), "operator")
            yield served, phone, port


@contextlib.asynccontextmanager
async def two_phones(
    folder: Path, **settings: object
) -> AsyncIterator[tuple[Served, PhonePage, PhonePage]]:
    """That match with the phone of its closed table in place as well."""
    async with (
        open_phone_of(folder, **settings) as (served, phone, port),  # type: ignore[arg-type]
        phone_page(port, **settings) as closed,
    ):
        await sit_down(served, closed, Room.CLOSED)
        yield served, phone, closed


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


async def place(phone: PhonePage, label: str) -> None:
    """Tap a place of the drawn board by its words."""
    await phone.page.get_by_role("button", name=re.compile(f"^{label}(,|$)")).click()


async def counts(served: Served, room: Room, side: Side) -> tuple[int, ...]:
    state = served.hall.match(match_id(1)).record.state
    assert state is not None
    return state.table(room).position.of(side)


@pytest.mark.long
async def test_a_play_is_entered_on_the_board_and_judged_only_when_it_is_finished(
    tmp_path: Path,
) -> None:
    async with open_phone_of(tmp_path) as (served, phone, _):
        await phone.open_game(white=5, red=2)
        await phone.tap(RED, "dice-yes")
        await phone.tells(WHITE, "tap a checker")
        for where in ("Point 13", "Point 11", "Point 24", "Point 20"):
            await place(phone, where)
        await phone.tap(WHITE, "finish")
        await phone.tells(WHITE, "does not fit")
        await phone.tap(WHITE, "undo")
        await place(phone, "Point 13")
        await phone.page.reload()
        await place(phone, "Point 13")
        await place(phone, "Point 13")
        await phone.tap(WHITE, "finish")
        await phone.tells(RED, "Which dice did you throw?")
        assert (await counts(served, Room.OPEN, WHITE))[13] == 3


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "moves", "target"),
    [("long-gammon", ("Point 24", "Point 17"), 17), ("trictrac", (), 24)],
)
async def test_a_play_of_the_other_games_is_entered_on_their_boards(
    tmp_path: Path, game: str, moves: tuple[str, ...], target: int
) -> None:
    async with open_phone_of(tmp_path, game) as (served, phone, _):
        await phone.open_game(white=5, red=2)
        if game == "trictrac":
            await phone.key(WHITE, 6, 4)
            moves = ("Point 24", "Point 14")
        await phone.tap(RED, "dice-yes")
        await phone.tells(WHITE, "tap a checker")
        for where in moves:
            await place(phone, where)
        await keep_picture(phone.page, f"phone-board-{game}")
        await phone.tap(WHITE, "finish")
        await phone.tells(RED, "Which dice did you throw?")
        assert 0 < (await counts(served, Room.OPEN, WHITE))[target] < 15


@pytest.mark.long
async def test_no_tap_of_one_player_ends_a_game(tmp_path: Path) -> None:
    async with open_phone_of(tmp_path) as (served, phone, _):
        await phone.open_game(white=5, red=2)
        await phone.tap(RED, "dice-yes")
        await phone.tap(WHITE, "resign", "single")
        await phone.tells(RED, "resigns")
        await phone.tap(RED, "refuse")
        await phone.tells(WHITE, "5 – 2")
        await phone.tap(WHITE, "resign", "back")
        await phone.tap(WHITE, "resign", "single")
        await phone.tap(RED, "accept")
        await phone.tells(WHITE, "Is this result right?")
        await phone.tap(WHITE, "confirm")
        await phone.tells(WHITE, "confirms the result")
        await phone.tap(RED, "confirm")
        state = served.hall.match(match_id(1)).record.state
        assert state is not None
        await phone.tells(WHITE, "next game")


@pytest.mark.long
async def test_what_is_tapped_without_a_connection_is_kept_and_counts_once(tmp_path: Path) -> None:
    async with (
        opened(tmp_path) as served,
        on_loopback(served.app) as port,
        line_to(port) as line,
        phone_page(line.port) as phone,
        phone_page(port) as closed,
    ):
        async with served.client(DIRECTOR) as director:
            await started_match(director)
        await sit_down(served, phone, Room.OPEN)
        await sit_down(served, closed, Room.CLOSED)
        await closed.tap(WHITE, "set")
        await closed.tap(RED, "set")
        await phone.tells(WHITE, "Opening")
        line.swallows = True
        await phone.open_game(white=5, red=2)
        await phone.notes(WHITE, "Saved here, not sent yet")
        await keep_picture(phone.page, "phone-offline")
        await closed.tells(WHITE, "Waiting for the other room")
        assert not await closed.half(WHITE).locator(".dice").is_visible()
        line.swallows = False
        await phone.tap(RED, "dice-yes")
        await closed.tells(WHITE, "5 – 2")
        await phone.notes(WHITE, "")
        state = served.hall.match(match_id(1)).record.state
        assert state is not None
        assert len(state.rolls) == 1


@pytest.mark.long
async def test_after_two_minutes_without_a_connection_a_phone_and_the_hall_say_what_to_do(
    tmp_path: Path,
) -> None:
    async with (
        opened(tmp_path) as served,
        on_loopback(served.app) as port,
        line_to(port) as line,
        phone_page(line.port, viewport={"width": 390, "height": 844}) as phone,
        page_of(served, DIRECTOR, "/hall") as hall,
    ):
        async with served.client(DIRECTOR) as director:
            await started_match(director)
        for page in (phone.page, hall):
            await page.clock.install()
        await sit_down(served, phone, Room.OPEN)
        await phone.tells(WHITE, "Opening")
        await hall.reload()
        status = hall.locator("[data-line]")
        await expect(status).to_have_text("live")
        line.swallows = True
        await hall.context.set_offline(True)
        await phone.page.clock.fast_forward("00:30")
        await phone.notes(WHITE, "No connection. What you enter is saved here.")
        await hall.evaluate("dispatchEvent(new Event('online'))")
        await expect(status).to_have_text("connection lost, trying again")
        for page in (phone.page, hall):
            await page.clock.fast_forward("02:10")
        for side in Side:
            await phone.notes(side, "scan a new code")
        await expect(status).to_contain_text("http://localhost:")
        await keep_picture(phone.page, "phone-gone")
        await keep_picture(hall, "hall-gone")


@pytest.mark.long
async def test_one_window_of_a_phone_is_the_board_and_the_newer_one_takes_over(
    tmp_path: Path,
) -> None:
    async with open_phone_of(tmp_path) as (_, phone, _):
        await phone.tells(WHITE, "Opening")
        await phone.tap(WHITE, "key-5")
        newer = PhonePage(await phone.page.context.new_page())
        await newer.page.goto("/table")
        await newer.tells(WHITE, "Waiting for the die")
        await expect(phone.page.get_by_text("open in another window")).to_be_visible()
        await newer.tap(RED, "key-2")
        await newer.tap(WHITE, "throw")
        await newer.tap(RED, "dice-yes")
        await phone.page.get_by_role("button", name="Go on here").click()
        await phone.tells(WHITE, "5 – 2")
