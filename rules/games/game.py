"""The interface of a game: its rules as all other code uses them.

The checks that games share are here too: no point has checkers of both sides, and at most one side
has won.

A game that counts points while it is played has a CountedTable, as Grand Trictrac does (rulings 24
to 26). A duplicate match passes the CountedTable from throw to throw without knowing what is
counted. A game without such points has none.
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
"""The number of holes, or trous, that wins a game (ruling 25)."""


class HoleChoice(Enum):
    """The choice of a side that won a trou by its own throw.

    HOLD: play on. GO: put all checkers back to their start.
    """

    HOLD = "hold"
    GO = "go"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideScore:
    """One side's points towards its next hole, its holes, and the tokens that show its points.

    A hole is a trou; twelve points make one. A token is a small piece that lies on the board to
    show points (French: jeton). `tokens` is the number of tokens shown: 0 without points, 2 if the
    side can win bredouille although the opponent has points, else 1. The tokens lie on a triangle,
    which is a point of the board; `triangle` is its number, counted from the talon.
    """

    points: int = 0
    holes: int = 0
    tokens: int = 0
    triangle: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScore:
    """Both sides' points and trous in a game that counts points while it is played."""

    white: SideScore
    red: SideScore

    def of(self, side: Side) -> SideScore:
        """Return the points and trous of one side."""
        return self.white if side is Side.WHITE else self.red

    def ended(self, tally: tuple[int, int]) -> "TableScore":
        """Return the score at the end of the game: the points stay, the trous are those of `tally`.

        `tally` has White's and Red's holes in the final result. After a resignation these numbers
        differ from the holes on the table, because the winner gets all twelve.
        """
        white, red = tally
        return TableScore(white=replace(self.white, holes=white), red=replace(self.red, holes=red))


@dataclass(frozen=True, slots=True, kw_only=True)
class PointMark:
    """Points that one throw earns by one figure, such as a filled jan.

    `figure` is the name of the figure, `side` the side that gets the points, `ways` the number of
    ways in which the throw makes the figure, and `rule` the source of the figure.
    """

    side: Side
    figure: str
    ways: int
    points: int
    rule: str


class CountedTable(Protocol):
    """The checkers and the points of a game that counts points while it is played.

    A CountedTable is a value: every action returns a new CountedTable. A game that counts points
    must supply a class with these members.
    """

    @property
    def position(self) -> Position:
        """The position of the checkers, which is the start again after an action such as GO."""

    @property
    def thrower(self) -> Side:
        """The side that has thrown, or that throws next."""

    @property
    def awaits_choice(self) -> bool:
        """True if the thrower now has the choice of HOLD or GO.

        A thrower who plays without choosing holds.
        """

    @property
    def winner(self) -> Side | None:
        """The side that has won the game, or None.

        The points of a throw can win the game before the throw is played.
        """

    @property
    def marks(self) -> tuple[PointMark, ...]:
        """What each figure of the throw being played earns either side; empty before a throw."""

    def score(self, side: Side) -> SideScore:
        """Return the points and trous of a side."""

    def put_right(self, position: Position) -> "CountedTable":
        """Return the table after the director put its checkers right; now they lie as `position`.

        The director does this between two turns, if checkers lay on wrong points. Points do not
        change.
        """

    def thrown(self, roll: Roll) -> "CountedTable":
        """Return the table after the thrower's dice, with the thrower's points marked."""

    def chosen(self, choice: HoleChoice) -> "CountedTable":
        """Return the table after the thrower's choice of HOLD or GO.

        Raises WrongMoment unless a choice is awaited.
        """

    def played(self, play: Play) -> "CountedTable":
        """Return the table after the thrower's play, with the opponent's points marked.

        If a choice of HOLD or GO was awaited, the play means HOLD.
        """

    def condoned(self, position: Position) -> "CountedTable":
        """Return the table after the opponent accepted an illegal play that led to `position`.

        The opponent's points are marked as if the throw had been played legally.
        """


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a finished game.

    `left` is the number of the loser's checkers that are not borne off (0 to 15).
    """

    loser: Side
    ending: Ending
    left: int


@dataclass(frozen=True, slots=True)
class Sensing:
    """The abilities that an electronic board needs for a game.

    `hits` is True if a play can move checkers of the opponent, so that the board must read both
    colours (ruling 10). `bar` is True if checkers can lie on the bar. `cube_limit` is the highest
    value of the cube, or 0 without a cube.
    """

    hits: bool
    bar: bool
    cube_limit: int


class Game(Protocol):
    """The rules of one game, such as backgammon, as functions of values: no state, clock or chance.

    Each game has one object with these members.
    """

    @property
    def name(self) -> str:
        """The game's name as set-ups and logs write it, such as "backgammon"."""

    @property
    def senses(self) -> Sensing:
        """The abilities that a board needs for this game."""

    @property
    def endings(self) -> frozenset[Ending]:
        """The endings that the game can have, resignations included."""

    @property
    def opening_is_played(self) -> bool:
        """True if the opening dice are the first turn of the side that begins.

        If False, the opening throw only decides who throws first.
        """

    def facing(self, point: int) -> int:
        """Return the opponent's number, 1 to 24, of the place that is a side's point `point`."""

    def counted(self, first: Side) -> CountedTable | None:
        """Return a new CountedTable on which `first` throws first.

        Return None if the game counts no points while it is played.
        """

    def start(self) -> Position:
        """Return the position before the opening roll."""

    def check(self, position: Position) -> None:
        """Raise InvalidPosition if checkers lie where this game cannot have them."""

    def legal_plays(self, position: Position, side: Side, roll: Roll, turn: int) -> frozenset[Play]:
        """Return the legal plays; of several that lead to the same position, one is enough.

        If nothing can move, return only the empty play. `turn` is the number of the side's own turn
        in this game, from 1 (ruling 6).
        """

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """Return the position after a play. Raises IllegalPlay if the checkers do not allow it."""

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int
    ) -> Play | None:
        """Return a legal play of the roll that leads from `before` to `after`, or None.

        `turn` is the number of the side's own turn in this game, from 1.
        """

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome if the position ends the game, else None."""

    def notation(self, play: Play) -> str:
        """Return a play as players of the game write it. The text is empty for the empty play."""


def check_no_triangle_is_shared(position: Position, same_triangle: Callable[[int], int]) -> None:
    """Raise InvalidPosition if checkers of both sides lie on one triangle of the board.

    `same_triangle` takes White's number of a triangle and returns Red's, both 1 to 24.
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
