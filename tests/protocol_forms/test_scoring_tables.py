"""The three scoring tables: every cell as the document prints it, but for its misprint."""

from protocol_forms.scoring_tables import scoring_tables_form
from rules.room import Ending
from rules.scoring.scales import CUBES, MATCH_LENGTHS, Imp, Row, Smp, imp, row_of, smp, vp


def test_every_small_match_point_scored_stands_in_the_table() -> None:
    table = scoring_tables_form().tables[0]
    assert [column.title for column in table.columns[1:]] == [str(cube) for cube in CUBES]
    printed = {row[0]: row[1:] for row in table.rows}
    assert printed == {row.value: tuple(str(smp(row, cube)) for cube in CUBES) for row in Row}
    assert printed["14"][1] == str(smp(row_of(Ending.PASS, 14), 2)) == "430"


def test_every_step_of_imp_stands_beside_its_span() -> None:
    rows = scoring_tables_form().tables[1].rows
    steps = {span: step for row in rows for span, step in (row[:2], row[2:])}
    assert len(steps) == 24
    for span, step in steps.items():
        ends = [int(end) for end in span.rstrip("+").split("–")]
        assert {imp(Smp(end)) for end in ends} == {Imp(int(step))}


def test_every_difference_finds_its_victory_points_in_its_column() -> None:
    for row in scoring_tables_form().tables[2].rows:
        points = tuple(map(int, row[0].rstrip("*").split("–")))
        for games, span in zip(MATCH_LENGTHS, row[1:], strict=True):
            for end in span.rstrip("+").split("–"):
                made = vp(Imp(int(end)), games)
                assert (made.home, made.away) == points


def test_the_misprint_is_put_right_and_said() -> None:
    table = scoring_tables_form().tables[2]
    assert [row[0] for row in table.rows if row[0].endswith("*")] == ["28–2*"]
    assert "27–2, a misprint of 28–2" in table.notes[0]
