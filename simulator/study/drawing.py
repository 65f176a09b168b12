"""Drawings in SVG with black lines and shapes only, so that any printer prints them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.sax.saxutils import escape, quoteattr

MARKS: Final = ("circle", "square", "triangle", "cross")
DASHES: Final = ("", "6 4", "2 3")
_MARK: Final = 4.5
_FONT: Final = "font-family='Noto Sans, Helvetica, Arial, sans-serif'"

Place = tuple[float, float]


@dataclass
class Drawing:
    """A white sheet of `width` by `height` units; `title` and `says` are for who cannot see it."""

    width: float
    height: float
    title: str
    says: str
    _parts: list[str] = field(default_factory=list)

    def line(self, begin: Place, end: Place, *, width: float = 1.0, dash: str = "") -> None:
        """A straight line."""
        self.path([begin, end], width=width, dash=dash)

    def path(self, places: Sequence[Place], *, width: float = 1.5, dash: str = "") -> None:
        """Lines from place to place."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashed = f" stroke-dasharray='{dash}'" if dash else ""
        self._parts.append(
            f"<polyline points='{points}' fill='none' stroke='black'"
            f" stroke-width='{width}'{dashed}/>"
        )

    def bar(self, corner: Place, width: float, height: float, *, filled: bool) -> None:
        """A bar from its upper left corner, black or hatched."""
        x, y = corner
        fill = "black" if filled else "url(#hatched)"
        self._parts.append(
            f"<rect x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' height='{height:.1f}'"
            f" fill='{fill}' stroke='black'/>"
        )

    def text(self, place: Place, words: str, *, anchor: str = "start", size: float = 12) -> None:
        """A line of text whose foot is at the place."""
        x, y = place
        self._parts.append(
            f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}' {_FONT}>"
            f"{escape(words)}</text>"
        )

    def mark(self, place: Place, shape: str) -> None:
        """One of MARKS, white inside."""
        x, y = place
        r, wide = _MARK, 2 * _MARK
        drawn = {
            "circle": f"<circle r='{r}'/>",
            "square": f"<rect x='{-r}' y='{-r}' width='{wide}' height='{wide}'/>",
            "triangle": f"<path d='M0 {-r}l{r} {wide}h{-wide}z'/>",
            "cross": f"<path d='M{-r} {-r}l{wide} {wide}m0 {-wide}l{-wide} {wide}'/>",
        }[shape]
        self._parts.append(
            f"<g transform='translate({x:.1f} {y:.1f})' fill='white' stroke='black'"
            f" stroke-width='1.5'>{drawn}</g>"
        )

    def svg(self) -> str:
        """The drawing as a file of its own, which a page can hold as it is."""
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {self.width} {self.height}'"
            f" role='img' aria-label={quoteattr(self.says)}><title>{escape(self.title)}</title>"
            "<defs><pattern id='hatched' width='6' height='6' patternUnits='userSpaceOnUse'>"
            "<path d='M0 6L6 0' stroke='black'/></pattern></defs>"
            f"<rect width='{self.width}' height='{self.height}' fill='white'/>"
            + "".join(self._parts)
            + "</svg>\n"
        )
