"""A board to draw: its contents, its values for templates, and the drawing in words."""

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
    """A board with its contents; without a position it is an empty board to draw on.

    `facing` gives, by a side's number of a point, the other side's number of the same point: 25 − p
    in backgammon. `on_turn` is the side on turn; `score` is that before this game.
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
"""The other side's number of each point in backgammon; the sides move in opposite directions."""


def facing_of(game: Game) -> tuple[int, ...]:
    """Return the other side's number of each point in a game, by number; 0 is unused."""
    return (0, *map(game.facing, _POINTS))


def board_values(drawn: BoardDrawn, say: Say) -> dict[str, object]:
    """Return the values that a template's `board` draws, and under `spoken` the drawing in words.

    `point_of_view` is the side whose numbers are large, `facing` has Red's number of each of
    White's points.
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
    """Return checkers by White's points, White's positive; on the bar and off White's first."""
    points, bar, off = [0] * 24, [0, 0], [0, 0]
    if drawn.position is not None:
        white, red = drawn.position.white, drawn.position.red
        facing = drawn.facing or BACKGAMMON_FACING
        points = [white[point] - red[facing[point]] for point in _POINTS]
        bar, off = [white[BAR], red[BAR]], [white[OFF], red[OFF]]
    return {"points": points, "bar": bar, "off": off}


def _spoken(points: list[int], bar: list[int], off: list[int], drawn: BoardDrawn, say: Say) -> str:
    """Return the drawing in words, for screen readers."""
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
