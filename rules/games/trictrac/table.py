"""The state of a Trictrac table: a value, folded from throws, choices, plays and claims."""

from dataclasses import dataclass
from enum import Enum

from rules.dice import Roll
from rules.games.trictrac.errors import WrongMoment
from rules.games.trictrac.figures import Mark, points_for
from rules.games.trictrac.geometry import START
from rules.games.trictrac.score import NO_SCORE, Marking, Score
from rules.position import Position
from rules.side import Side

SET = Position(START, START)
"""All checkers on their talons."""


class Phase(Enum):
    """What a table waits for; values finish the sentence "the table waits for …"."""

    THROW = "a throw"
    CLAIM = "a claim of points"
    JUDGE = "a word on the points claimed"
    CONTEST = "a word on the école taken"
    CHOOSE = "the choice to hold or to go"
    PLAY = "a play"
    OVER = "nothing: the game is over"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Points being marked in school mode.

    `due` is what the throw is worth to `claimant`, `claim` what he says, `right` what his opponent
    says he should have said; the last two None until said. Show `due` to nobody before the end.
    """

    claimant: Side
    due: int
    claim: int | None = None
    right: int | None = None


@dataclass(frozen=True, slots=True)
class LatePoints:
    """École points, which are marked after all others of the throw (Malfilâtre, article 17)."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class TrictracTable:
    """Everything that stands at one table between two actions.

    `thrower` has thrown or is to throw; `throws` counts White's and Red's throws since the checkers
    were set. `roll` and `marks` are those of the throw being played, None and empty before it;
    `markings` what was marked since that throw, in order, and stays until the next one. `school`:
    players claim their points themselves; otherwise they are marked for them (ruling 26).
    """

    position: Position
    thrower: Side
    school: bool = False
    score: Score = NO_SCORE
    phase: Phase = Phase.THROW
    throws: tuple[int, int] = (0, 0)
    roll: Roll | None = None
    marks: tuple[Mark, ...] = ()
    markings: tuple[Marking, ...] = ()
    reckoning: Reckoning | None = None
    late: tuple[LatePoints, ...] = ()

    @property
    def awaited(self) -> Side | None:
        """Who acts next; nobody once the game is over."""
        if self.phase is Phase.OVER:
            return None
        if self.reckoning is None:
            return self.thrower
        claimant = self.reckoning.claimant
        return claimant.opponent if self.phase is Phase.JUDGE else claimant

    @property
    def winner(self) -> Side | None:
        """The side with twelve trous, or None."""
        return self.score.winner

    def due(self, side: Side) -> int:
        """Points the throw being played is worth to a side by the tariff."""
        return points_for(self.marks, side)

    def expect(self, phase: Phase, done: str) -> None:
        """Raise WrongMoment unless the table waits for this."""
        if self.phase is not phase:
            raise WrongMoment(done, self.phase.value)


def set_table(first: Side, *, school: bool = False) -> TrictracTable:
    """A table before its first throw, which is `first`'s: he threw the higher die (ruling 24)."""
    return TrictracTable(SET, first, school)
