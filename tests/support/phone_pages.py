"""Phones in Chromium between two players each: from a table's code to whatever is tapped."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from playwright.async_api import Locator, Page, expect

from rules.position import Side
from rules.room import Room
from tests.support.browser import PLAIN_NAME, browser_page
from tests.support.phones import shown_code
from tests.support.served import Served

PHONE = {"width": 360, "height": 740}


@dataclass(frozen=True, slots=True)
class PhonePage:
    """A phone's page; whoever sits at a side taps on that side's half."""

    page: Page

    def half(self, side: Side) -> Locator:
        """The half turned towards that side's player."""
        return self.page.locator(f".half.{side.value}")

    def button(self, side: Side, name: str) -> Locator:
        """A button of that half by its id."""
        return self.half(side).locator(f'[data-id="{name}"]')

    async def tap(self, side: Side, *names: str) -> None:
        """Tap these buttons of a half, each as soon as it is there and can be tapped."""
        for name in names:
            await self.button(side, name).click()

    async def key(self, side: Side, first: int, second: int) -> None:
        """Key the dice of a throw and say that both are keyed."""
        await self.tap(side, f"key-{first}", f"key-{second}", "throw")

    async def open_game(self, white: int, red: int) -> None:
        """Key the opening throw, a die on each half."""
        await self.tap(Side.WHITE, f"key-{white}")
        await self.tap(Side.RED, f"key-{red}")
        await self.tap(Side.WHITE if white >= red else Side.RED, "throw")

    async def tells(self, side: Side, text: str) -> None:
        """Wait until that half's heading has this in it."""
        await expect(self.half(side).locator("h2")).to_contain_text(text)

    async def dice(self, side: Side) -> Locator:
        """The dice shown large to that side, once they are there."""
        shown = self.half(side).locator('[data-part="dice"]')
        await expect(shown).to_be_visible()
        return shown

    async def notes(self, side: Side, text: str) -> None:
        """Wait until that half is told this beside its screen; nothing if it is empty."""
        note = self.half(side).locator('[data-part="note"]')
        await (expect(note).to_contain_text(text) if text else expect(note).to_be_hidden())


@contextlib.asynccontextmanager
async def phone_page(port: int, **settings: object) -> AsyncIterator[PhonePage]:
    """A phone of this size, 360 × 740 unless told otherwise, that has opened nothing yet."""
    base = f"http://{PLAIN_NAME}:{port}"
    known = {"base_url": base, "viewport": PHONE, "has_touch": True, "locale": "en-GB"}
    async with browser_page(**{**known, **settings}) as page:
        yield PhonePage(page)


async def sit_down(served: Served, phone: PhonePage, room: Room, number: int = 1) -> None:
    """Scan the table's code and say yes: the phone lies at the table."""
    await phone.page.goto(f"/seat/{await shown_code(served, room, number)}")
    await phone.page.locator(".door form button").click()
    await expect(phone.page.locator(".half.white")).to_be_visible()
