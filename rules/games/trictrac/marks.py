"""Everything a throw is worth, for the thrower and for his opponent.

The thrower's marks come first, true hits before the false ones they give the opponent (Malfilâtre,
Laws of Trictrac, articles 10 and 18; ruling 24).
"""

from rules.dice import Roll
from rules.games.trictrac.figures import Mark
from rules.games.trictrac.hits import coin_beaten, false_hits, true_hits
from rules.games.trictrac.jans import conserved, filled, last_off, unplayable_numbers
from rules.games.trictrac.opening_jans import deux_tables, mezeas, trois_coups
from rules.games.trictrac.situation import Situation
from rules.position import Position
from rules.side import Side

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
    """All marks of a throw by `side`, its own before the opponent's.

    `throw` counts the side's throws since the checkers were set, this one included; only the jan de
    trois coups asks for it.
    """
    at = Situation(position, side, roll, throw)
    found = [each for figure in _IN_ORDER for each in figure(at)]
    return tuple(sorted(found, key=lambda each: each.side is not side))
