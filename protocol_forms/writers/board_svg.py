"""A board as SVG, in forms as HTML pages in the same way as on paper, and in pages of the site."""

from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup

from protocol_forms.board_drawing import BoardDrawn, board_values
from protocol_forms.labels import Say, in_english
from protocol_forms.writers.html import plain
from rules.dice import Cube, Roll
from rules.position import Side

Laid = tuple[Side, int]
"""A die that lies on its side's half of the board, with its pips."""

_UNIT = 10.0
"""The width of a checker in units of the drawing."""
_TALL, _NUMBER, _TRAY, _BAR = 11 * _UNIT, 0.9 * _UNIT, 1.5 * _UNIT, 1.2 * _UNIT
_WIDE = 2 * _TRAY + 12 * _UNIT + _BAR
_HIGH = _TALL + 2 * _NUMBER
_MIDDLE = _HIGH / 2
_STACK = 5
"""Largest number of checkers on a point that are drawn without overlapping.

If there are more, they overlap, and their number is written on the last.
"""
_CENTRED = 64
"""The number shown on a cube that nobody has turned."""
_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def board_svg(drawn: BoardDrawn, dice: Roll | None, say: Say) -> Markup:
    """Return the board of a form as SVG with White below.

    `dice` are drawn on the half of the board that belongs to the side on turn.
    """
    values, side = board_values(drawn, say), drawn.on_turn or Side.WHITE
    laid = [] if dice is None else [(side, dice.first), (side, dice.second)]
    named = Markup('role="img" aria-label="{spoken}"').format(spoken=plain(str(values["spoken"])))
    return _svg(named, values, laid, _cube(drawn.cube, centred=_CENTRED))


def board_picture(drawn: BoardDrawn, cube: Cube | None, dice: Sequence[Laid] = ()) -> Markup:
    """Return a board as SVG for a page that says it in words as well.

    `cube` is None in a game without a cube.
    """
    values, hidden = board_values(drawn, in_english), Markup('aria-hidden="true"')
    return _svg(hidden, values, dice, () if cube is None else _cube(cube, centred=1))


def _svg(
    named: Markup, values: dict[str, object], dice: Sequence[Laid], cube: Iterable[str]
) -> Markup:
    shapes = [*_ground(), *_points(values), *_bar_and_trays(values), *_dice(dice), *cube]
    opening = Markup('<svg class="board" {named} viewBox="0 0 {wide:g} {high:g}">').format(
        named=named, wide=_WIDE, high=_HIGH
    )
    return opening + Markup("".join(shapes)) + Markup("</svg>")


def _ground() -> Iterator[str]:
    yield _rect("paper", 0, 0, _WIDE, _HIGH)
    for x in (_TRAY, _TRAY + 6 * _UNIT + _BAR):
        yield _rect("edge", x, _NUMBER, 6 * _UNIT, _TALL)
    yield _rect("edge", _TRAY + 6 * _UNIT, _NUMBER, _BAR, _TALL)


def _x(point: int) -> float:
    across = 12 - point if point <= 12 else point - 13
    return _TRAY + across * _UNIT + (_BAR if across >= 6 else 0)


def _points(values: dict[str, object]) -> Iterator[str]:
    counts, facing = _numbers(values["points"]), _numbers(values["facing"])
    own = values["point_of_view"] == Side.WHITE.value
    for point in range(1, 25):
        x, low = _x(point), point <= 12
        base = _NUMBER + _TALL if low else _NUMBER
        tip = base - 5 * _UNIT if low else base + 5 * _UNIT
        ends = f"{x + 0.6:g},{base:g} {x + 9.4:g},{base:g} {x + 5:g},{tip:g}"
        yield f'<polygon class="point{" dark" if point % 2 else ""}" points="{ends}"/>'
        under = _HIGH - 0.25 * _UNIT if low else 0.65 * _UNIT
        shown = point if own else facing[point]
        yield f'<text class="number" x="{x + 5:g}" y="{under:g}">{shown}</text>'
        yield from _stack(counts[point - 1], x + 5, base, up=low)


def _stack(count: int, x: float, base: float, *, up: bool) -> Iterator[str]:
    """Yield the checkers of one point, from `base` to the middle of the board.

    They are White's if `count` is positive and Red's if it is negative.
    """
    number, side = abs(count), Side.WHITE if count > 0 else Side.RED
    step = _UNIT if number <= _STACK else _UNIT * (_STACK - 1) / (number - 1)
    y = base
    for place in range(number):
        y = base - 5 - place * step if up else base + 5 + place * step
        yield _checker(side, x, y)
    if number > _STACK:
        yield f'<circle class="count" cx="{x:g}" cy="{y:g}" r="2.8"/>'
        yield f'<text class="of-stack" x="{x:g}" y="{y + 1.5:g}">{number}</text>'


def _checker(side: Side, x: float, y: float) -> str:
    body = f'<circle class="{side.value}" cx="{x:g}" cy="{y:g}" r="4.7"/>'
    if side is Side.WHITE:
        return body
    ring = f'<circle class="ring" cx="{x:g}" cy="{y:g}" r="3.4"/>'
    return f'{body}{ring}<circle class="dot" cx="{x:g}" cy="{y:g}" r="0.8"/>'


def _bar_and_trays(values: dict[str, object]) -> Iterator[str]:
    on_bar = _TRAY + 6 * _UNIT + _BAR / 2
    white, red = _numbers(values["bar"])
    yield from _stack(white, on_bar, _MIDDLE + 0.8 * _UNIT, up=False)
    yield from _stack(-red, on_bar, _MIDDLE - 0.8 * _UNIT, up=True)
    for side, count in zip(Side, _numbers(values["off"]), strict=True):
        for place in range(count):
            below = _NUMBER + _TALL - (place + 1) * 3.1
            y = below if side is Side.WHITE else _NUMBER + place * 3.1
            yield _rect(f"{side.value} slab", _WIDE - _TRAY + 2.5, y, _UNIT, 2.7)


def _cube(cube: Cube, centred: int) -> Iterator[str]:
    """Yield the cube, with the number `centred` as long as nobody has turned it."""
    high = {Side.WHITE: _NUMBER + _TALL - _UNIT, Side.RED: _NUMBER}
    y = high[cube.owner] if cube.owner else _MIDDLE - _UNIT / 2
    yield _rect("cube", 2, y, _UNIT, _UNIT)
    shown = centred if cube.value == 1 else cube.value
    yield f'<text class="on-cube" x="7" y="{y + 6.8:g}">{shown}</text>'


def _dice(laid: Sequence[Laid]) -> Iterator[str]:
    """Yield each die on its side's half of the board: beside the other, or alone in the middle."""
    alone = len({side for side, _ in laid}) == len(laid)
    for place, (side, value) in enumerate(laid):
        half = _TRAY + (6 * _UNIT + _BAR if side is Side.WHITE else 0)
        aside = -_UNIT / 2 if alone else (place - 1) * 1.2 * _UNIT + 1
        x, y = half + 3 * _UNIT + aside, _MIDDLE - _UNIT / 2
        yield _rect(f"{side.value} die", x, y, _UNIT, _UNIT)
        for across, down in _PIPS[value]:
            cx, cy = x + 2.5 + 2.5 * across, y + 2.5 + 2.5 * down
            yield f'<circle class="{side.value} spot" cx="{cx:g}" cy="{cy:g}" r="0.9"/>'


def _rect(kind: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"/>'


def _numbers(value: object) -> Sequence[int]:
    assert isinstance(value, list | tuple)
    return value
