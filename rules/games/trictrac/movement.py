"""The movement of Trictrac: points and jans, possible moves of a throw, and legal plays.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac, articles 3,
4, 13 and 14.

A side's points are numbered as in the other games: 24 is its talon, checkers move downwards, and 0
is off. The sides move in opposite directions, so a side's point p is its opponent's 25 - p. The
sources number them the other way round: their first field is 24 here, and their twelfth, the coin,
is 13.

Possible moves, before any obligation (articles 7 to 9 and 14): a double is two moves, not four
(ruling 24). A checker that plays both dice rests in between. It may rest on any point without a
checker of the opponent, even on an empty coin or in a forbidden jan, because the laws only forbid
to stop there. Counts are those of the mover by the mover's points.

Legal plays, which meet the obligations of a throw (articles 6, 8, 9 and 13; ruling 24). The
obligations are, in this order:

1. play both dice, else the higher, else the lower;
2. bear off as few checkers as possible by a number greater than the checker's point;
3. bear off the last checker if the throw allows it;
4. keep a full jan, or fill one, if that is possible;
5. take the coin *par puissance* only if it cannot be taken directly.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rules.dice import Roll
from rules.errors import IllegalPlay, InvalidPosition
from rules.games.game import check_no_triangle_is_shared
from rules.position import (
    BAR,
    CHECKERS,
    OFF,
    PLACES,
    Counts,
    Move,
    Play,
    Position,
    Side,
    position_of,
)

TALON = 24
COIN = 13
OTHER_COIN = 12
"""The opponent's coin, where no checker of the mover may stop (article 9)."""


@dataclass(frozen=True, slots=True)
class Jan:
    """Six points of a side that can be filled with two checkers each.

    On their way, checkers reach the point `first` before the others and the point `last` after
    them.
    """

    name: str
    first: int
    last: int

    @property
    def points(self) -> range:
        """The points of the jan in the order in which checkers reach them."""
        return range(self.first, self.last - 1, -1)


PETIT_JAN = Jan("petit jan", 24, 19)
GRAND_JAN = Jan("grand jan", 18, 13)
JAN_DE_RETOUR = Jan("jan de retour", 6, 1)
JANS = (PETIT_JAN, GRAND_JAN, JAN_DE_RETOUR)
"""The jans that a side can fill.

The opponent's grand jan (12 to 7) cannot be filled, because the opponent's coin is in it.
"""

START: Counts = tuple(CHECKERS if place == TALON else 0 for place in range(PLACES))


def in_grand_table(point: int) -> bool:
    """Return True if the point is in one of the two grand jans, the mover's or the opponent's.

    In Trictrac each half of the board is called a table: here it is the half with the grand jans.
    """
    return GRAND_JAN.first >= point >= 7


def missing(own: Counts, jan: Jan) -> int:
    """Return how many checkers a jan lacks to be full, with two on each point (article 13)."""
    return sum(2 - count for count in own[jan.last : jan.first + 1] if count < 2)


def full_jan(own: Counts) -> Jan | None:
    """Return the jan that is full, or None. Fifteen checkers cannot fill two jans."""
    return next((jan for jan in JANS if min(own[jan.last : jan.first + 1]) >= 2), None)


def can_still_fill(own: Counts, jan: Jan) -> bool:
    """Return True if enough checkers of the side have not passed the jan's points (article 14).

    Whether dice or the opponent's checkers make it possible does not matter.
    """
    behind = sum(own[place] for place in range(jan.first + 1, BAR))
    for needed, point in enumerate(jan.points, start=1):
        behind += own[point]
        if behind < 2 * needed:
            return False
    return True


