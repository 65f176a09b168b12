"""Points, trous and bredouille (Trictrac at Backgammon Galore; Malfilâtre, articles 15, 16, 20).

Twelve points are a trou. A trou is won bredouille, and counts two, if the loser of the trou has
marked nothing since the winner's points began. This holds whichever side marked first (ruling 25).
A trou sets the opponent's points to zero, and the winner keeps the points beyond twelve.

The errors that a Trictrac table raises are here too.
"""

from dataclasses import dataclass, replace

from rules.errors import RulesError
from rules.games.game import LAST_HOLE
from rules.position import Side


class InvalidMark(RulesError):
    """Raised for a number of points that cannot be marked. The player can say an even number."""

    def __init__(self, field: str, value: int) -> None:
        super().__init__(f"{field}: {value} is not possible; allowed: 0, 2, 4 and so on")
        self.field = field
        self.value = value


class WrongMoment(RulesError):
    """Raised for an action that came while the table waits for another.

    The player can make the awaited action.
    """

    def __init__(self, done: str, awaited: str) -> None:
        super().__init__(f"{done}: the table waits for {awaited}")
        self.done = done
        self.awaited = awaited


TROU = 12
LAST_TROU = LAST_HOLE
_TRIANGLES = {0: 0, 2: 2, 4: 4, 6: 6, 8: 7, 10: 12}


@dataclass(frozen=True, slots=True)
class Tally:
    """One side's points towards its next trou (0, 2 … 10) and its trous (0 to 12).

    `unbroken` is True if the opponent has marked nothing since these points began, so that a trou
    completed with them is bredouille. It is always True without points.
    """

    points: int = 0
    trous: int = 0
    unbroken: bool = True

    @property
    def triangle(self) -> int:
        """The distance of the token from the talon, counted in triangles: 2, 4, 6, 7 or 12.

        The token shows the points by the triangle on which it lies. Without points it lies between
        the talons, and the distance is 0.
        """
        return _TRIANGLES[self.points]


@dataclass(frozen=True, slots=True)
class Marking:
    """What happened when points were marked for a side.

    `trous` has an element for each trou won, True if it was bredouille. `wiped` is the number of
    the opponent's points that the trou set to zero.
    """

    side: Side
    points: int
    trous: tuple[bool, ...] = ()
    wiped: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """The tallies of both sides."""

    white: Tally = Tally()
    red: Tally = Tally()

    def of(self, side: Side) -> Tally:
        """Return the tally of one side."""
        return self.white if side is Side.WHITE else self.red

    def tokens(self, side: Side) -> int:
        """Return the number of tokens that show a side's points.

        The number is 0 without points, and 2 if the opponent has points but has marked nothing
        since this side's points began.
        """
        own, other = self.of(side), self.of(side.opponent)
        if not own.points:
            return 0
        return 2 if own.unbroken and other.points else 1

    @property
    def winner(self) -> Side | None:
        """The side with twelve trous, which has won the game, or None."""
        return next((side for side in Side if self.of(side).trous >= LAST_TROU), None)

    def marked(self, side: Side, points: int) -> tuple["Score", Marking]:
        """Return the score after a side has marked points of one throw, and what happened by it.

        Points beyond the twelfth trou are dropped, and after the twelfth trou nothing is marked.
        Raises InvalidMark for a negative or odd number, because every figure is worth an even
        number.
        """
        if points < 0 or points % 2:
            raise InvalidMark("points", points)
        if not points or self.winner is not None:
            return self, Marking(side, 0)
        own, other = self.of(side), self.of(side.opponent)
        total, trous, unbroken = own.points + points, own.trous, own.unbroken
        won: list[bool] = []
        while total >= TROU and trous < LAST_TROU:
            total -= TROU
            trous = min(trous + (2 if unbroken else 1), LAST_TROU)
            won.append(unbroken)
            unbroken = True
        mine = Tally(0 if trous == LAST_TROU else total, trous, unbroken)
        theirs = Tally(0, other.trous) if won else replace(other, unbroken=not other.points)
        marking = Marking(side, points, tuple(won), other.points if won else 0)
        return self._with(side, mine, theirs), marking

    def cleared(self) -> "Score":
        """Return the score after s'en aller: both sides lose their points and keep their trous."""
        return Score(Tally(0, self.white.trous), Tally(0, self.red.trous))

    def _with(self, side: Side, own: Tally, other: Tally) -> "Score":
        return Score(own, other) if side is Side.WHITE else Score(other, own)


NO_SCORE = Score()
"""The score without points and trous."""
