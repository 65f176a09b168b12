"""A Trictrac table as the duplicate match carries it from throw to throw (implements CountedTable).

Points are marked for the players (ruling 26, automatic marking).
"""

from dataclasses import dataclass, replace

from rules.dice import Roll
from rules.games.counting import Choice, PointMark, SideScore
from rules.games.trictrac import turn
from rules.games.trictrac.figures import points_for
from rules.games.trictrac.table import Phase, TrictracTable
from rules.play import Play
from rules.position import Position
from rules.side import Side


@dataclass(frozen=True, slots=True)
class TrictracCount:
    """A Trictrac table behind the neutral interface."""

    table: TrictracTable

    @property
    def position(self) -> Position:
        """The checkers as they lie; all on the talons after s'en aller or the last one off."""
        return self.table.position

    @property
    def thrower(self) -> Side:
        """The side that has thrown or throws next."""
        return self.table.thrower

    @property
    def awaits_choice(self) -> bool:
        """The thrower has won a trou by his own throw: tenir or s'en aller (ruling 25)."""
        return self.table.phase is Phase.CHOOSE

    @property
    def winner(self) -> Side | None:
        """The side with twelve trous."""
        return self.table.winner

    @property
    def marks(self) -> tuple[PointMark, ...]:
        """The throw's figures, the thrower's before his opponent's."""
        return tuple(
            PointMark(
                side=mark.side,
                figure=mark.figure.value,
                ways=len(mark.ways),
                points=mark.points,
                rule=mark.rule,
            )
            for mark in self.table.marks
        )

    def score(self, side: Side) -> SideScore:
        """Points, trous and tokens of a side."""
        tally = self.table.score.of(side)
        return SideScore(
            points=tally.points,
            holes=tally.trous,
            tokens=self.table.score.tokens(side),
            triangle=tally.triangle,
        )

    def put_right(self, position: Position) -> "TrictracCount":
        """Other checkers before the next throw; points, trous and throws so far stand (ruling 11).

        Raises WrongMoment while a throw is being played.
        """
        self.table.expect(Phase.THROW, "put checkers right")
        return TrictracCount(replace(self.table, position=position))

    def thrown(self, roll: Roll) -> "TrictracCount":
        """The thrower's dice are known; his points are marked."""
        return TrictracCount(turn.throw(self.table, roll))

    def chosen(self, choice: Choice) -> "TrictracCount":
        """Tenir or s'en aller; raises WrongMoment unless that is asked."""
        return TrictracCount(turn.choose(self.table, choice))

    def played(self, play: Play) -> "TrictracCount":
        """A legal play; to play instead of going is to hold."""
        return TrictracCount(turn.play(self._held(), play))

    def condoned(self, position: Position) -> "TrictracCount":
        """What lies there stands, and the opponent's points of the throw are marked."""
        held = self._held()
        due = points_for(held.marks, held.thrower.opponent)
        return TrictracCount(turn.opponents_points(replace(held, position=position), due))

    def _held(self) -> TrictracTable:
        return turn.choose(self.table, Choice.HOLD) if self.awaits_choice else self.table
