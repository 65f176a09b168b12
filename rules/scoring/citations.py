"""Citations of cells of the printed scoring tables, by row and column.

Source: the three scoring tables at the end of Fair Backgammon Duplicated Team Tournament (Garal,
2008); rulings 1 to 3. A citation says from which cell the points of a result come. It is read from
the same data as the points, and shows the cell as printed.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache

from rules.scoring.match_protocol import GameResult
from rules.scoring.scales import Imp, Row, Smp, Vp, imp, results_of, row_of, scoring_table, vp
from rules.scoring.teams import PerTeam


@dataclass(frozen=True, slots=True)
class SmpCited:
    """A cell of the SMP scoring table.

    The ending and the number of the loser's checkers give the row, the cube gives the column.
    """

    points: Smp
    row: Row
    cube: int


@dataclass(frozen=True, slots=True)
class ImpCited:
    """A step of the IMP scoring table, from `least` to `most` SMP; `most` None is no limit."""

    points: Imp
    least: Smp
    most: Smp | None


@dataclass(frozen=True, slots=True)
class VpCited:
    """A cell of the VP scoring table: what a difference of `least` to `most` IMP gives both teams.

    `points` are the VP of home and away. `most` is None if there is no limit. `results` is the
    column's heading: the number of results, two per game.
    """

    points: PerTeam[Vp]
    least: Imp
    most: Imp | None
    results: int


def smp_cited(result: GameResult) -> SmpCited:
    """Return the cell of the SMP scoring table that gives the winner's small match points."""
    row = row_of(result.ending, result.left)
    return SmpCited(result.smp.of(result.winner), row, result.cube)


def imp_cited(smp: Smp) -> ImpCited | None:
    """Return the step of the IMP scoring table for SMP, whatever their sign; None for 0 IMP."""
    points = Imp(abs(imp(smp)))
    if not points:
        return None
    step = scoring_table("imp")[points - 1]
    return ImpCited(points, Smp(int(step["from"])), Smp(int(step["to"])) if step["to"] else None)


def vp_cited(difference: Imp, games: int) -> VpCited:
    """Return the cell of the VP scoring table for a match of `games` games per room.

    `difference` is home's IMP less away's. Raises MatchRefused("games", …) for a length for which
    the table has no column.
    """
    spans = _spans(results_of(games))
    least, most = spans[bisect_right([span[0] for span in spans], abs(difference)) - 1]
    return VpCited(vp(difference, games), least, most, results_of(games))


@cache
def _spans(results: int) -> tuple[tuple[Imp, Imp | None], ...]:
    """Return the first and last IMP difference of each row of a column, in order.

    `results` is the column's heading. The last difference is None if there is no limit.
    """
    printed = (row[str(results)] for row in scoring_table("vp"))
    return tuple(map(_span, printed))


def _span(printed: str) -> tuple[Imp, Imp | None]:
    least, _, most = printed.rstrip("+").partition("-")
    return Imp(int(least)), Imp(int(most)) if most else None
