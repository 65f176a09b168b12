"""The contents of a drawn board, the values for its templates, and its description in words."""

from dataclasses import dataclass, field

from protocol_forms.labels import Say
from rules.dice import Cube
from rules.games.game import Game
from rules.position import BAR, OFF, Position, Side
from rules.text import N_

_POINTS = range(1, 25)
SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}


@dataclass(frozen=True, slots=True)
class BoardDrawn:
    """A board to draw with its contents; if `position` is None, the board is empty.

    `facing[n]` is the number that one side uses for the other side's point n, such as 25 − n in
    backgammon; an empty `facing` means backgammon. `on_turn` is the side on turn. `score` is the
    match score before this game.
    """

    title: str
    under: str = ""
    position: Position | None = None
    facing: tuple[int, ...] = ()
    cube: Cube = field(default_factory=Cube)
    on_turn: Side | None = None
    names: tuple[str, str] = ("", "")
    score: str = ""
    notes: tuple[str, ...] = ()


BACKGAMMON_FACING = (0, *(25 - point for point in _POINTS))
"""The number that a side gives to each of the opponent's points in backgammon.

The numbers are indexed by the opponent's own number of the point, and differ because the sides move
in opposite directions. Index 0 is unused.
"""


def facing_of(game: Game) -> tuple[int, ...]:
    """Return the number that a side gives to each of the opponent's points in a game.

    The result is indexed by the opponent's own number of the point. Index 0 is unused.
    """
    return (0, *map(game.facing, _POINTS))


def board_values(drawn: BoardDrawn, say: Say) -> dict[str, object]:
    """Return the values from which a template draws a board.

    Besides the numbers of `board_numbers` and the cube, the key "spoken" has the board in words,
    translated by `say`; "point_of_view" has the side whose numbers are printed large; "facing" has,
    for each of White's points, Red's number of that point.
    """
    numbers = board_numbers(drawn)
    points, bar, off = numbers["points"], numbers["bar"], numbers["off"]
    return {
        **numbers,
        "facing": drawn.facing or BACKGAMMON_FACING,
        "point_of_view": (drawn.on_turn or Side.WHITE).value,
        "cube": drawn.cube.value,
        "owner": drawn.cube.owner.value if drawn.cube.owner else "",
        "spoken": _spoken(points, bar, off, drawn, say),
    }


def board_numbers(drawn: BoardDrawn) -> dict[str, list[int]]:
    """Return the numbers of checkers on the points, on the bar and borne off.

    "points" goes by White's numbers: White's checkers count positive, Red's negative. "bar" and
    "off" have White's number first.
    """
    points, bar, off = [0] * 24, [0, 0], [0, 0]
    if drawn.position is not None:
        white, red = drawn.position.white, drawn.position.red
        facing = drawn.facing or BACKGAMMON_FACING
        points = [white[point] - red[facing[point]] for point in _POINTS]
        bar, off = [white[BAR], red[BAR]], [white[OFF], red[OFF]]
    return {"points": points, "bar": bar, "off": off}


def _spoken(points: list[int], bar: list[int], off: list[int], drawn: BoardDrawn, say: Say) -> str:
    """Return the board's contents in words, for screen readers."""
    if drawn.position is None:
        return say(N_("An empty board"))
    sides = []
    for side, sign, place in ((Side.WHITE, 1, 0), (Side.RED, -1, 1)):
        lying = [f"{n}: {sign * c}" for n, c in zip(_POINTS, points, strict=True) if sign * c > 0]
        lying.append(say(N_("bar: %(count)s"), count=bar[place]))
        lying.append(say(N_("off: %(count)s"), count=off[place]))
        sides.append(f"{say(SIDES[side])} {', '.join(lying)}")
    return say(
        N_("Checkers by points as White counts them. %(checkers)s. Cube: %(cube)s"),
        checkers="; ".join(sides),
        cube=drawn.cube.value,
    )
