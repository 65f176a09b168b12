"""Snowie's position line and comments for set positions, which keep positions in a .mat file.

Forty fields between semicolons: 0 match length, 1 Jacoby, 3 money game, 4 the side of the positive
counts, 5-6 players, 7 Crawford, 8-9 scores, 10 cube, 11 its owner, 12 the opponent's bar
(negative), 13-36 points 1 to 24 (own positive, opponent's negative), 37 own bar, 38-39 dice.
Checkers off are implied. Measured with GNU Backgammon 1.07: it writes 0 in field 4 when the right
column's player is on roll, and both bars where the opponent's and one's own checkers enter
from; it reads the same way.

The comment that sets the start of a game in a .mat file: "Set Pos=", 26 places, "/", the cube.

Source: the way GNU Backgammon 1.07 reads it. The places are an XGID's with the left player's
checkers in capitals; the cube is a power of two, below zero while the left player owns it, above
while the right one does. In other programs capitals may mean the right player, which only the plays
show.
"""

from rules.errors import InvalidPosition
from rules.match_files.ids import places_of, position_of_places
from rules.match_files.record import SetUp
from rules.match_play.state import MatchScore
from rules.position import BAR, CHECKERS, Counts, Position, Side, position_of

_FIELDS = 38
"""Least number of fields: up to the side's own bar; dice may be missing."""
_RIGHT, _LEFT = "0", "1"
_OWNER = {"0", "1", "-1"}


def position_in(fields: tuple[str, ...]) -> Position:
    """Return the position of a Snowie line whose left column is White.

    Raises InvalidPosition for fields that are missing, not numbers or not a position.
    """
    if len(fields) < _FIELDS:
        raise InvalidPosition(f"Snowie line of {len(fields)} fields, expected {_FIELDS} or more")
    try:
        other_bar, *points, own_bar = (int(field) for field in fields[12:_FIELDS])
    except ValueError:
        raise InvalidPosition("Snowie line: fields 12 to 37 must be whole numbers") from None
    own = [0, *(max(count, 0) for count in points), abs(own_bar)]
    other = [0, *(max(-count, 0) for count in reversed(points)), abs(other_bar)]
    own[0], other[0] = CHECKERS - sum(own), CHECKERS - sum(other)
    return position_of(_side(fields), tuple(own), tuple(other))


def _side(fields: tuple[str, ...]) -> Side:
    """Return the side of the positive counts."""
    return Side.WHITE if fields[4].strip() == _LEFT else Side.RED


def start_of(fields: tuple[str, ...]) -> SetUp:
    """Return a game's start by a position line: the position, the cube and its owner.

    Raises InvalidPosition as position_in does.
    """
    position, side = position_in(fields), _side(fields)
    value, owner = fields[10].strip(), fields[11].strip()
    if not value.isdecimal() or owner not in _OWNER:
        raise InvalidPosition(f"Snowie line: cube {value!r} of owner {owner!r}")
    owned = {"1": side, "-1": side.opponent}.get(owner)
    return SetUp(position, int(value) or 1, owned)


def snowie_line(
    position: Position,
    on_roll: Side,
    names: tuple[str, str],
    score: MatchScore,
    cube: tuple[int, Side | None] = (1, None),
) -> str:
    """Return the line for a position with `on_roll` to throw.

    `names` are White's and Red's; `cube` is the value in force and its owner.
    """
    own, other = position.of(on_roll), position.of(on_roll.opponent)
    ordered = names if on_roll is Side.WHITE else names[::-1]
    fields: list[object] = [score.length, 0, 0, int(score.length == 0)]
    fields += [_LEFT if on_roll is Side.WHITE else _RIGHT, *ordered, int(score.crawford)]
    fields += [score.of(on_roll), score.of(on_roll.opponent)]
    value, owner = cube
    fields += [value, 0 if owner is None else 1 if owner is on_roll else -1]
    fields += [-other[BAR], *_net(own, other), own[BAR], 0, 0]
    return "".join(f"{field};" for field in fields)


def _net(own: Counts, other: Counts) -> list[int]:
    return [own[point] - other[BAR - point] for point in range(1, BAR)]


def set_ups(places: str, exponent: int) -> tuple[SetUp, ...]:
    """Return the starts a comment may mean, the likelier first. Raises InvalidIdentifier."""
    position = position_of_places(places)
    return tuple(_set_up(position, capitals, exponent) for capitals in (Side.WHITE, Side.RED))


def _set_up(position: Position, capitals: Side, exponent: int) -> SetUp:
    """Return the start of `position`, which has Red's checkers in capitals, as in an XGID."""
    owner = capitals if exponent < 0 else capitals.opponent
    return SetUp(
        position=position if capitals is Side.RED else _swapped(position),
        cube=1 << abs(exponent),
        owner=owner if exponent else None,
    )


def set_position(set_up: SetUp) -> str:
    """Return the comment, White being the left player."""
    exponent = set_up.cube.bit_length() - 1
    sign = "-" if set_up.owner is Side.WHITE else ""
    return f"; Set Pos={places_of(_swapped(set_up.position))}/{sign}{exponent}"


def _swapped(position: Position) -> Position:
    return Position(position.red, position.white)
