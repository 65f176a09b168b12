"""The figures of a throw: jans, hits, the coin, the last checker off, unplayable numbers.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac; ruling 24.

Jans filled and conserved, the last checker off, and unplayable numbers: articles 6, 8 and 13. A jan
is filled or conserved if a legal play of the whole throw leaves it full; a jan that is full only
between two moves does not count.

Hits, true and false, and battre le coin: articles 10 and 11. No checker moves for them. A hit is
only imagined, so neither the coin nor a forbidden jan prevents it: one of the two checkers on a
coin can hit like any other.

The jans of the first throws after the checkers were set up: article 12. None of them has to be
played.

The thrower's marks come first, true hits before the false hits, which are the opponent's (articles
10 and 18).
"""

from collections.abc import Iterator

from rules.dice import Roll
from rules.games.trictrac.figures import Figure, Mark, Situation, Way
from rules.games.trictrac.movement import (
    COIN,
    GRAND_JAN,
    JAN_DE_RETOUR,
    OTHER_COIN,
    PETIT_JAN,
    TALON,
    Line,
    full_jan,
    in_grand_table,
    is_open,
    lines_of,
    missing,
    moved,
    unplayable,
)
from rules.position import BAR, CHECKERS, OFF, Move, Position, Side

_FIGURES = {
    PETIT_JAN: (Figure.PETIT_JAN_FILLED, Figure.PETIT_JAN_CONSERVED),
    GRAND_JAN: (Figure.GRAND_JAN_FILLED, Figure.GRAND_JAN_CONSERVED),
    JAN_DE_RETOUR: (Figure.RETOUR_FILLED, Figure.RETOUR_CONSERVED),
}


def filled(at: Situation) -> Iterator[Mark]:
    """Yield the mark for a jan that the throw can fill.

    There is one way if more than one checker is missing. If exactly one is missing, there may be a
    way for each number and one for both numbers together. The checker that is brought in has to
    complete the jan by its own move: a move that opens a gap for another checker to close is not a
    way.
    """
    if full_jan(at.own) is not None:
        return
    filling = [line for line in _lines(at) if full_jan(line.after) is not None]
    if not filling:
        return
    jan = full_jan(filling[0].after)
    assert jan is not None
    figure = _FIGURES[jan][0]
    if missing(at.own, jan) > 1:
        yield at.mark(figure, (Way(filling[0].dice, filling[0].play),))
        return
    last = next(point for point in jan.points if at.own[point] < 2)
    ways: dict[tuple[int, ...], Way] = {}
    for line in filling:
        for way in _ways_to(at, line, last):
            if not missing(moved(at.own, Move(way.moves[0].origin, last)), jan):
                ways.setdefault(tuple(sorted(way.dice, reverse=True)), way)
    yield at.mark(figure, tuple(ways[key] for key in sorted(ways, key=_direct_first)), last)


def conserved(at: Situation) -> Iterator[Mark]:
    """Yield the mark for a full jan that stays full (conserved). There is at most one way.

    A jan is also conserved if it stays full because a number cannot be played.
    """
    jan = full_jan(at.own)
    if jan is None:
        return
    keeping = [line for line in _lines(at) if not missing(line.after, jan)]
    if keeping:
        yield at.mark(_FIGURES[jan][1], (Way(at.numbers),))


def last_off(at: Situation) -> Iterator[Mark]:
    """Yield the mark for a throw that bears off the side's last checker."""
    best = _lines(at)[0]
    if best.after[OFF] == CHECKERS:
        yield at.mark(Figure.LAST_OFF, (Way(best.dice, best.play),))


def unplayable_numbers(at: Situation) -> Iterator[Mark]:
    """Yield the mark for numbers that cannot be played: two points each for the opponent.

    The opponent gets these points always, even if a jan stays full because of the number (ruling
    24).
    """
    numbers = unplayable(at.position, at.side, at.roll)
    if numbers:
        yield at.mark(Figure.UNPLAYABLE, tuple(Way((number,)) for number in numbers))


def _lines(at: Situation) -> tuple[Line, ...]:
    return lines_of(at.position, at.side, at.roll)


def _ways_to(at: Situation, line: Line, target: int) -> Iterator[Way]:
    """Yield the ways, found in a possible line of play, to bring the missing checker to `target`.

    A line has one or two moves, each by one die. If a move ends on `target`, it is a way by its die
    alone. But the line's first move may have brought a checker to the point from which the second
    move starts. Then both moves together are a way by both dice. The second move alone is a way,
    too, if there was a checker on that point before the throw.
    """
    moves = tuple(zip(line.play, line.dice, strict=True))
    for index, (move, die) in enumerate(moves):
        if move.target != target:
            continue
        before = line.play[0] if index else None
        if before is None or before.target != move.origin:
            yield Way((die,), (move,))
            continue
        yield Way(line.dice, (before, move))
        if at.own[move.origin]:
            yield Way((die,), (Move(move.origin, target),))


def _direct_first(dice: tuple[int, ...]) -> tuple[int, ...]:
    return (len(dice), *(-die for die in dice))


def true_hits(at: Situation) -> Iterator[Mark]:
    """Yield a mark for each single checker of the opponent that the throw could hit."""
    for point in _lone_points(at):
        ways = _direct_ways(at, point) + _joined_ways(at, point)
        if ways:
            grand = in_grand_table(point)
            figure = Figure.TRUE_HIT_GRAND if grand else Figure.TRUE_HIT_PETIT
            yield at.mark(figure, ways, point)


