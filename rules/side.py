"""The two sides of a table.

"Red" and "Black" are one side; the printed name is a setting (ruling 5).
"""

from enum import Enum


class Side(Enum):
    """White or Red: who moves which checkers, in either room."""

    WHITE = "white"
    RED = "red"

    # Enum's own hash is a function of Python: it would be most of what a look-up costs.
    __hash__ = object.__hash__

    @property
    def opponent(self) -> "Side":
        """The other side of the same table."""
        return Side.RED if self is Side.WHITE else Side.WHITE
