"""The score of a match to N points.

Source: GNU Backgammon manual, "Rules for Match Play"; ruling 17. A result counts value times cube.
The game right after a side first reaches N - 1 is the Crawford game, once a match: no cube. A
match to 1 has no cube. Scores are not capped: a match to 5 may end 6-4.
"""

from dataclasses import dataclass, replace

from rules.ending import Ending
from rules.errors import MatchRefused
from rules.side import Side

MONEY = 0
"""The length of a session that never ends: money play."""

_WORTH = {
    Ending.BEAROFF: 1,
    Ending.PASS: 1,
    Ending.RESIGNED: 1,
    Ending.GAMMON: 2,
    Ending.RESIGNED_GAMMON: 2,
    Ending.BACKGAMMON: 3,
    Ending.RESIGNED_BACKGAMMON: 3,
}


ENDINGS = frozenset(_WORTH)
"""The ways to end a game that are worth points."""


def points(ending: Ending, cube: int) -> int:
    """What a game is worth to its winner; `cube` is the value in force, before a refused double."""
    return _WORTH[ending] * cube


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Points before a game; `crawford` says whether this game is the Crawford game.

    Raises MatchRefused for a negative length or score.
    """

    length: int
    white: int = 0
    red: int = 0
    crawford: bool = False
    crawford_over: bool = False

    def __post_init__(self) -> None:
        for name, value in (("length", self.length), ("white", self.white), ("red", self.red)):
            if value < 0:
                raise MatchRefused(name, value, "0 or more")

    def of(self, side: Side) -> int:
        """The side's points."""
        return self.white if side is Side.WHITE else self.red

    def needs(self, side: Side) -> int:
        """Points the side lacks; 0 once it has won, and in money play."""
        return max(self.length - self.of(side), 0)

    @property
    def winner(self) -> Side | None:
        """The side that has reached the length, if any."""
        if self.length == MONEY:
            return None
        return next((side for side in Side if self.of(side) >= self.length), None)

    @property
    def one_short(self) -> bool:
        """A side needs one point only: the next game is the Crawford game unless one was played."""
        return self.length > 1 and self.winner is None and self.length - 1 in (self.white, self.red)

    @property
    def cube_in_use(self) -> bool:
        """A side may double in this game, if it has access."""
        return self.length != 1 and not self.crawford

    def after(self, winner: Side, won: int) -> "MatchScore":
        """The score before the next game once `winner` has won `won` points."""
        white = self.white + (won if winner is Side.WHITE else 0)
        red = self.red + (won if winner is Side.RED else 0)
        over = self.crawford_over or self.crawford
        now = self.length > 1 and not over and self.length - 1 in (white, red)
        return replace(self, white=white, red=red, crawford=now, crawford_over=over)
