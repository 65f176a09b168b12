"""The two rooms of a duplicate match (Fair Backgammon Duplicated Team Tournament, Garal 2008)."""

from enum import Enum


class Room(Enum):
    """Open: dice are thrown and spectators watch. Closed: the same rolls are played again."""

    OPEN = "open"
    CLOSED = "closed"

    # Enum's own hash is a function of Python: it would be most of what a look-up costs.
    __hash__ = object.__hash__

    @property
    def other(self) -> "Room":
        """The room at the other table of the match."""
        return Room.CLOSED if self is Room.OPEN else Room.OPEN
