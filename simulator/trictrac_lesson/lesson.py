"""A lesson: one game of Trictrac between a learner and the simulated player, as a value."""

from dataclasses import dataclass, replace
from random import Random

from players.trictrac_player import TrictracPlayer
from rules.dice import PIPS, Roll
from rules.games.trictrac.table import SET, Phase, TrictracTable, set_table
from rules.position import Position, Side


@dataclass(frozen=True, slots=True)
class Lesson:
    """Everything that stands between two lines.

    `learner` is the side whose lines are read; `errs`, 0 to 100, how many of a hundred counts the
    opponent gets wrong; `plain` tells positions in words instead of drawing them. `at_throw` is the
    position the latest throw fell in: all its points are counted there. `throws` and `questions`
    count the rolls and the opponent's decisions of the whole game, from which each gets its own
    chance.
    """

    seed: int
    learner: Side
    errs: int
    plain: bool
    table: TrictracTable
    at_throw: Position = SET
    throws: int = 0
    questions: int = 0
    left: bool = False

    @property
    def is_over(self) -> bool:
        """Nothing more is asked: twelve trous, or the learner has left."""
        return self.left or self.table.phase is Phase.OVER

    @property
    def opponent(self) -> Side:
        """The simulated player's side."""
        return self.learner.opponent

    @property
    def next_roll(self) -> Roll:
        """The dice that come next; they depend on the seed and their number alone."""
        return _roll(self.seed, f"throw {self.throws + 1}")

    def with_table(self, table: TrictracTable) -> "Lesson":
        """The lesson after something was done at the table."""
        return replace(self, table=table)

    def player(self) -> TrictracPlayer:
        """The simulated player with the chance of his next decision."""
        chance = Random(f"{self.seed} question {self.questions}")
        return TrictracPlayer(chance, attention=1 - self.errs / 100)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a line or an action leads to: the next lesson and the lines to print."""

    lesson: Lesson
    lines: tuple[str, ...] = ()

    def before(self, later: "Reply") -> "Reply":
        """This reply's lines, then the later one's, and the later one's lesson."""
        return Reply(later.lesson, self.lines + later.lines)


def opening(
    seed: int, learner: Side, *, school: bool = True, errs: int = 0, plain: bool = False
) -> tuple[Lesson, tuple[Roll, ...]]:
    """A lesson before its first throw, and the opening throws: White's die first.

    The higher die throws; equal dice are thrown again (ruling 24).
    """
    thrown: list[Roll] = []
    while not thrown or thrown[-1].is_double:
        thrown.append(_roll(seed, f"opening {len(thrown) + 1}"))
    first = Side.WHITE if thrown[-1].first > thrown[-1].second else Side.RED
    return Lesson(seed, learner, errs, plain, set_table(first, school=school)), tuple(thrown)


def _roll(seed: int, which: str) -> Roll:
    chance = Random(f"{seed} {which}")
    return Roll(chance.choice(PIPS), chance.choice(PIPS))
