"""The figures of Trictrac, with the price, the side and the source of each.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore, "Scoring"; Malfilâtre, Laws of Trictrac:
the table of points, and the article that is named with each figure. Pile de misère, margot la
fendue and jan de rencontre are not implemented (ruling 26).

Every figure is judged by a Situation, which is a throw in a position.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from rules.dice import Roll
from rules.position import Counts, Play, Position, Side
from rules.text import N_


class Figure(Enum):
    """The figures for which a throw can earn points. The values are the names shown to players."""

    TROIS_COUPS = N_("jan de trois coups")
    DEUX_TABLES = N_("jan de deux tables")
    CONTRE_DEUX_TABLES = N_("contre-jan de deux tables")
    MEZEAS = N_("jan de mezeas")
    CONTRE_MEZEAS = N_("contre-jan de mezeas")
    PETIT_JAN_FILLED = N_("petit jan filled")
    PETIT_JAN_CONSERVED = N_("petit jan conserved")
    GRAND_JAN_FILLED = N_("grand jan filled")
    GRAND_JAN_CONSERVED = N_("grand jan conserved")
    RETOUR_FILLED = N_("jan de retour filled")
    RETOUR_CONSERVED = N_("jan de retour conserved")
    TRUE_HIT_PETIT = N_("true hit in a petit jan")
    TRUE_HIT_GRAND = N_("true hit in a grand jan")
    FALSE_HIT_PETIT = N_("false hit in a petit jan")
    FALSE_HIT_GRAND = N_("false hit in a grand jan")
    COIN_BEATEN = N_("battre le coin")
    UNPLAYABLE = N_("unplayable number")
    LAST_OFF = N_("last checker off")


@dataclass(frozen=True, slots=True)
class Price:
    """What a figure is worth: the points for each way, with a simple throw and with a double.

    `for_thrower` is True if the thrower gets the points, False if the opponent does. `rule` is the
    source.
    """

    simple: int
    double: int
    for_thrower: bool
    rule: str


def _row(simple: int, double: int, rule: str, *, for_thrower: bool = True) -> Price:
    return Price(simple, double, for_thrower, rule)


_FILLING = "Backgammon Galore, Filling tables; Malfilâtre, article 13, Filling"
_CONSERVING = "Backgammon Galore, Filling tables; Malfilâtre, article 13, Conserving"
_TRUE_HIT = "Backgammon Galore, Potential hit; Malfilâtre, article 10"
_FALSE_HIT = "Backgammon Galore, False hit; Malfilâtre, article 10"
_TWO_TABLES = "Backgammon Galore, Jan de deux tables; Malfilâtre, article 12"
_MEZEAS = "Backgammon Galore, Jan de mezeas; Malfilâtre, article 12"

TARIFF: Mapping[Figure, Price] = MappingProxyType(
    {
        Figure.TROIS_COUPS: _row(
            4, 4, "Backgammon Galore, Jan de trois coups; Malfilâtre, article 12"
        ),
        Figure.DEUX_TABLES: _row(4, 6, _TWO_TABLES),
        Figure.CONTRE_DEUX_TABLES: _row(4, 6, "Malfilâtre, article 12", for_thrower=False),
        Figure.MEZEAS: _row(4, 6, _MEZEAS),
        Figure.CONTRE_MEZEAS: _row(4, 6, _MEZEAS, for_thrower=False),
        Figure.PETIT_JAN_FILLED: _row(4, 6, _FILLING),
        Figure.PETIT_JAN_CONSERVED: _row(4, 6, _CONSERVING),
        Figure.GRAND_JAN_FILLED: _row(4, 6, _FILLING),
        Figure.GRAND_JAN_CONSERVED: _row(4, 6, _CONSERVING),
        Figure.RETOUR_FILLED: _row(4, 6, _FILLING),
        Figure.RETOUR_CONSERVED: _row(4, 6, _CONSERVING),
        Figure.TRUE_HIT_PETIT: _row(4, 6, _TRUE_HIT),
        Figure.TRUE_HIT_GRAND: _row(2, 4, _TRUE_HIT),
        Figure.FALSE_HIT_PETIT: _row(4, 6, _FALSE_HIT, for_thrower=False),
        Figure.FALSE_HIT_GRAND: _row(2, 4, _FALSE_HIT, for_thrower=False),
        Figure.COIN_BEATEN: _row(4, 6, "Backgammon Galore, Battre le coin; Malfilâtre, article 11"),
        Figure.UNPLAYABLE: _row(
            2, 2, "Backgammon Galore, Unplayable number; Malfilâtre, article 6", for_thrower=False
        ),
        Figure.LAST_OFF: _row(4, 6, "Backgammon Galore, First off; Malfilâtre, article 8"),
    }
)
"""The price of each figure; a double never makes the jan de trois coups."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a throw makes a figure: the dice used and the moves.

    The moves are written in the thrower's points; most of them are only imagined and not played.
    There are no moves for a number that cannot be played or for a jan that stays full.
    """

    dice: tuple[int, ...]
    moves: Play = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """The points of a throw for one figure, with everything that explains them.

    `side` is the side that can mark the points and `each` the price of one way. `target` is the
    thrower's number of the point to be hit or filled, if there is one. `ways` are the ways in which
    the throw makes the figure: up to three, or two with a double (ruling 24); for numbers that
    cannot be played there is one way for each number.
    """

    figure: Figure
    side: Side
    each: int
    ways: tuple[Way, ...]
    target: int | None = None

    @property
    def points(self) -> int:
        """The points to be marked: the price of one way times the number of ways."""
        return self.each * len(self.ways)

    @property
    def rule(self) -> str:
        """The sources of the figure, as documents with passages."""
        return TARIFF[self.figure].rule


def mark(
    figure: Figure,
    thrower: Side,
    ways: tuple[Way, ...],
    *,
    double: bool,
    target: int | None = None,
) -> Mark:
    """Return the mark for a figure, with the price and the side that the tariff gives.

    `double` is True if the throw is a double; `target` is the thrower's number of the point to be
    hit or filled, if there is one.
    """
    price = TARIFF[figure]
    side = thrower if price.for_thrower else thrower.opponent
    return Mark(figure, side, price.double if double else price.simple, ways, target)


def points_for(marks: tuple[Mark, ...], side: Side) -> int:
    """Return the sum of the points in `marks` that belong to a side."""
    return sum(each.points for each in marks if each.side is side)


@dataclass(frozen=True, slots=True)
class Situation:
    """A throw of `roll` by `side` in `position`, which can make figures.

    `throw` is the number of the side's throw, from 1, since the checkers were set up.
    """

    position: Position
    side: Side
    roll: Roll
    throw: int

    @property
    def own(self) -> Counts:
        """The thrower's counts by the thrower's points."""
        return self.position.of(self.side)

    @property
    def other(self) -> Counts:
        """The opponent's checkers on each point, as the opponent numbers the points."""
        return self.position.of(self.side.opponent)

    @property
    def numbers(self) -> tuple[int, int]:
        """The two dice, higher first."""
        first, second = self.roll.first, self.roll.second
        return max(first, second), min(first, second)

    @property
    def direct(self) -> tuple[int, ...]:
        """The different numbers that one die can play: two, or one for a double."""
        return self.numbers[:1] if self.roll.is_double else self.numbers

    def mark(self, figure: Figure, ways: tuple[Way, ...], target: int | None = None) -> Mark:
        """Return the mark for a figure, priced by the tariff for this throw."""
        return mark(figure, self.side, ways, double=self.roll.is_double, target=target)
