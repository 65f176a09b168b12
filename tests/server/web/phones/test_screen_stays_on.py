"""A phone that is a table's board keeps its screen on, and says beforehand what else helps."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from rules.room import Room
from tests.server.live.following import on_loopback
from tests.support.browser import IN_BROWSER, keep_picture
from tests.support.phone_pages import PhonePage, phone_page
from tests.support.phones import shown_code
from tests.support.served import DIRECTOR, Served, opened, started_match

pytestmark = IN_BROWSER

PLAYS = """() => {
    const video = document.querySelector("video");
    const seconds = window.seconds ??= [];
    seconds.push(video.currentTime);
    const isBack = seconds.some((each, place) => place && each < seconds[place - 1]);
    const isHeard = !video.muted && video.webkitAudioDecodedByteCount > 0;
    return isBack && isHeard && !video.paused && !video.loop;
}"""
"""Holds once the video has come back from before its end: it plays, with its silent sound."""


async def lies_at_its_table(served: Served, phone: PhonePage) -> None:
    await phone.page.goto(f"/seat/{await shown_code(served, Room.OPEN)}")
    await expect(phone.page.get_by_role("main")).to_contain_text("Connect it to power")
    await keep_picture(phone.page, "phone-asked")
    await phone.page.get_by_role("button", name="Make this phone the board").click()
    await expect(phone.page.locator(".half.white")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "how"), [("http://yalta.test:{}", "video"), ("http://localhost:{}", "lock")]
)
async def test_the_tap_that_makes_a_phone_the_board_keeps_its_screen_on(
    tmp_path: Path, address: str, how: str
) -> None:
    async with opened(tmp_path) as served, on_loopback(served.app) as port:
        async with served.client(DIRECTOR) as director:
            await started_match(director)
        async with phone_page(port, base_url=address.format(port)) as phone:
            await lies_at_its_table(served, phone)
            await expect(phone.page.locator(f'main[data-awake="{how}"]')).to_be_visible()
            if how == "video":
                await phone.page.wait_for_function(PLAYS)
            await phone.page.locator('[data-strip="device"]').click()
            await expect(phone.page.get_by_role("dialog")).to_contain_text("The screen stays on")
            await keep_picture(phone.page, f"phone-awake-{how}")
