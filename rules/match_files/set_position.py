"""The comment by which a .mat file sets where a game starts: "Set Pos=", 26 places, "/", the cube.

Source: what GNU Backgammon 1.07 makes of it. The places are an XGID's with the left player's
checkers in capitals; the cube is a power of two, below zero while the left player owns it, above
while the right one does. Other programs may have capitals mean the right player, which only the
plays tell.
"""

from rules.match_files.record import SetUp
from rules.match_files.xgid import places_of, position_of_places
from rules.position import Position
from rules.side import Side


def set_ups(places: str, exponent: int) -> tuple[SetUp, ...]:
    """The starts a comment may mean, the likelier first; raises InvalidIdentifier."""
    position = position_of_places(places)
    return tuple(_set_up(position, capitals, exponent) for capitals in (Side.WHITE, Side.RED))


def _set_up(position: Position, capitals: Side, exponent: int) -> SetUp:
    """`position` has Red's checkers in capitals, as an XGID does."""
    owner = capitals if exponent < 0 else capitals.opponent
    return SetUp(
        position=position if capitals is Side.RED else _swapped(position),
        cube=1 << abs(exponent),
        owner=owner if exponent else None,
    )


def set_position(set_up: SetUp) -> str:
    """The comment, White being the left player."""
    exponent = set_up.cube.bit_length() - 1
    sign = "-" if set_up.owner is Side.WHITE else ""
    return f"; Set Pos={places_of(_swapped(set_up.position))}/{sign}{exponent}"


def _swapped(position: Position) -> Position:
    return Position(position.red, position.white)
