"""The possible positions of the checkers where a written play leaves them open.

A checker that moves by several dice may or may not have hit on its way, and the file need not say.
Every position that fits is stored until a later play fits only some of them. The names in this
module call such a position a table.
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
"""The largest number of positions that are stored; a file that leaves more open is useless."""

_Table = tuple[Counts, Counts]
"""The counts of White and of Red."""
Choice = tuple[int, Play]
"""The caller's index of a throw, and the play that was made with it."""


class PossibleTables:
    """The positions that fit what has been written so far, the likeliest first."""

    def __init__(self, start: Position) -> None:
        self._tables: dict[_Table, tuple[Choice, ...]] = {(start.white, start.red): ()}

    def play(
        self, side: Side, dice: tuple[int, ...], legs: tuple[Move, ...], at: int
    ) -> Play | None:
        """Apply a written play and return the play that it means in the likeliest position.

        `dice` are as in Roll.dice, `legs` the moves as written. `at` is a number that the caller
        gives to this throw; `choices` and `settle` return it with the play. Return None, with
        nothing moved, if the play is illegal.
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
        """Return, for each throw in doubt, the play that has led to the likeliest position.

        A throw is in doubt while its written play can still mean several plays. Each element is the
        number of the throw, as given to `play`, and the play.
        """
        return next(iter(self._tables.values()))

    def settle(self) -> tuple[Choice, ...]:
        """Return the plays of the throws in doubt, if only one position is still possible.

        The throws are then no longer in doubt and are not returned again. Return an empty tuple
        while several positions are possible.
        """
        if len(self._tables) > 1:
            return ()
        (table, choices), *_ = self._tables.items()
        self._tables = {table: ()}
        return choices

    def why_illegal(self, side: Side, dice: tuple[int, ...], legs: tuple[Move, ...]) -> str:
        """Return why a written play that `play` has refused is illegal."""
        own, other = self._seen(side)
        return why_illegal(own, other, dice, legs)

    def apply_as_written(self, side: Side, legs: tuple[Move, ...]) -> Position | None:
        """Move the checkers as written, whatever the dice, and return the position.

        Return None, with nothing moved, if a move is impossible.
        """
        applied = applied_as_written(*self._seen(side), legs)
        if applied is None:
            return None
        after = position_of(side, *applied)
        self.lie(after)
        return after

    def lie(self, position: Position) -> None:
        """Set the position in which the checkers lie; from now on no other position is possible."""
        self._tables = {(position.white, position.red): self.choices()}

    def dances(self, side: Side, dice: tuple[int, ...]) -> bool:
        """Return True if there is a possible position in which the side cannot move with `dice`."""
        seen = [_from(table, side) for table in self._tables]
        return any(packed(*views) in plays_by_position(*views, dice) for views in seen)

    def begins_a_play(self, side: Side, dice: tuple[int, ...], legs: tuple[Move, ...]) -> bool:
        """Return True if the moves are possible but only begin a play: more dice can be played."""
        own, other = self._seen(side)
        return leaves_dice(own, other, dice, legs)

    def none_off(self, side: Side) -> bool:
        """Return True if there is a possible position in which the side has borne off nothing."""
        return any(_from(table, side)[0][OFF] == 0 for table in self._tables)

    def outcome_for(self, mover: Side) -> Outcome | None:
        """Return the outcome if the side's last play ended the game, else None."""
        if all(_from(table, mover)[0][OFF] < CHECKERS for table in self._tables):
            return None
        table = next(iter(self._tables))
        return BACKGAMMON.outcome(position_of(Side.WHITE, *table))

    def _seen(self, side: Side) -> _Table:
        return _from(next(iter(self._tables)), side)


def _from(table: _Table, side: Side) -> _Table:
    """Return a possible position as counts, those of `side` first."""
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
