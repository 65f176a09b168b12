"""A form is printed whatever people are called; what the fonts lack stands as a question mark."""

import subprocess
from pathlib import Path

from fontTools.ttLib import TTFont

from protocol_forms.grids import GridsForm
from protocol_forms.writers.pdf import FONTS, drawable, form_pdf, undrawn
from tests.support.full_hall import ARABIC, EMOJI, PLAYERS, UNBROKEN
from tests.support.needs import PDFTOTEXT


@PDFTOTEXT.required
def test_names_in_letters_without_a_glyph_are_printed_as_far_as_they_have_one(
    tmp_path: Path,
) -> None:
    facts = tuple((name, ARABIC) for players in PLAYERS.values() for name in players)
    path = tmp_path / "form.pdf"
    path.write_bytes(form_pdf(GridsForm(EMOJI, ARABIC, (), facts=facts)))
    assert PDFTOTEXT.path is not None
    text = subprocess.run([PDFTOTEXT.path, path, "-"], capture_output=True, text=True, check=True)
    assert "? Дочка моряка ? Ελλάδα" in " ".join(text.stdout.split())


def test_what_the_fonts_have_is_left_as_it_is() -> None:
    texts = [UNBROKEN, "Œuvre – “1−2” … ₴ № 5", "Ἑλλάς", "Јован Ђорђевић"]
    assert drawable({"texts": texts, "number": 3}) == {"texts": texts, "number": 3}


GEORGIAN, ARMENIAN, HEBREW = "ნინო ქავთარაძე", "Արամ Խաչատրյան", "משה כהן"


def test_georgian_and_armenian_names_are_left_as_they_are() -> None:
    assert drawable([GEORGIAN, ARMENIAN]) == [GEORGIAN, ARMENIAN]
    assert undrawn(f"{GEORGIAN} {ARMENIAN} {HEBREW}") == ""


def test_two_hebrew_names_keep_their_order_and_the_figures_between_them() -> None:
    assert drawable(f"{HEBREW} 13 – 17 דנה") == f"\u2068{HEBREW}\u2069 13 – 17 \u2068דנה\u2069"


def test_a_zero_width_joiner_is_no_letter() -> None:
    assert drawable("Be\u200dta") == "Beta"
    assert undrawn("Be\u200dta") == ""


def test_letters_without_a_glyph_are_named_once() -> None:
    assert undrawn("Yalta 王王 🎲") == "王🎲"


def test_the_fonts_have_every_letter_that_is_not_replaced() -> None:
    held: set[int] = set()
    for path in FONTS.glob("*-Regular.ttf"):
        with TTFont(path) as font:
            held |= set(font.getBestCmap())
    blocks = [*range(0x530, 0x600), *range(0x10A0, 0x1100), *range(0x1C90, 0x1CC0)]
    blocks += [*range(0x2D00, 0x2D30), *range(0xFB13, 0xFB50)]
    drawn = {code for code in blocks if not undrawn(chr(code))}
    assert drawn == held & set(blocks)


@PDFTOTEXT.required
def test_georgian_armenian_and_hebrew_names_are_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "form.pdf"
    facts = ((GEORGIAN, ARMENIAN),)
    path.write_bytes(form_pdf(GridsForm(GEORGIAN, ARMENIAN, (), facts=facts)))
    assert PDFTOTEXT.path is not None
    text = subprocess.run([PDFTOTEXT.path, path, "-"], capture_output=True, text=True, check=True)
    assert GEORGIAN in text.stdout
    assert ARMENIAN in text.stdout
