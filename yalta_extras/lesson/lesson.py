"""A lesson: one game of Trictrac between a learner and the simulated player, as a value.

The module has the actions of either side and the simulated player's decisions. Each returns the
lesson's next state together with the lines that report what was done.
"""

from dataclasses import dataclass, replace
from random import Random

from players.trictrac_player import TrictracPlayer
from rules.dice import PIPS, Roll
from rules.games.game import HoleChoice
from rules.games.trictrac import table as trictrac
from rules.games.trictrac.table import SET, Phase, Reckoning, TrictracTable, set_table
from rules.position import Play, Position, Side, write_play
from yalta_extras.lesson import texts
from yalta_extras.lesson.texts import (
    drawn,
    explained,
    in_words,
    marked,
    name,
    standing,
    stands,
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The state of a lesson between two lines that the learner types.

    `learner` is the learner's side. `errs` is the percentage, 0 to 100, of the throws that the
    opponent counts wrong. If `plain` is True, positions are written in words instead of drawn.
    `at_throw` is the position before the latest throw, by which all points of the throw are
    counted. `throws` and `questions` are the numbers of rolls and of the opponent's decisions in
    the game so far; the chance of the next roll or decision depends on them and on `seed`. `left`
    is True if the learner has left.
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
        """True after twelve trous, or once the learner has left."""
        return self.left or self.table.phase is Phase.OVER

    @property
    def opponent(self) -> Side:
        """The simulated player's side."""
        return self.learner.opponent

    @property
    def next_roll(self) -> Roll:
        """The next dice, which depend only on the seed and on the number of the throw."""
        return _roll(self.seed, f"throw {self.throws + 1}")

    def with_table(self, table: TrictracTable) -> "Lesson":
        """Return the lesson with `table` as the present state of the table."""
        return replace(self, table=table)

    def player(self) -> TrictracPlayer:
        """Return the simulated player with the source of chance for its next decision."""
        chance = Random(f"{self.seed} question {self.questions}")
        return TrictracPlayer(chance, attention=1 - self.errs / 100)


@dataclass(frozen=True, slots=True)
class Reply:
    """What follows from a typed line or an action: the lesson's next state, the lines to print."""

    lesson: Lesson
    lines: tuple[str, ...] = ()

    def before(self, later: "Reply") -> "Reply":
        """Return one reply with the lines of both: those of this reply, then those of `later`.

        The lesson's state is that of `later`.
        """
        return Reply(later.lesson, self.lines + later.lines)


def opening(
    seed: int, learner: Side, *, school: bool = True, errs: int = 0, plain: bool = False
) -> tuple[Lesson, tuple[Roll, ...]]:
    """Return a lesson before its first throw, and all opening throws, White's die first.

    The side with the higher die throws first. Equal dice are thrown again (ruling 24). The
    parameters are those of `dialogue.begin`.
    """
    thrown: list[Roll] = []
    while not thrown or thrown[-1].is_double:
        thrown.append(_roll(seed, f"opening {len(thrown) + 1}"))
    first = Side.WHITE if thrown[-1].first > thrown[-1].second else Side.RED
    return Lesson(seed, learner, errs, plain, set_table(first, school=school)), tuple(thrown)


def _roll(seed: int, which: str) -> Roll:
    chance = Random(f"{seed} {which}")
    return Roll(chance.choice(PIPS), chance.choice(PIPS))


def throw(lesson: Lesson) -> Reply:
    """Throw the next dice and, unless players claim their points, mark the thrower's points."""
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
    """Claim `points` points for the present throw; raises InvalidMark if that is not possible."""
    return Reply(lesson.with_table(trictrac.claim(lesson.table, points)))


def judge(lesson: Lesson, right: int) -> Reply:
    """Let the claimant's opponent agree to the claim, or take an école.

    `right` is the number of points that the opponent thinks correct. Raises InvalidMark if that
    number is not possible.
    """
    before = lesson.table
    asked = replace(_reckoning(before), right=right)
    after = trictrac.judge(before, right)
    if after.phase is Phase.CONTEST:
        return Reply(lesson.with_table(after), texts.taken(asked))
    return _settlement(lesson, after, texts.agreed(asked))


def contest(lesson: Lesson, *, contested: bool) -> Reply:
    """Let the claimant accept the école or, if `contested` is True, contest it.

    If it is contested, the table of points (tarif) decides who was right.
    """
    asked = _reckoning(lesson.table)
    after = trictrac.contest(lesson.table, contested=contested)
    return _settlement(lesson, after, texts.settled(asked, contested=contested))


def choose(lesson: Lesson, choice: HoleChoice) -> Reply:
    """Let the winner of a trou hold or go (tenir or s'en aller)."""
    after = lesson.with_table(trictrac.choose(lesson.table, choice))
    who = name(lesson.table.thrower)
    if choice is HoleChoice.HOLD:
        return Reply(after, (f"{who} holds.",))
    return Reply(after, (f"{who} goes: no points are left, all checkers are set, {who} throws.",))


def play(lesson: Lesson, chosen: Play) -> Reply:
    """Play the throw and, unless players claim their points, mark the opponent's points.

    Raises IllegalPlay if the play is not legal.
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
    """Return lines with the position before the latest throw and the current score."""
    score, learner = lesson.table.score, lesson.learner
    if lesson.plain:
        lines = in_words(lesson.at_throw, learner)
    else:
        lines = drawn(lesson.at_throw, score, learner)
    return lines + standing(lesson.at_throw, score, learner, plain=lesson.plain)


def result(lesson: Lesson) -> str:
    """Return a sentence with the winner, or with the score if nobody has won."""
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
    """Return a line if all checkers were set up again because a side bore off its last one.

    The line says that this side throws again. In all other cases return no lines. `before` and
    `after` are the table before and after a play.
    """
    if after.phase is not Phase.THROW or after.thrower is not before.thrower:
        return ()
    who = name(after.thrower)
    return (f"The last checker is off: all are set anew, points stay, {who} throws.",)


def _reckoning(table: TrictracTable) -> Reckoning:
    assert table.reckoning is not None
    return table.reckoning


def decided(lesson: Lesson) -> Reply:
    """Make the decision that the simulated player has to make now, and return the reply."""
    player, table = lesson.player(), lesson.table
    asked = replace(lesson, questions=lesson.questions + 1)
    match table.phase:
        case Phase.CLAIM:
            return claim(asked, player.claims(table))
        case Phase.JUDGE:
            return judge(asked, player.claims(table))
        case Phase.CONTEST:
            return contest(asked, contested=player.contests(table))
        case Phase.CHOOSE:
            return choose(asked, player.chooses(table))
        case _:
            assert table.roll is not None
            throw = lesson.throws
            chosen = player.choose_play(table.position, table.thrower, table.roll, throw)
            return play(asked, chosen)
