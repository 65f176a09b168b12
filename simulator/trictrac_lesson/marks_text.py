"""Marks and markings in words: which figure, how many ways, for whom, by which rule."""

from collections.abc import Iterable, Iterator

from rules.dice import Roll
from rules.games.trictrac.figures import TARIFF, Figure, Mark, Way
from rules.games.trictrac.score import LAST_TROU, Marking, Tally
from rules.games.trictrac.table import TrictracTable
from rules.position import Play, Side, write_play
from simulator.trictrac_lesson.wording import counted, name, wrapped


def explained(table: TrictracTable, side: Side) -> tuple[str, ...]:
    """Every mark the throw being played makes for a side, its moves by the thrower's points."""
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
    """What was marked, in order, then how it stands for whoever marked."""
    lines: list[str] = []
    sides: dict[Side, None] = {}
    for marking in markings:
        lines += wrapped(_marking(marking))
        sides[marking.side] = None
    return (*lines, *(f"{name(side)} has {stands(table.score.of(side))}." for side in sides))


def stands(tally: Tally) -> str:
    """Such as "4 points, 3 trous"."""
    return f"{counted(tally.points, 'point')}, {counted(tally.trous, 'trou')}"


def tariff() -> tuple[str, ...]:
    """Every figure with its points, a line each."""
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
    """The moves with every rest, which hits by both numbers depend on."""
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