def closed_to_stops(other: Counts) -> frozenset[int]:
    """Return the points, by the mover's numbers, on which the mover's checkers must not stop.

    `other` are the opponent's counts. The points are the opponent's coin and the forbidden jans: 12
    to 7 while the opponent can still fill its grand jan, and 6 to 1 while the opponent can still
    fill its petit jan (article 14).
    """
    closed = {OTHER_COIN}
    for jan in (PETIT_JAN, GRAND_JAN):
        if can_still_fill(other, jan):
            closed.update(BAR - point for point in jan.points)
    return frozenset(closed)


def check(position: Position) -> None:
    """Raise InvalidPosition if checkers lie where no game of Trictrac can put them."""
    for side in Side:
        own = position.of(side)
        if own[BAR]:
            raise InvalidPosition(f"{side.value}: {own[BAR]} checkers on the bar, allowed: none")
        if own[COIN] == 1:
            raise InvalidPosition(f"{side.value}: one checker on its coin; it holds none or two")
        if own[OTHER_COIN]:
            raise InvalidPosition(f"{side.value}: a checker on the other coin, allowed: none")
    check_no_triangle_is_shared(position, lambda point: BAR - point)


@dataclass(frozen=True, slots=True)
class Line:
    """One way to move the checkers with a throw.

    `dice` are the dice played, in the order of the moves in `play`, and `after` the mover's counts
    after the play. `overflows` is the number of checkers borne off by a number greater than their
    point. `by_power` is True if the coin was taken *par puissance*: each of two checkers could
    reach the opponent's coin by its die, but stopped one point before it, on the mover's own coin.
    """

    play: Play
    dice: tuple[int, ...]
    after: Counts
    overflows: int = 0
    by_power: bool = False

    def takes_coin(self, before: Counts) -> bool:
        """Return True if the line takes the mover's coin, directly or by power.

        `before` are the mover's counts before the play; the coin must be empty there.
        """
        return not before[COIN] and bool(self.after[COIN])


def lines(own: Counts, other: Counts, first: int, second: int) -> list[Line]:
    """Return every way to play both dice, else one die, else only the empty line.

    `own` and `other` are the mover's and the opponent's counts, `first` and `second` the dice. If
    only one die can be played, it is the higher if possible (article 6). A line that bears off the
    last checker counts as one that plays both dice.
    """
    closed = closed_to_stops(other)
    orders = {(first, second), (second, first)}
    both = [
        line
        for order in sorted(orders, reverse=True)
        for line in _both_dice(own, other, *order)
        if _may_stop(own, line.after, closed)
    ]
    both += _by_power(own, other, first, second)
    if both:
        return both
    for die in sorted({first, second}, reverse=True):
        single = [
            Line((move,), (die,), after, overflow)
            for move, after, overflow in _steps(own, other, die)
            if _may_stop(own, after, closed)
        ]
        if single:
            return single
    return [Line((), (), own)]


def moved(own: Counts, move: Move) -> Counts:
    """Return the mover's counts after one move, whether it is legal or not."""
    counts = list(own)
    counts[move.origin] -= 1
    counts[move.target] += 1
    return tuple(counts)


def is_open(other: Counts, point: int) -> bool:
    """Return True if the opponent has no checker on that point of the mover."""
    return not other[BAR - point]


def _both_dice(own: Counts, other: Counts, first: int, second: int) -> Iterator[Line]:
    for move, between, overflow in _steps(own, other, first):
        if between[OFF] == CHECKERS:
            yield Line((move,), (first,), between, overflow)
        for then, after, more in _steps(between, other, second):
            yield Line((move, then), (first, second), after, overflow + more)


def _by_power(own: Counts, other: Counts, first: int, second: int) -> list[Line]:
    """Return the line that takes the coin *par puissance*, or an empty list if there is none.

    It is possible if both coins are empty and two checkers could take the opponent's coin; the two
    checkers take the mover's own coin instead.
    """
    if own[COIN] or not is_open(other, OTHER_COIN):
        return []
    dice = (max(first, second), min(first, second))
    origins = [OTHER_COIN + die for die in dice]
    if any(own[origin] < origins.count(origin) for origin in origins):
        return []
    play = tuple(Move(origin, COIN) for origin in origins)
    return [Line(play, dice, moved(moved(own, play[0]), play[1]), by_power=True)]


