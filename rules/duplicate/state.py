"""Where a duplicate match stands: two tables, the rolls they share, the results so far.

Source: rulings 5 to 9, 11 and 15.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from rules.room import Room
from rules.side import Side
from rules.tables.state import MatchInPlay, RollRecord, TableState, TurnKey


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(MatchInPlay):
    """A whole match of `games` games in each of its two rooms.

    `rest_chosen` are the open players who choose to have the rest of this game's tail drawn,
    `rest_drawn`: it is (ruling 8). `earlier` are the rolls of the games before the current one.
    """

    rooms: ClassVar[tuple[Room, ...]] = tuple(Room)

    games: int
    max_lead: int
    tail_drawn: bool
    seed: bytes
    closed: TableState
    rest_chosen: frozenset[Side] = frozenset()
    rest_drawn: bool = False
    earlier: Mapping[int, Mapping[TurnKey, RollRecord]] = field(default_factory=dict)

    def rolls_of(self, game: int) -> Mapping[TurnKey, RollRecord]:
        """The rolls of the latest attempt at a game, none of one that was kept by hand."""
        return self.earlier.get(game, self.rolls if game == self.game else {})

    def result_is_known(self, game: int) -> bool:
        """A player can know a result of that game: it is over in one room at least (ruling 9)."""
        return any((game, room) in self.results for room in Room)

    def table(self, room: Room) -> TableState:
        """The table in that room."""
        return self.open if room is Room.OPEN else self.closed

    def with_table(self, table: TableState) -> "MatchState":
        """The match with one table replaced."""
        if table.room is Room.OPEN:
            return replace(self, open=table)
        return replace(self, closed=table)
