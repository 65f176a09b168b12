import pytest

from rules.position import Side
from tests.support.trictrac_positions import facing
from yalta_extras.lesson.tests.lessons import FOUR_FOR_RED, white_has_thrown
from yalta_extras.lesson.texts import explained, tariff

FULL = "20 19 18:2 17:2 16:2 15:2 14:2 13:2 24"


@pytest.mark.parametrize(
    ("own", "other", "dice", "lines"),
    [
        (
            "24:13 23 18",
            "24:14 5",
            "4-2",
            "4 true hit in a petit jan, point 20: 1 way at 4 by 4: 24/20 "
            "Backgammon Galore, Potential hit; Malfilâtre, article 10",
        ),
        (
            FULL,
            "24:15",
            "4-1",
            "4 grand jan conserved: 1 way at 4 4-1 can be played so that it stays full, or cannot "
            "be played Backgammon Galore, Filling tables; Malfilâtre, article 13, Conserving",
        ),
        ("1", "24:15", "6-5", "4 last checker off: 1 way at 4 by 6: 1/off"),
    ],
)
def test_a_mark_names_figure_ways_points_and_rule(
    own: str, other: str, dice: str, lines: str
) -> None:
    table = white_has_thrown(facing(own, other), dice)
    assert lines in " ".join(" ".join(explained(table, Side.WHITE)).split())


def test_a_way_by_both_numbers_shows_where_it_rests() -> None:
    table = white_has_thrown(FOUR_FOR_RED, "3-2")
    assert "      by 3 and 2: 24/21/19" in explained(table, Side.RED)
    assert explained(table, Side.WHITE) == ("By the tariff 3-2 is worth nothing to White.",)


def test_the_tariff_tells_both_prices_and_whose_they_are() -> None:
    assert "  jan de trois coups           4   –" in tariff()
    assert "  unplayable number            2   2  for the opponent" in tariff()
