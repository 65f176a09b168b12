"""The two sides of a table.

"Red" and "Black" are one side; the printed name is a setting (ruling 5).
"""

from enum import Enum


class Side(Enum):
    """White or Red: who moves which checkers, in either room."""

    WHITE = "white"
    RED = "red"

    @property
    def opponent(self) -> "Side":
        """The other side of the same table."""
        return Side.RED if self is Side.WHITE else Side.WHITE
