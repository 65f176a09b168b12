"""Positions as GNU Backgammon's `evaluation` reads them."""

from rules.games.backgammon import BACKGAMMON
from rules.match_files.ids import position_id
from rules.position import Position, Side
from server.engine.gnubg_process import fibs_board


def points(line: str) -> list[int]:
    return [int(each) for each in line.split(":")[6:32]]


def test_the_player_on_roll_has_the_positive_checkers_by_his_own_points() -> None:
    opening = points(fibs_board(position_id(BACKGAMMON.start(), Side.RED)))
    assert {point: count for point, count in enumerate(opening) if count > 0} == {
        6: 5,
        8: 3,
        13: 5,
        24: 2,
    }
    assert {point: count for point, count in enumerate(opening) if count < 0} == {
        1: -2,
        12: -5,
        17: -3,
        19: -5,
    }


def test_checkers_on_the_bar_and_off_are_told() -> None:
    own = (12, 1, *[0] * 23, 2)
    other = (5, 0, 0, 9, *[0] * 21, 1)
    line = fibs_board(position_id(Position(own, other), Side.WHITE))
    assert points(line)[0] == -1
    assert points(line)[25] == 2
    assert line.split(":")[45:49] == ["12", "5", "2", "1"]
