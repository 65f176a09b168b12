"""Every row of the tariff, for and against, by throws made by hand.

figures.csv: a sentence; the article of Malfilâtre's Laws of Trictrac it rests on; the thrower's
checkers and the opponent's, each by own points, those not named being off; the dice; the throw's
number since the checkers were set, where it matters; the marks, thrower's first; a figure that is
just not made.
"""

import csv
from pathlib import Path

import pytest

from rules.games.trictrac.figures import TARIFF, Figure
from rules.games.trictrac.jans import marks_of
from rules.games.trictrac.movement import check
from rules.position import Side
from tests.support.trictrac_positions import facing, roll

with (Path(__file__).parent / "figures.csv").open(encoding="utf-8", newline="") as table:
    CASES = list(csv.DictReader(table))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_throw_is_worth_just_these_marks(case: dict[str, str]) -> None:
    position = facing(case["own"], case["other"])
    check(position)
    marks = marks_of(position, Side.WHITE, roll(case["dice"]), int(case["throw"] or 9))
    written = " + ".join(f"{mark.figure.value} {mark.points}" for mark in marks)
    assert written == case["marks"]
    for mark in marks:
        assert mark.side is (Side.WHITE if TARIFF[mark.figure].for_thrower else Side.RED)


@pytest.mark.parametrize("figure", Figure, ids=lambda figure: figure.value)
def test_each_row_of_the_tariff_has_a_case_for_it_one_against_it_and_a_rule(figure: Figure) -> None:
    assert any(figure.value in case["marks"] for case in CASES)
    against = [case for case in CASES if case["against"] == figure.value]
    assert against
    assert not any(figure.value in case["marks"] for case in against)
    assert "Malfilâtre, article" in TARIFF[figure].rule
