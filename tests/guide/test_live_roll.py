"""README's moving picture: a roll is thrown in the open room and reaches the closed one."""

import base64
from html import escape
from pathlib import Path

import pytest
from playwright.async_api import Page

from rules.position import Side
from tests.guide.moving_picture import Frame, chunks, frame_of, moving_webp
from tests.guide.pictures import FOLDER, WRITES
from tests.server.web.phones.test_phones_play import two_phones
from tests.support.browser import browser_page, in_browser
from tests.support.phone_pages import PHONE, PhonePage

PICTURE = FOLDER.parent / "live-roll.webp"
LARGEST = 2_000_000
"""Bytes."""
WIDE, HIGH = 800, 840
STEP = 1800
"""Milliseconds of a frame."""
WHITE, RED = Side.WHITE, Side.RED


async def stage(page: Page, rooms: list[PhonePage], caption: str) -> None:
    """Both rooms' phones side by side under a sentence."""
    shown = []
    for phone, room in zip(rooms, ("Open room", "Closed room"), strict=True):
        png = base64.b64encode(await phone.page.screenshot(animations="disabled")).decode()
        shown.append(f'<figure>{room}<img src="data:image/png;base64,{png}"></figure>')
    await page.set_content(
        "<style>body { background: #FBFAF7; color: #17212B; font: 700 20px 'Noto Sans', sans-serif;"
        " margin: 0; text-align: center } p { margin: 12px 0 } div { display: flex;"
        " justify-content: center; gap: 24px } figure { margin: 0 } img { border: 1px solid #789;"
        f" border-radius: 12px; display: block; height: {PHONE['height']}px }}</style>"
        f"<p>{escape(caption)}</p><div>{''.join(shown)}</div>"
    )
    await page.evaluate("Promise.all([...document.images].map(one => one.decode()))")


async def roll_frames(page: Page, open_phone: PhonePage, closed: PhonePage) -> list[Frame]:
    """The opening throw, from the hands in the open room to the dice in the closed one."""
    frames = []

    async def shows(caption: str) -> None:
        await stage(page, [open_phone, closed], caption)
        frames.append(await frame_of(page, STEP))

    await closed.tap(WHITE, "set")
    await closed.tap(RED, "set")
    await closed.tells(WHITE, "Waiting for the other room")
    await shows("Both rooms wait for the first roll")
    await open_phone.tap(WHITE, "key-5")
    await open_phone.tap(RED, "key-2")
    await shows("The open room throws 5 – 2 and keys it")
    await open_phone.tap(WHITE, "throw")
    await open_phone.button(RED, "dice-yes").wait_for()
    await shows("The opponent has seen it, too")
    await open_phone.tap(RED, "dice-yes")
    await open_phone.tells(WHITE, "5 – 2")
    await closed.tells(WHITE, "5 – 2")
    await shows("The same 5 – 2 has reached both rooms")
    return frames


@in_browser
@pytest.mark.long
async def test_a_roll_of_the_open_room_is_pictured_on_its_way_to_the_closed_one(
    tmp_path: Path,
) -> None:
    window = {"width": WIDE, "height": HIGH}
    async with (
        two_phones(tmp_path) as (_, open_phone, closed),
        browser_page(viewport=window) as page,
    ):
        frames = await roll_frames(page, open_phone, closed)
    picture = moving_webp(frames, WIDE, HIGH)
    assert len({frame.webp for frame in frames}) == len(frames)
    assert len(picture) < LARGEST
    if WRITES:
        PICTURE.write_bytes(picture)


def test_the_picture_moves_and_is_small() -> None:
    picture = PICTURE.read_bytes()
    assert len(picture) < LARGEST
    assert int.from_bytes(picture[4:8], "little") == len(picture) - 8
    assert [name for name, _ in chunks(picture)] == [b"VP8X", b"ANIM", *[b"ANMF"] * 4]
