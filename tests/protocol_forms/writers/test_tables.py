"""Forms of tables in every kind of file: each cell is there, and nothing in it is obeyed."""

import csv
import io
import json
from dataclasses import replace
from zipfile import ZipFile

import openpyxl
import pytest

from protocol_forms.grids import Grid, GridColumn, GridsForm, Paper
from protocol_forms.writers.files import form_csv, form_json, form_xlsx
from protocol_forms.writers.form_html import form_html, form_section
from protocol_forms.writers.pdf import form_pdf, several_pdf
from protocol_forms.writers.sheet import NotTheSameForm, form_sheet, in_two_languages
from rules.room import Room
from server.views.people.prints import COLUMNS, person_csv
from tests.protocol_forms.forms import FINAL_VIEW
from tests.protocol_forms.writers.grid_forms import ROOMS, STANDINGS
from tests.protocol_forms.writers.pdf_text import text_of
from tests.protocol_forms.writers.test_form_html import TableReader
from tests.support.needs import PDFTOTEXT

HYPHEN = "\u00ad"
"""A place where a word may be parted, and a hyphen where it is."""


def test_a_table_for_spreadsheets_holds_every_cell_and_no_formula() -> None:
    rows = list(csv.reader(form_csv(STANDINGS).decode("utf-8-sig").splitlines()))
    assert rows == [
        ["Backgammon, group A"],
        ["Place", "Team", "±"],
        ["1", "Compass", "+12"],
        ["2=", "'=SUM(A1)", "-3"],
        ["Compass: ahead in their own match"],
        [],
        ["Long gammon"],
        ["Team"],
        ["Щ" * 60],
        [],
        ["Harbour Cup, Odesa"],
    ]


def test_facts_heads_of_heads_sums_and_notes_are_in_the_table_for_spreadsheets() -> None:
    rows = list(csv.reader(form_csv(ROOMS).decode("utf-8-sig").splitlines()))
    assert rows[:5] == [
        ["Date", "26 July 2026"],
        ["Place", "Sea station"],
        [],
        ["Match 3"],
        ["Game", "Room", "IMP Compass", "IMP Rudder", "Result"],
    ]
    assert rows[9:] == [
        ["", "Sum", "12", "11", ""],
        [],
        ["Both rooms have confirmed."],
        [],
        ["Harbour Cup, Odesa"],
        ["provisional"],
    ]


@pytest.mark.parametrize("sign", "=+-@＝＋－＠\t\r")
def test_no_csv_has_a_cell_that_a_spreadsheet_reads_as_a_formula(sign: str) -> None:
    cell = f"{sign}HYPERLINK(1)"
    form = GridsForm("Teams", "", (Grid("", (GridColumn("Team"),), ((cell,),)),))
    rows = [COLUMNS, [cell] * len(COLUMNS)]
    for written in (form_csv(form), person_csv(rows)):
        read = csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""))
        cells = [each for row in read for each in row]
        assert f"'{cell}" in cells
        assert cell not in cells


def test_a_workbook_has_a_sheet_for_each_table_with_figures_as_numbers() -> None:
    book = openpyxl.load_workbook(io.BytesIO(form_xlsx(STANDINGS)))
    assert book.sheetnames == ["Backgammon, group A", "Long gammon"]
    sheet = book.worksheets[0]
    lines = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert lines[4:7] == [["Place", "Team", "±"], [1, "Compass", 12], ["2=", "=SUM(A1)", -3]]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}


def test_names_that_no_workbook_takes_are_made_ones_that_it_does() -> None:
    table = Grid("[A/B]: " + "Щ" * 40, (GridColumn("Team"),), (("Compass",),))
    book = openpyxl.load_workbook(io.BytesIO(form_xlsx(GridsForm("X", "", (table, table)))))
    assert len(set(book.sheetnames)) == 2
    assert all(len(name) <= 31 for name in book.sheetnames)


@pytest.mark.parametrize("place", range(24, 34))
def test_an_emoji_where_a_sheets_name_ends_makes_no_broken_workbook(place: int) -> None:
    table = Grid("A" * place + "🎲" * 4, (GridColumn("Team"),), (("Compass",),))
    book = openpyxl.load_workbook(io.BytesIO(form_xlsx(GridsForm("X", "", (table, table)))))
    assert len(set(book.sheetnames)) == 2
    assert all(len(name.encode("utf-16-le")) <= 2 * 31 for name in book.sheetnames)


def test_the_same_form_is_the_same_file() -> None:
    assert form_xlsx(ROOMS) == form_xlsx(ROOMS)
    assert {entry.date_time[0] for entry in ZipFile(io.BytesIO(form_xlsx(ROOMS))).infolist()} == {
        1980
    }
    assert form_pdf(ROOMS, created=7) == form_pdf(replace(ROOMS), created=7)


def test_the_pages_table_has_heads_spans_rooms_and_sums() -> None:
    section = form_section(ROOMS)
    assert TableReader(section).rows == [
        ["Game", "Room", "IMP", "Result"],
        ["Compass", "Rudder"],
        ["1", "open", "8", "", "won"],
        ["closed", "", "4", "won"],
        ["2", "open", "", "7", "won"],
        ["closed", "4", "", "won"],
        ["", "Sum", "12", "11", ""],
    ]
    assert section.count('<th scope="rowgroup" rowspan="2"') == 2
    assert section.count('<tr class="open">') == 2
    assert '<th scope="colgroup" colspan="2"' in section
    assert 'href="http://hall.test/t/harbour/matches/3"' in section


