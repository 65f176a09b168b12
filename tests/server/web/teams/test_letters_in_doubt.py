"""Names are taken in any script, and the ones that may not print are warned about."""

from io import BytesIO

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from server.web.edge.static_files import static_files
from server.web.people.orders import letters_in_doubt, name_warning
from server.words.translation import words_for

ENGLISH = words_for("en")


@pytest.mark.parametrize(
    "name",
    [
        "Brook",
        "O'Brien-Núñez",
        "Łódź",
        "Ångström №2",
        "Їжак Ґудзь",
        "Ёлкин",
        "Αθήνα",
        "Ἀθῆναι",
        "d’Artagnan",
        "Nguyễn",
        "ß & <b>",
        "A\u0301",
        "ნინო",
        "Արամ",
        "משה",
        "Be\u200dta",
    ],
)
def test_names_in_scripts_that_forms_print_are_sure(name: str) -> None:
    assert letters_in_doubt(name) == ()
    assert name_warning(name, ENGLISH) == ""


def test_a_warning_names_each_character_once() -> None:
    warning = name_warning("Yalta 🎲🎲 王", ENGLISH)
    assert "(🎲 U+1F3B2, 王 U+738B)" in warning


def test_what_turns_the_direction_of_writing_is_named_by_its_number_only() -> None:
    assert "(U+202E)" in name_warning("Gar\u202eal", ENGLISH)
    assert "\u202e" not in name_warning("Gar\u202eal", ENGLISH)


def test_a_long_warning_names_the_first_eight() -> None:
    assert name_warning("一二三四五六七八九十", ENGLISH).count("U+") == 8


@given(st.text())
def test_any_text_at_all_has_an_answer(name: str) -> None:
    assert set(letters_in_doubt(name)) <= set(name)


def test_our_fonts_hold_every_letter_that_is_called_sure() -> None:
    held: set[int] = set()
    for name, file in static_files().items():
        if name.endswith("-400-normal.woff2"):
            with TTFont(BytesIO(file.content)) as font:
                held |= set(font.getBestCmap())
    blocks = [*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x370, 0x400), *range(0x400, 0x530)]
    sure = [code for code in blocks if chr(code).isprintable() and not letters_in_doubt(chr(code))]
    assert not [hex(code) for code in sure if code not in held]
