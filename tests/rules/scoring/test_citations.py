"""A citation leads to the printed cell it names, for every cell there is (rulings 1 to 3)."""

import pytest

from rules.room import Ending, Room
from rules.scoring.citations import imp_cited, smp_cited, vp_cited
from rules.scoring.match_protocol import GameResult
from rules.scoring.scales import (
    CUBES,
    MATCH_LENGTHS,
    SMP_STEP,
    Imp,
    Row,
    Smp,
    imp,
    scoring_table,
    vp,
)
from rules.scoring.teams import TeamPlace

ENDED = {
    **{Row(str(left)): (Ending.BEAROFF, left) for left in range(1, 15)},
    Row.PASS_15: (Ending.RESIGNED, 15),
    Row.GAMMON_15: (Ending.GAMMON, 15),
    Row.TRIPLE: (Ending.BACKGAMMON, 15),
}
"""A result for each row of the SMP table."""


@pytest.mark.parametrize("row", Row, ids=lambda row: row.value)
def test_every_cell_of_the_smp_table_is_cited_by_the_result_it_scores(row: Row) -> None:
    (printed,) = (line for line in scoring_table("smp") if line["row"] == row.value)
    ending, left = ENDED[row]
    for cube in CUBES:
        result = GameResult(
            game=1,
            room=Room.OPEN,
            opening=None,
            winner=TeamPlace.AWAY,
            ending=ending,
            left=left,
            cube=cube,
        )
        cited = smp_cited(result)
        assert (cited.row, cited.cube) == (row, cube)
        assert int(printed[str(cube)]) == cited.points == result.smp.away


def test_every_number_of_small_match_points_is_within_the_step_it_cites() -> None:
    steps = {int(line["imp"]): line for line in scoring_table("imp")}
    seen = set()
    for size in range(SMP_STEP, 29_000, SMP_STEP):
        cited = imp_cited(Smp(size))
        assert cited is not None
        assert cited == imp_cited(Smp(-size))
        printed = steps[cited.points]
        assert cited.points == imp(Smp(size))
        assert str(cited.least) == printed["from"]
        assert str(cited.most or "") == printed["to"]
        assert cited.least <= size
        assert cited.most is None or size <= cited.most
        seen.add(cited.points)
    assert seen == set(steps)
    assert imp_cited(Smp(0)) is None


@pytest.mark.parametrize("games", MATCH_LENGTHS)
def test_every_difference_is_within_the_cell_it_cites(games: int) -> None:
    column = str(2 * games)
    seen = set()
    for size in range(120):
        cited, mirrored = vp_cited(Imp(size), games), vp_cited(Imp(-size), games)
        (printed,) = (
            line
            for line in scoring_table("vp")
            if (int(line["winner"]), int(line["loser"])) == (cited.points.home, cited.points.away)
        )
        span = f"{cited.least}+" if cited.most is None else f"{cited.least}-{cited.most}"
        assert printed[column] == span
        assert cited.points == vp(Imp(size), games)
        assert (mirrored.points.away, mirrored.least) == (cited.points.home, cited.least)
        assert cited.least <= size <= (size if cited.most is None else cited.most)
        assert str(cited.results) == column
        seen.add(span)
    assert seen == {line[column] for line in scoring_table("vp")}
