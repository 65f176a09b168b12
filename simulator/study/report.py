"""A study's report: one page with its figures, which needs nothing beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rules.scoring.scales import MATCH_LENGTHS
from simulator.study.figures import (
    WAYS,
    boards_needed_figure,
    home_ahead_figure,
    table_of,
    variance_figure,
)
from simulator.study.plan import PAIRINGS
from simulator.study.summary import ALL, Figure

_TEMPLATES: Final = Path(__file__).parent / "templates"
_MISSING: Final = "—"
_TAKEN_OUT: Final = {
    "imp, equal dice": "IMP, by equal dice",
    "points, equal dice": "points, by equal dice",
    "imp, other boards' dice": "IMP, by another board's dice",
    "imp, luck out": "IMP, by luck in IMP",
    "points, luck out": "points, by luck in points",
    "imp, luck in points, luck out": "IMP, by luck in points",
}
_MATCH_ROWS: Final = (
    ("home ahead in IMP, %", "home ahead", "imp", 0, 100),
    ("predicted, %", "home ahead", "imp, predicted", 0, 100),
    ("with own dice, %", "home ahead", "imp, own dice", 0, 100),
    ("ahead in points, %", "home ahead", "points", 0, 100),
    ("level in IMP, %", "level", "imp", 1, 100),
    ("home's mean VP", "vp", "mean", 1, 1),
    ("deviation of VP", "vp", "deviation", 1, 1),
    ("mean above 15, in deviations", "vp", "mean above 15 in deviations", 2, 1),
    ("30–0 either way, %", "vp", "30-0", 0, 100),
)
_GAME_ROWS: Final = (
    ("games that end at 8 or more, %", "share of games", "cube 8 or more", 1, 100),
    ("their part of squared points, %", "share of squared points", "cube 8 or more", 0, 100),
    ("their part of squared IMP, %", "share of squared imp", "cube 8 or more", 0, 100),
    ("games that end at 32 or 64, %", "share of games", "cube 32 or 64", 2, 100),
    ("results of 24 IMP, %", "share of games", "24 imp", 2, 100),
    ("IMP of a pass at 1", "imp of a loss", "pass at 1", 1, 1),
    ("IMP of a pass at 2", "imp of a loss", "pass at 2", 1, 1),
    ("IMP of a pass at 4", "imp of a loss", "pass at 4", 1, 1),
    ("IMP of a single loss at 2", "imp of a loss", "single loss at 2", 1, 1),
    ("IMP of a single loss at 4", "imp of a loss", "single loss at 4", 1, 1),
)


@dataclass(frozen=True, slots=True)
class Played:
    """What a study was made by: with it anybody gets the same figures."""

    seed: int
    boards: int
    luck_every: int
    versions: dict[str, str]
    command: str


def drawings(figures: Sequence[Figure]) -> dict[str, str]:
    """The figures as SVG, by the names of their files without the ending."""
    table = table_of(figures)
    return {
        "boards-needed": boards_needed_figure(table),
        "variance": variance_figure(table),
        "home-ahead": home_ahead_figure(table),
    }


def report(figures: Sequence[Figure], played: Played) -> str:
    """The report as one HTML page."""
    table = table_of(figures)

    def cell(
        pairing: str, figure: str, measure: str, games: int, digits: int, times: float = 1
    ) -> Markup:
        found = table.get((pairing, figure, measure, games))
        if found is None:
            return Markup(_MISSING)
        value, low, high = (
            f"{round(times * end, digits) + 0.0:.{digits}f}" if isfinite(end) else _MISSING
            for end in (found.value, found.low, found.high)
        )
        return Markup("{}<small>{} to {}</small>").format(value, low, high)

    pictures = {name.replace("-", "_"): svg for name, svg in drawings(figures).items()}
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("report.html.j2").render(
        played=played,
        pairings=PAIRINGS,
        lengths=MATCH_LENGTHS,
        ways=WAYS,
        taken_out=_TAKEN_OUT,
        match_rows=_MATCH_ROWS,
        game_rows=_GAME_ROWS,
        cell=cell,
        every_game=ALL,
        **pictures,
    )
