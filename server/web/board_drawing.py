"""The open room's board as SVG, in true proportions.

A point is one checker wide and five tall, the bar one checker, the trays lie outside. White sits
below with his home at the lower right; the numbers at the edge are the mover's. Colours come from
the style sheet by class, so that one drawing serves light, dark and print.
"""

from collections.abc import Iterator

from rules.dice import Roll
from rules.play import Move
from rules.position import BAR, OFF, Position
from rules.side import Side
from server.live.snapshot import PublicTable
from server.web.board_words import board_in_words

_U = 40
"""One checker across, in units of the drawing; every other length follows from it."""

_EDGE, _GAP = 26, 64
_LEFT_TRAY, _TRAY = 8, 48
_LEFT, _BAR_X, _RIGHT = 64, 64 + 6 * _U, 64 + 7 * _U
_RIGHT_TRAY = _RIGHT + 6 * _U + 8
_WIDTH = _RIGHT_TRAY + _TRAY + 8
_TOP, _TALL = _EDGE, 10 * _U + _GAP
_BOTTOM = _TOP + _TALL
_MIDDLE = _TOP + _TALL // 2
_HEIGHT = _BOTTOM + _EDGE
_FULL = 5
"""Checkers that fit on a point; taller stacks overlap and carry their count."""

_SLAB = 12
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

_CHECKERS = (
    '<defs><g id="checker-white"><circle r="19" class="ivory-man"/>'
    '<circle r="13.5" class="ivory-ring"/></g><g id="checker-red"><circle r="19" class="red-man"/>'
    '<circle r="15" class="red-ring"/><circle r="4.5" class="red-dot"/></g></defs>'
)
"""Style rules reach into a used shape by its own classes only, never by those around it."""


def board_svg(table: PublicTable) -> str:
    """The table as one `<svg>`; its label reads the position."""
    parts = (
        *_furniture(),
        *_numbers(table.on_turn or Side.WHITE),
        *(shape for side in Side for shape in _checkers(table.position, side)),
        *_path(table),
        *(shape for side in Side for shape in _stack_counts(table.position, side)),
        *_cube(table),
        *_dice(table),
    )
    return (
        f'<svg class="bg-board" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{board_in_words(table)}">{_CHECKERS}{"".join(parts)}</svg>'
    )


def _furniture() -> Iterator[str]:
    yield _rect(0, 0, _WIDTH, _HEIGHT, "frame", 0)
    for x in (_LEFT_TRAY, _RIGHT_TRAY):
        yield _rect(x, _TOP, _TRAY, 5 * _U + 8, "tray", 4)
        yield _rect(x, _BOTTOM - 5 * _U - 8, _TRAY, 5 * _U + 8, "tray", 4)
    for x in (_LEFT, _RIGHT):
        yield _rect(x, _TOP, 6 * _U, _TALL, "field", 0)
    for shade in (0, 1):
        tips = (_triangle(point) for point in range(1, 25) if point % 2 == shade)
        yield f'<path class="point-{shade}" d="{"".join(tips)}"/>'


def _triangle(point: int) -> str:
    x = _point_x(point)
    base, tip = (_BOTTOM, -5 * _U) if point <= 12 else (_TOP, 5 * _U)
    half = _U // 2
    return f"M{x - half} {base}l{half} {tip}l{half} {-tip}z"


def _numbers(side: Side) -> Iterator[str]:
    for point in range(1, 25):
        y = _BOTTOM + 18 if point <= 12 else _TOP - 8
        own = point if side is Side.WHITE else BAR - point
        yield f'<text class="number" x="{_point_x(point)}" y="{y}">{own}</text>'


def _checkers(position: Position, side: Side) -> Iterator[str]:
    counts = position.of(side)
    for place in range(1, BAR + 1):
        for index in range(counts[place]):
            x, y = _spot(side, place, index, counts[place])
            yield f'<use href="#checker-{side.value}" x="{x}" y="{y}"/>'
    yield from _borne_off(side, counts[OFF])


def _stack_counts(position: Position, side: Side) -> Iterator[str]:
    for place, count in enumerate(position.of(side)):
        if place != OFF and count > _FULL:
            x, y = _spot(side, place, count - 1, count)
            yield f'<text class="count {side.value}" x="{x}" y="{y + 6}">{count}</text>'


def _borne_off(side: Side, count: int) -> Iterator[str]:
    below = side is Side.WHITE
    for index in range(count):
        y = _BOTTOM - 6 - (index + 1) * _SLAB if below else _TOP + 6 + index * _SLAB
        yield _rect(_RIGHT_TRAY + 4, y, _TRAY - 8, _SLAB - 2, f"slab {side.value}", 2)
    if count:
        y = _MIDDLE + 22 if below else _MIDDLE - 10
        yield f'<text class="off" x="{_RIGHT_TRAY + _TRAY // 2}" y="{y}">{count}</text>'


