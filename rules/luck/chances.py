"""Chances, luck, and cost of plays in backgammon, computed from an evaluation of positions.

Positions are evaluated by a Judge, such as GNU Backgammon's nets (players.gnubg_nets).

The luck of rolls and the cost of plays are in IMP at the cube in force and in points. The mean of
luck is taken over the 36 rolls: a double has weight 1, other rolls have weight 2. At the opening
the mean is taken over 30 cases: either side can be the one that starts, with one of 15 rolls. There
are no doubles among them, because equal dice are thrown again (ruling 6). The mean luck of a roll
is zero for every judge and every player.

Rulings 3 and 6 apply to throws: the opening throw is the first turn of the side that begins; the
cube in force is the one after a take, and a refused double has no throw.

The worth of a game to a side is in points or IMP and is computed from its chances of each ending.
Sources: Fair Backgammon Duplicated Team Tournament (Garal, 2008), the SMP and IMP scoring tables;
rulings 2 and 3. A single win counts the mean of the scoring table's rows for 1 to 14 checkers left
(our choice), because no evaluation says how many are left.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, Protocol

from rules.dice import PIPS, Roll
from rules.games.backgammon import BACKGAMMON
from rules.match_files import record
from rules.position import CHECKERS, OFF, Counts, Position, Side
from rules.scoring.scales import Row, imp, smp

_WINNERS_HOME = 19


@dataclass(frozen=True, slots=True)
class Chances:
    """A side's chances of each ending in a game without the cube, each from 0 to 1.

    Gammons include backgammons.
    """

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """The points that the side can expect on average, at cube 1 and without use of the cube."""
        won = self.win + self.win_gammon + self.win_backgammon
        return won - (1 - self.win) - self.lose_gammon - self.lose_backgammon

    def reversed(self) -> "Chances":
        """Return the chances of the opponent in the same game."""
        return Chances(
            1 - self.win,
            self.lose_gammon,
            self.lose_backgammon,
            self.win_gammon,
            self.win_backgammon,
        )


def certain_chances(own: Counts, other: Counts) -> Chances | None:
    """Return the chances, 0 or 1, of the side with the counts `own` in a game that is over.

    `other` are its opponent's counts. Return None if neither side has all checkers off.
    """
    if other[OFF] == CHECKERS:
        return _lost(own)
    return _lost(other).reversed() if own[OFF] == CHECKERS else None


def _lost(loser: Counts) -> Chances:
    gammon = loser[OFF] == 0
    return Chances(0.0, 0.0, 0.0, float(gammon), float(gammon and any(loser[_WINNERS_HOME:])))


_SINGLE_ROWS = tuple(row for row in Row if row.name.startswith("LEFT_"))


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a single win, of a gammon and of a backgammon to the winner, in one unit.

    The loser loses as much as the winner wins. The worth is linear in the chances, so the worth of
    mean chances is the mean of the worths.
    """

    single: float
    gammon: float
    backgammon: float

    def of(self, chances: Chances) -> float:
        """Return the worth of the game to a side with these chances."""
        return (
            self.single * (2 * chances.win - 1)
            + (self.gammon - self.single) * (chances.win_gammon - chances.lose_gammon)
            + (self.backgammon - self.gammon) * (chances.win_backgammon - chances.lose_backgammon)
        )


@cache
def imp_worth(cube: int) -> Worth:
    """Return the worth of games in IMP with `cube` in force.

    Raises ScoreRefused for a cube for which the SMP scoring table has no column.
    """
    singles = [imp(smp(row, cube)) for row in _SINGLE_ROWS]
    return Worth(
        single=float(Fraction(sum(singles), len(singles))),
        gammon=float(imp(smp(Row.GAMMON_15, cube))),
        backgammon=float(imp(smp(Row.TRIPLE, cube))),
    )


@cache
def points_worth(cube: int) -> Worth:
    """Return the worth of games in points, as in money play, with `cube` in force.

    A single win counts the cube once, a gammon twice, a backgammon three times.
    """
    return Worth(float(cube), 2.0 * cube, 3.0 * cube)


class Judge(Protocol):
    """An evaluator of backgammon positions, such as a neural net, from which luck is computed."""

    def chances(self, tables: Sequence[tuple[Counts, Counts]]) -> list[Chances]:
        """Return, for each position, the chances of the side that is about to throw.

        The parameter `tables` has the positions: each is the counts of that side, then its
        opponent's. A judge must also give the chances of a game that is over.
        """

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        """Return for each roll the value of its best play to the thrower.

        The value is a tuple with one number for each of `worths`.

        `own` are the thrower's counts, `other` the opponent's.
        """


