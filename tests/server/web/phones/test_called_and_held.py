"""A table's phone beside the director's page: a call, who comes, a hold and the clocks."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from rules import commands as cmd
from rules.events import Clocks, ClockSetting
from rules.position import Side
from rules.room import Room
from tests.server.live.following import on_loopback
from tests.server.web.signed_in import page_of
from tests.support.browser import IN_BROWSER, keep_picture
from tests.support.commands import send
from tests.support.phone_pages import PhonePage, phone_page, sit_down
from tests.support.served import DIRECTOR, opened_match

pytestmark = [*IN_BROWSER, pytest.mark.long]
WHITE, RED = Side.WHITE, Side.RED
MATCH = "/hall/t/club/matches/1"
REASON = "A lamp over the table has failed"
A_MINUTE_LESS = re.compile("11:(0[0-9]|1[0-2])")
"""Four games of three minutes, less a minute and some seconds, twelve of them free (ruling 30)."""


async def both_noted(phone: PhonePage, text: str) -> None:
    for side in Side:
        await phone.notes(side, text)


async def test_who_calls_is_told_who_comes_and_a_hold_stops_both_tables_clocks_and_all(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, _), on_loopback(served.app) as port:
        setting = ClockSetting(clocks=Clocks.ON)
        ordered = cmd.SetClocks(setting=setting, was=ClockSetting(), reason="by the clock")
        await send(served.hall, 1, ordered, "director")
        async with (
            phone_page(port) as open_phone,
            phone_page(port) as closed,
            page_of(served, DIRECTOR, MATCH) as desk,
        ):
            await sit_down(served, open_phone, Room.OPEN)
            await sit_down(served, closed, Room.CLOSED)
            await called_and_settled(open_phone, closed, desk)
            await held_and_let_go(open_phone, closed, desk)


async def called_and_settled(open_phone: PhonePage, closed: PhonePage, desk: Page) -> None:
    """The open table calls, the director comes; the closed one hears nothing of it."""
    await open_phone.page.locator('[data-strip="call"]').click()
    await keep_picture(open_phone.page, "phone-calls")
    await open_phone.tap(WHITE, "illegal_play")
    await both_noted(open_phone, "The director is called")
    await desk.get_by_role("button", name="I'll go").click()
    await both_noted(open_phone, "is coming")
    await keep_picture(open_phone.page, "phone-somebody-comes")
    await both_noted(closed, "")
    await desk.get_by_role("button", name="Settled").click()
    await both_noted(open_phone, "")


async def held_and_let_go(open_phone: PhonePage, closed: PhonePage, desk: Page) -> None:
    """A held match: both tables are told, no clock runs; let go, White's clock does."""
    await open_phone.open_game(white=5, red=2)
    await open_phone.tap(RED, "dice-yes")
    await open_phone.button(WHITE, "played").wait_for()
    await open_phone.page.clock.install()
    await desk.get_by_role("button", name="Hold a table or the match").click()
    await desk.get_by_label("What is held").select_option("match")
    await desk.locator('#order [name="reason"]').fill(REASON)
    await desk.get_by_role("button", name="Hold play").click()
    for phone in (open_phone, closed):
        await both_noted(phone, "Held by the director")
        await keep_picture(phone.page, "phone-held")
    await expect(open_phone.button(WHITE, "played")).to_be_hidden()
    clock = open_phone.half(WHITE).locator('[data-part="clock"]')
    stood = await clock.inner_text()
    await open_phone.page.clock.fast_forward("01:00")
    await expect(clock).to_have_text(stood)
    await desk.goto(desk.url)
    await desk.get_by_role("button", name="Resume the match").first.click()
    await open_phone.button(WHITE, "played").wait_for()
    await open_phone.page.clock.fast_forward("01:00")
    await expect(clock).to_have_text(A_MINUTE_LESS)
    await open_phone.tap(WHITE, "played")
    await open_phone.tells(RED, "Which dice")
