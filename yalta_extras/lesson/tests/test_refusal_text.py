import pytest

from rules.errors import IllegalPlay
from rules.games.trictrac.table import play
from rules.position import read_play
from tests.support.trictrac_positions import facing
from yalta_extras.lesson.dialogue import why_not
from yalta_extras.lesson.tests.lessons import white_has_thrown

FULL = "20 19 18:2 17:2 16:2 15:2 14:2 13:2 24"


@pytest.mark.parametrize(
    ("own", "other", "dice", "written", "why"),
    [
        ("24:15", "24:15", "6-5", "13/7 24/19", "no checker on 13"),
        ("24:15", "24:15", "6-5", "24/20", "6-5 does not add up to these moves"),
        ("24:15", "24:15", "6-5", "24/18", "or more can be played"),
        ("24:14 20", "24:13 7:2", "6-2", "24/18 20/18", "where the opponent has one"),
        ("24:13 14:2", "24:15", "2-1", "14/12 14/13", "the other coin, point 12"),
        ("24:14 16", "24:15", "5-2", "16/11 24/22", "a jan that the opponent can still fill"),
        ("24:14 18", "24:15", "5-2", "18/13 24/22", "taken and left by two checkers together"),
        (FULL, "24:15", "4-1", "18/13", "the grand jan is full and must be kept"),
        (
            "24:3 20 18:2 17:2 16 15:2 14:2 13:2",
            "24:15",
            "4-1",
            "24/20 24/23",
            "the grand jan can be filled, so it must be",
        ),
        (
            "24:9 19:2 18:2 17:2",
            "24:15",
            "6-5",
            "18/13 17/13",
            "the coin can be taken directly, so not par puissance",
        ),
        ("6 3:2", "24:15", "5-1", "3/off", "can be played"),
    ],
)
def test_a_refused_play_has_its_reason(
    own: str, other: str, dice: str, written: str, why: str
) -> None:
    table = white_has_thrown(facing(own, other), dice, school=False)
    with pytest.raises(IllegalPlay):
        play(table, read_play(written))
    assert why in why_not(table, read_play(written))
