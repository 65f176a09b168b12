"""The texts of a lesson: a Trictrac table, what was marked at it, and what was claimed.

The table is drawn for eighty columns, or described in words for screen readers. The text of a mark
names its figure, the number of ways, the side and the rule. The text of a claim says how the claim
was settled: agreed to, or with an école that was accepted or contested (ruling 26).
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rules.dice import Roll
from rules.games.trictrac.figures import TARIFF, Figure, Mark, Way
from rules.games.trictrac.movement import COIN, TALON
from rules.games.trictrac.score import LAST_TROU, Marking, Score, Tally
from rules.games.trictrac.table import Reckoning, TrictracTable, verdict
from rules.position import BAR, Counts, Play, Position, Side, write_play

WIDTH = 78
"""The most columns of a printed line."""


def name(side: Side) -> str:
    """Return the name of the side, White or Red."""
    return side.value.capitalize()


def counted(number: int, thing: str) -> str:
    """Return a number with its noun, such as "1 trou", "2 trous"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def wrapped(text: str, indent: str = "") -> tuple[str, ...]:
    """Return the text broken into lines of at most WIDTH columns.

    All lines begin with `indent`, and all but the first with two more blanks.
    """
    return tuple(textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  "))


CHECKER = {Side.WHITE: "○", Side.RED: "●"}
WON_HOLE, FREE_HOLE = "▮", "·"
TOKEN = "▲"
_HEIGHT = 5
"""The most cells of a drawn stack of checkers; a higher stack has its number in the last cell."""
_MARGIN = 7
_Cell = TypeVar("_Cell")


def drawn(position: Position, score: Score, near: Side) -> tuple[str, ...]:
    """Return lines with a drawing of the table as side `near` sees it, both talons on the left.

    Each triangle has two numbers: the outer one is counted by the side that sits there, the inner
    one by the other side.
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
    """Return lines with the position in words, the learner's checkers first.

    Each side's checkers are listed by that side's own points.
    """
    texts = (
        f"{_seat(side, learner)}: {_places(position.of(side))}."
        for side in (learner, learner.opponent)
    )
    return tuple(line for text in texts for line in wrapped(text))


def standing(position: Position, score: Score, learner: Side, *, plain: bool) -> tuple[str, ...]:
    """Return one line on each side's score; the learner's line is the last.

    A line has the side's points, trous and bredouille. If `plain` is True it also has the tokens,
    otherwise the number of checkers off.
    """
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
    """Return the cells of a drawn triangle from its base inwards.

    `point` is the number of its point, counted from the side `near`.
    """
    mine, theirs = position.of(near)[point], position.of(near.opponent)[BAR - point]
    count = mine or theirs
    cells = [CHECKER[near if mine else near.opponent]] * min(count, _HEIGHT)
    if count > _HEIGHT:
        cells[-1] = str(count)
    return cells + [""] * (_HEIGHT - len(cells))


def _tokens(score: Score, side: Side) -> list[str]:
    """Return a row of cells; the side's tokens are in the cell of the triangle that they reached.

    If the side has no points, all cells are empty.
    """
    cells = [""] * (TALON - COIN + 1)
    triangle = score.of(side).triangle
    if triangle:
        cells[triangle - 1] = TOKEN * score.tokens(side)
    return cells


def explained(table: TrictracTable, side: Side) -> tuple[str, ...]:
    """Return lines that explain all points that the present throw makes for a side.

    Moves are written with the thrower's points.
    """
    assert table.roll is not None
    marks = [mark for mark in table.marks if mark.side is side]
    if not marks:
        return (f"By the tariff {table.roll} is worth nothing to {name(side)}.",)
    whose = name(table.thrower)
    head = f"By the tariff {table.roll} is worth {table.due(side)} to {name(side)}"
    lines = [*wrapped(f"{head} (points and moves as {whose} counts them):")]
    for mark in marks:
        lines += _mark_lines(mark, table.roll)
    return tuple(lines)


def marked(markings: Iterable[Marking], table: TrictracTable) -> tuple[str, ...]:
    """Return lines that say what was marked, then the score of each side that marked."""
    lines: list[str] = []
    sides: dict[Side, None] = {}
    for marking in markings:
        lines += wrapped(_marking(marking))
        sides[marking.side] = None
    return (*lines, *(f"{name(side)} has {stands(table.score.of(side))}." for side in sides))


def stands(tally: Tally) -> str:
    """Return a side's score as a text such as "4 points, 3 trous"."""
    return f"{counted(tally.points, 'point')}, {counted(tally.trous, 'trou')}"


def tariff() -> tuple[str, ...]:
    """Return lines with every figure and its points, one figure per line."""
    lines = ["Points a way, by a simple throw and by a double:"]
    for figure, price in TARIFF.items():
        double = "–" if figure is Figure.TROIS_COUPS else str(price.double)
        whom = "" if price.for_thrower else "  for the opponent"
        lines.append(f"  {figure.value:<28}{price.simple:>2} {double:>3}{whom}")
    return (*lines, f"Twelve points are a trou, bredouille two; {LAST_TROU} trous win.")


def _mark_lines(mark: Mark, roll: Roll) -> Iterator[str]:
    ways = counted(len(mark.ways), "number" if mark.figure is Figure.UNPLAYABLE else "way")
    where = "" if mark.target is None else f", point {mark.target}"
    yield f"  {mark.points:>2}  {mark.figure.value}{where}: {ways} at {mark.each}"
    yield from wrapped("; ".join(_way(way, roll, mark.figure) for way in mark.ways), " " * 6)
    yield from wrapped(mark.rule, " " * 6)


def _way(way: Way, roll: Roll, figure: Figure) -> str:
    if not way.moves:
        if figure is Figure.UNPLAYABLE:
            return f"the {way.dice[0]} cannot be played"
        return f"{roll} can be played so that it stays full, or cannot be played"
    return f"by {' and '.join(map(str, way.dice))}: {_route(way.moves)}"


def _route(moves: Play) -> str:
    """Return the moves of a play as text.

    If one checker makes both moves, the point between them is written too, because it decides if a
    hit by both numbers together is possible.
    """
    if len(moves) == 2 and moves[0].target == moves[1].origin:
        return f"{moves[0].origin}/{moves[0].target}/{moves[1].target or 'off'}"
    return write_play(moves)


def _marking(marking: Marking) -> str:
    text = f"{name(marking.side)} marks {counted(marking.points, 'point')}"
    for bredouille in marking.trous:
        text += ", a trou bredouille, which is two" if bredouille else ", a trou"
    if marking.wiped:
        lost = counted(marking.wiped, "point")
        text += f"; {name(marking.side.opponent)}'s {lost} are struck out"
    return text + "."


def agreed(asked: Reckoning) -> tuple[str, ...]:
    """Return lines on a claim, right or wrong, to which the claimant's opponent agrees.

    `asked` is the claim.
    """
    assert asked.claim is not None
    judge = name(asked.claimant.opponent)
    if asked.claim == asked.due:
        return (f"{judge} agrees to {counted(asked.claim, 'point')}.",)
    fault = "forgotten" if asked.claim < asked.due else "too many"
    return wrapped(
        f"{judge} agrees to {counted(asked.claim, 'point')}, so that is marked, though it is"
        f" {abs(asked.claim - asked.due)} {fault}: nobody must take an école."
    )


def taken(asked: Reckoning) -> tuple[str, ...]:
    """Return lines on a wrong claim of points: the claimant's opponent takes an école for it.

    `asked` has the points claimed, and the points that the opponent says are right.
    """
    assert asked.claim is not None
    assert asked.right is not None
    claimant, judge = name(asked.claimant), name(asked.claimant.opponent)
    worth = abs(asked.claim - asked.right)
    return wrapped(
        f"{claimant} claims {asked.claim}, {judge} says it should be {asked.right} and takes an"
        f" école of {worth}."
    )


def settled(asked: Reckoning, *, contested: bool) -> tuple[str, ...]:
    """Return lines on how an école was settled; `asked` is the claim.

    The claimant accepted it or, if `contested` is True, the table of points (tarif) decided.
    """
    claimant = name(asked.claimant)
    result = verdict(asked, contested=contested)
    lines = [f"{claimant} {'contests' if contested else 'accepts'} the école."]
    if contested:
        lines += wrapped(_found(asked))
    lines.append(f"{claimant} is granted {counted(result.granted, 'point')}.")
    for ecole in result.ecoles:
        points = counted(ecole.points, "point")
        lines += wrapped(f"École for {name(ecole.side)}: {points}, marked after the throw's own.")
    if not result.ecoles:
        lines.append("There is no école.")
    return tuple(lines)


def _found(asked: Reckoning) -> str:
    claimant, judge = name(asked.claimant), name(asked.claimant.opponent)
    found = f"By the tariff it is {asked.due}: "
    if asked.right == asked.due:
        return found + f"{judge} was right, and a right école that is contested counts twice."
    if asked.claim == asked.due:
        return found + f"{claimant} was right, so the false école is {claimant}'s to mark."
    return found + "both were wrong, and each side pays for its own fault."
