"""A match to points on one phone: its score, what counts nothing there, a corrected result.

Also how both players are told that no game starts.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from tests.server.live.following import on_loopback
from tests.support.browser import IN_BROWSER, keep_picture
from tests.support.clock import Clock, utc_now
from tests.support.commands import schedule_match_play, send
from tests.support.ids import match_id
from tests.support.phone_pages import PhonePage, phone_page, sit_down
from tests.support.served import DIRECTOR, Served, opened

pytestmark = IN_BROWSER
WHITE, RED = Side.WHITE, Side.RED
AT: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}


@asynccontextmanager
async def one_table(
    folder: Path, length: int, now: Callable[[], datetime] = utc_now
) -> AsyncIterator[tuple[Served, PhonePage]]:
    """Two players to that many points, and the phone of their table."""
    async with (
        opened(folder, now) as served,
        on_loopback(served.app) as port,
        phone_page(port, **AT) as phone,
    ):
        players = {"white": "Robin Brook", "red": "Kim Holloway"}
        await schedule_match_play(served.hall, **players, length=length, event="Harbour Cup")
        await sit_down(served, phone, Room.OPEN)
        yield served, phone


def score(phone: PhonePage) -> Locator:
    return phone.page.locator('[data-strip="score"]')


async def begins(phone: PhonePage) -> None:
    """White begins with 5 – 2 and plays it."""
    await phone.open_game(white=5, red=2)
    await phone.tap(RED, "dice-yes")
    await phone.tap(WHITE, "played")


async def confirmed(phone: PhonePage, side: Side) -> None:
    """That side agrees how the game ended, and both confirm."""
    await phone.tap(side, "accept")
    for each in (WHITE, RED):
        await phone.tap(each, "confirm")


@pytest.mark.long
async def test_a_match_to_points_shows_its_score_and_asks_for_no_checkers_left(
    tmp_path: Path,
) -> None:
    async with one_table(tmp_path, 3) as (_, phone):
        await expect(score(phone)).to_have_text("White 0 – 0 Red, to 3 points")
        await begins(phone)
        await phone.tap(RED, "double")
        await phone.tap(WHITE, "take")
        await phone.key(RED, 6, 1)
        await phone.tap(WHITE, "dice-yes")
        await keep_picture(phone.page, "phone-points-play")
        await phone.tap(RED, "off", "single")
        await phone.tells(WHITE, "Kim Holloway has everything off: A single game. Right?")
        await confirmed(phone, WHITE)
        await expect(score(phone)).to_have_text("White 0 – 2 Red, to 3 points · Crawford game")
        await begins(phone)
        await keep_picture(phone.page, "phone-points-crawford")
        await phone.tap(RED, "resign", "single")
        await phone.tells(WHITE, "Kim Holloway resigns: A single game. Right?")
        await confirmed(phone, WHITE)
        await expect(score(phone)).to_have_text("White 1 – 2 Red, to 3 points")
        await begins(phone)
        await phone.tap(RED, "double")
        await phone.tap(WHITE, "pass", "pass-sure")
        await phone.tells(RED, "Robin Brook passes. Right?")
        await confirmed(phone, RED)
        await expect(phone.page.get_by_role("main")).to_contain_text(
            "Kim Holloway wins the match 3–1."
        )
        await keep_picture(phone.page, "phone-points-over")


@pytest.mark.long
async def test_players_are_asked_to_confirm_a_corrected_result(tmp_path: Path) -> None:
    async with one_table(tmp_path, 7) as (served, phone):
        await begins(phone)
        await phone.tap(RED, "resign", "single")
        await confirmed(phone, WHITE)
        await phone.tap(WHITE, "key-5")
        record = served.hall.match(match_id(1)).record
        assert record.state is not None
        corrected = rd.CorrectResult(
            game=1,
            attempt=1,
            room=Room.OPEN,
            loser=RED,
            ending=Ending.RESIGNED_GAMMON,
            left=15,
            cube=1,
            reason="it was a gammon",
            was=record.state.results[1, Room.OPEN],
        )
        await send(served.hall, 1, corrected, "director")
        for side in Side:
            await phone.tap(side, "corrected")
            await phone.tells(side, "A result was corrected. Is it right?")
            words = phone.half(side).locator('[data-part="text"]')
            await expect(words).to_contain_text("Game 1: won by Robin Brook")
        await keep_picture(phone.page, "phone-corrected")
        await phone.tap(RED, "corrected-right")
        await phone.tap(WHITE, "corrected-right")
        await expect(phone.button(WHITE, "corrected")).to_be_hidden()
        await phone.tells(WHITE, "Waiting for the die of Kim Holloway")
        state = served.hall.match(match_id(1)).record.state
        assert state is not None
        assert not state.unconfirmed


async def test_both_players_are_told_that_no_game_starts_before_they_key_a_die(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with one_table(tmp_path, 7, clock) as (served, phone), served.client(DIRECTOR) as desk:
        await phone.tells(WHITE, "which die did you throw")
        order = {"at": "2008-05-03T22:30Z", "until": "2008-05-04T09:00Z", "reason": "closing"}
        path = "/api/t/club/timetable"
        assert (await desk.post(path, json={"order": "last-start", **order})).status_code == 200
        announced = phone.page.locator('[data-strip="announced"]')
        await expect(announced).to_contain_text("No game starts between")
        await keep_picture(phone.page, "phone-no-start-later")
        clock.passes(hours=11)
        await phone.page.reload()
        for side in Side:
            await phone.tells(side, "The director lets no game start before")
            await expect(phone.button(side, "key-5")).to_be_hidden()
        await expect(announced).to_be_hidden()
        await keep_picture(phone.page, "phone-no-start")
        clock.passes(hours=11)
        await phone.page.reload()
        await phone.tells(WHITE, "which die did you throw")
