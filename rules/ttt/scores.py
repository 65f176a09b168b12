"""What a game of a TTT is worth, in tenths of a point and exact (ruling 19).

The six examples of the source hold, with its two printed slips named: the fifth forgets the losses'
half (0.938, not 0.876), the sixth prints 1.4000 for 1.41; both scores are 1.4 as printed.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import NewType

from rules.errors import MatchRefused
from rules.events import TttEnding

Tenths = NewType("Tenths", int)
"""Points times ten: a half is 5."""

LOSS, FORFEIT = Tenths(5), Tenths(0)
WINS = {
    TttEnding.SINGLE: Tenths(10),
    TttEnding.GAMMON: Tenths(20),
    TttEnding.BACKGAMMON: Tenths(30),
}
LEAST, MOST = Tenths(10), Tenths(30)
"""Between what the adjudicated score is limited, at most; a tourney's own cap may be lower."""
CAP = Tenths(27)
"""The source's formula line limits to 2.7, its prose to a backgammon's 3; a setting changes it."""
_HALF = Decimal("0.5")
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Figures:
    """What a position is worth to one player, each a part of 1, to six places at most.

    `wins` include gammons and backgammons, `gammons` include backgammons, as GNU Backgammon
    presents them. Raises MatchRefused naming the first figure that cannot be.
    """

    wins: Decimal
    gammons: Decimal
    backgammons: Decimal

    def __post_init__(self) -> None:
        limits = (
            ("wins", self.wins, Decimal(1)),
            ("gammons", self.gammons, self.wins),
            ("backgammons", self.backgammons, self.gammons),
        )
        for name, figure, most in limits:
            if not figure.is_finite() or not 0 <= figure <= most:
                raise MatchRefused(name, str(figure), "0 to %(most)s", most=f"{most:f}")
            if figure != figure.quantize(Decimal("0.000001")):
                raise MatchRefused(name, str(figure), "at most six places after the point")

    @property
    def equity(self) -> Decimal:
        """Points that the player may expect: a loss is worth a half."""
        return self.wins + self.gammons + self.backgammons + (1 - self.wins) * _HALF

    @property
    def millionths(self) -> tuple[int, int, int]:
        """The three as whole numbers."""
        three = (self.wins, self.gammons, self.backgammons)
        wins, gammons, backgammons = (int(each * _MILLION) for each in three)
        return wins, gammons, backgammons

    @classmethod
    def of_millionths(cls, wins: int, gammons: int, backgammons: int) -> "Figures":
        """The figures of three whole numbers; raises as above."""
        three = (wins, gammons, backgammons)
        return cls(*(Decimal(each) / _MILLION for each in three))


def adjudicated(figures: Figures, cap: Tenths = CAP) -> Tenths:
    """The score of who did not time out: equity and a half, half up to a tenth, from 1 to `cap`."""
    score = (figures.equity + _HALF).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return Tenths(min(max(int(score * 10), LEAST), cap))


def points(score: int) -> str:
    """A score as it is written: "2", "1.7", "½", "11½"."""
    whole, tenth = divmod(score, 10)
    if tenth == LOSS:
        return f"{whole or ''}½"
    return f"{whole}.{tenth}" if tenth else str(whole)
