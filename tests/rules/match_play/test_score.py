import pytest

from rules.errors import MatchRefused
from rules.match_play.state import MatchScore, points
from rules.position import Side
from rules.room import Ending


def _played(length: int, *results: tuple[Side, int]) -> list[MatchScore]:
    scores = [MatchScore(length)]
    for winner, won in results:
        scores.append(scores[-1].after(winner, won))
    return scores


def test_a_result_is_value_times_cube() -> None:
    assert points(Ending.PASS, 2) == 2
    assert points(Ending.RESIGNED_GAMMON, 2) == 4
    assert points(Ending.BACKGAMMON, 4) == 12


def test_the_manuals_example_has_its_crawford_game_and_ends_six_to_four() -> None:
    scores = _played(
        5, (Side.WHITE, 2), (Side.RED, 1), (Side.WHITE, 2), (Side.RED, 1), (Side.RED, 2),
        (Side.WHITE, 2),
    )  # fmt: skip
    assert [(score.white, score.red) for score in scores[1:]] == [
        (2, 0), (2, 1), (4, 1), (4, 2), (4, 4), (6, 4),
    ]  # fmt: skip
    assert [score.crawford for score in scores] == [False] * 3 + [True] + [False] * 3
    doubling = ["Allowed", "Allowed", "Allowed", "Crawford Game", "Allowed", "Allowed"]
    assert [score.cube_in_use for score in scores[:-1]] == [each == "Allowed" for each in doubling]
    assert scores[-1].winner is Side.WHITE
    assert scores[-2].winner is None


def test_the_crawford_game_has_no_cube_and_later_ones_do() -> None:
    crawford, after = _played(3, (Side.RED, 2), (Side.WHITE, 1))[1:]
    assert (crawford.cube_in_use, after.cube_in_use) == (False, True)


def test_both_sides_one_away_do_not_make_a_second_crawford_game() -> None:
    level = _played(3, (Side.RED, 2), (Side.WHITE, 2))[-1]
    assert not level.crawford


def test_a_match_to_one_has_no_cube() -> None:
    assert not MatchScore(1).cube_in_use


def test_money_play_has_a_cube_and_no_winner() -> None:
    score = _played(0, (Side.RED, 40))[-1]
    assert (score.winner, score.cube_in_use, score.crawford) == (None, True, False)


def test_points_still_needed_never_go_below_nothing() -> None:
    assert MatchScore(5, 6, 3).needs(Side.WHITE) == 0
    assert MatchScore(5, 6, 3).needs(Side.RED) == 2


def test_a_negative_score_is_refused_by_field() -> None:
    with pytest.raises(MatchRefused, match="red: -1"):
        MatchScore(5, 0, -1)
