from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from players.gnubg_nets import GnubgNets, nets_installed
from rules.dice import Roll
from rules.games.backgammon_plays import plays_by_position, unpacked
from rules.luck.chances import Chances
from rules.luck.rolls import ALL_ROLLS, luck_of
from rules.luck.throws import Throw
from rules.luck.worth import imp_worth, points_worth
from rules.position import Counts, Position
from rules.side import Side
from tests.support.backgammon_positions import counts, wandering

pytestmark = pytest.mark.skipif(
    not nets_installed(), reason="gnubg-nn is missing: pip install gnubg-nn"
)
_WORTHS = (imp_worth(2), points_worth(2))


@pytest.fixture(scope="module")
def nets() -> Iterator[GnubgNets]:
    with GnubgNets() as started:
        yield started


def _best_by_hand(nets: GnubgNets, own: Counts, other: Counts, roll: Roll) -> list[float]:
    tables = [unpacked(after) for after in plays_by_position(own, other, roll.dice)]
    theirs = nets.chances([(after_other, after_own) for after_own, after_other in tables])
    return [max(worth.of(each.reversed()) for each in theirs) for worth in _WORTHS]


def test_the_best_after_a_roll_is_the_best_of_all_positions_it_leads_to(nets: GnubgNets) -> None:
    for position, side in islice(wandering(Random(3)), 0, 160, 8):
        own, other = position.of(side), position.of(side.opponent)
        found = nets.best_after(own, other, ALL_ROLLS, _WORTHS)
        for roll, values in zip(ALL_ROLLS, found, strict=True):
            assert list(values) == pytest.approx(_best_by_hand(nets, own, other, roll))


def test_a_dance_leaves_the_position_as_it_is(nets: GnubgNets) -> None:
    home = counts(**{f"p{point}": 2 for point in range(1, 7)}, p8=3)
    bar = counts(bar=1, p6=14)
    ((value,),) = nets.best_after(bar, home, [Roll(6, 6)], [points_worth(1)])
    (theirs,) = nets.chances([(home, bar)])
    assert value == pytest.approx(-theirs.equity)


def test_a_game_that_is_over_is_worth_what_it_ended_with(nets: GnubgNets) -> None:
    assert nets.chances([(counts(p6=15), counts())]) == [Chances(0.0, 0.0, 0.0, 1.0, 0.0)]
    last, far = counts(p1=1), counts(p24=2, p6=13)
    assert nets.best_after(last, far, [Roll(2, 1)], _WORTHS) == [(14.0, 6.0)]


def test_31_rolls_of_36_bear_the_last_checker_off_from_the_five_point(nets: GnubgNets) -> None:
    position = Position(counts(p5=1), counts(p1=1))
    won = [roll for roll in ALL_ROLLS if sum(roll.dice) >= 5]
    weight = sum(1 if roll.is_double else 2 for roll in won)
    for roll in (Roll(6, 4), Roll(2, 1)):
        found = luck_of(Throw(Side.WHITE, 9, roll, False, position, None, 1), nets)
        expected = 2 * (36 - weight) / 36 if roll in won else -2 * weight / 36
        assert found.luck.points == pytest.approx(expected, abs=0.001)
