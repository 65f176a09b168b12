"""One game of a match file, entry by entry."""

from rules.ending import Ending
from rules.errors import InvalidPosition
from rules.games.backgammon import BACKGAMMON
from rules.games.backgammon_plays import packed, plays_by_position
from rules.games.backgammon_written import (
    applied_as_written,
    plays_written,
    steps_written,
    why_illegal,
)
from rules.games.game import Outcome
from rules.match_files.findings import IllegalEntry
from rules.match_files.mat_text import (
    AnyEntry,
    Doubles,
    Drops,
    Entry,
    GameText,
    Resigns,
    Takes,
    Thrown,
)
from rules.match_files.record import Action, Double, Drop, Resignation, Take, Throw
from rules.match_files.snowie import position_in
from rules.match_play.score import MatchScore, points
from rules.play import Move, Play
from rules.position import BAR, CHECKERS, OFF, Counts, position_of
from rules.side import Side

_RESIGNED = {2: Ending.RESIGNED_GAMMON, 3: Ending.RESIGNED_BACKGAMMON}
_NOT_CHECKED = "; the rest of the game is not checked"

_Table = tuple[Counts, Counts]
"""White's counts and Red's."""


class GameReplay:
    """Follows the checkers and the cube of one game and gathers what is against the rules.

    More than one table is kept while the writing leaves open which of two plays was made (see
    plays_written); a later play that fits only one of them decides.
    """

    def __init__(self, text: GameText, score: MatchScore) -> None:
        start = BACKGAMMON.start()
        self._text = text
        self._score = score
        self._tables: list[_Table] = [(start.white, start.red)]
        self._next: Side | None = None
        self._cube = 1
        self._owner: Side | None = None
        self._offered: Doubles | None = None
        self._dropped: Side | None = None
        self._resigned: Side | None = None
        self._over: Outcome | None = None
        self._lost_track = False
        self._last = next((e for e in reversed(text.entries) if not isinstance(e, Resigns)), None)
        self.plays = 0
        self.illegal: list[IllegalEntry] = []
        self.actions: list[Action] = []

    def enter(self, entry: AnyEntry) -> None:
        """Take the next cell of the sheet."""
        match entry:
            case Thrown():
                self._throw(entry)
            case Doubles():
                self._double(entry)
            case Takes():
                self._answer(entry)
                self._take(entry.side)
                self.actions.append(Take(entry.side))
            case Drops():
                self._answer(entry)
                self._dropped = entry.side
                self.actions.append(Drop(entry.side))
            case Resigns():
                self._resigned = entry.side
                self.actions.append(Resignation(entry.side))

    def result(self) -> tuple[Side, int] | None:
        """The winner and his points where the entries alone tell them."""
        if self._dropped is not None:
            return self._dropped.opponent, self._cube
        if self._over is not None:
            return self._over.loser.opponent, points(self._over.ending, self._cube)
        return None

    def ending(self, won: int) -> Ending | None:
        """How a game worth `won` points to its winner ended; None when track was lost."""
        if self._lost_track:
            return None
        if self._dropped is not None:
            return Ending.PASS
        if self._over is not None:
            return self._over.ending
        return _RESIGNED.get(won // self._cube, Ending.RESIGNED)

    def problem_with(self, winner: Side, won: int, needed: int) -> str:
        """Why a printed result cannot be, empty if it can.

        `needed` are the points that win the match: some sites print no more than those.
        """
        if self._lost_track:
            return ""
        made = self.result()
        if made is not None:
            if (winner, won) == made or (winner is made[0] and won == needed < made[1]):
                return ""
            return f"{_side(made[0])} wins {made[1]}; {_side(winner)} {won} is printed"
        if self._resigned is winner:
            return f"{_side(winner)} gave up; {_side(winner)} {won} is printed"
        return self._problem_with_resignation(winner, won, needed)

    def _problem_with_resignation(self, winner: Side, won: int, needed: int) -> str:
        gammon = all(_counts(table, winner.opponent)[OFF] == 0 for table in self._tables)
        worth = [self._cube * times for times in ((1, 2, 3) if gammon else (1,))]
        if won in worth or (won == needed and won < worth[-1]):
            return ""
        allowed = " or ".join(str(value) for value in worth)
        return f"a game given up at cube {self._cube} is worth {allowed}; {won} is printed"

    def _report(self, entry: Entry, why: str) -> None:
        lost = _NOT_CHECKED if self._lost_track else ""
        self.illegal.append(IllegalEntry(self._text.number, entry.line, entry.text, why + lost))

    def _throw(self, entry: Thrown) -> None:
        if self._offered is not None:
            self._take_silently(self._offered)
        unplayed = entry.legs is None or self._is_unplayed(entry)
        self.plays += not unplayed
        if unplayed or self._lost_track:
            self.actions.append(Throw(entry.side, entry.roll, None if unplayed else entry.legs))
            return
        turn_order = self._turn_order(entry)
        self._next = entry.side.opponent
        why = self._play(entry) if entry.legs is not None else ""
        if turn_order or why:
            self._report(entry, turn_order or why)

    def _turn_order(self, entry: Thrown) -> str:
        if self._over is not None or self._dropped is not None:
            return "the game is over"
        if self._next is None and entry.roll.is_double:
            return "equal dice cannot open a game"
        if self._next not in (None, entry.side):
            return f"{_side(entry.side)} is not on turn"
        return ""

    def _is_unplayed(self, entry: Thrown) -> bool:
        """An empty cell that ends a game given up: the roll was thrown, never played."""
        wins = self._text.wins
        return (
            entry.blank
            and entry is self._last
            and wins is not None
            and wins.side is not entry.side
            and not any(self._dances(entry, table) for table in self._tables)
        )

    def _dances(self, entry: Thrown, table: _Table) -> bool:
        own, other = _from(table, entry.side)
        return packed(own, other) in plays_by_position(own, other, entry.roll.dice)

    def _play(self, entry: Thrown) -> str:
        """Move the checkers; why the play is illegal, empty if it is not."""
        legs, dice = entry.legs or (), entry.roll.dice
        if entry.after:
            return self._set(entry)
        grown: list[_Table] = []
        played: Play | None = None
        for table in self._tables:
            own, other = _from(table, entry.side)
            step = steps_written(own, other, dice, legs)
            plays = [step] if step is not None else plays_written(own, other, dice, legs)
            played = plays[0] if plays and played is None else played
            grown += [_after(own, other, play, entry.side) for play in plays]
        if played is None:
            return self._play_illegally(entry, legs)
        self._tables = list(dict.fromkeys(grown)) if len(grown) > 1 else grown
        self.actions.append(Throw(entry.side, entry.roll, played))
        self._see_end(entry.side)
        return ""

    def _play_illegally(self, entry: Thrown, legs: tuple[Move, ...]) -> str:
        own, other = _from(self._tables[0], entry.side)
        why = why_illegal(own, other, entry.roll.dice, legs)
        applied = applied_as_written(own, other, legs)
        if applied is None:
            self._lost_track = True
            self.actions.append(Throw(entry.side, entry.roll, legs))
            return why
        after = position_of(entry.side, *applied)
        self._tables = [(after.white, after.red)]
        self.actions.append(Throw(entry.side, entry.roll, legs, after))
        self._see_end(entry.side)
        return why

    def _set(self, entry: Thrown) -> str:
        try:
            after = position_in(entry.after)
            BACKGAMMON.check(after)
        except InvalidPosition as error:
            self._lost_track = True
            return str(error)
        self._tables = [(after.white, after.red)]
        self.actions.append(Throw(entry.side, entry.roll, (), after))
        return "condoned at the table"

    def _see_end(self, mover: Side) -> None:
        if any(_counts(table, mover)[OFF] == CHECKERS for table in self._tables):
            self._over = BACKGAMMON.outcome(position_of(Side.WHITE, *self._tables[0]))

    def _double(self, entry: Doubles) -> None:
        if self._offered is not None and entry.beaver:
            self._cube = self._offered.value
        why = "" if self._lost_track else self._double_refused(entry)
        if why:
            self._report(entry, why)
        self._offered = entry
        self.actions.append(Double(entry.side, entry.value, entry.beaver))

    def _double_refused(self, entry: Doubles) -> str:
        if self._score.length == 1:
            return "a match to 1 has no cube"
        if self._score.crawford:
            return "there is no cube in the Crawford game"
        if entry.value != self._cube * 2:
            return f"the cube stands at {self._cube}: a double proposes {self._cube * 2}"
        if entry.beaver:
            return "" if self._offered is not None else "no double to beaver"
        if self._next is not entry.side or self._over is not None or self._offered is not None:
            return f"{_side(entry.side)} is not on turn to double"
        if self._owner is not None and self._owner is not entry.side:
            return f"the cube is {_side(self._owner)}'s"
        return ""

    def _answer(self, entry: Takes | Drops) -> None:
        if self._lost_track:
            return
        if self._offered is None or self._offered.side is entry.side:
            self._report(entry, "there is no double to answer")

    def _take_silently(self, offered: Doubles) -> None:
        """Playing on takes a beaver, and a double whose answer the file leaves out."""
        taker = offered.side.opponent
        self._take(taker)
        if not offered.beaver:
            self.actions.append(Take(taker))

    def _take(self, side: Side) -> None:
        if self._offered is not None:
            self._cube = self._offered.value
            self._owner = self._offered.side if self._offered.beaver else side
            self._offered = None


def _side(side: Side) -> str:
    return "the left player" if side is Side.WHITE else "the right player"


def _counts(table: _Table, side: Side) -> Counts:
    return table[0] if side is Side.WHITE else table[1]


def _from(table: _Table, side: Side) -> _Table:
    """The table as the side sees it: its own counts, then the opponent's."""
    return table if side is Side.WHITE else (table[1], table[0])


def _after(own: Counts, other: Counts, play: Play, side: Side) -> _Table:
    mine, theirs = list(own), list(other)
    for move in play:
        mine[move.origin] -= 1
        mine[move.target] += 1
        if move.hit:
            theirs[BAR - move.target] -= 1
            theirs[BAR] += 1
    table = (tuple(mine), tuple(theirs))
    return table if side is Side.WHITE else (table[1], table[0])
