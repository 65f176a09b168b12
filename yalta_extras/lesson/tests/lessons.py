"""Lessons put together for a test, and a learner who plays whole ones."""

from dataclasses import replace

from rules.games.trictrac.score import Score
from rules.games.trictrac.table import Phase, TrictracTable, set_table, throw
from rules.position import Position, Side
from tests.support.trictrac_positions import facing, roll
from yalta_extras.lesson.dialogue import answer, begin
from yalta_extras.lesson.lesson import Lesson

FOUR_FOR_WHITE = facing("24:13 23 18", "24:14 5")
"""White's 4-2 is worth four points to White by one figure, nothing to Red."""
FOUR_FOR_RED = facing("24:13 18 17", "24:10 6 4:2 3:2")
"""White's 3-2 is worth four points to Red by one figure, nothing to White."""


def lesson_of(table: TrictracTable, learner: Side, *, errs: int = 0, plain: bool = False) -> Lesson:
    """Return a lesson with this table as its state."""
    return Lesson(1, learner, errs, plain, table, table.position, throws=1)


def white_has_thrown(
    position: Position, dice: str, *, school: bool = True, score: Score | None = None
) -> TrictracTable:
    """Return a table at which White has just thrown `dice`.

    `dice` are written as in "4-2".
    """
    table = replace(set_table(Side.WHITE, school=school), position=position)
    return throw(table if score is None else replace(table, score=score), roll(dice))


def honest_lines(seed: int, learner: Side, *, school: bool = True, errs: int = 15) -> list[str]:
    """Return the lines that a learner types in a whole lesson.

    The learner counts rightly, takes each école and plays the first play listed.
    """
    lesson, typed = begin(seed, learner, school=school, errs=errs).lesson, []
    while not lesson.is_over:
        typed.append(_honest(lesson.table))
        lesson = answer(lesson, typed[-1]).lesson
    return typed


def _honest(table: TrictracTable) -> str:
    asked = table.reckoning
    match table.phase:
        case Phase.CLAIM | Phase.JUDGE:
            assert asked is not None
            return str(asked.due)
        case Phase.CONTEST:
            assert asked is not None
            return "accept" if asked.right == asked.due else "contest"
        case Phase.CHOOSE:
            return "hold"
        case _:
            return "1"
