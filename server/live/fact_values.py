"""What public facts are made of where the rules have no value of their own for it."""

from dataclasses import dataclass, replace
from enum import Enum

from rules.games.counting import SideScore
from rules.side import Side


class CubeStep(Enum):
    """How far a double has come."""

    OFFERED = "offered"
    TAKEN = "taken"
    PASSED = "passed"


class ResignationStep(Enum):
    """How far a resignation has come."""

    OFFERED = "offered"
    REFUSED = "refused"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScore:
    """Both sides' points and holes at a table where points are counted."""

    white: SideScore
    red: SideScore

    def of(self, side: Side) -> SideScore:
        """One side's points and holes."""
        return self.white if side is Side.WHITE else self.red

    def ended(self, tally: tuple[int, int]) -> "TableScore":
        """The score with the holes of the result: who resigns gives the other all twelve."""
        white, red = tally
        return TableScore(white=replace(self.white, holes=white), red=replace(self.red, holes=red))
