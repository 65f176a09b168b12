"""Tables of entries: what is read of them, and what is refused before it can do harm."""

import io
import zipfile
from datetime import date

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.values.naming import SimilarNames
from server.web.teams.entry_table import (
    LONGEST_CELL,
    MOST,
    MOST_COLUMNS,
    MOST_LINES,
    Column,
    EntryTable,
    TableRefused,
    column_of,
    entry_table,
    headings,
)
from server.web.teams.table_files import MOST_UNPACKED, as_text, decoded, text_lines, workbook_lines
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE
from server.words.translation import words_for

TABLE = [["Team", "Player 1", "Player 2", "Pot", "Paid"], ["Compass", "Brook", "Fields", "1", "5"]]
_cells = st.lists(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), min_size=2, max_size=5
)


def workbook(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def with_part(content: bytes, name: str, part: bytes) -> bytes:
    """The workbook with another part of that name."""
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for each in old.namelist():
            new.writestr(each, part if each == name else old.read(each))
        if name not in old.namelist():
            new.writestr(name, part)
    return written.getvalue()


def faults(table: EntryTable) -> list[tuple[int, int]]:
    return [(each.line, each.column) for each in table.faults]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_templates_headings_are_known_in_every_language(language: str) -> None:
    columns = [column_of(each) for each in headings(words_for(language))]
    assert columns == [column_of(each) for each in headings(words_for(SOURCE_LANGUAGE))]
    assert None not in columns


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("Players backgammon", Column("roster", game="backgammon")),
        ("players long-gammon", Column("roster", game="long-gammon")),
        ("Гравці довгі нарди", Column("roster", game="long-gammon")),
        ("  ИГРОК №2 ", Column("player", player=2)),
        ("Country 3", Column("country", player=3)),
        ("Номер федерації 1", Column("number", player=1)),
        ("Shoe size", None),
    ],
)
def test_a_heading_is_known_however_it_is_written(heading: str, column: Column | None) -> None:
    assert column_of(heading) == column


@pytest.mark.parametrize("divider", ["\t", ";", ","])
def test_a_table_is_read_whatever_divides_it(divider: str) -> None:
    assert text_lines(decoded(as_text(TABLE, divider).encode("utf-8-sig"))) == TABLE


@given(st.lists(_cells, min_size=1, max_size=8))
def test_what_is_written_for_a_form_is_read_back(lines: list[list[str]]) -> None:
    filled = [line for line in lines if any(cell.strip() for cell in line)]
    if filled and filled[0][0].strip():
        assert text_lines(as_text(lines)) == filled


def test_a_pasted_name_may_begin_with_quotation_marks() -> None:
    assert text_lines('Team\tPlayers\n"Fort" Odesa\tAnn; Bob')[1] == ['"Fort" Odesa', "Ann; Bob"]


def test_a_workbook_gives_the_lines_of_its_first_sheet() -> None:
    rows: list[list[object]] = [["Team", "Pot", "Paid", "Present"], ["Compass", 1, 12.5, True]]
    assert workbook_lines(workbook(rows)) == [
        ["Team", "Pot", "Paid", "Present"],
        ["Compass", "1", "12.5", "yes"],
    ]


def test_a_date_in_a_workbook_is_read_as_it_is_written() -> None:
    rows: list[list[object]] = [["Team", "Note"], ["Compass", date(2008, 7, 12)]]
    assert workbook_lines(workbook(rows))[1][1].startswith("2008-07-12")


def test_a_formula_is_refused_with_its_cell() -> None:
    with pytest.raises(TableRefused, match="B2 holds a formula"):
        workbook_lines(workbook([["Team", "Paid"], ["Compass", "=1+1"]]))


def test_a_workbook_that_unpacks_to_too_much_is_refused_before_it_is_unpacked() -> None:
    bomb = with_part(workbook([["Team"]]), "xl/sharedStrings.xml", b" " * (MOST_UNPACKED + 1))
    assert len(bomb) < 20_000
    with pytest.raises(TableRefused, match="unpacks to more"):
        workbook_lines(bomb)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_workbook_that_declares_entities_is_refused(encoding: str) -> None:
    text = '<!DOCTYPE a [<!ENTITY b "cccc"><!ENTITY d "&b;&b;">]><sst>&d;</sst>'
    hostile = with_part(workbook([["Team"]]), "xl/sharedStrings.xml", text.encode(encoding))
    with pytest.raises(TableRefused, match="declares a document type"):
        workbook_lines(hostile)


