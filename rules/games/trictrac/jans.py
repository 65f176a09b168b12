"""Jans filled and conserved, the last checker off, and numbers that cannot be played.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac, articles 6, 8
and 13; ruling 24. A jan is filled or conserved when a legal play of the whole throw leaves it full,
so a jan filled only in passing counts for nothing.
"""

from collections.abc import Iterator

from rules.games.trictrac.figures import Figure, Mark, Way
from rules.games.trictrac.geometry import GRAND_JAN, JAN_DE_RETOUR, PETIT_JAN, full_jan, missing
from rules.games.trictrac.movement import Line, moved
from rules.games.trictrac.obligations import lines_of, unplayable
from rules.games.trictrac.situation import Situation
from rules.play import Move
from rules.position import CHECKERS, OFF

_FIGURES = {
    PETIT_JAN: (Figure.PETIT_JAN_FILLED, Figure.PETIT_JAN_CONSERVED),
    GRAND_JAN: (Figure.GRAND_JAN_FILLED, Figure.GRAND_JAN_CONSERVED),
    JAN_DE_RETOUR: (Figure.RETOUR_FILLED, Figure.RETOUR_CONSERVED),
}


def filled(at: Situation) -> Iterator[Mark]:
    """A jan that is not full can be made full: a way for each number, and both together, that does.

    Several ways need exactly one checker missing; otherwise there is one way. The checker brought
    in fills by itself: one that leaves a gap in the jan for another to close is no way.
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
    """A full jan stays full, be it that a number cannot be played; one way at most."""
    jan = full_jan(at.own)
    if jan is None:
        return
    keeping = [line for line in _lines(at) if not missing(line.after, jan)]
    if keeping:
        yield at.mark(_FIGURES[jan][1], (Way(at.numbers),))


def last_off(at: Situation) -> Iterator[Mark]:
    """The throw bears off the last checker."""
    best = _lines(at)[0]
    if best.after[OFF] == CHECKERS:
        yield at.mark(Figure.LAST_OFF, (Way(best.dice, best.play),))


def unplayable_numbers(at: Situation) -> Iterator[Mark]:
    """Each number that cannot be played is two points for the opponent, always (ruling 24)."""
    numbers = unplayable(at.position, at.side, at.roll)
    if numbers:
        yield at.mark(Figure.UNPLAYABLE, tuple(Way((number,)) for number in numbers))


def _lines(at: Situation) -> tuple[Line, ...]:
    return lines_of(at.position, at.side, at.roll)


def _ways_to(at: Situation, line: Line, target: int) -> Iterator[Way]:
    """The ways of bringing the missing checker that a line shows.

    A line whose second move ends on the target shows a direct way when a checker stood where that
    move starts, and a joined one when the first move leads there.
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
