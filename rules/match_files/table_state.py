"""One moment of a game: what position IDs, match IDs and XGIDs describe."""

from dataclasses import dataclass

from rules.dice import Roll
from rules.ending import Ending
from rules.match_play.score import MatchScore
from rules.position import Position
from rules.side import Side


@dataclass(frozen=True, slots=True)
class TableState:
    """Position, cube and score; White is the identifiers' upper player, Red the lower.

    `on_roll` has the turn, `to_act` must decide now: the other one while a double or a
    resignation is on the table. `roll` is None before the throw. `cube` is the value in force, a
    power of two; `owner` None while it is centred.
    """

    position: Position
    on_roll: Side
    score: MatchScore
    cube: int = 1
    owner: Side | None = None
    roll: Roll | None = None
    doubled: bool = False
    resignation: Ending | None = None

    @property
    def to_act(self) -> Side:
        """The side that must decide."""
        answering = self.doubled or self.resignation is not None
        return self.on_roll.opponent if answering else self.on_roll
