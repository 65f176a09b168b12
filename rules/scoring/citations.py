"""Citations of the printed cell from which a result's points come: table, row, column.

Source: the three tables at the end of Fair Backgammon Duplicated Team Tournament (Garal, 2008);
rulings 1 to 3. A citation is read from the same data as the points, as it is printed.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache

from rules.scoring.match_protocol import GameResult
from rules.scoring.scales import Imp, Row, Smp, Vp, imp, results_of, row_of, scoring_table, vp
from rules.scoring.teams import PerTeam


@dataclass(frozen=True, slots=True)
class SmpCited:
    """A cell of the SMP table: the row of the loser's checkers, the column of the cube."""

    points: Smp
    row: Row
    cube: int


@dataclass(frozen=True, slots=True)
class ImpCited:
    """A step of the IMP table: from `least` to `most` SMP, None if it has no upper end."""

    points: Imp
    least: Smp
    most: Smp | None


@dataclass(frozen=True, slots=True)
class VpCited:
    """A cell of the VP table: `points` of home and away, by a difference from `least` to `most`.

    `most` is None if it has no upper end; `results` is the column, two results a game.
    """

    points: PerTeam[Vp]
    least: Imp
    most: Imp | None
    results: int


def smp_cited(result: GameResult) -> SmpCited:
    """Return the cell of the winner's small match points."""
    row = row_of(result.ending, result.left)
    return SmpCited(result.smp.of(result.winner), row, result.cube)


def imp_cited(smp: Smp) -> ImpCited | None:
    """Return the step of the IMP table for small match points of either sign; None for 0."""
    points = Imp(abs(imp(smp)))
    if not points:
        return None
    step = scoring_table("imp")[points - 1]
    return ImpCited(points, Smp(int(step["from"])), Smp(int(step["to"])) if step["to"] else None)


def vp_cited(difference: Imp, games: int) -> VpCited:
    """Return the cell of an IMP difference, home minus away, in a match of `games` games per room.

    Raises MatchRefused("games", …) for a length the table has no column for.
    """
    spans = _spans(results_of(games))
    least, most = spans[bisect_right([span[0] for span in spans], abs(difference)) - 1]
    return VpCited(vp(difference, games), least, most, results_of(games))


@cache
def _spans(results: int) -> tuple[tuple[Imp, Imp | None], ...]:
    """Return the differences of each row of a column, in order."""
    printed = (row[str(results)] for row in scoring_table("vp"))
    return tuple(map(_span, printed))


def _span(printed: str) -> tuple[Imp, Imp | None]:
    least, _, most = printed.rstrip("+").partition("-")
    return Imp(int(least)), Imp(int(most)) if most else None
