"""The dialogue of a lesson: a line in, the next lesson and the lines to print out."""

import re
from dataclasses import replace
from typing import TypeVar

from rules.dice import Roll
from rules.errors import IllegalPlay, RulesError
from rules.games.game import Choice
from rules.games.trictrac.table import Phase
from rules.position import InvalidNotation, Play, Side, read_play
from simulator.trictrac_lesson import acts
from simulator.trictrac_lesson.help_text import answers, hint, legal, listed
from simulator.trictrac_lesson.lesson import Lesson, Reply, opening
from simulator.trictrac_lesson.marks_text import tariff
from simulator.trictrac_lesson.opponent import decided
from simulator.trictrac_lesson.refusal_text import why_not
from simulator.trictrac_lesson.wording import name, wrapped

_LONGEST_SHOWN = 40
_Meaning = TypeVar("_Meaning")
_MOST_POINTS = 98
"""Points a claim can have here; no throw is worth nearly as many."""


class LineRefused(RulesError):
    """A line that answers nothing (player: type one of what is allowed)."""

    def __init__(self, field: str, line: str, allowed: str, why: str = "") -> None:
        short = line if len(line) <= _LONGEST_SHOWN else line[: _LONGEST_SHOWN - 1] + "…"
        reason = f" ({why})" if why else ""
        super().__init__(f"{field}: {short!r} is not possible{reason}; allowed: {allowed}")
        self.field = field
        self.line = line
        self.allowed = allowed


def begin(
    seed: int, learner: Side, *, school: bool = True, errs: int = 0, plain: bool = False
) -> Reply:
    """A new game up to the first question; `errs` of a hundred counts of the opponent are wrong."""
    lesson, dice = opening(seed, learner, school=school, errs=errs, plain=plain)
    marking = "school mode, points are claimed" if school else "points are marked automatically"
    return Reply(
        lesson,
        (
            f"Grand Trictrac to twelve trous, seed {seed}: {marking}.",
            f"You are {name(learner)}. Type ? to see what can be typed.",
            *map(_opening_words, dice),
            f"{name(lesson.table.thrower)} throws first.",
        ),
    ).before(_onwards(lesson))


def answer(lesson: Lesson, line: str) -> Reply:
    """The lesson after a line of the learner; a line that is refused leaves it as it is."""
    typed = " ".join(line.lower().split())
    match typed:
        case "?" | "help":
            return Reply(lesson, answers(lesson))
        case "h" | "hint":
            return Reply(lesson, hint(lesson))
        case "l" | "list":
            return Reply(lesson, listed(lesson))
        case "b" | "board":
            return Reply(lesson, acts.shown(lesson))
        case "t" | "tariff":
            return Reply(lesson, tariff())
        case "q" | "quit":
            return farewell(lesson)
    try:
        done = _done(lesson, typed)
    except LineRefused as refused:
        return Reply(lesson, wrapped(str(refused)))
    return done.before(_onwards(done.lesson))


def farewell(lesson: Lesson) -> Reply:
    """The learner leaves, or no more lines come: how it stands."""
    return Reply(replace(lesson, left=True), (f"You leave. {acts.result(lesson)}",))


def prompt(lesson: Lesson) -> str:
    """The question the learner is asked, ending in a blank; empty when the game is over."""
    table = lesson.table
    match table.phase:
        case _ if lesson.is_over:
            return ""
        case Phase.CLAIM:
            return f"Your points for {name(table.thrower)}'s {table.roll}: "
        case Phase.JUDGE:
            assert table.reckoning is not None
            claimed = f"{name(lesson.opponent)} claims {table.reckoning.claim}"
            whose = f"{name(table.thrower)}'s {table.roll}"
            return f"{claimed} for {whose}. Enter agrees; or it should be: "
        case Phase.CONTEST:
            return "Accept or contest? "
        case Phase.CHOOSE:
            return "You have won a trou. Hold or go? "
        case _:
            return f"Your play of {table.roll}: "


def _onwards(lesson: Lesson) -> Reply:
    """Everything that happens until the learner is asked again, or the game is over."""
    reply = Reply(lesson)
    while not reply.lesson.is_over and not _asks(reply.lesson):
        reply = reply.before(_unasked(reply.lesson))
    if reply.lesson.is_over:
        reply = reply.before(Reply(reply.lesson, ("", acts.result(reply.lesson))))
    return reply


def _asks(lesson: Lesson) -> bool:
    table = lesson.table
    if table.phase is Phase.THROW or table.awaited is not lesson.learner:
        return False
    return table.phase is not Phase.PLAY or legal(lesson) != ((),)


def _unasked(lesson: Lesson) -> Reply:
    table = lesson.table
    if table.phase is Phase.THROW:
        return acts.throw(lesson)
    if table.awaited is lesson.learner:
        return acts.play(lesson, ())
    return decided(lesson)


def _done(lesson: Lesson, typed: str) -> Reply:
    match lesson.table.phase:
        case Phase.CLAIM:
            return acts.claim(lesson, _points("points", typed))
        case Phase.JUDGE:
            asked = lesson.table.reckoning
            assert asked is not None
            assert asked.claim is not None
            return acts.judge(lesson, _points("right points", typed) if typed else asked.claim)
        case Phase.CONTEST:
            contested = _word("école", typed, {"accept": False, "contest": True}, "accept, contest")
            return acts.contest(lesson, contested=contested)
        case Phase.CHOOSE:
            choices = {choice.value: choice for choice in Choice}
            return acts.choose(lesson, _word("choice", typed, choices, "hold, go"))
        case _:
            return _played(lesson, typed)


def _points(field: str, typed: str) -> int:
    if not re.fullmatch("[0-9]?[02468]", typed):
        raise LineRefused(field, typed, f"even numbers from 0 to {_MOST_POINTS}")
    return int(typed)


def _word(field: str, typed: str, words: dict[str, _Meaning], allowed: str) -> _Meaning:
    found = [value for word, value in words.items() if typed and word.startswith(typed)]
    if len(found) != 1:
        raise LineRefused(field, typed, allowed)
    return found[0]


def _played(lesson: Lesson, typed: str) -> Reply:
    plays = legal(lesson)
    allowed = f"one of {len(plays)} legal plays; l lists them"
    if typed.isdecimal() and typed.isascii():
        if len(typed) > 3 or not 1 <= int(typed) <= len(plays):
            raise LineRefused("play", typed, f"a number from 1 to {len(plays)}, or a play")
        return acts.play(lesson, plays[int(typed) - 1])
    if not typed:
        raise LineRefused("play", typed, allowed)
    chosen: Play = ()
    try:
        chosen = read_play(typed)
        return acts.play(lesson, chosen)
    except InvalidNotation as unread:
        raise LineRefused("play", typed, allowed, str(unread)) from None
    except IllegalPlay:
        raise LineRefused("play", typed, allowed, why_not(lesson.table, chosen)) from None


def _opening_words(dice: Roll) -> str:
    again = ": again" if dice.is_double else ""
    return f"Opening throw: White {dice.first}, Red {dice.second}{again}."
