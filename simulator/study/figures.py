"""The figures of a study's report."""

from collections.abc import Iterable, Mapping
from math import isfinite, log10
from typing import Final

from rules.scoring.scales import MATCH_LENGTHS
from simulator.study.bootstrap import Estimate
from simulator.study.drawing import DASHES, MARKS, Drawing
from simulator.study.plan import PAIRINGS
from simulator.study.summary import Figure

Table = Mapping[tuple[str, str, str, int], Estimate]
"""Estimates by pairing, figure, measure and games."""

WAYS: Final = {
    "points, own dice": "points, own dice",
    "points": "points, equal dice",
    "bridge": "SMP differences, equal dice",
    "imp, own dice": "IMP, own dice",
    "imp": "IMP, equal dice",
    "points, luck out": "points, luck out",
    "imp, luck out": "IMP, luck out",
}
"""Ways to count a board, in words, by the measure's name."""
_UNEQUAL: Final = tuple(pairing.name for pairing in PAIRINGS if not pairing.equal)
_MARK_OF: Final = dict(zip((pairing.name for pairing in PAIRINGS), MARKS, strict=True))
_LEFT, _RIGHT, _TOP, _ROW = 190.0, 610.0, 40.0, 34.0
_DECADES: Final = (0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0)


def table_of(figures: Iterable[Figure]) -> Table:
    """The figures to be looked up."""
    return {
        (each.pairing, each.figure, each.measure, each.games): each.estimate for each in figures
    }


def boards_needed_figure(table: Table) -> str:
    """Boards until the better team is ahead with 95 %, for each way to count, as SVG."""
    drawing = Drawing(
        640,
        _TOP + _ROW * len(WAYS) + 40,
        "Boards until the better team is ahead with 95 %",
        "For each way to count, the boards that each pairing needs; the table has the numbers.",
    )
    foot = _TOP + _ROW * len(WAYS)
    for decade in _DECADES:
        x = _on_log(decade)
        drawing.line((x, _TOP - 6), (x, foot), width=0.4)
        drawing.text((x, foot + 18), f"{decade:g}", anchor="middle")
    drawing.text((_RIGHT, foot + 34), "boards", anchor="end")
    for at, (measure, words) in enumerate(WAYS.items()):
        y = _TOP + _ROW * (at + 0.5)
        drawing.text((_LEFT - 12, y + 4), words, anchor="end")
        for offset, pairing in enumerate(_UNEQUAL):
            found = table.get((pairing, "boards needed", measure, 0))
            if found is not None:
                _interval(drawing, found, y + 8 * (offset - 1), _MARK_OF[pairing])
    _legend(drawing, _UNEQUAL)
    return drawing.svg()


def home_ahead_figure(table: Table) -> str:
    """How often the better team is ahead after a match of each length, as SVG."""
    drawing = Drawing(
        640,
        330,
        "How often the better team is ahead",
        "By games a room, in IMP and in points, for each pairing; the table has the numbers.",
    )
    for share in (50, 60, 70, 80, 90, 100):
        y = _on_share(share / 100)
        drawing.line((60, y), (540, y), width=0.4)
        drawing.text((52, y + 4), f"{share} %", anchor="end")
    for games in MATCH_LENGTHS:
        drawing.text((_on_games(games), 300), str(games), anchor="middle")
    drawing.text((540, 318), "games in each room", anchor="end")
    for pairing in _UNEQUAL:
        for measure, dash in (("imp", DASHES[0]), ("points", DASHES[1])):
            places = [
                (_on_games(games), _on_share(found.value))
                for games in MATCH_LENGTHS
                if (found := table.get((pairing, "home ahead", measure, games)))
            ]
            drawing.path(places, dash=dash)
            for place in places if measure == "imp" else ():
                drawing.mark(place, _MARK_OF[pairing])
            if places and measure == "imp":
                drawing.text((552, places[-1][1] + 4), pairing)
    drawing.line((60, 18), (90, 18), width=1.5)
    drawing.text((96, 22), "IMP")
    drawing.line((140, 18), (170, 18), width=1.5, dash=DASHES[1])
    drawing.text((176, 22), "points")
    return drawing.svg()


def variance_figure(table: Table) -> str:
    """What equal dice and luck take out of the variance of IMP, as SVG."""
    pairings = [pairing.name for pairing in PAIRINGS]
    drawing = Drawing(
        640,
        70 + 52.0 * len(pairings),
        "Variance of a board's IMP that is taken out",
        "By equal dice and by the luck of each roll; the table has the numbers.",
    )
    drawing.bar((190, 10), 18, 12, filled=False)
    drawing.text((214, 20), "equal dice")
    drawing.bar((300, 10), 18, 12, filled=True)
    drawing.text((324, 20), "luck of every roll")
    for at, pairing in enumerate(pairings):
        y = 38 + 52.0 * at
        drawing.text((178, y + 22), pairing, anchor="end")
        for row, measure in enumerate(("imp, equal dice", "imp, luck out")):
            found = table.get((pairing, "variance taken out", measure, 0))
            if found is not None:
                width = 380 * max(found.value, 0.0)
                drawing.bar((190, y + 19 * row), width, 15, filled=row == 1)
                drawing.text((198 + width, y + 19 * row + 12), f"{100 * found.value:.0f} %")
    return drawing.svg()


def _interval(drawing: Drawing, found: Estimate, y: float, mark: str) -> None:
    """A figure beyond the scale has no mark, and its interval runs out of the sheet."""
    low, high = (_on_log(end) for end in (found.low, found.high))
    drawing.line((low, y), (high, y), width=1.2)
    if isfinite(found.value):
        drawing.mark((_on_log(found.value), y), mark)


def _legend(drawing: Drawing, pairings: tuple[str, ...]) -> None:
    for at, pairing in enumerate(pairings):
        x = _LEFT + 110 * at
        drawing.mark((x, 16), _MARK_OF[pairing])
        drawing.text((x + 10, 20), pairing)


def _on_log(boards: float) -> float:
    least, most = log10(_DECADES[0]), log10(_DECADES[-1])
    if boards <= 0:
        return _LEFT
    at = log10(boards) if isfinite(boards) else most
    return _LEFT + (_RIGHT - _LEFT) * (min(max(at, least), most) - least) / (most - least)


def _on_share(share: float) -> float:
    return 280 - 240 * (max(share, 0.5) - 0.5) / 0.5


def _on_games(games: int) -> float:
    return 60 + 60.0 * (games - MATCH_LENGTHS[0])
