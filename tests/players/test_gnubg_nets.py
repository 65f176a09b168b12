from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from players.gnubg_nets import GnubgNets, NetsUnavailable
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.backgammon_plays import plays_by_position, unpacked
from rules.luck.chances import (
    ALL_ROLLS,
    Both,
    Chances,
    Throw,
    imp_worth,
    luck_of,
    luck_of_game,
    points_worth,
    throws_of,
)
from rules.match_files import record
from rules.match_play.state import MatchScore
from rules.position import Counts, Move, Position, Side
from tests.support.backgammon_positions import counts, wandering
from tests.support.needs import NETS

pytestmark = NETS
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
    for position, side in islice(wandering(Random(3)), 0, 80, 16):
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


_HIT_AND_MISS = Roll(6, 1), Roll(4, 1)
"""From the 6-point: one bears off, one does not."""


def _luck(nets: GnubgNets, position: Position, roll: Roll, cube: int = 1) -> Both:
    return luck_of(Throw(Side.WHITE, 9, roll, False, position, None, cube), nets).luck


def test_one_checker_each_on_the_six_point_is_as_worked_out_by_hand(nets: GnubgNets) -> None:
    """27 rolls of 36 bear off from the 6-point. White missing, Red throws at 27 of 36; Red missing
    too, White is on his 3-point at most, and every roll bears off from there."""
    six = counts(p6=1)
    missed = -27 / 36 + 9 / 36
    before = 27 / 36 + 9 / 36 * missed
    assert (missed, before) == (-0.5, 0.625)
    for cube in (1, 4):
        won, lost = (_luck(nets, Position(six, six), roll, cube) for roll in _HIT_AND_MISS)
        assert won.points == pytest.approx(cube * (1 - before), abs=0.001 * cube)
        assert lost.points == pytest.approx(cube * (missed - before), abs=0.001 * cube)
        single = imp_worth(cube).single
        assert won.imp == pytest.approx(single * (1 - before), abs=0.002 * single)
        assert lost.imp == pytest.approx(single * (missed - before), abs=0.002 * single)


def test_the_last_chance_of_a_gammon_is_luck_in_the_worth_of_a_gammon(nets: GnubgNets) -> None:
    """White bears off now with 27 rolls of 36, a gammon; else Red bears off two checkers a roll,
    which saves it, and White wins a single game."""
    position = Position(counts(p6=1), counts(p1=15))
    for cube in (1, 2):
        worth = imp_worth(cube)
        for unit, single, gammon in (
            ("points", cube, 2 * cube),
            ("imp", worth.single, worth.gammon),
        ):
            mean = (27 * gammon + 9 * single) / 36
            won, missed = (
                getattr(_luck(nets, position, roll, cube), unit) for roll in _HIT_AND_MISS
            )
            assert won == pytest.approx(gammon - mean, abs=0.002 * gammon)
            assert missed == pytest.approx(single - mean, abs=0.002 * gammon)


def test_where_all_rolls_end_alike_none_is_luck(nets: GnubgNets) -> None:
    certain_gammon = Position(counts(p1=2), counts(p13=15))
    closed = counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2, p7=3)
    dancing = Position(counts(bar=1, p6=14), closed)
    for position in (certain_gammon, dancing):
        for roll in ALL_ROLLS:
            luck = _luck(nets, position, roll, 2)
            assert (luck.imp, luck.points) == pytest.approx((0, 0), abs=1e-6)


def test_a_cube_that_is_passed_has_no_luck_and_the_rolls_before_it_keep_theirs(
    nets: GnubgNets,
) -> None:
    opening = record.Throw(Side.WHITE, Roll(3, 1), (Move(8, 5), Move(6, 5)))
    actions = (opening, record.Double(Side.RED, 2), record.Drop(Side.WHITE))
    game = record.GameRecord(1, MatchScore(0), actions, Side.RED, 1, None)
    (only,) = luck_of_game(throws_of(game), nets)
    assert (only.side, only.cube) == (Side.WHITE, 1)
    assert only.luck.points > 0
    first = Throw(Side.WHITE, 1, Roll(3, 1), True, BACKGAMMON.start(), None, 1)
    assert only.luck == luck_of(first, nets).luck


def test_whoever_asks_a_worker_that_was_killed_is_told_that_it_has_stopped() -> None:
    start = BACKGAMMON.start()
    with GnubgNets() as killed:
        killed.kill()
        with pytest.raises(NetsUnavailable, match="the worker process has stopped"):
            killed.chances([(start.white, start.red)])
