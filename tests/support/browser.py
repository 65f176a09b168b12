"""Chromium as phones in a hall use it: on a plain-http name that is no loopback address.

A run starts it once (a worker's run, with several), and Playwright with it; each test has windows
of its own. What is held belongs to a loop, so tests that are `in_browser` share theirs.
"""

import contextlib
import subprocess
import tempfile
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import IO, Any, Final, TypeVar

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.support.needs import CHROMIUM
from tests.support.output import lines_until

PLAIN_NAME = "yalta.test"
_PICTURES = Path(__file__).parents[2] / "out" / "pictures"

Test = TypeVar("Test", bound=Callable[..., Any])

IN_BROWSER: Final = [
    CHROMIUM.required,
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.usefixtures("joined_browser"),
]
"""The marks of a test with a browser: Chromium is there, and one loop serves all of them."""


def in_browser(test: Test) -> Test:
    """Mark one test so, in a module where others need no browser."""
    for mark in IN_BROWSER:
        test = mark(test)
    return test


_BOARDS = '[...document.querySelectorAll("bg-board:not([hidden])")]'
DRAWN = f"""document.fonts.status === "loaded" &&
    {_BOARDS}.every(board => board.querySelector("svg"))"""
"""Holds in a page whose fonts are there and whose boards are drawn."""

expect.set_options(timeout=30_000)  # ends a test that fails; one that passes waits for nothing

_LISTENING = "DevTools listening on "
_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--no-startup-window",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-software-rasterizer",
    "--remote-debugging-port=0",
    f"--host-resolver-rules=MAP {PLAIN_NAME} 127.0.0.1",
    # As Playwright starts it: nothing is slowed down in windows that are not in front ...
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-ipc-flooding-protection",
    # ... nothing is done of its own accord ...
    "--disable-back-forward-cache",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-features=MediaRouter,OptimizationHints,PaintHolding,RenderDocument,"
    "SpareRendererForSitePerProcess,Translate,"
    # nor are pages of its own begun beside each window, which take longer than most of ours
    "PreloadTopChromeWebUI,WebUIOmniboxAimPopup,WebUIOmniboxPopup",
    "--disable-search-engine-choice-screen",
    "--metrics-recording-only",
    "--password-store=basic",
    # ... and the pages look the same everywhere and are pointed at with a mouse.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,"
    "primaryPointerType=4,availablePointerTypes=4",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--mute-audio",
)


class _Chromium:
    """A running browser and the address at which it is told what to do."""

    def __init__(self) -> None:
        assert CHROMIUM.path is not None
        self._profile = tempfile.TemporaryDirectory(prefix="chromium", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [CHROMIUM.path, *_OPTIONS, f"--user-data-dir={Path(self._profile.name)}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        line = lines_until(self._process.stderr, _LISTENING).splitlines()[-1]
        self.address = line.removeprefix(_LISTENING)
        threading.Thread(target=_drain, args=[self._process.stderr], daemon=True).start()

    def stop(self) -> None:
        """End it with all its windows."""
        self._process.terminate()
        self._process.wait()
        self._profile.cleanup()


def _drain(stream: IO[str]) -> None:
    """Read on: a browser that cannot write its complaints stands still."""
    for _ in stream:
        pass


_running: list[_Chromium] = []
_joined: list[Browser] = []


def pytest_unconfigure() -> None:
    """End the run's browser, if a test has wanted it."""
    while _running:
        _running.pop().stop()


def _browser_address() -> str:
    if not _running:
        _running.append(_Chromium())
    return _running[0].address


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def joined_browser() -> AsyncIterator[None]:
    """The run's browser, told what to do by one Playwright for all tests of the loop."""
    async with async_playwright() as playwright:
        _joined.append(await playwright.chromium.connect_over_cdp(_browser_address()))
        yield
        await _joined.pop().close()


@contextlib.asynccontextmanager
async def browser_page(**settings: object) -> AsyncIterator[Page]:
    """A page of a browser that knows this machine by a plain name; any error in it is ours."""
    context = await _joined[0].new_context(**settings)  # type: ignore[arg-type]
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        yield page
    finally:
        await context.close()
    assert not errors


async def keep_picture(page: Page, name: str) -> None:
    """Leave a picture of the whole page in `out/pictures`, for whoever wants to look at it."""
    await page.screenshot(path=_PICTURES / f"{name}.png", full_page=True)
