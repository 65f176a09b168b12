"""What a study says of results that are known, in its table and in its report."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from rules.scoring.vp import MATCH_LENGTHS
from simulator.study.board import Judged
from simulator.study.boards_file import Board
from simulator.study.bootstrap import Estimate
from simulator.study.figures import table_of
from simulator.study.report import Played, report
from simulator.study.summary import as_csv, summary
from tests.simulator.study.outcomes import board_of

_PLAYED = Played(1, 120, 1, {"yalta": "0"}, "yalta study FOLDER")


def _boards() -> list[Board]:
    """Home wins two games of three; half of each room's IMP were luck."""
    rng = Random(2)
    boards = []
    for number in range(1, 121):
        board = board_of(number, rng.choice((1, 1, -1)), rng.choice((1, 1, -1)))
        opened, closed = (
            replace(game, judged=Judged(game.imp / 2, game.points / 2, 0.0, 0.38)) for game in board
        )
        boards.append((opened, closed))
    return boards


def _found(boards: Sequence[Board]) -> dict[tuple[str, str, int], Estimate]:
    table = table_of(summary([("close", boards)], 1))
    return {place[1:]: found for place, found in table.items()}


def test_luck_that_is_half_of_each_result_leaves_a_quarter_of_the_variance() -> None:
    found = _found(_boards())
    for measure in ("imp, luck out", "points, luck out", "imp, luck in points, luck out"):
        taken_out = found["variance taken out", measure, 0]
        assert taken_out.value == pytest.approx(1 if "in points" in measure else 0.75)
    needed, without = found["boards needed", "imp", 0], found["boards needed", "imp, luck out", 0]
    assert without.value == pytest.approx(needed.value / 4)
    assert found["error rate", "away", 0].value == pytest.approx(1000 * 0.38 / 19)
    assert found["error rate", "home", 0].value == 0


def test_each_length_has_its_matches_and_plain_results_count_alike_in_every_way() -> None:
    found = _found(_boards())
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
    assert ("luck a game", "imp", 0) not in _found(_boards()[:19])


def test_the_table_and_the_report_have_every_figure_and_equal_seeds_give_equal_ones() -> None:
    figures = summary([("close", _boards())], 1)
    assert figures == summary([("close", _boards())], 1)
    assert len(as_csv(figures).splitlines()) == 1 + len(figures)
    page = report(figures, _PLAYED)
    needed = table_of(figures)["close", "boards needed", "imp", 0]
    assert f"{needed.value:.1f}<small>" in page
    assert page.count("<svg") == 3
