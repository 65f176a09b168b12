"""Standings and schedules on paper: every cell is there, and spreadsheets take no text for more."""

import csv
import subprocess
from pathlib import Path

from protocol_forms.table_form import FormColumn, FormTable, TablesForm, tables_csv, tables_pdf
from tests.support.needs import PDFTOTEXT

FORM = TablesForm(
    "Standings",
    "Harbour Cup, Odesa",
    (
        FormTable(
            "Backgammon, group A",
            (FormColumn("Place", figure=True), FormColumn("Team"), FormColumn("±", figure=True)),
            (("1", "Compass", "+12"), ("2=", "=SUM(A1)", "−3")),
            ("Compass: ahead in their own match",),
        ),
        FormTable("Long gammon", (FormColumn("Team"),), (("Щ" * 60,),)),
    ),
)


def test_a_table_for_spreadsheets_holds_every_cell_and_no_formula() -> None:
    rows = list(csv.reader(tables_csv(FORM).decode("utf-8-sig").splitlines()))
    assert rows[:4] == [
        ["Backgammon, group A"],
        ["Place", "Team", "±"],
        ["1", "Compass", "+12"],
        ["2=", "'=SUM(A1)", "-3"],
    ]
    assert rows[5:] == [["Long gammon"], ["Team"], ["Щ" * 60]]


def test_the_same_form_is_the_same_pdf() -> None:
    assert tables_pdf(FORM) == tables_pdf(FORM)
    assert tables_pdf(FORM).startswith(b"%PDF")


@PDFTOTEXT.required
def test_a_printed_form_says_all_of_it(tmp_path: Path) -> None:
    printed = tmp_path / "standings.pdf"
    printed.write_bytes(tables_pdf(FORM))
    text = subprocess.run(
        ["pdftotext", "-layout", str(printed), "-"], capture_output=True, text=True, check=True
    ).stdout
    for part in ("Standings", "Harbour Cup, Odesa", "=SUM(A1)", "−3", "own match", "Page 1 of 1"):
        assert part in text
