"""Every screen of a phone's page: large enough, nothing cut, nothing for axe, both ways up."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, Route

from rules.room import Room
from server.web.edge.static_files import address_of
from tests.server.live.following import on_loopback
from tests.support.axe import axe_violations
from tests.support.browser import IN_BROWSER, keep_picture
from tests.support.phone_pages import phone_page, sit_down
from tests.support.served import DIRECTOR, opened, started_match

pytestmark = IN_BROWSER

HERE = Path(__file__).parent
SEEN, MEASURED = (
    (HERE / name).read_text(encoding="utf-8") for name in ("screens_seen.js", "screens_measured.js")
)
SIZES = ((360, 740), (768, 1180), (1180, 768))
AMONG_OTHERS = ("throw", "play", "left", "board", "boardThrow", "call", "lost")
"""Screens with the most on them: these are asked by axe and kept as pictures."""


@contextlib.asynccontextmanager
async def screens_page(folder: Path, **settings: object) -> AsyncIterator[Page]:
    """A seated phone's page that shows what it is told to and is no board."""

    async def seen(route: Route) -> None:
        await route.fulfill(body=SEEN, content_type="text/javascript")

    async with opened(folder) as served, on_loopback(served.app) as port:
        async with served.client(DIRECTOR) as director:
            await started_match(director)
        async with phone_page(port, bypass_csp=True, **settings) as phone:
            await phone.page.route("**/phone/phone.js", lambda route: route.abort())
            await phone.page.route("**/screens_seen.js", seen)
            await sit_down(served, phone, Room.OPEN)
            yield phone.page


async def names(page: Page) -> list[str]:
    found: list[str] = await page.evaluate(
        "import('/screens_seen.js').then(all => Object.keys(all.SCREENS))"
    )
    return found


async def show(page: Page, name: str) -> None:
    modules = address_of("phone/page.js").removesuffix("/page.js")
    await page.evaluate(
        "([name, modules]) => import('/screens_seen.js').then(all => all.show(name, modules))",
        [name, modules],
    )


@pytest.mark.parametrize(
    ("size", "language", "large"),
    [
        (SIZES[0], "uk", False),
        *(
            pytest.param(size, language, large, marks=mark)
            for size, language, large, mark in (
                (SIZES[0], "ru", False, pytest.mark.soak),
                (SIZES[0], "en", True, pytest.mark.long),
                (SIZES[1], "uk", False, pytest.mark.soak),
                (SIZES[2], "ru", False, pytest.mark.soak),
                ((740, 360), "en", False, pytest.mark.long),
            )
        ),
    ],
)
async def test_every_control_is_as_large_as_a_finger_and_nothing_is_cut(
    tmp_path: Path, size: tuple[int, int], language: str, large: bool
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    wrong: list[object] = []
    async with screens_page(tmp_path, viewport=viewport, locale=language) as page:
        if large:
            await page.add_style_tag(content="html { font-size: 200% !important }")
        for name in await names(page):
            await show(page, name)
            scrolls = large or size[1] < 700  # what does not fit then is reached by scrolling
            wrong += [(name, each) for each in await page.evaluate(MEASURED, not scrolls)]
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.long
@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_axe_finds_nothing_on_the_fullest_screens(tmp_path: Path, colours: str) -> None:
    wrong: list[object] = []
    async with screens_page(tmp_path, color_scheme=colours) as page:
        for name in AMONG_OTHERS:
            await show(page, name)
            wrong += [(name, each) for each in await axe_violations(page)]
            await keep_picture(page, f"phone-{name}-{colours}")
    assert not wrong, "\n".join(map(str, wrong))
