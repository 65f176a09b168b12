from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.luck.chances import (
    ALL_ROLLS,
    OPENING_ROLLS,
    Both,
    Chances,
    Throw,
    Worth,
    certain_chances,
    imp_worth,
    luck_of,
)
from rules.position import Counts, Position, Side
from tests.support.backgammon_positions import counts


class _LastThrow:
    """Knows positions in which whoever throws next bears off his last checker."""

    def chances(self, tables: Sequence[tuple[Counts, Counts]]) -> list[Chances]:
        wins = Chances(1.0, 0.0, 0.0, 0.0, 0.0)
        return [certain_chances(own, other) or wins for own, other in tables]

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        return [tuple(self._best(own, other, roll, worth) for worth in worths) for roll in rolls]

    def _best(self, own: Counts, other: Counts, roll: Roll, worth: Worth) -> float:
        position = Position(own, other)
        after = [
            BACKGAMMON.apply(position, Side.WHITE, play)
            for play in BACKGAMMON.legal_plays(position, Side.WHITE, roll)
        ]
        theirs = self.chances([(each.red, each.white) for each in after])
        return max(worth.of(each.reversed()) for each in theirs)


class _ByPips:
    """Thinks that a pip is a hundredth of the game."""

    def chances(self, tables: Sequence[tuple[Counts, Counts]]) -> list[Chances]:
        return [Chances(0.5 + (_pips(b) - _pips(a)) / 100, 0, 0, 0, 0) for a, b in tables]

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        lead = _pips(other) - _pips(own)
        win = [0.5 + (lead + sum(roll.dice)) / 100 for roll in rolls]
        return [tuple(worth.of(Chances(each, 0, 0, 0, 0)) for worth in worths) for each in win]


def _pair(both: Both | None) -> tuple[float, float]:
    assert both is not None
    return both.imp, both.points


def _pips(own: Counts) -> int:
    return sum(place * count for place, count in enumerate(own))


_SIX_AND_ONE = Position(counts(p6=1, p1=1), counts(p1=1))
_OPENING = Throw(Side.RED, 1, Roll(2, 1), True, BACKGAMMON.start(), None, 1)


@pytest.mark.parametrize("cube", [1, 2, 8])
def test_fifteen_rolls_of_36_bear_off_a_six_and_an_ace(cube: int) -> None:
    single = imp_worth(cube).single
    throw = Throw(Side.WHITE, 9, Roll(1, 6), False, _SIX_AND_ONE, None, cube)
    assert _pair(luck_of(throw, _LastThrow()).luck) == pytest.approx(
        (single * 2 * 21 / 36, cube * 2 * 21 / 36)
    )
    missed = luck_of(replace(throw, roll=Roll(5, 4)), _LastThrow())
    assert _pair(missed.luck) == pytest.approx((-single * 2 * 15 / 36, -cube * 2 * 15 / 36))


def test_the_side_that_throws_counts_its_own_luck() -> None:
    mirrored = Position(_SIX_AND_ONE.red, _SIX_AND_ONE.white)
    throw = Throw(Side.RED, 9, Roll(6, 6), False, mirrored, None, 1)
    assert luck_of(throw, _LastThrow()).luck.points == pytest.approx(2 * 21 / 36)


def test_a_play_costs_what_the_best_one_leaves_more_and_an_unplayed_roll_nothing() -> None:
    throw = Throw(Side.WHITE, 9, Roll(6, 1), False, _SIX_AND_ONE, None, 2)
    assert luck_of(throw, _LastThrow()).error is None
    off = Position(counts(), counts(p1=1))
    assert luck_of(replace(throw, after=off), _LastThrow()).error == Both(0.0, 0.0)
    left = Position(counts(p1=1), counts(p1=1))
    assert _pair(luck_of(replace(throw, after=left), _LastThrow()).error) == pytest.approx(
        (2 * imp_worth(2).single, 4)
    )


def test_doubles_weigh_half_of_others_and_so_the_luck_of_all_rolls_is_none() -> None:
    throws = [Throw(Side.WHITE, 2, roll, False, BACKGAMMON.start(), None, 4) for roll in ALL_ROLLS]
    lucks = [luck_of(throw, _ByPips()).luck for throw in throws]
    weights = [1 if roll.is_double else 2 for roll in ALL_ROLLS]
    assert sum(weights) == 36
    for unit in ("imp", "points"):
        found = [getattr(luck, unit) for luck in lucks]
        assert sum(a * b for a, b in zip(weights, found, strict=True)) == pytest.approx(0)
        assert max(found) == found[ALL_ROLLS.index(Roll(6, 6))]


def test_at_the_opening_each_starter_has_fifteen_rolls_and_the_mean_of_all_is_none() -> None:
    assert len(OPENING_ROLLS) == 15
    lucks = [
        (luck_of(replace(_OPENING, side=side, roll=roll), _ByPips()).luck.points, side)
        for side in Side
        for roll in OPENING_ROLLS
    ]
    assert sum(luck if side is Side.WHITE else -luck for luck, side in lucks) == pytest.approx(0)
    # Whoever may begin has something of it, even with the smallest roll.
    assert luck_of(_OPENING, _ByPips()).luck.points == pytest.approx(2 * 3 / 100)
