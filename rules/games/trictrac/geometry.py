"""Where things are in Trictrac, seen from one side.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac, articles 3,
4, 13 and 14.

A side's points are numbered as everywhere in the house: 24 is its talon, checkers move downwards,
0 is off. The sides move in opposite directions, so a side's point p is its opponent's 25 - p. The
laws count the other way round: their first field is 24 here, their twelfth, the coin, is 13.
"""

from dataclasses import dataclass

from rules.errors import InvalidPosition
from rules.games.possible_positions import check_no_triangle_is_shared
from rules.position import BAR, CHECKERS, PLACES, Counts, Position
from rules.side import Side

TALON = 24
COIN = 13
OTHER_COIN = 12
"""The opponent's coin: no checker may stop there (article 9)."""


@dataclass(frozen=True, slots=True)
class Jan:
    """Six points that can be filled; `first` is the one reached first, `last` five further on."""

    name: str
    first: int
    last: int

    @property
    def points(self) -> range:
        """The jan's points in the order checkers come to them."""
        return range(self.first, self.last - 1, -1)


PETIT_JAN = Jan("petit jan", 24, 19)
GRAND_JAN = Jan("grand jan", 18, 13)
JAN_DE_RETOUR = Jan("jan de retour", 6, 1)
JANS = (PETIT_JAN, GRAND_JAN, JAN_DE_RETOUR)
"""The jans a side can fill; the opponent's grand jan (12 to 7) holds his coin, so it cannot be."""

START: Counts = tuple(CHECKERS if place == TALON else 0 for place in range(PLACES))


def in_grand_table(point: int) -> bool:
    """The point lies in the table of the two grand jans, the other table being the petit jans'."""
    return GRAND_JAN.first >= point >= 7


def missing(own: Counts, jan: Jan) -> int:
    """How many checkers the jan lacks to be full: two on each point (article 13)."""
    return sum(2 - count for count in own[jan.last : jan.first + 1] if count < 2)


def full_jan(own: Counts) -> Jan | None:
    """The jan the side holds full; fifteen checkers never fill two."""
    return next((jan for jan in JANS if min(own[jan.last : jan.first + 1]) >= 2), None)


def can_still_fill(own: Counts, jan: Jan) -> bool:
    """Enough of the side's checkers have not passed the jan's points (article 14).

    Material possibility only: neither dice nor checkers in the way are asked about.
    """
    behind = sum(own[place] for place in range(jan.first + 1, BAR))
    for needed, point in enumerate(jan.points, start=1):
        behind += own[point]
        if behind < 2 * needed:
            return False
    return True


def closed_to_stops(other: Counts) -> frozenset[int]:
    """Points, by the mover's numbers, where he may not stop: the other coin and forbidden jans.

    `other` are the opponent's counts. While he can still fill his grand jan the mover's 12 to 7 are
    forbidden, while he can still fill his petit jan 6 to 1 (article 14).
    """
    closed = {OTHER_COIN}
    for jan in (PETIT_JAN, GRAND_JAN):
        if can_still_fill(other, jan):
            closed.update(BAR - point for point in jan.points)
    return frozenset(closed)


def check(position: Position) -> None:
    """Raise InvalidPosition when checkers lie where no game of Trictrac can put them."""
    for side in Side:
        own = position.of(side)
        if own[BAR]:
            raise InvalidPosition(f"{side.value}: {own[BAR]} checkers on the bar, allowed: none")
        if own[COIN] == 1:
            raise InvalidPosition(f"{side.value}: one checker on its coin; it holds none or two")
        if own[OTHER_COIN]:
            raise InvalidPosition(f"{side.value}: a checker on the other coin, allowed: none")
    check_no_triangle_is_shared(position, lambda point: BAR - point)
