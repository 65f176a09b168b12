"""The jans of the first throws after the checkers were set.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac, article 12.
None of them has to be played.
"""

from collections.abc import Iterator

from rules.games.trictrac.figures import Figure, Mark, Way
from rules.games.trictrac.geometry import COIN, OTHER_COIN, TALON
from rules.games.trictrac.movement import is_open
from rules.games.trictrac.situation import Situation
from rules.play import Move
from rules.position import CHECKERS

_SIX_POINTS = range(TALON - 1, TALON - 7, -1)
"""The six points next to the talon: two to seven in the documents' count."""


def trois_coups(at: Situation) -> Iterator[Mark]:
    """The third throw could leave exactly one checker on each of the six points by the talon.

    Two points are still to be taken, so both checkers come from the talon, one number each.
    """
    taken = [point for point in _SIX_POINTS if at.own[point] == 1]
    if at.throw != 3 or len(taken) != 4 or at.own[TALON] != CHECKERS - 4:
        return
    moves = tuple(Move(TALON, TALON - die) for die in at.numbers)
    if {move.target for move in moves} == set(_SIX_POINTS) - set(taken):
        yield at.mark(Figure.TROIS_COUPS, (Way(at.numbers, moves),))


def deux_tables(at: Situation) -> Iterator[Mark]:
    """The only two checkers off the talon could take one coin each; or the contre-jan."""
    off_talon = sorted(point for point in range(1, TALON) for _ in range(at.own[point]))
    for first, second in {at.numbers, at.numbers[::-1]}:
        if off_talon == sorted((COIN + first, OTHER_COIN + second)):
            moves = (Move(COIN + first, COIN), Move(OTHER_COIN + second, OTHER_COIN))
            way = Way((first, second), moves)
            free = is_open(at.other, OTHER_COIN)
            yield at.mark(Figure.DEUX_TABLES if free else Figure.CONTRE_DEUX_TABLES, (way,))


def mezeas(at: Situation) -> Iterator[Mark]:
    """The only two checkers off the talon hold the coin and an ace is thrown; or the contre-jan.

    One ace or two, it is one figure: 4 points by a simple throw, 6 by the double ace.
    """
    if at.own[TALON] != CHECKERS - 2 or at.own[COIN] != 2 or 1 not in at.numbers:
        return
    aces = tuple(die for die in at.numbers if die == 1)
    way = Way(aces, tuple(Move(COIN, OTHER_COIN) for _ in aces))
    free = is_open(at.other, OTHER_COIN)
    yield at.mark(Figure.MEZEAS if free else Figure.CONTRE_MEZEAS, (way,))
