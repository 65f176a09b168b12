"""Pictures of pages for the operator's guide, each with the page's text beside it.

A run of the tests compares the texts; one with YALTA_WRITE_PICTURES=1 (`./dev pictures`) makes
pictures and texts anew.
"""

import difflib
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Page

from tests.guide.fewer_colours import fewer_colours
from tests.support.browser import DRAWN

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
WRITES = os.environ.get("YALTA_WRITE_PICTURES") == "1"
LARGEST, ALL_TOGETHER = 200_000, 6_000_000
"""Bytes of a picture, and of all of them."""

_EVERY_TIME = (
    (re.compile(r"http://\S+"), "ADDRESS"),
    (re.compile(r"\b[0-9A-Za-z]{4}(-[0-9A-Za-z]{4}){3,}\b"), "CODE"),
    (re.compile(r"\b\d{4}-\d{2}-\d{2}\b"), "DATE"),
    (re.compile(r"\b\d{1,2}:\d{2}(:\d{2})?\b"), "TIME"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\bphone-[0-9a-f]{8}\b"), "PHONE"),
)
"""What is another one each time that a page is made."""


@dataclass
class Pictures:
    """What the guide shows, in its order; `differing` are pages that read otherwise by now."""

    names: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)

    async def take(self, page: Page, name: str) -> None:
        """The page as it is, down to the end of its window."""
        await page.wait_for_function(DRAWN)
        self.names.append(name)
        text, kept = await _text_of(page), FOLDER / f"{name}.txt"
        if WRITES:
            shot = await page.screenshot(animations="disabled")
            (FOLDER / f"{name}.png").write_bytes(await fewer_colours(shot))
            kept.write_text(text, encoding="utf-8")
        elif not kept.exists() or kept.read_text(encoding="utf-8") != text:
            before = kept.read_text(encoding="utf-8") if kept.exists() else ""
            lines = difflib.unified_diff(before.splitlines(), text.splitlines(), name, "now", n=0)
            self.differing.append("\n".join(lines))


async def _text_of(page: Page) -> str:
    """The words that are seen, a line each, without what is another one each time."""
    text = await page.locator("body").inner_text()
    for pattern, name in _EVERY_TIME:
        text = pattern.sub(name, text)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line)
