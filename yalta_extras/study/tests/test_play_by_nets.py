"""What a study played by GNU Backgammon's neural nets (the nets) must show.

The nets are loaded in the tests' own process.
"""

from random import Random
from statistics import mean, stdev

import pytest

from simulator.dice_supply import SeededDice
from tests.support.needs import NETS
from yalta_extras.study.board import Pairing, play_board
from yalta_extras.study.folder import Board
from yalta_extras.study.measures import Estimate, Rooms, chance_ahead, estimate, room_row

pytestmark = NETS
_ALIKE = Pairing("alike", 0.002, 0.002)
_EQUAL = Pairing("equal", 0.05, 0.05)
_APART = Pairing("apart", 0.0, 0.07)
_FAR = Pairing("far", 0.0, 0.15)


def _boards(
    pairing: Pairing, count: int, *, closed: str = "study", judged: bool = False, seed: int = 7
) -> list[Board]:
    from players.gnubg_in_process import NetsInProcess

    nets, dice = NetsInProcess(), (SeededDice("study"), SeededDice(closed))
    return [
        play_board(pairing, number, nets, seed=seed, dice=dice, judged=judged)
        for number in range(1, count + 1)
    ]


def _rooms(boards: list[Board]) -> Rooms:
    rows = [room_row(float(opened.imp), float(closed.imp)) for opened, closed in boards]
    return Rooms.of(tuple(map(sum, zip(*rows, strict=True))))


def _mean_imp(boards: list[Board]) -> Estimate:
    rows = [(1.0, float(opened.imp + closed.imp)) for opened, closed in boards]
    return estimate(rows, lambda sums: sums[1] / sums[0], Random(1))


@pytest.mark.long
def test_other_dice_in_the_closed_room_make_the_duplicate_effect_vanish() -> None:
    assert _rooms(_boards(_ALIKE, 40)).saved > 0.5
    assert abs(_rooms(_boards(_ALIKE, 40, closed="others")).saved) < 0.25


@pytest.mark.long
def test_equal_players_win_half_and_a_better_one_is_found_as_often_as_predicted() -> None:
    """A short version with few boards and rough bounds; a long one follows in this module."""
    equal = _mean_imp(_boards(_EQUAL, 40))
    assert equal.low <= 0 <= equal.high
    boards = _boards(_FAR, 80)
    predicted = _rooms(boards[:40])
    ahead = mean(opened.imp + closed.imp > 0 for opened, closed in boards[40:])
    assert ahead == pytest.approx(chance_ahead(predicted.mean, predicted.variance, 1), abs=0.15)


def test_players_who_play_alike_never_part() -> None:
    for opened, closed in _boards(Pairing("same", 0.0, 0.0), 5):
        assert opened.shared == opened.throws_home + opened.throws_away
        assert opened.imp + closed.imp == 0


def test_the_judge_finds_no_errors_in_its_own_plays_and_some_in_others() -> None:
    for board in _boards(_FAR, 2, judged=True):
        for game in board:
            assert game.judged is not None
            assert game.judged.lost_home == 0
            assert game.judged.lost_away > 0.1
            assert 0 < game.judged.unforced_home <= game.throws_home
            assert 0 < game.judged.unforced_away <= game.throws_away


@pytest.mark.long(12)
def test_mean_luck_is_none_and_without_luck_the_advantage_is_the_same() -> None:
    check_luck(40, 7)


def check_luck(boards: int, seed: int) -> None:
    """Check that mean luck is near zero, and that the better team leads after luck is taken off."""
    games = [game for board in _boards(_APART, boards, judged=True, seed=seed) for game in board]
    for unit in ("imp", "points"):
        lucks = [getattr(game.judged, f"luck_{unit}") for game in games]
        assert abs(mean(lucks)) < 3 * stdev(lucks) / len(lucks) ** 0.5
        less = [getattr(game, unit) - luck for game, luck in zip(games, lucks, strict=True)]
        assert stdev(less) < 0.5 * stdev([getattr(game, unit) for game in games])
        assert mean(less) > 0


@pytest.mark.soak
def test_equal_players_win_half_of_many_matches_and_a_better_one_what_other_boards_predict() -> (
    None
):
    equal = _boards(_EQUAL, 400)
    lead = _mean_imp(equal)
    assert lead.low <= 0 <= lead.high
    assert _ahead(equal) == pytest.approx(0.5, abs=2 * (0.25 / 100) ** 0.5)
    boards = _boards(_APART, 800)
    predicted = _rooms(boards[:400])
    chance = chance_ahead(predicted.mean, predicted.variance, 4)
    assert _ahead(boards[400:]) == pytest.approx(chance, abs=0.1)


def _ahead(boards: list[Board]) -> float:
    """Return the share of matches of four boards that the home team wins; a level match is half."""
    leads = [
        sum(game.imp for board in boards[at : at + 4] for game in board)
        for at in range(0, len(boards), 4)
    ]
    return mean(0.5 if lead == 0 else float(lead > 0) for lead in leads)
