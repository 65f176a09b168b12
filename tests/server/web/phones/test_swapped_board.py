"""A phone takes the place of a board whose sensors could not tell which play was made."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import ThrowSource, WireSide
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from tests.server.live.following import on_loopback
from tests.support.browser import IN_BROWSER, keep_picture
from tests.support.commands import assign_board
from tests.support.phone_pages import phone_page, sit_down
from tests.support.plugged import plugged
from tests.support.served import opened_match

pytestmark = IN_BROWSER
BOARD = "BZ-9"
START = BACKGAMMON.start()
HALF_DEAD = sum(1 << point for point in range(2, 14))


@pytest.mark.long
async def test_the_play_a_board_asked_about_is_entered_on_the_phone_that_takes_its_place(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, _), on_loopback(served.app) as port:
        await assign_board(served.hall, 1, Room.OPEN, BOARD)
        async with plugged(served.hall, BOARD) as board:
            reader = ThrowSource.DICE_READER
            board.link.report(wire.Roll(1, 1, 1, WireSide.NONE, 4, 3, reader, 100, 0))
            lying = PointCounts(START.white, START.red)
            sensed = wire.TurnDone(1, 1, 1, WireSide.WHITE, lying, HALF_DEAD, 1)
            board.link.report(sensed)
            await board.until(lambda it: any(isinstance(each, wire.Ask) for each in it.commands))
        async with phone_page(port) as phone:
            await sit_down(served, phone, Room.OPEN)
            await phone.tells(Side.WHITE, "4 – 3")
            await expect(phone.button(Side.WHITE, "finish")).to_be_enabled()
            await keep_picture(phone.page, "phone-asked-which-play")
