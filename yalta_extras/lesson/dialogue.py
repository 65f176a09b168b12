"""The dialogue of a lesson: from a typed line to the lesson's next state and the lines to print.

The module also lists possible answers and legal plays, gives hints that do not reveal for what
figures a throw scores, and explains why a play is illegal if there is a single reason.
"""

import re
from dataclasses import replace
from typing import TypeVar

from rules.dice import Roll
from rules.errors import IllegalPlay, RulesError
from rules.games.game import HoleChoice
from rules.games.trictrac.movement import (
    COIN,
    OTHER_COIN,
    apply,
    closed_to_stops,
    full_jan,
    is_open,
    lines,
    lines_of,
    plays_by_position,
)
from rules.games.trictrac.table import Phase, TrictracTable
from rules.position import OFF, Counts, InvalidNotation, Play, Side, read_play, write_play
from yalta_extras.lesson import lesson as acts
from yalta_extras.lesson.lesson import Lesson, Reply, decided, opening
from yalta_extras.lesson.texts import WIDTH, counted, name, tariff, wrapped

_ANSWERS = {
    Phase.CLAIM: "a number, the points you mark of this throw: 0, 2, 4 and so on",
    Phase.JUDGE: "Enter to agree; or the number it should have been, which takes an école",
    Phase.CONTEST: "accept (a), or contest (c): then the tariff decides, and a right école counts"
    " twice",
    Phase.CHOOSE: "hold, or go: all points vanish, checkers are set anew and you throw again",
    Phase.PLAY: "a play such as 24/18 24/20 or 24/14, by your own points; or its number in the"
    " list (l)",
}
_ALWAYS = (
    "At any question:",
    "  h  a hint",
    "  l  the legal plays of this throw",
    "  b  the position at the throw, and the score",
    "  t  the tariff",
    "  q  leave",
    "  ?  this help",
)


def answers(lesson: Lesson) -> tuple[str, ...]:
    """Return the answers that the learner can type now."""
    return (*wrapped(f"Type {_ANSWERS[lesson.table.phase]}."), *_ALWAYS)


def legal(lesson: Lesson) -> tuple[Play, ...]:
    """Return the legal plays of the throw in the order in which they are listed and numbered.

    Plays of the farthest checkers come first.
    """
    table = lesson.table
    if table.roll is None:
        return ()
    plays = plays_by_position(lesson.at_throw, table.thrower, table.roll).values()
    return tuple(sorted(plays, reverse=True))


def listed(lesson: Lesson) -> tuple[str, ...]:
    """Return lines that list the legal plays with their numbers, in columns if they fit."""
    plays = legal(lesson)
    if plays == ((),):
        return (f"Nothing of {lesson.table.roll} can be played.",)
    head = f"Legal plays of {lesson.table.roll}, by {name(lesson.table.thrower)}'s points:"
    cells = [f"{number:>3}  {write_play(play)}" for number, play in enumerate(plays, start=1)]
    if lesson.plain:
        return (head, *cells)
    wide = max(map(len, cells)) + 2
    rows = -(-len(cells) // (WIDTH // wide))
    return (
        head,
        *("".join(f"{c:<{wide}}" for c in cells[row::rows]).rstrip() for row in range(rows)),
    )


def hint(lesson: Lesson) -> tuple[str, ...]:
    """Return lines with a hint for the question that the learner is asked.

    The hint is a legal play, the simulated player's choice, or the number of figures for which the
    throw scores.
    """
    table, player = lesson.table, lesson.player()
    if table.phase is Phase.CHOOSE:
        return (f"The simulated player would {player.chooses(table).value}.",)
    if table.phase is Phase.PLAY:
        assert table.roll is not None
        chosen = player.choose_play(table.position, table.thrower, table.roll, lesson.throws)
        return (f"{write_play(chosen)} is a legal play.",)
    assert table.reckoning is not None
    side = table.reckoning.claimant
    figures = sum(mark.side is side for mark in table.marks)
    return (f"{table.roll} makes {counted(figures, 'figure')} for {name(side)}.",)


def why_not(table: TrictracTable, chosen: Play) -> str:
    """Return in words why the play `chosen` is not legal now."""
    assert table.roll is not None
    try:
        after = apply(table.position, table.thrower, chosen).of(table.thrower)
    except IllegalPlay as refused:
        return str(refused)
    own, other = (table.position.of(side) for side in (table.thrower, table.thrower.opponent))
    possible = lines(own, other, table.roll.first, table.roll.second)
    if any(line.after == after for line in possible):
        return _obligation(table, own)
    dice = {table.roll.first, table.roll.second, table.roll.first + table.roll.second}
    if own[OFF] == after[OFF] and _pips(own) - _pips(after) not in dice:
        return f"{table.roll} does not add up to these moves"
    return _where(own, other, after) or f"{table.roll} does not lead there, or more can be played"


def _pips(counts: Counts) -> int:
    return sum(point * count for point, count in enumerate(counts))


def _obligation(table: TrictracTable, own: Counts) -> str:
    assert table.roll is not None
    held = full_jan(own)
    if held is not None:
        return f"the {held.name} is full and must be kept"
    legal = lines_of(table.position, table.thrower, table.roll)
    filled = full_jan(legal[0].after)
    if filled is not None:
        return f"the {filled.name} can be filled, so it must be"
    if any(line.takes_coin(own) for line in legal):
        return "the coin can be taken directly, so not par puissance"
    return "no checker goes off by more than its point while the throw can be played otherwise"


def _where(own: Counts, other: Counts, after: Counts) -> str:
    stops = [point for point in range(24, OFF, -1) if after[point] > own[point]]
    if any(not is_open(other, point) for point in stops):
        return "a checker would stop where the opponent has one"
    if OTHER_COIN in stops:
        return "no checker may stop on the other coin, point 12"
    if any(point in closed_to_stops(other) for point in stops):
        return "a checker would stop in a jan that the opponent can still fill"
    if after[COIN] == 1:
        return "the coin, point 13, is taken and left by two checkers together"
    return ""


_LONGEST_SHOWN = 40
_Meaning = TypeVar("_Meaning")
_MOST_POINTS = 98
"""The most points that the learner can claim (our choice); no throw is worth nearly as many."""


class LineRefused(RulesError):
    """A typed line does not answer the question; `allowed` says what the learner can type."""

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
    """Begin a game, play up to the learner's first question and return the reply.

    The dice and the opponent's chance follow from `seed`; `learner` is the learner's side. If
    `school` is True, players claim their points, otherwise points are marked for them (ruling 26).
    The opponent counts `errs` percent of the throws wrong. If `plain` is True, positions are
    written in words instead of drawn.
    """
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
    """Return the reply to the learner's line; a refused line leaves the lesson unchanged."""
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
    """Return the reply with the score, for a learner who leaves or when no more lines come."""
    return Reply(replace(lesson, left=True), (f"You leave. {acts.result(lesson)}",))


def prompt(lesson: Lesson) -> str:
    """Return the question for the learner with a blank at its end; empty when the game is over."""
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
    """Play on until the learner has a question to answer or the game is over; return the reply."""
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
            choices = {choice.value: choice for choice in HoleChoice}
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
