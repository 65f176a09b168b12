"""The operator's guide shows pages as they are."""

import re
from pathlib import Path

import pytest

from tests.guide.evening import an_evening, first_page
from tests.guide.pictures import ALL_TOGETHER, FOLDER, LARGEST, Pictures
from tests.support.browser import in_browser

GUIDE = FOLDER.parent / "operator.md"
_SHOWN = re.compile(r"!\[[^\]]+\]\(pictures/([a-z0-9-]+)\.png\)")


@in_browser
@pytest.mark.long
async def test_every_page_in_the_guide_reads_as_on_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = Pictures()
    monkeypatch.setenv("PATH", "")  # a machine without a printing service
    await first_page(tmp_path / "first", pictures)
    await an_evening(tmp_path / "evening", pictures)
    assert not pictures.differing, "\n".join(["./dev pictures", *pictures.differing])
    assert sorted(pictures.names) == sorted(_kept(".png")) == sorted(_kept(".txt"))


def test_the_guide_shows_every_picture_and_no_other() -> None:
    shown = _SHOWN.findall(GUIDE.read_text(encoding="utf-8"))
    assert sorted(set(shown)) == sorted(_kept(".png"))


def test_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in FOLDER.glob("*.png")}
    assert sizes
    assert not {name: size for name, size in sizes.items() if size > LARGEST}
    assert sum(sizes.values()) <= ALL_TOGETHER


def _kept(suffix: str) -> list[str]:
    return [path.stem for path in FOLDER.glob(f"*{suffix}")]
