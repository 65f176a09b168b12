"""The simulated player's part of a lesson: one decision at a time, each by its own chance."""

from dataclasses import replace

from rules.games.trictrac.table import Phase
from simulator.trictrac_lesson import acts
from simulator.trictrac_lesson.lesson import Lesson, Reply


def decided(lesson: Lesson) -> Reply:
    """The lesson after the simulated player has done what the table waits for from him."""
    player, table = lesson.player(), lesson.table
    asked = replace(lesson, questions=lesson.questions + 1)
    match table.phase:
        case Phase.CLAIM:
            return acts.claim(asked, player.claims(table))
        case Phase.JUDGE:
            return acts.judge(asked, player.claims(table))
        case Phase.CONTEST:
            return acts.contest(asked, contested=player.contests(table))
        case Phase.CHOOSE:
            return acts.choose(asked, player.chooses(table))
        case _:
            assert table.roll is not None
            throw = lesson.throws
            chosen = player.choose_play(table.position, table.thrower, table.roll, throw)
            return acts.play(asked, chosen)
