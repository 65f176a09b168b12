"""The sheets for the hall: their words, their pages on every paper, names of any length.

Set YALTA_GOLDEN=1 to write the golden texts anew, then read what has changed.
"""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol_forms.board_drawing import BoardDrawn
from protocol_forms.grids import Paper
from protocol_forms.labels import Say, in_english
from protocol_forms.sheets.blank_forms import BlankMatch, blank_protocol, score_sheets
from protocol_forms.sheets.hall_sheets import (
    TableSet,
    Winners,
    board_diagram,
    call_slips,
    first_three,
    player_plates,
    room_signs,
    ruling_slips,
    table_cards,
    table_plates,
    team_plates,
    where_sheet,
)
from protocol_forms.sheets.house_rules import HouseRules, house_rules
from protocol_forms.writers.pdf import several_pdf
from protocol_forms.writers.sheet import Sheet, in_two_languages
from rules.dice import Cube
from rules.games.backgammon import BACKGAMMON
from rules.position import Position, Side
from rules.room import Room
from rules.scoring.teams import PerTeam
from rules.scoring.terms import BACKGAMMON_TERMS, TERMS
from server.words.translation import words_for
from tests.support.needs import PDFINFO, PDFTOTEXT

GOLDEN = Path(__file__).parents[2] / "golden" / "sheets"
EVENT = "Fair Backgammon, Yalta, 1–5 October"
LONG = "Новгород-Сіверський гуртожиток прихильників довгих і коротких нардів " * 3
UNBROKEN = "Ґ" * 90
FINAL = BlankMatch(EVENT, "7", PerTeam("Kharkov", "Moscow"), 6, BACKGAMMON_TERMS)
LARGEST = BlankMatch(LONG, "club/112", PerTeam(LONG, UNBROKEN), 12, BACKGAMMON_TERMS)
TALL = Position(white=(2, 6, 0, 0, 0, 0, 6) + (0,) * 18 + (1,), red=(0, 13) + (0,) * 23 + (2,))

FIRST = Winners(
    "",
    (
        (("Moscow", ("Sergei Chertkov", "Vladimir Chelter")),),
        (("Kharkov", ("Jakob Garal", "Alexandr Krasov")),),
        (("Kiev", ()),),
    ),
)

Made = Callable[[Say, str], Sheet]
SHEETS: dict[str, tuple[int, Made]] = {
    "signs": (2, lambda say, code: room_signs(list(Room), EVENT, say, code)),
    "house-rules": (1, lambda say, code: house_rules(HouseRules(EVENT, 30), say, code)),
    "where": (
        1,
        lambda say, code: where_sheet(EVENT, "http://192.0.2.7:8000/t/cup/where", say, code),
    ),
    "player-plates": (
        2,
        lambda say, code: player_plates(
            [("Jakob Garal", "Kharkov"), ("Sergei Chertkov", "Moscow")], say, code
        ),
    ),
    "team-plates": (1, lambda say, code: team_plates(["Kharkov"], EVENT, say, code)),
    "table-plates": (
        2,
        lambda say, code: table_plates(
            [
                TableSet("7", Room.OPEN, "Kharkov", "Moscow"),
                TableSet("7", Room.CLOSED, "Moscow", "Kharkov"),
            ],
            say,
            code,
        ),
    ),
    "table-cards": (
        1,
        lambda say, code: table_cards(
            [
                TableSet("7", Room.OPEN, "Jakob Garal (Kharkov)", "Sergei Chertkov (Moscow)"),
                TableSet(
                    "7", Room.CLOSED, "Vladimir Chelter (Moscow)", "Alexandr Krasov (Kharkov)"
                ),
            ],
            "http://192.0.2.7:8000/table",
            say,
            code,
        ),
    ),
    "first-three": (
        1,
        lambda say, code: first_three(EVENT, [FIRST], "official", say, code),
    ),
    "score-sheet": (4, lambda say, code: score_sheets(FINAL, list(Room), say, code)),
    "blank-protocol": (2, lambda say, code: blank_protocol(FINAL, say, code)),
    "call-slips": (1, lambda say, code: call_slips(EVENT, say, code)),
    "ruling-slips": (1, lambda say, code: ruling_slips(EVENT, say, code)),
    "board": (
        1,
        lambda say, code: board_diagram(
            BoardDrawn(
                "Match 7, game 2, open room",
                "Kharkov – Moscow",
                BACKGAMMON.start(),
                cube=Cube(2, Side.RED),
                on_turn=Side.WHITE,
                names=("Kharkov", "Moscow"),
                score="0–8 IMP",
            ),
            say,
            code,
        ),
    ),
}
"""Each sheet with its pages on A4."""

