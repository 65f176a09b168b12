"""Every form with the longest names and the most rows: nothing is lost, cut or printed over.

Set YALTA_GOLDEN=1 to write the golden texts anew, then read what has changed.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from protocol_forms.any_form import AnyForm
from protocol_forms.grids import GridsForm, Paper
from protocol_forms.writers.pdf import form_pdf
from server.words.translation import words_for
from tests.protocol_forms.writers.pdf_text import printed
from tests.support.extra_walks import extra_forms
from tests.support.needs import PDFTOTEXT
from tests.support.worst_forms import SMALL, WORST

GOLDEN = Path(__file__).parents[1] / "golden" / "forms"
EVERY_WORST, EVERY_SMALL = {**WORST}, {**SMALL}
for _added in extra_forms():
    EVERY_WORST |= _added.WORST
    EVERY_SMALL |= _added.SMALL
MARGIN = {Paper.A4: 18, Paper.A5: 10, Paper.LETTER: 18}
"""Millimetres that stay empty on the left and the right."""
HANGING = 3.0
"""Points by which a comma at the end of a line may hang into the margin."""
_POINTS = 72 / 25.4
_WORD = re.compile(
    r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)</word>'
)


@dataclass(frozen=True)
class Word:
    """A word on a page, its box in points from the page's upper left corner."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    def covers(self, other: "Word") -> bool:
        """Whether the two are printed over each other, by more than lines and accents touch."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > 1 and high > 0.45 * min(self.bottom - self.top, other.bottom - other.top)


def pages(pdf: bytes) -> Iterator[tuple[float, list[Word]]]:
    """Each page's width and words."""
    for page in printed(pdf, "-bbox").split("<page ")[1:]:
        width = re.match(r'width="([\d.]+)"', page)
        assert width is not None
        words = [
            Word(float(found[1]), float(found[2]), float(found[3]), float(found[4]), found[5])
            for found in _WORD.finditer(page)
        ]
        yield float(width[1]), words


def letters(texts: Iterator[str]) -> Counter[str]:
    """How often each letter and sign stands there.

    The font draws a minus as an en dash; a hyphen at the end of a line is not extracted.
    """
    every = (
        "".join(texts)
        .replace("−", "–")
        .replace("\u200b", "")
        .replace("\u00ad", "")
        .replace("-", "")
    )
    return Counter("".join(every.split()))


def texts_of(value: Any) -> Iterator[str]:
    """Every text of a form, and every figure of a match's."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_of(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_of(each)


def shown(form: AnyForm) -> dict[str, Any]:
    """What a form prints of itself: all of a form of tables, of a match its names and notes."""
    if isinstance(form, GridsForm):
        tables = [
            (each.heading, each.rows, each.sums, each.notes, [one.title for one in each.columns])
            for each in form.tables
        ]
        return {"head": (form.title, form.event, form.facts), "tables": tables, "end": form.notes}
    values = asdict(form)
    return {name: values[name] for name in ("event", "notes", "recorded", "ledger_head")}


def check(kind: str, paper: Paper) -> None:
    """AssertionError where the form on that paper lacks a letter or prints one over another."""
    words = words_for("uk")
    form = EVERY_WORST[kind](words)
    pdf = form_pdf(form, paper, 0, words.gettext, words.code)
    lacking = letters(texts_of(shown(form))) - letters(iter([printed(pdf)]))
    assert not lacking, (kind, lacking)
    least = MARGIN[paper] * _POINTS - HANGING
    for number, (width, on_page) in enumerate(pages(pdf), 1):
        outside = [word for word in on_page if word.left < least or word.right > width - least]
        assert not outside, (kind, number, outside[:3])
        over = list(printed_over(on_page))
        assert not over, (kind, number, over[:5])


def printed_over(words: list[Word]) -> Iterator[tuple[str, str]]:
    """Words of a page that lie on each other."""
    downwards = sorted(words, key=lambda word: word.top)
    for place, one in enumerate(downwards):
        for other in downwards[place + 1 :]:
            if other.top > one.bottom:
                break
            if one.covers(other):
                yield one.text, other.text


@PDFTOTEXT.required
@pytest.mark.parametrize("kind", ["protocol", "room-results", "pairings-by-table"])
def test_on_small_paper_nothing_is_lost_cut_or_printed_over(kind: str) -> None:
    check(kind, Paper.A5)


@pytest.mark.long
@PDFTOTEXT.required
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("kind", EVERY_WORST)
def test_on_every_paper_nothing_is_lost_cut_or_printed_over(kind: str, paper: Paper) -> None:
    check(kind, paper)


@PDFTOTEXT.required
@pytest.mark.parametrize("kind", EVERY_SMALL)
def test_a_form_says_what_its_golden_text_says(kind: str) -> None:
    words = words_for("en")
    pdf = form_pdf(EVERY_SMALL[kind](words), Paper.A4, 0, words.gettext, words.code)
    lines = (" ".join(line.split()) for line in printed(pdf, "-layout").splitlines())
    text = "\n".join(filter(None, lines)) + "\n"
    golden = GOLDEN / f"{kind}.txt"
    if os.environ.get("YALTA_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