def test_a_workbook_with_a_line_far_below_or_huge_dimensions_is_refused() -> None:
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        b'<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is>'
        b'<t>Team</t></is></c></row><row r="1048576"><c r="XFD1048576" t="inlineStr"><is>'
        b"<t>x</t></is></c></row></sheetData></worksheet>"
    )
    claimed = with_part(workbook([["Team"]]), "xl/worksheets/sheet1.xml", sheet)
    with pytest.raises(TableRefused, match="continues below line"):
        workbook_lines(claimed)


@pytest.mark.parametrize("content", [b"PK", b"PK\x03\x04 cut short", workbook([["Team"]])[:900]])
def test_what_is_no_workbook_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(TableRefused, match="not a readable workbook"):
        workbook_lines(content)


def test_a_table_of_too_many_lines_is_refused() -> None:
    with pytest.raises(TableRefused, match=str(MOST_LINES)):
        text_lines("Team\n" + "x\n" * MOST_LINES)


def test_a_line_too_wide_and_a_cell_too_long_are_refused_by_their_line() -> None:
    with pytest.raises(TableRefused, match=f"line 2 has more than {MOST_COLUMNS} cells"):
        text_lines("Team\tClub\n" + "\t" * MOST_COLUMNS + "x")
    with pytest.raises(TableRefused, match=f"a cell of line 2 has more than {LONGEST_CELL}"):
        text_lines("Team\n" + "x" * (LONGEST_CELL + 1))


def test_empty_cells_far_to_the_right_are_no_fault() -> None:
    assert text_lines("Team\tClub\nCompass" + "\t" * MOST_COLUMNS)[1][0] == "Compass"


def test_quotation_marks_amid_a_cell_of_a_file_are_refused() -> None:
    with pytest.raises(TableRefused, match="not a table"):
        text_lines('Team;Players\n"Fort" Odesa;Ann')


def test_a_workbook_whose_sheet_is_no_xml_is_refused_in_a_sentence() -> None:
    damaged = with_part(workbook([["Team"]]), "xl/worksheets/sheet1.xml", b"<worksheet><sheet")
    with pytest.raises(TableRefused, match="not a readable workbook"):
        workbook_lines(damaged)


def test_another_encoding_is_refused_with_what_to_do() -> None:
    with pytest.raises(TableRefused, match="CSV UTF-8"):
        decoded("Команда;Гравець 1".encode("cp1251"))


def test_every_fault_is_named_at_its_cell() -> None:
    table = entry_table(
        [
            ["Team", "Players", "Pot", "Due", "Present", "Shoe size", "Players backgammon"],
            ["Compass", "Ann, Bob", "1", "12,50", "так", "", "Ann, Bob"],
            ["compass", "Ann", "99", "1,500", "perhaps", "", "Ann, Carl"],
            ["Anchor", "Ann, ann", "", "", "", "", ""],
            ["", "Ann, Bob", "", "", "", "", ""],
        ],
        ["Anchor"],
    )
    assert faults(table) == [
        (0, 5),
        *((2, column) for column in (0, 1, 2, 3, 4, 6)),
        *((3, column) for column in (0, 1)),
        (4, 0),
    ]
    first = table.teams[0]
    assert (first.form.pot, first.form.due, first.present) == (1, 1250, True)
    assert first.rosters == {"backgammon": ["Ann", "Bob"]}


def test_a_heading_given_twice_is_a_fault_of_the_second() -> None:
    assert faults(entry_table([["Team", "Players", "team"], ["Compass", "Ann, Bob", ""]], [])) == [
        (0, 2)
    ]


def test_too_many_players_a_roster_of_one_and_a_club_too_long_are_named_at_their_cells() -> None:
    many = ", ".join(f"Player {number}" for number in range(MOST + 1))
    table = entry_table(
        [
            ["Team", "Players", "Players backgammon", "Club"],
            ["Compass", many, "", ""],
            ["Anchor", "Ann, Bob", "Ann", ""],
            ["Buoy", "Carl, Dan", "", "x" * 500],
        ],
        [],
    )
    assert faults(table) == [(1, 1), (2, 2), (3, 3)]


def test_a_table_without_headings_is_told_so() -> None:
    assert faults(entry_table([["Compass", "Ann", "Bob"]], []))[0] == (0, 0)
    assert faults(entry_table([], [])) == [(0, 0)]


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("Robin Brok", "Robin Brook"),
        ("Robyn Brook", "Robin Brook"),
        ("Rboin Brook", "Robin Brook"),
        ("Brook Robin", "Robin Brook"),
        ("robin  BROOK", None),
        ("Robert Brooks", None),
    ],
)
def test_a_name_is_similar_that_is_one_slip_away(typed: str, known: str | None) -> None:
    assert SimilarNames(["Robin Brook", "Alex Fields"]).like(typed) == known