@dataclass(frozen=True, slots=True)
class Throw:
    """One roll in a game, with the positions before and after its play.

    `turn` is the number of the side's turn, from 1. `opening` is True if each player threw one die
    and equal dice did not count. `after` is None for a roll that was never played. `cube` is the
    value in force.
    """

    side: Side
    turn: int
    roll: Roll
    opening: bool
    before: Position
    after: Position | None
    cube: int


def throws_of(game: record.GameRecord) -> tuple[Throw, ...]:
    """Return every throw of a recorded game of backgammon, in order.

    Raises IllegalPlay if the checkers do not allow a recorded play.
    """
    return tuple(_throws(game))


def _throws(game: record.GameRecord) -> Iterator[Throw]:
    position, cube = BACKGAMMON.start(), 1
    if game.set_up is not None:
        position, cube = game.set_up.position, game.set_up.cube
    turns = dict.fromkeys(Side, 0)
    opening = game.set_up is None
    offered = cube
    for action in game.actions:
        match action:
            case record.Double():
                cube = offered if action.beaver else cube
                offered = action.value
            case record.Take():
                cube = offered
            case record.Throw():
                turns[action.side] += 1
                after = _after(position, action)
                yield Throw(
                    action.side, turns[action.side], action.roll, opening, position, after, cube
                )
                position, opening = action.put_right or after or position, False


def _after(before: Position, throw: record.Throw) -> Position | None:
    if throw.play is None:
        return None
    return throw.after or BACKGAMMON.apply(before, throw.side, throw.play)


ALL_ROLLS: Final = tuple(Roll(high, low) for low, high in combinations_with_replacement(PIPS, 2))
OPENING_ROLLS: Final = tuple(roll for roll in ALL_ROLLS if not roll.is_double)


@dataclass(frozen=True, slots=True)
class Both:
    """A difference between two values of a game in both units: in IMP and in points.

    Both are at the cube in force.
    """

    imp: float
    points: float


@dataclass(frozen=True, slots=True)
class RollLuck:
    """The luck of a roll and the cost of its play, for the side that threw.

    `luck` is positive for a good roll. `error` is the cost of the play in each unit: 0 if the play
    is the best one by that unit, else positive. It is None for a roll that was never played. `cube`
    is the value in force.
    """

    side: Side
    turn: int
    roll: Roll
    cube: int
    luck: Both
    error: Both | None


def luck_of_game(throws: Iterable[Throw], judge: Judge) -> tuple[RollLuck, ...]:
    """Return the luck of each throw of a game, in order."""
    return tuple(luck_of(throw, judge) for throw in throws)


def luck_of(throw: Throw, judge: Judge) -> RollLuck:
    """Return the luck of a throw and the cost of its play, as the judge evaluates them."""
    worths = (imp_worth(throw.cube), points_worth(throw.cube))
    rolls = OPENING_ROLLS if throw.opening else ALL_ROLLS
    values = _best_after(throw.before, throw.side, rolls, worths, judge)
    best = values[next(at for at, roll in enumerate(rolls) if roll.same_dice(throw.roll))]
    mean = [_mean(rolls, [value[unit] for value in values]) for unit in range(len(worths))]
    if throw.opening:
        others = _best_after(throw.before, throw.side.opponent, rolls, worths, judge)
        theirs = [_mean(rolls, [value[unit] for value in others]) for unit in range(len(worths))]
        mean = [(own - other) / 2 for own, other in zip(mean, theirs, strict=True)]
    luck = [value - expected for value, expected in zip(best, mean, strict=True)]
    error = None if throw.after is None else _error(throw.after, throw.side, worths, best, judge)
    return RollLuck(throw.side, throw.turn, throw.roll, throw.cube, Both(*luck), error)


def _best_after(
    position: Position, side: Side, rolls: tuple[Roll, ...], worths: tuple[Worth, ...], judge: Judge
) -> list[tuple[float, ...]]:
    return judge.best_after(position.of(side), position.of(side.opponent), rolls, worths)


def _mean(rolls: tuple[Roll, ...], values: list[float]) -> float:
    weights = [1 if roll.is_double else 2 for roll in rolls]
    return sum(map(float.__mul__, values, map(float, weights))) / sum(weights)


def _error(
    after: Position, side: Side, worths: tuple[Worth, ...], best: tuple[float, ...], judge: Judge
) -> Both:
    """Return the cost of a play, at least 0, in IMP and in points.

    `after` is the position after the play by `side`, and `best` the value of the best play by each
    of `worths`. A condoned illegal play may be better than every legal play; then the cost is 0.
    """
    (theirs,) = judge.chances([(after.of(side.opponent), after.of(side))])
    made = theirs.reversed()
    lost = [max(value - worth.of(made), 0.0) for value, worth in zip(best, worths, strict=True)]
    return Both(*lost)
