"""Snowie's position line and the "Set Pos" comment, by which a .mat file can give positions.

The position line has forty fields, each ended by a semicolon: 0 match length, 1 Jacoby, 3 money
game, 4 the side of the positive counts, 5-6 players, 7 Crawford, 8-9 scores, 10 cube, 11 its owner,
12 the opponent's bar (negative), 13-36 points 1 to 24 (own checkers positive, the opponent's
negative), 37 own bar, 38-39 dice. Checkers that are not listed are off. Measured with GNU
Backgammon 1.07: it writes 0 in field 4 if the player in the right column is on roll, and puts each
side's bar at the end from which its checkers enter; it reads the line in the same way.

The comment that sets the start of a game is "Set Pos=", 26 places, "/", and the cube. Source: how
GNU Backgammon 1.07 reads it. The places are those of an XGID with the left player's checkers as
capital letters. The cube is the exponent of a power of two, negative if the left player owns it,
positive if the right player does. Other programs may use capital letters for the right player; only
the plays can show this.
"""

from rules.errors import InvalidPosition
from rules.match_files.ids import places_of, position_of_places
from rules.match_files.record import SetUp
from rules.match_play.state import MatchScore
from rules.position import BAR, CHECKERS, Counts, Position, Side, position_of

_FIELDS = 38
"""The smallest number of fields in a position line; the last two, the dice, may be missing."""
_RIGHT, _LEFT = "0", "1"
_OWNER = {"0", "1", "-1"}


def position_in(fields: tuple[str, ...]) -> Position:
    """Return the position of a Snowie line, given as its fields. White is in the left column.

    Raises InvalidPosition if fields are missing, are not numbers, or do not make a position.
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
    return Side.WHITE if fields[4].strip() == _LEFT else Side.RED


def start_of(fields: tuple[str, ...]) -> SetUp:
    """Return the start of a game from a position line: the position, the cube and its owner.

    Raises InvalidPosition like `position_in`, and for a cube that cannot be read.
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
    """Return the Snowie line for a position in which `on_roll` is about to throw.

    `names` are White's and Red's names; `score` is the score before the game; `cube` is the value
    in force and its owner.
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
    """Return the starts of a game that a "Set Pos" comment can mean, the likelier first.

    `places` are its 26 places, and `exponent` is its number for the cube: the exponent of a power
    of two, with a sign for the owner. Raises InvalidIdentifier if the places cannot be read.
    """
    position = position_of_places(places)
    return tuple(_set_up(position, capitals, exponent) for capitals in (Side.WHITE, Side.RED))


def _set_up(position: Position, capitals: Side, exponent: int) -> SetUp:
    """Return the start that a comment means if its capital letters are the checkers of `capitals`.

    `position` was read as in an XGID, with Red's checkers as capital letters. `exponent` is the
    cube as in the comment.
    """
    owner = capitals if exponent < 0 else capitals.opponent
    return SetUp(
        position=position if capitals is Side.RED else _swapped(position),
        cube=1 << abs(exponent),
        owner=owner if exponent else None,
    )


def set_position(set_up: SetUp) -> str:
    """Return the "Set Pos" comment for a start, with White as the left player."""
    exponent = set_up.cube.bit_length() - 1
    sign = "-" if set_up.owner is Side.WHITE else ""
    return f"; Set Pos={places_of(_swapped(set_up.position))}/{sign}{exponent}"


def _swapped(position: Position) -> Position:
    return Position(position.red, position.white)