def _point_x(point: int) -> int:
    """The middle of a triangle, by White's numbers."""
    across = point - 1 if point <= 12 else 24 - point
    right_end = _RIGHT + 6 * _U if across < 6 else _BAR_X + 6 * _U
    return right_end - across * _U - _U // 2


def _spot(side: Side, place: int, index: int, count: int) -> tuple[int, int]:
    """Where the checker of that index lies in a stack of `count` on the side's own point."""
    step = _U if count <= _FULL else 4 * _U / (count - 1)
    if place == BAR:
        away = round(_U + 2 + index * step)
        return _BAR_X + _U // 2, _MIDDLE - away if side is Side.WHITE else _MIDDLE + away
    point = place if side is Side.WHITE else BAR - place
    up = round(_U // 2 + index * step)
    return _point_x(point), _BOTTOM - up if point <= 12 else _TOP + up


def _path(table: PublicTable) -> Iterator[str]:
    """The last play as thin lines from where checkers lay to where they lie."""
    play = table.last_play
    if play is None:
        return
    own = play.position.of(play.side)
    left_again = {move.origin for move in play.moves}
    for move in dict.fromkeys(play.moves):
        to_x, to_y = _end(play.side, move, own)
        yield _line(play.side, move, own, to_x, to_y)
        if move.target not in left_again:
            yield f'<circle class="trace-end" cx="{to_x}" cy="{to_y}" r="5"/>'


def _end(side: Side, move: Move, own: tuple[int, ...]) -> tuple[int, int]:
    if move.target == OFF:
        return _RIGHT_TRAY + _TRAY // 2, _BOTTOM - 40 if side is Side.WHITE else _TOP + 40
    there = own[move.target]
    return _spot(side, move.target, max(there, 1) - 1, there)


def _line(side: Side, move: Move, own: tuple[int, ...], to_x: int, to_y: int) -> str:
    left = own[move.origin]
    x, y = _spot(side, move.origin, min(left, _FULL - 1), min(left + 1, _FULL))
    bend = (y + to_y) // 2 + (_MIDDLE - (y + to_y) // 2) // 2
    return f'<path class="trace" d="M{x} {y}Q{(x + to_x) // 2} {bend} {to_x} {to_y}"/>'


def _cube(table: PublicTable) -> Iterator[str]:
    value, x, y = table.cube.value, _BAR_X + _U // 2, _MIDDLE
    if table.doubled is not None:
        value, x = table.doubled, _LEFT + 3 * _U
    elif table.cube.owner is not None:
        x = _LEFT_TRAY + _TRAY // 2
        y = _BOTTOM - 30 if table.cube.owner is Side.WHITE else _TOP + 30
    offered = " offered" if table.doubled is not None else ""
    yield _rect(x - 17, y - 17, 34, 34, f"cube{offered}", 5)
    yield f'<text class="cube-value" x="{x}" y="{y + 6}">{value}</text>'


def _dice(table: PublicTable) -> Iterator[str]:
    """The latest dice on the mover's right hand; an opening throw has one die on either side."""
    shown = table.thrown
    if shown is None or table.doubled is not None:
        return
    if shown.opening:
        yield from _die(shown.dice.first, _RIGHT + 3 * _U, Side.WHITE)
        yield from _die(shown.dice.second, _LEFT + 3 * _U, Side.RED)
        return
    middle = (_RIGHT if shown.side is Side.WHITE else _LEFT) + 3 * _U
    for die, x in zip(_pair(shown.dice), (middle - 22, middle + 22), strict=True):
        yield from _die(die, x, shown.side)


def _pair(dice: Roll) -> tuple[int, int]:
    return max(dice.first, dice.second), min(dice.first, dice.second)


def _die(pips: int, x: int, side: Side) -> Iterator[str]:
    yield _rect(x - 17, _MIDDLE - 17, 34, 34, f"die {side.value}", 7)
    for across, down in _PIPS[pips]:
        place = f'cx="{x + 9 * across}" cy="{_MIDDLE + 9 * down}"'
        yield f'<circle class="pip {side.value}" {place} r="3.4"/>'


def _rect(x: int, y: int, width: int, height: int, kind: str, round_by: int) -> str:
    size = f'width="{width}" height="{height}"'
    rounded = f' rx="{round_by}"' if round_by else ""
    return f'<rect class="{kind}" x="{x}" y="{y}" {size}{rounded}/>'
