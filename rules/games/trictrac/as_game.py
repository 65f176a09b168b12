"""Trictrac's checkers behind the Game interface.

What a position and a throw can tell: where checkers start, what may be played, how it is written.
Points, trous and the choice to go are no matter of the position: rules.games.trictrac.turn.
"""

from rules.dice import Roll
from rules.ending import Ending
from rules.games.game import Outcome, Sensing
from rules.games.trictrac import geometry, obligations
from rules.games.trictrac.counted import TrictracCount
from rules.games.trictrac.table import SET, set_table
from rules.notation import write_play
from rules.play import Play
from rules.position import BAR, Position
from rules.side import Side


class Trictrac:
    """The movement of Grand Trictrac as functions of positions and rolls (implements Game)."""

    name = "trictrac"
    senses = Sensing(hits=False, bar=False, cube_limit=0)
    endings = frozenset({Ending.TROUS, Ending.RESIGNED})
    opening_is_played = False

    def facing(self, point: int) -> int:
        """A side's point p is its opponent's 25 - p."""
        return BAR - point

    def counted(self, first: Side) -> TrictracCount:
        """A table with all checkers on the talons and no points, `first` to throw."""
        return TrictracCount(set_table(first))

    def start(self) -> Position:
        """All checkers on the talons, each side's point 24."""
        return SET

    def check(self, position: Position) -> None:
        """Raise InvalidPosition for a lone checker on a coin, one on the other coin, and so on."""
        geometry.check(position)

    def legal_plays(self, position: Position, side: Side, roll: Roll, turn: int) -> frozenset[Play]:
        """One play for each position the roll can lead to; the one empty play if none. No turn
        of Trictrac has movement of its own."""
        return frozenset(obligations.plays_by_position(position, side, roll).values())

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """Move the checkers as written; raises IllegalPlay when one is not there."""
        return obligations.apply(position, side, play)

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int
    ) -> Play | None:
        """The legal play from one position to the other, as legal_plays has it, or None."""
        if before.of(side.opponent) != after.of(side.opponent):
            return None
        return obligations.plays_by_position(before, side, roll).get(after.of(side))

    def outcome(self, position: Position) -> Outcome | None:
        """None: twelve trous end the game, no position does; the last checker off sets it anew."""
        return None

    def notation(self, play: Play) -> str:
        """Such as "24/18 24/20", points counted from the mover; empty when nothing could move."""
        return write_play(play)


TRICTRAC = Trictrac()
"""The one instance set-ups name; it has no state."""