WORST: dict[str, tuple[int, Sheet]] = {
    "signs": (2, room_signs(list(Room), LONG)),
    "players": (2, player_plates([(LONG, LONG), (UNBROKEN, UNBROKEN)])),
    "teams": (1, team_plates([LONG], LONG)),
    "tables": (1, table_plates([TableSet("club/112", Room.CLOSED, LONG, UNBROKEN)])),
    "rules": (1, house_rules(HouseRules(LONG, 999))),
    "where": (
        1,
        in_two_languages(
            *(
                where_sheet(
                    LONG,
                    f"https://{'wide.' * 20}example/t/{'x' * 30}/where",
                    words_for(code).gettext,
                    code,
                )
                for code in ("uk", "ru")
            )
        ),
    ),
    "cards": (
        1,
        table_cards(
            [TableSet("club/112", Room.CLOSED, LONG, UNBROKEN)],
            f"http://{'wide.' * 20}example/table",
        ),
    ),
    "first": (
        1,
        first_three(LONG, [Winners(LONG, (((LONG, (LONG, UNBROKEN)), (UNBROKEN, ())),) * 3)], LONG),
    ),
    "score sheet": (4, score_sheets(LARGEST, list(Room))),
    "protocol": (2, blank_protocol(LARGEST)),
    "slips": (1, ruling_slips(EVENT)),
    "board": (1, board_diagram(BoardDrawn(LONG[:80], LONG, TALL, names=(LONG, UNBROKEN)))),
    "empty board": (1, board_diagram(BoardDrawn("Board", EVENT))),
}


def run(program: str | None, *arguments: str) -> str:
    assert program is not None
    return subprocess.run(
        [program, *arguments], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def pdf_file(folder: Path, sheet: Sheet, paper: Paper = Paper.A4) -> Path:
    path = folder / f"{sheet.template}-{paper.value}.pdf"
    path.write_bytes(several_pdf([sheet], paper))
    return path


def pages_of(path: Path) -> int:
    info = run(PDFINFO.path, str(path))
    assert re.search(r"^Tagged:\s+yes$", info, re.MULTILINE)
    found = re.search(r"^Pages:\s+(\d+)$", info, re.MULTILINE)
    assert found is not None
    return int(found[1])


def words_outside(path: Path) -> list[str]:
    """Words of which a part is not on the page."""
    wrong = list[str]()
    width = height = 0.0
    for line in run(PDFTOTEXT.path, "-bbox", str(path), "-").splitlines():
        sizes = [float(each) for each in re.findall(r'"([-\d.]+)"', line)]
        if "<page " in line:
            width, height = sizes
        elif "<word " in line:
            left, top, right, bottom = sizes
            if min(left, top) < 0 or right > width or bottom > height:
                wrong.append(line.strip())
    return wrong


@PDFINFO.required
@PDFTOTEXT.required
@pytest.mark.parametrize("kind", SHEETS)
def test_a_sheet_says_what_its_golden_text_says_in_two_languages(kind: str, tmp_path: Path) -> None:
    pages, make = SHEETS[kind]
    for code in ("en", "uk"):
        path = pdf_file(tmp_path, make(words_for(code).gettext, code))
        assert pages_of(path) == pages
        text = run(PDFTOTEXT.path, "-layout", str(path), "-")
        golden = GOLDEN / f"{kind}_{code}.txt"
        if os.environ.get("YALTA_GOLDEN"):
            golden.write_text(text, encoding="utf-8")
        assert text == golden.read_text(encoding="utf-8")


@PDFINFO.required
@PDFTOTEXT.required
@pytest.mark.parametrize(
    "paper",
    [
        Paper.A5,
        *(pytest.param(each, marks=pytest.mark.long) for each in Paper if each is not Paper.A5),
    ],
)
def test_names_of_any_length_stay_on_the_pages_of_every_paper(paper: Paper, tmp_path: Path) -> None:
    for name, (pages, sheet) in WORST.items():
        path = pdf_file(tmp_path, sheet, paper)
        assert pages_of(path) == pages, name
        assert not words_outside(path), name


def test_every_sheet_can_be_in_two_languages_and_the_same_one_gives_the_same_bytes() -> None:
    russian = words_for("ru").gettext
    both = [
        in_two_languages(make(in_english, "en"), make(russian, "ru")) for _, make in SHEETS.values()
    ]
    assert several_pdf(both) == several_pdf(tuple(both))


def test_the_blank_protocol_of_a_game_that_counts_has_no_tables_on_its_back() -> None:
    counted = BlankMatch(EVENT, "3", PerTeam("Kharkov", "Moscow"), 3, TERMS["trictrac"])
    assert '"tables": null' in blank_protocol(counted).values
    assert '"tables": null' in score_sheets(counted, [Room.OPEN]).values