def _steps(own: Counts, other: Counts, die: int) -> Iterator[tuple[Move, Counts, int]]:
    """Yield each checker's move by one die, with the counts after it and its overflows (0 or 1)."""
    farthest = max((point for point in range(1, BAR) if own[point]), default=0)
    for origin in range(farthest, 0, -1):
        if not own[origin]:
            continue
        target = origin - die
        if target > OFF:
            if is_open(other, target):
                move = Move(origin, target)
                yield move, moved(own, move), 0
        elif farthest <= 6 and (target == OFF or origin == farthest):
            move = Move(origin, OFF)
            yield move, moved(own, move), int(target < OFF)


def _may_stop(before: Counts, after: Counts, closed: frozenset[int]) -> bool:
    """Return True if every checker may stop where the play leaves it.

    `before` and `after` are the mover's counts. No checker may stop on a point of `closed`, and
    none may be alone on the coin.
    """
    if after[COIN] == 1:
        return False
    return all(after[point] <= before[point] for point in closed)


@lru_cache(maxsize=4096)
def legal_lines(own: Counts, other: Counts, first: int, second: int) -> tuple[Line, ...]:
    """Return the ways to play the dice `first` and `second` that meet every obligation.

    `own` and `other` are the mover's and the opponent's counts. There is always at least one line,
    and several lines can lead to one position.
    """
    found = lines(own, other, first, second)
    fewest = min(line.overflows for line in found)
    found = [line for line in found if line.overflows == fewest]
    found = [line for line in found if line.after[OFF] == CHECKERS] or found
    found = _keeping_or_filling(own, found)
    if any(line.takes_coin(own) and not line.by_power for line in found):
        found = [line for line in found if not line.by_power]
    return tuple(found)


def plays_by_position(position: Position, side: Side, roll: Roll) -> dict[Counts, Play]:
    """Return one legal play for each position that the throw can reach.

    The keys are the side's counts in that position.
    """
    found: dict[Counts, Play] = {}
    for line in lines_of(position, side, roll):
        found.setdefault(line.after, line.play)
    return found


def lines_of(position: Position, side: Side, roll: Roll) -> tuple[Line, ...]:
    """Return the legal ways for a side to play a roll in a position, as `legal_lines` does."""
    return legal_lines(position.of(side), position.of(side.opponent), roll.first, roll.second)


def unplayable(position: Position, side: Side, roll: Roll) -> tuple[int, ...]:
    """Return the numbers of the throw that cannot be played, the higher first.

    Each of them is worth points to the opponent. A number left over after the last checker is borne
    off is not included.
    """
    best = lines_of(position, side, roll)[0]
    if best.after[OFF] == CHECKERS:
        return ()
    left = Counter((roll.first, roll.second)) - Counter(best.dice)
    return tuple(sorted(left.elements(), reverse=True))


def apply(position: Position, side: Side, play: Play) -> Position:
    """Return the position after the moves as written, whatever the dice.

    Raises IllegalPlay if a checker is missing or a hit is marked.
    """
    own = list(position.of(side))
    for move in play:
        if not own[move.origin]:
            raise IllegalPlay(f"move {move.origin}/{move.target}: no checker on {move.origin}")
        if move.hit:
            raise IllegalPlay(f"move {move.origin}/{move.target}: Trictrac has no hit on the table")
        own[move.origin] -= 1
        own[move.target] += 1
    return position_of(side, tuple(own), position.of(side.opponent))


def _keeping_or_filling(own: Counts, found: list[Line]) -> list[Line]:
    held = full_jan(own)
    if held is not None:
        return [line for line in found if not missing(line.after, held)] or found
    return [line for line in found if full_jan(line.after) is not None] or found