def false_hits(at: Situation) -> Iterator[Mark]:
    """Yield a mark for the opponent for each of its single checkers that is hit falsely.

    A hit is false (jan qui ne peut) if the checker can be reached only by both numbers together and
    only over points where the opponent has two or more checkers. A checker that can be hit truly in
    any way is not hit falsely.
    """
    for point in _lone_points(at):
        if _direct_ways(at, point) or _joined_ways(at, point):
            continue
        if _has_checker(at, point + sum(at.numbers)):
            grand = in_grand_table(point)
            figure = Figure.FALSE_HIT_GRAND if grand else Figure.FALSE_HIT_PETIT
            yield at.mark(figure, (_joined(at, point, at.numbers),), point)


def coin_beaten(at: Situation) -> Iterator[Mark]:
    """Yield the mark for battre le coin.

    It is made if the thrower has its own coin, the opponent's coin is empty, and two other checkers
    of the thrower could take the opponent's coin.
    """
    if at.own[COIN] < 2 or not is_open(at.other, OTHER_COIN):
        return
    spare = list(at.own)
    spare[COIN] -= 2
    moves = tuple(Move(OTHER_COIN + die, OTHER_COIN) for die in at.numbers)
    for move in moves:
        spare[move.origin] -= 1
    if all(spare[move.origin] >= 0 for move in moves):
        yield at.mark(Figure.COIN_BEATEN, (Way(at.numbers, moves),))


def _lone_points(at: Situation) -> list[int]:
    """Return the thrower's numbers of the points where the opponent has a single checker."""
    return [point for point in range(BAR - 1, 0, -1) if at.other[BAR - point] == 1]


def _has_checker(at: Situation, point: int) -> bool:
    return point < BAR and at.own[point] > 0


def _direct_ways(at: Situation, target: int) -> tuple[Way, ...]:
    return tuple(
        Way((die,), (Move(target + die, target),))
        for die in at.direct
        if _has_checker(at, target + die)
    )


def _joined_ways(at: Situation, target: int) -> tuple[Way, ...]:
    """Return the one way to hit on `target` with one checker by both numbers, else an empty tuple.

    The checker must be able to rest on the point in between.
    """
    if not _has_checker(at, target + sum(at.numbers)):
        return ()
    for first, second in (at.numbers, at.numbers[::-1]):
        if at.other[BAR - (target + second)] < 2:
            return (_joined(at, target, (first, second)),)
    return ()


def _joined(at: Situation, target: int, dice: tuple[int, int]) -> Way:
    rest = target + dice[1]
    return Way(dice, (Move(rest + dice[0], rest), Move(rest, target)))


_SIX_POINTS = range(TALON - 1, TALON - 7, -1)
"""The six points next to the talon, which are fields two to seven in the sources."""


def trois_coups(at: Situation) -> Iterator[Mark]:
    """Yield the mark for the jan de trois coups.

    It is made if the side's third throw could leave exactly one checker on each of the six points
    next to the talon: four of the points are taken, and the two numbers bring checkers from the
    talon to the other two.
    """
    taken = [point for point in _SIX_POINTS if at.own[point] == 1]
    if at.throw != 3 or len(taken) != 4 or at.own[TALON] != CHECKERS - 4:
        return
    moves = tuple(Move(TALON, TALON - die) for die in at.numbers)
    if {move.target for move in moves} == set(_SIX_POINTS) - set(taken):
        yield at.mark(Figure.TROIS_COUPS, (Way(at.numbers, moves),))


def deux_tables(at: Situation) -> Iterator[Mark]:
    """Yield the mark for the jan de deux tables, or for the contre-jan.

    It is made if the only two checkers that have left the talon could take one coin each. If the
    opponent's coin is not empty, it is the contre-jan, whose points are the opponent's.
    """
    off_talon = sorted(point for point in range(1, TALON) for _ in range(at.own[point]))
    for first, second in {at.numbers, at.numbers[::-1]}:
        if off_talon == sorted((COIN + first, OTHER_COIN + second)):
            moves = (Move(COIN + first, COIN), Move(OTHER_COIN + second, OTHER_COIN))
            way = Way((first, second), moves)
            free = is_open(at.other, OTHER_COIN)
            yield at.mark(Figure.DEUX_TABLES if free else Figure.CONTRE_DEUX_TABLES, (way,))


def mezeas(at: Situation) -> Iterator[Mark]:
    """Yield the mark for the jan de mezeas, or for the contre-jan.

    It is made if the only two checkers that have left the talon are on the coin, and an ace is
    thrown. One ace and two aces make the same figure: 4 points with a simple throw, 6 with the
    double ace. If the opponent's coin is not empty, it is the contre-jan, whose points are the
    opponent's.
    """
    if at.own[TALON] != CHECKERS - 2 or at.own[COIN] != 2 or 1 not in at.numbers:
        return
    aces = tuple(die for die in at.numbers if die == 1)
    way = Way(aces, tuple(Move(COIN, OTHER_COIN) for _ in aces))
    free = is_open(at.other, OTHER_COIN)
    yield at.mark(Figure.MEZEAS if free else Figure.CONTRE_MEZEAS, (way,))


_IN_ORDER = (
    trois_coups,
    deux_tables,
    mezeas,
    true_hits,
    coin_beaten,
    filled,
    conserved,
    last_off,
    false_hits,
    unplayable_numbers,
)


def marks_of(position: Position, side: Side, roll: Roll, throw: int) -> tuple[Mark, ...]:
    """Return all marks of a throw by `side`, that side's before the opponent's.

    `throw` is the number of the side's throw since the checkers were set up; only the jan de trois
    coups depends on it.
    """
    at = Situation(position, side, roll, throw)
    found = [each for figure in _IN_ORDER for each in figure(at)]
    return tuple(sorted(found, key=lambda each: each.side is not side))
