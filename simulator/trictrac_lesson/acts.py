"""What can be done at the table, by either side, each with the lines that tell of it."""

from dataclasses import replace

from rules.games.game import Choice
from rules.games.trictrac import table as trictrac
from rules.games.trictrac.table import Phase, Reckoning, TrictracTable
from rules.position import Play, write_play
from simulator.trictrac_lesson import settlement_text
from simulator.trictrac_lesson.lesson import Lesson, Reply
from simulator.trictrac_lesson.marks_text import explained, marked, stands
from simulator.trictrac_lesson.position_text import drawn, in_words, standing
from simulator.trictrac_lesson.wording import name


def throw(lesson: Lesson) -> Reply:
    """The next dice fall; with automatic marking the thrower's points are marked."""
    table, roll = lesson.table, lesson.next_roll
    thrown = replace(
        lesson,
        table=trictrac.throw(table, roll),
        at_throw=table.position,
        throws=lesson.throws + 1,
    )
    lines = (
        "",
        *shown(replace(lesson, at_throw=table.position)),
        f"{name(table.thrower)} throws {roll}.",
    )
    if not table.school:
        lines += explained(thrown.table, table.thrower)
    return Reply(thrown, lines + _markings(replace(table, markings=()), thrown.table))


def claim(lesson: Lesson, points: int) -> Reply:
    """A side says what the throw is worth to it; raises InvalidMark."""
    return Reply(lesson.with_table(trictrac.claim(lesson.table, points)))


def judge(lesson: Lesson, right: int) -> Reply:
    """The claimant's opponent agrees or takes an école; raises InvalidMark."""
    before = lesson.table
    asked = replace(_reckoning(before), right=right)
    after = trictrac.judge(before, right)
    if after.phase is Phase.CONTEST:
        return Reply(lesson.with_table(after), settlement_text.taken(asked))
    return _settlement(lesson, after, settlement_text.agreed(asked))


def contest(lesson: Lesson, *, contested: bool) -> Reply:
    """The claimant accepts the école or has the tariff decide."""
    asked = _reckoning(lesson.table)
    after = trictrac.contest(lesson.table, contested=contested)
    return _settlement(lesson, after, settlement_text.settled(asked, contested=contested))


def choose(lesson: Lesson, choice: Choice) -> Reply:
    """Tenir or s'en aller."""
    after = lesson.with_table(trictrac.choose(lesson.table, choice))
    who = name(lesson.table.thrower)
    if choice is Choice.HOLD:
        return Reply(after, (f"{who} holds.",))
    return Reply(after, (f"{who} goes: no points are left, all checkers are set, {who} throws.",))


def play(lesson: Lesson, chosen: Play) -> Reply:
    """The thrower plays; with automatic marking his opponent's points are marked.

    Raises IllegalPlay.
    """
    before = lesson.table
    after = trictrac.play(before, chosen)
    lines: tuple[str, ...] = (f"{name(before.thrower)} plays {write_play(chosen)}.",)
    if not chosen:
        lines = (f"Nothing of {before.roll} can be played.",)
    if not before.school:
        lines += explained(before, before.thrower.opponent)
    lines += _markings(before, after)
    return Reply(lesson.with_table(after), lines + _set_anew(before, after))


def shown(lesson: Lesson) -> tuple[str, ...]:
    """The position the latest throw fell in and the score as it stands."""
    score, learner = lesson.table.score, lesson.learner
    if lesson.plain:
        lines = in_words(lesson.at_throw, learner)
    else:
        lines = drawn(lesson.at_throw, score, learner)
    return lines + standing(lesson.at_throw, score, learner, plain=lesson.plain)


def result(lesson: Lesson) -> str:
    """Who has won, or how it stands."""
    table, near, far = lesson.table, lesson.learner, lesson.opponent
    if table.winner is None:
        return (
            "; ".join(f"{name(side)} has {stands(table.score.of(side))}" for side in (near, far))
            + "."
        )
    won, lost = (table.score.of(side).trous for side in (table.winner, table.winner.opponent))
    return f"{name(table.winner)} wins by {won} trous to {lost}."


def _settlement(lesson: Lesson, after: TrictracTable, how: tuple[str, ...]) -> Reply:
    before, asked = lesson.table, _reckoning(lesson.table)
    if asked.claim or asked.due or asked.right:
        how += explained(before, asked.claimant)
    return Reply(
        lesson.with_table(after), how + _markings(before, after) + _set_anew(before, after)
    )


def _markings(before: TrictracTable, after: TrictracTable) -> tuple[str, ...]:
    return marked(after.markings[len(before.markings) :], after)


def _set_anew(before: TrictracTable, after: TrictracTable) -> tuple[str, ...]:
    """The throw has ended and yet the same side throws: its last checker went off."""
    if after.phase is not Phase.THROW or after.thrower is not before.thrower:
        return ()
    who = name(after.thrower)
    return (f"The last checker is off: all are set anew, points stay, {who} throws.",)


def _reckoning(table: TrictracTable) -> Reckoning:
    assert table.reckoning is not None
    return table.reckoning
