"""What a throw obliges to: the legal plays of Trictrac.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac, articles 6,
8, 9 and 13; ruling 24. In this order:

1. play both dice, else the higher, else the lower;
2. bear off by a number greater than the checker's point no more often than one must;
3. bear off the last checker when the throw allows it;
4. keep a full jan, or fill one, when that can be done;
5. take the coin *par puissance* only where it cannot be taken directly.
"""

from collections import Counter
from functools import lru_cache

from rules.dice import Roll
from rules.errors import IllegalPlay
from rules.games.trictrac.geometry import full_jan, missing
from rules.games.trictrac.movement import Line, lines
from rules.play import Play
from rules.position import CHECKERS, OFF, Counts, Position, position_of
from rules.side import Side


@lru_cache(maxsize=4096)
def legal_lines(own: Counts, other: Counts, first: int, second: int) -> tuple[Line, ...]:
    """The lines that meet every obligation; several may lead to one position. Never empty."""
    found = lines(own, other, first, second)
    fewest = min(line.overflows for line in found)
    found = [line for line in found if line.overflows == fewest]
    found = [line for line in found if line.after[OFF] == CHECKERS] or found
    found = _keeping_or_filling(own, found)
    if any(line.takes_coin(own) and not line.by_power for line in found):
        found = [line for line in found if not line.by_power]
    return tuple(found)


def plays_by_position(position: Position, side: Side, roll: Roll) -> dict[Counts, Play]:
    """One legal play for each position it leads to, keyed by the side's counts there."""
    found: dict[Counts, Play] = {}
    for line in lines_of(position, side, roll):
        found.setdefault(line.after, line.play)
    return found


def lines_of(position: Position, side: Side, roll: Roll) -> tuple[Line, ...]:
    """`legal_lines` of a side in a position."""
    return legal_lines(position.of(side), position.of(side.opponent), roll.first, roll.second)


def unplayable(position: Position, side: Side, roll: Roll) -> tuple[int, ...]:
    """The numbers of the throw that cannot be played, each worth points to the opponent.

    The higher first. A number left over when the last checker has been borne off is none.
    """
    best = lines_of(position, side, roll)[0]
    if best.after[OFF] == CHECKERS:
        return ()
    left = Counter((roll.first, roll.second)) - Counter(best.dice)
    return tuple(sorted(left.elements(), reverse=True))


def apply(position: Position, side: Side, play: Play) -> Position:
    """Move the checkers as written, whatever the dice; raises IllegalPlay if not there."""
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
