"""A Trictrac table in text: drawn for eighty columns, or in words for screen readers."""

from collections.abc import Sequence
from typing import TypeVar

from rules.games.trictrac.movement import COIN, TALON
from rules.games.trictrac.score import LAST_TROU, Score
from rules.position import BAR, Counts, Position, Side
from simulator.trictrac_lesson.wording import name, wrapped

CHECKER = {Side.WHITE: "○", Side.RED: "●"}
WON_HOLE, FREE_HOLE = "▮", "·"
TOKEN = "▲"
_HEIGHT = 5
"""Checkers drawn of one stack; a higher one shows its number instead of the last."""
_MARGIN = 7
_Cell = TypeVar("_Cell")


def drawn(position: Position, score: Score, near: Side) -> tuple[str, ...]:
    """The table as `near` sits at it, both talons on the left, each triangle numbered twice.

    The outer numbers are those of the side sitting there, the inner ones the other side's.
    """
    far = near.opponent
    own_numbers = list(range(TALON, COIN - 1, -1))
    other_numbers = [BAR - point for point in own_numbers]
    top = [_stack(position, near, point) for point in other_numbers]
    bottom = [_stack(position, near, point) for point in own_numbers]
    return (
        _numbers(name(far), own_numbers),
        _numbers(name(near), other_numbers),
        _edge("┌", "┬", "┐"),
        *(_row([stack[height] for stack in top]) for height in range(_HEIGHT)),
        _row(_tokens(score, far)),
        _row(_tokens(score, near)),
        *(_row([stack[height] for stack in bottom]) for height in reversed(range(_HEIGHT))),
        _edge("└", "┴", "┘"),
        _numbers(name(far), other_numbers),
        _numbers(name(near), own_numbers),
    )


def in_words(position: Position, learner: Side) -> tuple[str, ...]:
    """The position in words, each side's checkers by its own points, the learner's first."""
    texts = (
        f"{_seat(side, learner)}: {_places(position.of(side))}."
        for side in (learner, learner.opponent)
    )
    return tuple(line for text in texts for line in wrapped(text))


def standing(position: Position, score: Score, learner: Side, *, plain: bool) -> tuple[str, ...]:
    """Points, tokens, trous and checkers off of both sides, one line each, the learner's last."""
    line = _standing_in_words if plain else _standing_drawn
    return tuple(line(position, score, side, learner) for side in (learner.opponent, learner))


def _standing_drawn(position: Position, score: Score, side: Side, learner: Side) -> str:
    tally = score.of(side)
    pegs = WON_HOLE * tally.trous + FREE_HOLE * (LAST_TROU - tally.trous)
    run = "bredouille" if tally.points and tally.unbroken else ""
    return (
        f"{_seat(side, learner):<12}{tally.points:>2} points  {run:<10}  "
        f"{tally.trous:>2} trous {pegs}  {position.off(side):>2} off"
    )


def _standing_in_words(position: Position, score: Score, side: Side, learner: Side) -> str:
    tally = score.of(side)
    tokens = score.tokens(side)
    shown = f" ({tokens} token{'s' * (tokens > 1)} on triangle {tally.triangle})" if tokens else ""
    run = ", bredouille" if tally.points and tally.unbroken else ""
    return f"{_seat(side, learner)}: {tally.points} points{shown}{run}; {tally.trous} trous."


def _seat(side: Side, learner: Side) -> str:
    return f"{name(side)} (you)" if side is learner else name(side)


def _places(own: Counts) -> str:
    on_points = [f"{own[point]} on {_called(point)}" for point in range(TALON, 0, -1) if own[point]]
    return ", ".join([*on_points, f"{own[0]} off"] if own[0] else on_points)


def _called(point: int) -> str:
    return {TALON: "the talon 24", COIN: "the coin 13"}.get(point, str(point))


def _numbers(whose: str, numbers: list[int]) -> str:
    left, right = ("".join(f"{number:>3} " for number in six) for six in _halves(numbers))
    return f"{whose:<{_MARGIN}} {left} {right}".rstrip()


def _edge(left: str, middle: str, right: str) -> str:
    half = "─" * 24
    return f"{' ' * _MARGIN}{left}{half}{middle}{half}{right}"


def _row(cells: list[str]) -> str:
    left, right = ("".join(f"{cell:>3} " for cell in six) for six in _halves(cells))
    return f"{' ' * _MARGIN}│{left}│{right}│"


def _halves(cells: Sequence[_Cell]) -> tuple[Sequence[_Cell], Sequence[_Cell]]:
    return cells[:6], cells[6:]


def _stack(position: Position, near: Side, point: int) -> list[str]:
    """The cells of a triangle from its base inwards; `point` is the near side's."""
    mine, theirs = position.of(near)[point], position.of(near.opponent)[BAR - point]
    count = mine or theirs
    cells = [CHECKER[near if mine else near.opponent]] * min(count, _HEIGHT)
    if count > _HEIGHT:
        cells[-1] = str(count)
    return cells + [""] * (_HEIGHT - len(cells))


def _tokens(score: Score, side: Side) -> list[str]:
    """The side's tokens at the tip of their triangle; none lie there without points."""
    cells = [""] * (TALON - COIN + 1)
    triangle = score.of(side).triangle
    if triangle:
        cells[triangle - 1] = TOKEN * score.tokens(side)
    return cells
