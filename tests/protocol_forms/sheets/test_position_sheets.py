"""Position sheets and roll slips: their words, a page a sheet on every paper, in two languages.

Set YALTA_GOLDEN=1 to write the golden texts anew, then read what has changed.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from protocol_forms.grids import Paper
from protocol_forms.labels import Say, in_english
from protocol_forms.sheets.hall_sheets import RollSlip, blank_slips, roll_slips
from protocol_forms.sheets.position_sheets import PositionSheet, position_sheets, position_table
from protocol_forms.writers.form_html import form_html
from protocol_forms.writers.sheet import Sheet, in_two_languages
from rules.dice import Cube, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from server.words.translation import words_for
from tests.protocol_forms.sheets.test_hall_sheets import GOLDEN, LONG, UNBROKEN, pdf_file, run
from tests.support.needs import PDFINFO, PDFTOTEXT

pytestmark = [PDFTOTEXT.required, PDFINFO.required]
TABLE = PositionSheet(
    place="Match 7, game 3, set of rolls no. 5",
    event="Fair Backgammon, Yalta, 1–5 October",
    room=Room.CLOSED,
    turn="Red is on turn: the roll of turn 5 comes next.",
    facts=(
        ("Cube", "2, owned by Red"),
        ("Score of games that are over", "Kharkov 12 – 8 Moscow IMP"),
        ("Clocks", "White 8:05 · Red 7:12"),
        ("As of", "Sun 5 Oct, 18:42"),
    ),
    position=BACKGAMMON.start(),
    cube=Cube(2, Side.RED),
    names=("Vladimir Chelter (Moscow)", "Alexandr Krasov (Kharkov)"),
)
DICE_ONLY = replace(TABLE, position=None, room=None)
WORST = replace(
    TABLE,
    names=(LONG, UNBROKEN),
    event=LONG,
    facts=tuple((label, LONG[:80]) for label, _ in (*TABLE.facts, *TABLE.facts[:2])),
)


def sheets(say: Say, code: str) -> dict[str, Sheet]:
    pack = blank_slips({Side.WHITE: 1, Side.RED: 1}, 30, opening=True)
    carried = [RollSlip(Side.WHITE, 5, Roll(6, 1)), RollSlip(Side.RED, 5, Roll(3, 3))]
    return {
        "position-sheets": position_sheets([TABLE, DICE_ONLY], say, code),
        "roll-slips": roll_slips("Match 7, game 3", TABLE.event, pack, say, code),
        "rolls-to-carry": roll_slips("Match 7, game 3", TABLE.event, carried, say, code),
    }


@pytest.mark.parametrize("code", ["en", "uk"])
def test_each_sheet_says_what_the_golden_text_has(tmp_path: Path, code: str) -> None:
    say = in_english if code == "en" else words_for(code).gettext
    for name, sheet in sheets(say, code).items():
        text = run(PDFTOTEXT.path, "-layout", str(pdf_file(tmp_path, sheet)), "-")
        golden = GOLDEN / f"{name}_{code}.txt"
        if os.environ.get("YALTA_GOLDEN"):
            golden.write_text(text, encoding="utf-8")
        assert text == golden.read_text(encoding="utf-8"), name


def pages(path: Path) -> int:
    info = run(PDFINFO.path, str(path))
    assert "Tagged:          yes" in info
    return int(info.partition("Pages:")[2].split()[0])


@pytest.mark.parametrize("paper", Paper)
def test_a_sheet_is_one_page_on_every_paper_whatever_people_are_called(
    tmp_path: Path, paper: Paper
) -> None:
    assert pages(pdf_file(tmp_path, position_sheets([TABLE, DICE_ONLY]), paper)) == 2
    assert pages(pdf_file(tmp_path, position_sheets([WORST]), paper)) == 1


def test_sheets_and_slips_are_printed_in_two_languages_at_once(tmp_path: Path) -> None:
    first, second = sheets(in_english, "en"), sheets(words_for("ru").gettext, "ru")
    for name, sheet in first.items():
        both = in_two_languages(sheet, second[name])
        assert pages(pdf_file(tmp_path, both)) == pages(pdf_file(tmp_path, sheet))


def test_a_pack_has_a_slip_for_each_turn_that_no_board_has_thrown() -> None:
    pack = blank_slips({Side.WHITE: 4, Side.RED: 3}, 5, opening=False)
    turns = [(slip.side, slip.turn) for slip in pack]
    white, red = Side.WHITE, Side.RED
    assert turns == [(red, 3), (white, 4), (red, 4), (white, 5), (red, 5)]


def test_the_page_of_a_sheet_has_the_checkers_by_points_and_says_where_nobody_knows_them() -> None:
    page = form_html(position_table(TABLE))
    assert "Red is on turn: the roll of turn 5 comes next." in page
    assert [row[0] for row in position_table(TABLE).tables[0].rows if row[1]] == [
        *("24", "13", "8", "6")
    ]
    bare = position_table(DICE_ONLY)
    assert bare.tables == ()
    assert "this table records dice only" in bare.notes[0]