def test_a_page_says_all_that_is_on_the_form_and_needs_nothing_from_elsewhere() -> None:
    page = form_html(replace(ROOMS, link=""), language="en")
    for part in (*ROOMS.signatures, *ROOMS.notes, "Sea station", "provisional", "Results by room"):
        assert part in page
    for outside in ("http", "<link", "<script", "src=", "url("):
        assert outside not in page


def test_names_are_escaped_on_the_page() -> None:
    hostile = replace(ROOMS, event="<b>x</b>", facts=(("<i>", "&amp;"),))
    reader = TableReader(form_html(hostile))
    assert reader.open == []
    assert "<b>x</b>" in reader.text
    assert "&amp;" in reader.text


def test_the_json_has_the_views_fields() -> None:
    values = json.loads(form_json(ROOMS))
    assert values["tables"][0]["rooms"] == ["open", "closed"] * 2
    assert values["facts"] == [["Date", "26 July 2026"], ["Place", "Sea station"]]


@PDFTOTEXT.required
@pytest.mark.parametrize("paper", Paper)
def test_a_printed_form_says_all_of_it_on_every_paper(paper: Paper) -> None:
    text = text_of(form_pdf(STANDINGS, paper))
    for part in ("Standings", "Harbour Cup, Odesa", "=SUM(A1)", "−3", "own match", "Page 1 of 1"):
        assert part in text
    text = text_of(form_pdf(ROOMS, paper))
    for part in ("Sea station", "Captain, Rudder", "Both rooms have confirmed.", "provisional"):
        assert part in text


@PDFTOTEXT.required
def test_a_long_name_goes_whole_to_the_next_line_and_is_parted_where_it_is_wider_than_that() -> (
    None
):
    whole, parted = "Верхньодніпровськогорська", "Новоградволинськозадніпровськочорноморська"
    columns = tuple(GridColumn(title) for title in ("Player", "Opponent", "Remark"))
    rows = ((f"Олександра-Катерина {whole}", parted, "7f3a" * 16),)
    form = GridsForm("Players", "Cup", (Grid("Group A", columns, rows),))
    text = text_of(form_pdf(form))
    assert whole in text
    pieces = [each for each in text.split() if each.replace(HYPHEN, "") in parted]
    assert "".join(pieces).replace(HYPHEN, "") == parted
    assert [each.endswith(HYPHEN) for each in pieces] == [True] * (len(pieces) - 1) + [False]
    assert text.replace("\u200b", "").count("7f3a" * 8) == 2


@PDFTOTEXT.required
def test_several_forms_in_one_file_have_pages_and_numbers_of_their_own() -> None:
    long = replace(STANDINGS.tables[0], rows=STANDINGS.tables[0].rows * 25)
    sheets = [form_sheet(each) for each in (FINAL_VIEW, replace(STANDINGS, tables=(long,)), ROOMS)]
    pages = text_of(several_pdf(sheets)).split("\f")
    numbers = [page.split("Page ")[1].split("\n")[0] for page in pages[:-1]]
    assert numbers == ["1 of 2", "2 of 2", "1 of 2", "2 of 2", "1 of 1"]
    assert pages[3].lstrip().startswith("Standings")


@PDFTOTEXT.required
def test_no_page_parts_rows_that_go_together_or_leaves_sums_alone() -> None:
    (table,) = ROOMS.tables
    for games in range(20, 24):
        rows = tuple(
            (str(place // 2 + 1) if place % 2 == 0 else "", room, "", "4", "won")
            for place in range(2 * games)
            for room in (("open", "closed")[place % 2],)
        )
        rooms = (table.rooms * games)[: 2 * games]
        tables = (replace(table, rows=rows, rooms=rooms),)
        form = replace(ROOMS, tables=tables, signatures=(), notes=())
        for page in text_of(form_pdf(form)).split("\f")[:-1]:
            lines = [line for line in page.splitlines() if "won" in line or "Sum" in line]
            assert "open" in lines[0]


@PDFTOTEXT.required
def test_a_form_in_two_languages_says_what_differs_in_both() -> None:
    (table,) = ROOMS.tables
    second = replace(ROOMS, title="Результати кімнат", tables=(replace(table, heading="Матч 3"),))
    text = text_of(several_pdf([in_two_languages(form_sheet(ROOMS), form_sheet(second))]))
    assert "Results by room" in text
    assert "Результати кімнат" in text
    assert "Match 3 Матч 3" in text
    assert text.count("Sea station") == 1


def test_two_forms_are_not_one_in_two_languages() -> None:
    with pytest.raises(NotTheSameForm):
        in_two_languages(form_sheet(ROOMS), form_sheet(STANDINGS))
    with pytest.raises(NotTheSameForm):
        in_two_languages(form_sheet(ROOMS), form_sheet(FINAL_VIEW))


def test_a_table_whose_cells_or_rooms_do_not_fit_is_refused() -> None:
    (table,) = ROOMS.tables
    for wrong in ({"rows": (("1",),)}, {"rooms": (Room.OPEN,)}, {"sums": (("1",),)}):
        with pytest.raises(ValueError, match="row"):
            replace(table, **wrong)
    with pytest.raises(ValueError, match="several heads"):
        replace(table, rows=table.rows[1:2] + table.rows[:1], rooms=())


def test_a_workbook_of_a_form_without_grids_has_its_title_and_its_notes() -> None:
    form = GridsForm("Decisions", "Harbour Cup", (), notes=("Nothing was judged.",))
    (sheet,) = openpyxl.load_workbook(io.BytesIO(form_xlsx(form))).worksheets
    texts = [cell.value for row in sheet.iter_rows() for cell in row if cell.value]
    assert texts == ["Decisions", "Harbour Cup", "Nothing was judged."]
