"""What a game must answer so that boards, relay, feed and forms can work with it."""

from dataclasses import dataclass
from typing import Protocol

from rules.dice import Roll
from rules.ending import Ending
from rules.games.counting import CountedTable
from rules.play import Play
from rules.position import Position
from rules.side import Side


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game: who lost, how, and how many of his checkers were not borne off (0 to 15)."""

    loser: Side
    ending: Ending
    left: int


@dataclass(frozen=True, slots=True)
class Sensing:
    """What an electronic board must be able to tell in a game.

    `hits`: a play may move checkers of the opponent, so both colours must be read (ruling 10).
    `bar`: checkers may lie on the bar. `cube_limit`: the cube's highest value, 0 without a cube.
    """

    hits: bool
    bar: bool
    cube_limit: int


class Game(Protocol):
    """One game's rules as functions of values; no state, no clock, no chance."""

    @property
    def name(self) -> str:
        """The game's name as set-ups and logs write it, such as "backgammon"."""

    @property
    def senses(self) -> Sensing:
        """What a board at its table must sense."""

    @property
    def endings(self) -> frozenset[Ending]:
        """The ways a game can end, resignations among them."""

    @property
    def opening_is_played(self) -> bool:
        """The opening throw's dice are the starter's first turn; else it names who throws first."""

    def facing(self, point: int) -> int:
        """The opponent's number, 1 to 24, of the triangle that is a side's own `point`."""

    def counted(self, first: Side) -> CountedTable | None:
        """A table set up for `first` to throw, when the game counts points at it; else None."""

    def start(self) -> Position:
        """The position before the opening roll."""

    def check(self, position: Position) -> None:
        """Raise InvalidPosition when checkers lie where this game cannot have them."""

    def legal_plays(self, position: Position, side: Side, roll: Roll, turn: int) -> frozenset[Play]:
        """Every legal play; the one empty play when nothing can move.

        `turn` is the side's own turn number in this game, from 1 (ruling 6).
        """

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """The position after a play; raises IllegalPlay when the checkers do not allow it."""

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int
    ) -> Play | None:
        """A legal play that leads from one position to the other, or None; `turn` as above."""

    def outcome(self, position: Position) -> Outcome | None:
        """The result when the position ends the game, else None."""

    def notation(self, play: Play) -> str:
        """A play as people who play the game write it; empty when nothing could move."""
