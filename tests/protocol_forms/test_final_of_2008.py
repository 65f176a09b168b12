"""The final of 2008 on paper, cell by cell as the document prints it, and as it is read aloud."""

import functools
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from protocol_forms.any_form import AnyForm
from protocol_forms.room_results import room_results_form
from protocol_forms.scoring_tables import scoring_tables_form
from protocol_forms.writers.pdf import form_pdf
from rules.scoring.scales import scoring_table
from tests.protocol_forms.forms import FINAL_VIEW
from tests.protocol_forms.test_match_protocol import PRINTED
from tests.protocol_forms.test_room_results import CLOSED_ROOM, OPEN_ROOM
from tests.support.needs import PDFINFO
from tests.support.pdf_structure import cells, pdf_info, structure

pytestmark = PDFINFO.required
GOLDEN = Path(__file__).parents[1] / "golden" / "protocol_final"
FORMS: dict[str, AnyForm] = {
    "protocol": FINAL_VIEW,
    "room_results": room_results_form(FINAL_VIEW),
    "scoring_tables": scoring_tables_form(),
}


@functools.cache
def read_aloud(name: str) -> list[str]:
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.pdf")
        path.write_bytes(form_pdf(FORMS[name]))
        assert "Tagged:          yes" in pdf_info(path)
        return structure(path)


@pytest.mark.parametrize("name", FORMS)
def test_each_form_is_read_in_its_order_as_in_the_golden_file(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert read_aloud(name) == golden.splitlines()


def test_the_protocol_on_paper_has_every_cell_of_the_document() -> None:
    rows = [cells(line) for line in read_aloud("protocol") if line.startswith("|")]
    expected = [line.replace("|", " ").split() for line in PRINTED.strip().splitlines()]
    expected[0][4] = "2 *"
    for place, row in enumerate(rows[:12]):
        whole = row if place % 2 == 0 else [".", *row]
        assert [cell or "." for cell in whole] == expected[place]
    assert rows[12:15] == [
        ["Sum", "1380", "1980", "35", "43"],
        ["Difference in IMP", "– 8"],
        ["Result in VP", "13", "17"],
    ]


def test_the_rooms_results_on_paper_have_every_cell_of_the_document() -> None:
    rows = [cells(line) for line in read_aloud("room_results") if line.startswith("|")]
    assert rows[:6] == [list(row) for row in OPEN_ROOM]
    assert rows[7:13] == [list(row) for row in CLOSED_ROOM]
    assert [rows[place][:3] for place in (6, 13)] == [
        ["International match points", "19", "19"],
        ["International match points", "24", "16"],
    ]


def test_the_tables_on_paper_have_every_cell_of_the_document() -> None:
    lines = read_aloud("scoring_tables")
    starts = [place for place, line in enumerate(lines) if line.startswith("# ")]
    smp, imp, vp = (
        [cells(line) for line in lines[start:end] if line.startswith("|")]
        for start, end in zip(starts[1:], [*starts[2:], len(lines)], strict=True)
    )
    assert smp == [list(row.values()) for row in scoring_table("smp")]
    steps = [step["imp"] for step in scoring_table("imp")]
    assert [row[1] for row in imp] + [row[3] for row in imp] == steps
    assert len(vp) == 16
    assert vp[2] == ["17–13", "6–8", "7–9", "7–9", "8–10", "8–11", "9–12", "10–14"]
