"""Pages opened from the built wheel in a clean environment: what runs is what was shipped."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright

from simulator.demo import AWAY, EVENT, HOME
from simulator.operator_desk import OperatorDesk
from tests.support.needs import CHROMIUM
from tests.support.output import lines_until
from tests.support.wheel import clean_variables, install_wheel, run

LISTENING = "Yalta is listening on "
STOP_WITHIN = 20.0
OTHER_LIBRARIES = "YALTA_REQUIREMENTS" in os.environ
"""Whether they are not those by which other tests play matches."""


@dataclass(frozen=True)
class Opened:
    """A page in a browser. `faults`: console errors and failed requests; `asked`: addresses."""

    heading: str
    font: str
    boards: int
    faults: list[str]
    asked: list[str]


@contextmanager
def serving(yalta: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Address and set-up link of a `yalta serve` whose working directory is that folder."""
    process = subprocess.Popen(
        [str(yalta), "serve", "--port", "0", "--devices", str(folder / "no-devices")],
        cwd=folder,
        env={**clean_variables(), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            lines = lines_until(process.stdout, LISTENING).splitlines()
            link = next(line for line in lines if "/set-up/" in line)
            yield lines[-1].removeprefix(LISTENING), link.strip()
        finally:
            process.terminate()
            last, _ = process.communicate(timeout=STOP_WITHIN)
    assert process.returncode == 0, last
    assert last.startswith("Yalta has stopped"), last


async def opened(address: str) -> Opened:
    """Open a page and wait until everything it asks for has come."""
    faults: list[str] = []
    asked: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM.path, args=["--no-sandbox"]
        )
        page: Page = await browser.new_page()
        page.on(
            "console",
            lambda message: faults.append(message.text) if message.type == "error" else None,
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("requestfailed", lambda request: faults.append(f"failed: {request.url}"))
        page.on("request", lambda request: asked.append(request.url))
        await page.goto(address, wait_until="load")
        heading = " ".join((await page.locator("h1").inner_text()).split())
        font = await page.evaluate("getComputedStyle(document.body).fontFamily")
        boards = await page.locator("svg").count()
        await browser.close()
    return Opened(heading, font, boards, faults, asked)


async def form_of_a_new_match(address: str, set_up_link: str) -> bytes:
    desk = OperatorDesk(address)
    try:
        await desk.become_director(set_up_link, "four quiet words here")
        await desk.schedule(HOME, AWAY, event=EVENT, games=6, tail="thrown")
        return await desk.pdf()
    finally:
        await desk.close()


@pytest.mark.long(70)
@CHROMIUM.required
async def test_pages_and_the_printed_form_come_complete_from_the_installed_wheel(
    tmp_path: Path, wheel: Path
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    yalta = await asyncio.to_thread(install_wheel, wheel, tmp_path / "environment")
    with serving(yalta, folder) as (address, set_up_link):
        matches = await opened(f"{address}/")
        form = await form_of_a_new_match(address, set_up_link)
        match = await opened(f"{address}/t/club/matches/1")
    assert (matches.heading, match.heading) == (
        "Two rooms, one set of dice",
        f"{HOME.name} – {AWAY.name}",
    )
    assert match.boards > 0
    assert form.startswith(b"%PDF")
    for page in (matches, match):
        assert "Noto Sans" in page.font, "the style sheet was not applied"
        assert page.faults == []
        assert [asked for asked in page.asked if not asked.startswith(address)] == []
    records = folder / "yalta-data"
    assert (records / "log.sqlite3").is_file()
    assert list(records.glob("*-wal")) == [], "the records were not closed"
    if OTHER_LIBRARIES:
        await asyncio.to_thread(play_a_match, yalta, folder)


def play_a_match(yalta: Path, folder: Path) -> None:
    """A whole match by boards on serial ports and on websockets, and its printed form."""
    run([str(yalta), "demo", "--fast", "--exit", "--games", "4", "--data", str(folder / "demo")])
    assert list((folder / "demo").glob("*.pdf"))
