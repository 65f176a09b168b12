"""A study's report: one self-contained HTML page with its figures and drawings.

The drawings are SVG with black lines and shapes only, so that any printer can print them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, log10
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rules.scoring.scales import MATCH_LENGTHS
from yalta_extras.study.board import PAIRINGS
from yalta_extras.study.measures import Estimate
from yalta_extras.study.summary import ALL, Figure

MARKS: Final = ("circle", "square", "triangle", "cross", "diamond")
DASHES: Final = ("", "6 4", "2 3")
_MARK: Final = 4.5
_FONT: Final = "font-family='Noto Sans, Helvetica, Arial, sans-serif'"

Place = tuple[float, float]


@dataclass
class Drawing:
    """A drawing on a white sheet of `width` by `height` units; methods add to it.

    `title` is its title, and `says` says in words what it shows.
    """

    width: float
    height: float
    title: str
    says: str
    _parts: list[str] = field(default_factory=list)

    def line(self, begin: Place, end: Place, *, width: float = 1.0, dash: str = "") -> None:
        """Draw a straight line; `dash` is SVG's pattern of dashes, empty for a solid line."""
        self.path([begin, end], width=width, dash=dash)

    def path(self, places: Sequence[Place], *, width: float = 1.5, dash: str = "") -> None:
        """Draw straight lines from each place to the next; `dash` is as in `line`."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashed = f" stroke-dasharray='{dash}'" if dash else ""
        self._parts.append(
            f"<polyline points='{points}' fill='none' stroke='black'"
            f" stroke-width='{width}'{dashed}/>"
        )

    def bar(self, corner: Place, width: float, height: float, *, filled: bool) -> None:
        """Draw a bar whose upper left corner is `corner`, black if `filled`, otherwise hatched."""
        x, y = corner
        fill = "black" if filled else "url(#hatched)"
        self._parts.append(
            f"<rect x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' height='{height:.1f}'"
            f" fill='{fill}' stroke='black'/>"
        )

    def text(self, place: Place, words: str, *, anchor: str = "start", size: float = 12) -> None:
        """Draw a line of text at a place on its baseline.

        `anchor` says which part of the text is at the place: "start", "middle" or "end".
        """
        x, y = place
        self._parts.append(
            f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}' {_FONT}>"
            f"{escape(words)}</text>"
        )

    def mark(self, place: Place, shape: str) -> None:
        """Draw the mark `shape`, one of MARKS, around a place, in black with a white inside."""
        x, y = place
        r, wide = _MARK, 2 * _MARK
        drawn = {
            "circle": f"<circle r='{r}'/>",
            "square": f"<rect x='{-r}' y='{-r}' width='{wide}' height='{wide}'/>",
            "triangle": f"<path d='M0 {-r}l{r} {wide}h{-wide}z'/>",
            "diamond": f"<path d='M0 {-r}l{r} {r}l{-r} {r}l{-r} {-r}z'/>",
            "cross": f"<path d='M{-r} {-r}l{wide} {wide}m0 {-wide}l{-wide} {wide}'/>",
        }[shape]
        self._parts.append(
            f"<g transform='translate({x:.1f} {y:.1f})' fill='white' stroke='black'"
            f" stroke-width='1.5'>{drawn}</g>"
        )

    def svg(self) -> str:
        """Return the drawing as SVG, which can be a file or a part of an HTML page."""
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {self.width} {self.height}'"
            f" role='img' aria-label={quoteattr(self.says)}><title>{escape(self.title)}</title>"
            "<defs><pattern id='hatched' width='6' height='6' patternUnits='userSpaceOnUse'>"
            "<path d='M0 6L6 0' stroke='black'/></pattern></defs>"
            f"<rect width='{self.width}' height='{self.height}' fill='white'/>"
            + "".join(self._parts)
            + "</svg>\n"
        )


Table = Mapping[tuple[str, str, str, int], Estimate]
"""The estimates of a study, keyed by pairing, figure, measure and number of games.

The measure is the way in which boards are counted; the number is 0 for figures not about matches.
"""

WAYS: Final = {
    "points, own dice": "points, own dice",
    "points": "points, equal dice",
    "bridge": "SMP differences, equal dice",
    "imp, own dice": "IMP, own dice",
    "imp": "IMP, equal dice",
    "points, luck out": "points, luck out",
    "imp, luck out": "IMP, luck out",
}
"""The ways to count a board, in words, keyed by the measure's name."""
_UNEQUAL: Final = tuple(pairing.name for pairing in PAIRINGS if not pairing.equal)
_MARK_OF: Final = dict(zip((pairing.name for pairing in PAIRINGS), MARKS, strict=True))
_LEFT, _RIGHT, _TOP, _ROW = 190.0, 610.0, 40.0, 34.0
_DECADES: Final = (0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0)


def table_of(figures: Iterable[Figure]) -> Table:
    """Return the estimates of these figures in a mapping in which they can be looked up."""
    return {
        (each.pairing, each.figure, each.measure, each.games): each.estimate for each in figures
    }


def boards_needed_figure(table: Table) -> str:
    """Return a drawing as SVG: the boards needed, for each way to count a board."""
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
                middle = (len(_UNEQUAL) - 1) / 2
                _interval(drawing, found, y + 8 * (offset - middle), _MARK_OF[pairing])
    _legend(drawing, _UNEQUAL)
    return drawing.svg()


def home_ahead_figure(table: Table) -> str:
    """Return a drawing as SVG: how often the better team is ahead after matches of each length."""
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
    """Return a drawing as SVG: the part of the variance of IMP that is taken out in two ways.

    The ways are to play both rooms with the same dice, and to count results without luck.
    """
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
    """Draw the interval of an estimate as a line at height `y`, and its value as a mark.

    An infinite value has no mark, and its interval ends at the end of the scale.
    """
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
class StudyPlayed:
    """The parameters of a study; a study played with the same parameters has the same figures.

    `boards` and `luck_every` are as in Plan. `versions` has the version of each program that
    figures depend on, keyed by its name. `command` is the command by which the study is played.
    """

    seed: int
    boards: int
    luck_every: int
    versions: dict[str, str]
    command: str


def drawings(figures: Sequence[Figure]) -> dict[str, str]:
    """Return all drawings of a study as SVG, keyed by file name without the ending."""
    table = table_of(figures)
    return {
        "boards-needed": boards_needed_figure(table),
        "variance": variance_figure(table),
        "home-ahead": home_ahead_figure(table),
    }


def report(figures: Sequence[Figure], played: StudyPlayed) -> str:
    """Return the report as one HTML page."""
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
