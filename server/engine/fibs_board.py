"""A position as the line that GNU Backgammon's `evaluation fibsboard` reads.

Source: "FIBS Client Protocol Specification", the board string; money play, no dice thrown. The
player on roll is "You" with positive counts and moves from point 24 to point 1.
"""

from rules.match_files.ids import position_of_id
from rules.position import BAR, CHECKERS, OFF, Side

_MONEY = 0
_CENTRED_CUBE = (1, 1, 1, 0)
_COLOUR, _DIRECTION, _HOME = 1, -1, 0


def fibs_board(position_id: str) -> str:
    """The line of a position ID, seen by whoever is on roll; raises InvalidIdentifier."""
    position = position_of_id(position_id, Side.WHITE)
    own, other = position.white, position.red
    points = [own[point] - other[BAR - point] for point in range(1, BAR)]
    fields = (
        "board:You:Opponent",
        *(_MONEY, 0, 0),
        *(-other[BAR], *points, own[BAR]),
        *(_COLOUR, 0, 0, 0, 0),
        *_CENTRED_CUBE,
        *(_COLOUR, _DIRECTION, _HOME, CHECKERS + 10),
        *(own[OFF], other[OFF], own[BAR], other[BAR]),
        *(0, 0, 0, 0),
    )
    return ":".join(map(str, fields))
