"""The interface of a game, used by boards, relay, feed and forms.

Also checks that all games share: no triangle that both sides hold, and no two winners.

A game that counts points at the table has a CountedTable: Grand Trictrac (rulings 24 to 26). The
duplicate match carries such a table from throw to throw without knowing what is counted. A game
without points has none.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from rules.dice import Roll
from rules.errors import InvalidPosition
from rules.position import BAR, CHECKERS, OFF, Play, Position, Side
from rules.room import Ending

LAST_HOLE = 12
"""Number of holes, or trous, that wins a game (ruling 25)."""


class HoleChoice(Enum):
    """Choice of the winner of a hole by their own throw: play on, or set all checkers anew."""

    HOLD = "hold"
    GO = "go"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideScore:
    """One side's points towards its next hole, its holes, and the tokens that show its points.

    `tokens` is the number of tokens that show the points (0 without points, 2 for a run begun
    second), `triangle` the field from the talon they lie at.
    """

    points: int = 0
    holes: int = 0
    tokens: int = 0
    triangle: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScore:
    """Both sides' points and holes at a table where points are counted."""

    white: SideScore
    red: SideScore

    def of(self, side: Side) -> SideScore:
        """Return one side's points and holes."""
        return self.white if side is Side.WHITE else self.red

    def ended(self, tally: tuple[int, int]) -> "TableScore":
        """Return the score with the holes of the result: resigning gives the other all twelve."""
        white, red = tally
        return TableScore(white=replace(self.white, holes=white), red=replace(self.red, holes=red))


@dataclass(frozen=True, slots=True, kw_only=True)
class PointMark:
    """Points of one throw: the figure, the number of ways, the side, and the rule."""

    side: Side
    figure: str
    ways: int
    points: int
    rule: str


class CountedTable(Protocol):
    """A table of a game that counts points, as a value: every action returns a new one."""

    @property
    def position(self) -> Position:
        """The checkers' position, set anew if the game requires it."""

    @property
    def thrower(self) -> Side:
        """The side that has thrown or throws next."""

    @property
    def awaits_choice(self) -> bool:
        """True if the thrower may hold or go; to play on is to hold."""

    @property
    def winner(self) -> Side | None:
        """The side that has won the game, even before the throw is played."""

    @property
    def marks(self) -> tuple[PointMark, ...]:
        """The points of the throw being played for either side; empty before a throw."""

    def score(self, side: Side) -> SideScore:
        """Return a side's points and holes."""

    def put_right(self, position: Position) -> "CountedTable":
        """Return the table with the checkers corrected before the next throw; points stay."""

    def thrown(self, roll: Roll) -> "CountedTable":
        """Return the table with the thrower's dice; the thrower's points are marked."""

    def chosen(self, choice: HoleChoice) -> "CountedTable":
        """Return the table after holding or going.

        Raises WrongMoment unless a choice is awaited.
        """

    def played(self, play: Play) -> "CountedTable":
        """Return the table after the thrower's play, which holds if going was possible.

        The opponent's points are marked.
        """

    def condoned(self, position: Position) -> "CountedTable":
        """Return the table with an illegal position that the opponent accepts.

        The opponent's points are marked as if the throw had been played.
        """


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game: the loser, the ending, and the loser's checkers not borne off (0 to 15)."""

    loser: Side
    ending: Ending
    left: int


@dataclass(frozen=True, slots=True)
class Sensing:
    """The abilities that a game needs of an electronic board.

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
        """The abilities that a board needs for the game."""

    @property
    def endings(self) -> frozenset[Ending]:
        """The ways a game can end, including resignations."""

    @property
    def opening_is_played(self) -> bool:
        """True if the opening throw's dice are the starter's first turn.

        Else it only decides who throws first.
        """

    def facing(self, point: int) -> int:
        """Return the opponent's number, 1 to 24, of the triangle that is a side's own `point`."""

    def counted(self, first: Side) -> CountedTable | None:
        """Return a table set up for `first` to throw, if the game counts points; else None."""

    def start(self) -> Position:
        """Return the position before the opening roll."""

    def check(self, position: Position) -> None:
        """Raise InvalidPosition if checkers lie where this game cannot have them."""

    def legal_plays(self, position: Position, side: Side, roll: Roll, turn: int) -> frozenset[Play]:
        """Return every legal play; the one empty play if nothing can move.

        `turn` is the side's own turn number in this game, from 1 (ruling 6).
        """

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """Return the position after a play. Raises IllegalPlay if the checkers do not allow it."""

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int
    ) -> Play | None:
        """Return a legal play from one position to the other, or None.

        `turn` is as in `legal_plays`.
        """

    def outcome(self, position: Position) -> Outcome | None:
        """Return the result if the position ends the game, else None."""

    def notation(self, play: Play) -> str:
        """Return a play as players of the game write it; empty when nothing could move."""


def check_no_triangle_is_shared(position: Position, same_triangle: Callable[[int], int]) -> None:
    """Raise InvalidPosition if checkers of both sides lie on one triangle.

    `same_triangle` returns Red's number, 1 to 24, of White's point.
    """
    for point in range(1, BAR):
        if position.white[point] and position.red[same_triangle(point)]:
            raise InvalidPosition(
                f"White's point {point} holds checkers of both sides; one side may hold it"
            )


def check_one_has_won_at_most(position: Position) -> None:
    """Raise InvalidPosition if both sides have borne off all fifteen checkers."""
    if position.white[OFF] == position.red[OFF] == CHECKERS:
        raise InvalidPosition("both sides have borne off all fifteen checkers; one may have")
