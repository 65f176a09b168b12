"""Where the checkers may lie when the writing leaves it open.

A leg of several dice may or may not have hit on its way, and the file need not say. Every table
that fits is kept until a later play fits only some of them.
"""

from rules.games.backgammon import BACKGAMMON
from rules.games.backgammon_plays import packed, plays_by_position
from rules.games.backgammon_written import (
    applied_as_written,
    leaves_dice,
    plays_written,
    steps_written,
    why_illegal,
)
from rules.games.game import Outcome
from rules.position import BAR, CHECKERS, OFF, Counts, Move, Play, Position, Side, position_of

_MOST = 16
"""Tables kept at once; a file that leaves more open says nothing any more."""

_Table = tuple[Counts, Counts]
"""White's counts and Red's."""
Choice = tuple[int, Play]
"""Which play a throw, by its number, turns out to have been."""


class PossibleTables:
    """The tables that fit what has been written so far, the likeliest first."""

    def __init__(self, start: Position) -> None:
        self._tables: dict[_Table, tuple[Choice, ...]] = {(start.white, start.red): ()}

    def play(
        self, side: Side, dice: tuple[int, ...], legs: tuple[Move, ...], at: int
    ) -> Play | None:
        """Make the play written and say which it is on the likeliest table; None if illegal.

        `at` numbers the throw for `choices`. An illegal play moves nothing.
        """
        grown: dict[_Table, tuple[Choice, ...]] = {}
        likeliest: Play | None = None
        for table, choices in self._tables.items():
            own, other = _from(table, side)
            step = steps_written(own, other, dice, legs)
            plays = [step] if step is not None else plays_written(own, other, dice, legs)
            if likeliest is None and plays:
                likeliest = plays[0]
            for play in plays:
                grown.setdefault(_after(own, other, play, side), (*choices, (at, play)))
        if likeliest is not None:
            self._tables = grown if len(grown) <= _MOST else dict(list(grown.items())[:_MOST])
        return likeliest

    def choices(self) -> tuple[Choice, ...]:
        """What the throws in doubt were, on the table that is now the likeliest."""
        return next(iter(self._tables.values()))

    def settle(self) -> tuple[Choice, ...]:
        """The choices once only one table fits, forgotten afterwards; none while several fit."""
        if len(self._tables) > 1:
            return ()
        (table, choices), *_ = self._tables.items()
        self._tables = {table: ()}
        return choices

    def why_illegal(self, side: Side, dice: tuple[int, ...], legs: tuple[Move, ...]) -> str:
        """What is wrong with a written play that `play` has refused."""
        own, other = self._seen(side)
        return why_illegal(own, other, dice, legs)

    def apply_as_written(self, side: Side, legs: tuple[Move, ...]) -> Position | None:
        """Move the checkers whatever the dice; None, and nothing moved, when they refuse."""
        applied = applied_as_written(*self._seen(side), legs)
        if applied is None:
            return None
        after = position_of(side, *applied)
        self.lie(after)
        return after

    def lie(self, position: Position) -> None:
        """From here on the checkers lie so, beyond doubt."""
        self._tables = {(position.white, position.red): self.choices()}

    def dances(self, side: Side, dice: tuple[int, ...]) -> bool:
        """On some table the side cannot move."""
        seen = [_from(table, side) for table in self._tables]
        return any(packed(*views) in plays_by_position(*views, dice) for views in seen)

    def begins_a_play(self, side: Side, dice: tuple[int, ...], legs: tuple[Move, ...]) -> bool:
        """The legs leave dice that can be played."""
        own, other = self._seen(side)
        return leaves_dice(own, other, dice, legs)

    def none_off(self, side: Side) -> bool:
        """The side may not have borne off a checker yet."""
        return any(_from(table, side)[0][OFF] == 0 for table in self._tables)

    def outcome_for(self, mover: Side) -> Outcome | None:
        """The result if the side's last play ended the game."""
        if all(_from(table, mover)[0][OFF] < CHECKERS for table in self._tables):
            return None
        table = next(iter(self._tables))
        return BACKGAMMON.outcome(position_of(Side.WHITE, *table))

    def _seen(self, side: Side) -> _Table:
        return _from(next(iter(self._tables)), side)


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
    return _from((tuple(mine), tuple(theirs)), side)
