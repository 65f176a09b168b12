"""What no game allows: a triangle that both sides hold, and two winners."""

from collections.abc import Callable

from rules.errors import InvalidPosition
from rules.position import BAR, CHECKERS, OFF, Position


def check_no_triangle_is_shared(position: Position, same_triangle: Callable[[int], int]) -> None:
    """Raise InvalidPosition when checkers of both sides lie on one triangle.

    `same_triangle` gives Red's number, 1 to 24, of White's point.
    """
    for point in range(1, BAR):
        if position.white[point] and position.red[same_triangle(point)]:
            raise InvalidPosition(
                f"White's point {point} holds checkers of both sides; one side may hold it"
            )


def check_one_has_won_at_most(position: Position) -> None:
    """Raise InvalidPosition when either side has borne off all fifteen checkers."""
    if position.white[OFF] == position.red[OFF] == CHECKERS:
        raise InvalidPosition("both sides have borne off all fifteen checkers; one may have")
