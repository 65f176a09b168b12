"""A player of Trictrac that builds jans, takes the coin and leaves few checkers to be hit.

It judges positions by unfinished jans, the coin and checkers that can be hit. The figures, in
points, have no source: they are rough guesses that make simulated games look like games between
people.
"""

from itertools import combinations_with_replacement
from random import Random

from rules.dice import Cube, Roll
from rules.games.game import HoleChoice
from rules.games.trictrac.movement import (
    COIN,
    GRAND_JAN,
    JAN_DE_RETOUR,
    OTHER_COIN,
    PETIT_JAN,
    TALON,
    Jan,
    apply,
    can_still_fill,
    in_grand_table,
    missing,
    plays_by_position,
)
from rules.games.trictrac.table import Phase, TrictracTable
from rules.position import BAR, Counts, Play, Position, Side
from rules.room import Ending

_THROWS = tuple(
    (first, second, (1 if first == second else 2) / 36)
    for first, second in combinations_with_replacement(range(1, 7), 2)
)
"""Each pair of dice, the lower first, with the chance of throwing it."""
_JAN_WORTH = {PETIT_JAN: 0.6, GRAND_JAN: 1.0, JAN_DE_RETOUR: 0.9}
_BY_MISSING = (14.0, 9.0, 6.5, 4.5, 3.0, 2.0, 1.2, 0.6)
"""Worth, in points, of a jan that lacks 0, 1, 2 … checkers; lacking more, it is worth nothing."""
_COIN_WORTH = 2.5
_SPARE_WORTH = 0.25
"""Worth, in points, of each pip that a spare checker can still move without breaking a full jan."""


def advantage(position: Position, side: Side) -> float:
    """Return the advantage of the side in the position, in points; the opponent throws next."""
    own, other = position.of(side), position.of(side.opponent)
    shape = _shape(own) - _shape(other)
    return shape + 0.8 * _hits(own, other) - _hits(other, own)


def _shape(own: Counts) -> float:
    jans = max(_jan_worth(own, jan) for jan in _JAN_WORTH)
    coin = _COIN_WORTH if own[COIN] >= 2 else 0.0
    crowded = sum(max(own[point] - 3, 0) for point in range(1, TALON))
    return jans + coin - 0.4 * crowded


def _jan_worth(own: Counts, jan: Jan) -> float:
    lacking = missing(own, jan)
    if lacking >= len(_BY_MISSING) or not can_still_fill(own, jan):
        return 0.0
    worth = _BY_MISSING[lacking]
    if not lacking:
        behind = sum((point - jan.last) * own[point] for point in range(jan.first + 1, BAR))
        spare = sum(max(own[point] - 2, 0) * (point - jan.last) for point in jan.points)
        worth += _SPARE_WORTH * min(behind + spare, 30)
    return worth * _JAN_WORTH[jan]


def _hits(own: Counts, other: Counts) -> float:
    """Return the points that `own` can expect from hits in its next throw.

    Hits of the opponent's checkers and of the opponent's empty coin count. A false hit (jan qui ne
    peut) gives its points to the opponent; these points are subtracted. The rules are those of
    rules.games.trictrac.jans.
    """
    expected = 0.0
    for point in range(1, BAR - 1):
        if other[BAR - point] == 1:
            grand = in_grand_table(point)
            for first, second, chance in _THROWS:
                price = (2 if grand else 4) + (2 if first == second else 0)
                expected += chance * price * _ways(own, other, point, first, second)
    return expected + _coin(own, other)


def _ways(own: Counts, other: Counts, point: int, first: int, second: int) -> int:
    """Return the number of ways in which the two dice hit the opponent's checker on `point`.

    The point is counted from the side of `own`. Return -1 for a false hit: only both dice together
    reach the checker, and the opponent bars the point between them for either order of the dice.
    """
    direct = {first, second}
    ways = sum(1 for die in direct if point + die < BAR and own[point + die])
    if point + first + second < BAR and own[point + first + second]:
        if any(other[BAR - point - die] < 2 for die in direct):
            return ways + 1
        return ways or -1
    return ways


def _coin(own: Counts, other: Counts) -> float:
    if own[COIN] < 2 or other[COIN]:
        return 0.0
    spare = {die: own[OTHER_COIN + die] - (2 if die == 1 else 0) for die in range(1, 7)}
    return sum(
        chance * (6 if first == second else 4)
        for first, second, chance in _THROWS
        if spare[first] > (first == second) and spare[second] > 0
    )


class TrictracPlayer:
    """A player of Trictrac that chooses the play whose position it judges best.

    Each judgement has a random error.
    """

    def __init__(self, rng: Random, noise: float = 0.3, attention: float = 0.97) -> None:
        """Make a player.

        `noise` is the standard deviation, in points, of the random error of each judgement.
        `attention`, 0 to 1, is the chance that the player counts a scoring throw correctly in
        school mode, where players mark their points themselves and the opponent may take an école.
        """
        self._rng = rng
        self._noise = noise
        self._attention = attention

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        plays = list(plays_by_position(position, side, roll).values())
        if len(plays) == 1:
            return plays[0]
        return max(plays, key=lambda play: self._judged(apply(position, side, play), side))

    def chooses(self, table: TrictracTable) -> HoleChoice:
        """Return the choice to hold or to go after a trou won by the player's own throw.

        The player holds if that is worth more than a new start. To hold is worth the position, plus
        the points left over, minus the points that the throw gives the opponent.
        """
        side = table.thrower
        kept = table.score.of(side).points - table.due(side.opponent)
        return HoleChoice.HOLD if self.holds(table.position, side, kept) else HoleChoice.GO

    def holds(self, position: Position, side: Side, points: int) -> bool:
        return self._judged(position, side) + 0.5 * points > 1.0

    def claims(self, table: TrictracTable) -> int:
        """Return the points that the player claims for a throw in school mode.

        When judging the opponent's claim, return the points that the player thinks the claim should
        have been. A wrong count is two points off. A player who miscounts while judging accepts the
        claim half the time. A throw that scores for neither side is always counted correctly.
        """
        reckoning = table.reckoning
        assert reckoning is not None
        if self._attentive() or not table.marks:
            return reckoning.due
        forgetful = self._rng.random() < 0.5 and reckoning.due
        miscount = reckoning.due - 2 if forgetful else reckoning.due + 2
        if table.phase is Phase.JUDGE and reckoning.claim is not None:
            return self._rng.choice([reckoning.claim, miscount])
        return miscount

    def contests(self, table: TrictracTable) -> bool:
        """Return True if the player, after counting again, does not accept the opponent's école."""
        reckoning = table.reckoning
        assert reckoning is not None
        return self.claims(table) != reckoning.right

    def wants_to_double(self, position: Position, side: Side, cube: Cube) -> bool:
        return False

    def takes(self, position: Position, side: Side, cube: Cube) -> bool:
        return True

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        return None

    def accepts(self, position: Position, side: Side, resignation: Ending) -> bool:
        return True

    def _judged(self, position: Position, side: Side) -> float:
        return advantage(position, side) + self._rng.gauss(0.0, self._noise)

    def _attentive(self) -> bool:
        return self._rng.random() < self._attention
