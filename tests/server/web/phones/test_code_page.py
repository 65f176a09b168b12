"""The page of a table's code beside the phones that open the code: nobody loads it again."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.server.live.following import on_loopback
from tests.server.web.signed_in import page_of
from tests.support.browser import IN_BROWSER, keep_picture
from tests.support.phone_pages import PhonePage, phone_page
from tests.support.served import DIRECTOR, opened_match

pytestmark = [*IN_BROWSER, pytest.mark.long]


async def test_a_phone_is_accepted_where_its_code_is_shown_and_goes_on_by_itself(
    tmp_path: Path,
) -> None:
    code_page = "/hall/t/club/matches/1/tables/open/code"
    async with (
        opened_match(tmp_path) as (served, _),
        on_loopback(served.app) as port,
        phone_page(port) as first,
        phone_page(port) as other,
        page_of(served, DIRECTOR, code_page) as desk,
    ):
        main = desk.get_by_role("main")
        address = desk.locator("code")
        await desk.get_by_role("button", name="Show the code").click()
        await take_seat(first, await address.inner_text())
        await expect(first.page.locator(".half.white")).to_be_visible()
        await expect(main).to_contain_text("A phone is the board here")
        await expect(address).to_have_count(0)
        await desk.get_by_role("button", name="Show the code").click()
        shown = await address.inner_text()
        await take_seat(other, shown)
        accept = main.get_by_role("button", name="Accept")
        await expect(accept).to_be_visible()
        await expect(address).to_have_text(shown)
        await keep_picture(desk, "code-phone-asks")
        await accept.click()
        await expect(other.page.locator(".half.white")).to_be_visible()
        await expect(first.page.get_by_text("no longer this table's board")).to_be_visible()
        await expect(main.locator("#phone-asks")).to_have_text("")


async def take_seat(phone: PhonePage, address: str) -> None:
    """Open the address of a code and say that this phone is to be the board."""
    await phone.page.goto(urlsplit(address.strip()).path)
    await phone.page.get_by_role("button", name="Make this phone the board").click()
