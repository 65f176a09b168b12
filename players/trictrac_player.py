"""A player of Trictrac: builds jans, takes the coin, leaves few checkers to be hit."""

from random import Random

from players.trictrac_judgement import advantage
from rules.dice import Cube, Roll
from rules.games.game import Choice
from rules.games.trictrac.movement import apply, plays_by_position
from rules.games.trictrac.table import Phase, TrictracTable
from rules.position import Play, Position, Side
from rules.room import Ending


class TrictracPlayer:
    """Trictrac by a plain judgement of each position, blurred by `noise` points."""

    def __init__(self, rng: Random, noise: float = 0.3, attention: float = 0.97) -> None:
        """`noise` is the spread of an error added to each judgement, in points.

        `attention`, 0 to 1, is how often he counts a throw with figures rightly in school mode.
        """
        self._rng = rng
        self._noise = noise
        self._attention = attention

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        plays = list(plays_by_position(position, side, roll).values())
        if len(plays) == 1:
            return plays[0]
        return max(plays, key=lambda play: self._judged(apply(position, side, play), side))

    def chooses(self, table: TrictracTable) -> Choice:
        """Hold or go, asked after a trou by the player's own throw.

        Go when the checkers, with the points left over and those the throw gives the opponent, are
        worth less than a new start with the throw.
        """
        side = table.thrower
        kept = table.score.of(side).points - table.due(side.opponent)
        return Choice.HOLD if self.holds(table.position, side, kept) else Choice.GO

    def holds(self, position: Position, side: Side, points: int) -> bool:
        return self._judged(position, side) + 0.5 * points > 1.0

    def claims(self, table: TrictracTable) -> int:
        """Points the player claims, or says the opponent should have claimed, in school mode.

        Where he counts wrongly he is two points off; half the time he lets the opponent's claim
        pass instead, right or wrong. A throw without a figure for anybody he counts rightly.
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
        """The opponent takes an école: having counted again, does the player call it false?"""
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
