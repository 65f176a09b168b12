"""What a match protocol has a line for: a played, an adjusted or a cancelled result.

Sources: Fair Backgammon Duplicated Team Tournament (Garal, 2008), scoring steps 1 to 4; ruling 1
(cancelled games), ruling 3 (the cube of a refused double), ruling 6 (the opening throw, White's die
first), ruling 11 (the director adjusts, with a reason).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.dice import Roll
from rules.ending import Ending
from rules.room import Room
from rules.scoring.errors import ScoreRefused
from rules.scoring.imp import SMP_STEP, imp
from rules.scoring.smp import cube_refusals, left_refusals, row_of, smp
from rules.scoring.teams import PerTeam, TeamPlace, won_by
from rules.scoring.units import Imp, Smp


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """One game as it ended in one room.

    `opening` is None where a game was kept by hand and nobody wrote its opening throw down.
    `left`: the loser's checkers not borne off. `cube`: the value in force, before a refused double.
    `owner`: the team whose cube it was, or that proposed the refused double; None for a centred
    cube and where nobody noted it. Raises ScoreRefused naming the field that cannot be.
    """

    game: int
    room: Room
    opening: Roll | None
    winner: TeamPlace
    ending: Ending
    left: int
    cube: int = 1
    owner: TeamPlace | None = None

    def __post_init__(self) -> None:
        for refusal in self._refusals():
            raise refusal

    def _refusals(self) -> Iterator[ScoreRefused]:
        if self.game < 1:
            yield ScoreRefused("game", self.game, "numbers from 1")
        if self.opening is not None and self.opening.is_double:
            yield ScoreRefused("opening", str(self.opening), "two different dice")
        yield from left_refusals(self.ending, self.left)
        yield from cube_refusals(self.ending, self.cube)
        yield from owner_refusals(self.ending, self.cube, self.winner, self.owner)

    @property
    def proposed(self) -> int | None:
        """The cube value a refused double proposed; None for every other ending."""
        return 2 * self.cube if self.ending is Ending.PASS else None

    @property
    def smp(self) -> PerTeam[Smp]:
        """Small match points: the winner's by the table, 0 for the loser."""
        return won_by(self.winner, smp(row_of(self.ending, self.left), self.cube), Smp(0))

    @property
    def imp(self) -> PerTeam[Imp]:
        """International match points: the winner's by the table, 0 for the loser."""
        return won_by(self.winner, imp(self.smp.of(self.winner)), Imp(0))


def owner_refusals(
    ending: Ending, cube: int, winner: TeamPlace, owner: TeamPlace | None
) -> Iterator[ScoreRefused]:
    """Why this team cannot have owned or proposed the cube; empty when it can."""
    if owner is None:
        return
    if ending is Ending.PASS and owner is not winner:
        yield ScoreRefused("owner", owner.value, "the winner, who proposed the double, or nobody")
    elif ending is not Ending.PASS and cube == 1:
        yield ScoreRefused("owner", owner.value, "nobody: a cube at 1 is in the middle")


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustedResult:
    """A result the director set, in SMP of each team counted for that team (ruling 11).

    Raises ScoreRefused("smp", …) unless both are multiples of ten from 0.
    """

    game: int
    room: Room
    smp: PerTeam[Smp]
    reason: str

    def __post_init__(self) -> None:
        for points in (self.smp.home, self.smp.away):
            if points < 0 or points % SMP_STEP:
                raise ScoreRefused("smp", points, "multiples of 10 from 0")

    @property
    def imp(self) -> PerTeam[Imp]:
        """International match points of each team's SMP."""
        return PerTeam(imp(self.smp.home), imp(self.smp.away))


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelledResult:
    """One room's half of a game the director cancelled: 0–0 (ruling 1)."""

    game: int
    room: Room
    reason: str

    @property
    def smp(self) -> PerTeam[Smp]:
        """Nothing for either team."""
        return PerTeam(Smp(0), Smp(0))

    @property
    def imp(self) -> PerTeam[Imp]:
        """Nothing for either team."""
        return PerTeam(Imp(0), Imp(0))


Result = GameResult | AdjustedResult | CancelledResult


def cancelled_game(game: int, reason: str) -> tuple[CancelledResult, CancelledResult]:
    """Both rooms' results of a cancelled game."""
    opened, closed = (CancelledResult(game=game, room=room, reason=reason) for room in Room)
    return opened, closed
