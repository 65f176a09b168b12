"""What a study's table and report say of known results."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from statistics import fmean

import pytest

from rules.scoring.scales import MATCH_LENGTHS
from yalta_extras.study.board import Judged, RoomOutcome
from yalta_extras.study.folder import Board
from yalta_extras.study.measures import Estimate
from yalta_extras.study.report import StudyPlayed, report, table_of
from yalta_extras.study.summary import ALL, Figure, as_csv, summary
from yalta_extras.study.tests.outcomes import board_of

_PLAYED = StudyPlayed(1, 120, 1, {"yalta": "0"}, "yalta study FOLDER")


@cache
def _boards() -> list[Board]:
    """Return boards of which the home team wins two games of three.

    Half of the distance of each result from the mean was luck.
    """
    rng = Random(2)
    boards = [
        board_of(number, rng.choice((1, 1, -1)), rng.choice((1, 1, -1))) for number in range(1, 121)
    ]
    imp = fmean(game.imp for board in boards for game in board)
    points = fmean(game.points for board in boards for game in board)

    def with_luck(game: RoomOutcome) -> RoomOutcome:
        lucks = (game.imp - imp) / 2, (game.points - points) / 2
        return replace(game, judged=Judged(*lucks, 0.0, 0.38, 20, 10))

    return [(with_luck(opened), with_luck(closed)) for opened, closed in boards]


@cache
def _figures() -> list[Figure]:
    """Return the figures of all boards of `_boards`, which most tests of this module read."""
    return summary([("close", _boards())], 1)


def _found(figures: Sequence[Figure]) -> dict[tuple[str, str, int], Estimate]:
    return {place[1:]: found for place, found in table_of(figures).items() if place[0] != ALL}


def test_luck_that_is_half_of_each_result_leaves_a_quarter_of_the_variance() -> None:
    found = _found(_figures())
    for measure in ("imp, luck out", "points, luck out", "imp, luck in points, luck out"):
        taken_out = found["variance taken out", measure, 0]
        assert taken_out.value == pytest.approx(1 if "in points" in measure else 0.75)
    needed, without = found["boards needed", "imp", 0], found["boards needed", "imp, luck out", 0]
    assert without.value == pytest.approx(needed.value / 4)
    assert found["error rate", "away", 0].value == pytest.approx(1000 * 0.38 / 19)
    assert found["error rate", "home", 0].value == 0
    assert found["performance rating", "away", 0].value == pytest.approx(500 * 0.38 / 10)
    assert found["performance rating", "home", 0].value == 0


def test_luck_is_none_in_the_mean_and_an_advantage_is_told_with_and_without_it() -> None:
    figures = table_of(_figures())
    for unit in ("imp", "points"):
        luck = figures[ALL, "luck a game", unit, 0]
        error = figures[ALL, "standard error of luck a game", unit, 0]
        assert luck.rows == 2 * 120
        assert luck.value == pytest.approx(0)
        assert error.value == pytest.approx((luck.high - luck.low) / 4, rel=0.2)
        advantage = figures["close", "advantage", unit, 0]
        as_played = figures["close", "advantage", f"{unit}, as played", 0]
        assert advantage.value == pytest.approx(as_played.value)
        assert advantage.high - advantage.low < 0.6 * (as_played.high - as_played.low)


def test_dice_of_other_boards_take_nothing_out_of_the_variance() -> None:
    boards = [board_of(number, sign, -sign) for number in range(1, 31) for sign in (1, -1)]
    Random(3).shuffle(boards)
    found = _found(summary([("close", boards)], 1))
    assert found["variance taken out", "imp, equal dice", 0].value == pytest.approx(1)
    others = found["variance taken out", "imp, other boards' dice", 0]
    assert others.low < 0 < others.high


def test_each_length_has_its_matches_and_plain_results_count_alike_in_every_way() -> None:
    found = _found(_figures())
    for games in MATCH_LENGTHS:
        ahead = found["home ahead", "imp", games]
        assert ahead.rows == 120 // games
        assert ahead.low <= found["home ahead", "imp, predicted", games].value <= ahead.high
        assert ahead == found["home ahead", "points", games] or ahead.value > 0.5
    assert found["times the boards of imp", "points", 0].value == pytest.approx(1)
    assert found["share of games", "cube 8 or more", 0].value == 0
    assert found["shared", "throws", 0].value == 3


def test_too_few_boards_say_nothing_and_few_judged_ones_nothing_of_luck() -> None:
    assert summary([("close", _boards()[:11])], 1) == []
    few = _found(summary([("close", _boards()[:19])], 1))
    assert ("luck a game", "imp", 0) not in few
    assert few["advantage", "imp", 0].value == few["advantage", "imp, as played", 0].value


def test_the_table_and_the_report_have_every_figure_and_equal_seeds_give_equal_ones() -> None:
    few = [("close", _boards()[:19])]
    assert summary(few, 1) == summary(few, 1)
    figures = _figures()
    assert len(as_csv(figures).splitlines()) == 1 + len(figures)
    page = report(figures, _PLAYED)
    needed = table_of(figures)["close", "boards needed", "imp", 0]
    assert f"{needed.value:.1f}<small>" in page
    assert page.count("<svg") == 3
