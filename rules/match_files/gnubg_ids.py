"""GNU Backgammon's position ID (14 characters) and match ID (12 characters).

Source: GNU Backgammon manual, "A technical description of the Position ID" and "… of the Match
ID"; bit 66 of the match ID, which the manual leaves out, says that Jacoby is off.
"""

from base64 import b64decode, b64encode
from binascii import Error

from rules.dice import Roll
from rules.ending import Ending
from rules.errors import RulesError
from rules.match_files.table_state import TableState
from rules.match_play.score import MatchScore
from rules.position import BAR, CHECKERS, Counts, Position, position_of
from rules.side import Side

_POSITION_BYTES, _MATCH_BYTES = 10, 9
_CENTRED, _PLAYING = 3, 1
_SIDES = (Side.WHITE, Side.RED)
_RESIGNATIONS = (None, Ending.RESIGNED, Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON)
_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""Bits of the match ID's fields, lowest first, see _fields; length and scores have fifteen."""


class InvalidIdentifier(RulesError):
    """A position ID, match ID or XGID that says nothing (operator: paste it again, whole)."""


def position_id(position: Position, to_act: Side) -> str:
    """The position as seen by the side that must act."""
    bits, at = 0, 0
    for side in (to_act.opponent, to_act):
        for count in position.of(side)[1:]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    return b64encode(bits.to_bytes(_POSITION_BYTES, "little")).decode("ascii")[:14]


def position_of_id(text: str, to_act: Side) -> Position:
    """The position an ID describes to the side that must act; checkers off are implied.

    Raises InvalidIdentifier.
    """
    bits = int.from_bytes(_bytes_of(text, 14, "position ID"), "little")
    sides: list[Counts] = []
    for _ in range(2):
        counts = [0]
        for _ in range(1, BAR + 1):
            ones = (~bits & bits + 1).bit_length() - 1
            counts.append(ones)
            bits >>= ones + 1
        counts[0] = CHECKERS - sum(counts)
        sides.append(tuple(counts))
    if bits or min(counts[0] for counts in sides) < 0:
        raise InvalidIdentifier(f"position ID {text!r}: more than fifteen checkers a side")
    return position_of(to_act, sides[1], sides[0])


def match_id(state: TableState) -> str:
    """Cube, dice, score and whose decision it is, without the position."""
    bits, at = 0, 0
    for value, width in zip(_fields(state), _WIDTHS, strict=True):
        if value >= 1 << width:
            raise InvalidIdentifier(f"match ID: {value} does not fit; allowed: 0 to {2**width - 1}")
        bits |= value << at
        at += width
    return b64encode(bits.to_bytes(_MATCH_BYTES, "little")).decode("ascii")[:12]


def state_of_ids(position: str, match: str) -> TableState:
    """The moment a position ID and a match ID describe together.

    Raises InvalidIdentifier.
    """
    fields = _read_fields(match)
    cube, owner, on_roll, crawford, _, to_act, doubled, resigned, *rest = fields
    first, second, length, white, red, _ = rest
    if max(first, second) > 6 or (first == 0) != (second == 0):
        raise InvalidIdentifier(f"match ID {match!r}: dice {first} and {second}")
    if owner == 2:
        raise InvalidIdentifier(f"match ID {match!r}: cube owner 2; allowed: 0, 1, 3")
    return TableState(
        position=position_of_id(position, _SIDES[to_act]),
        on_roll=_SIDES[on_roll],
        score=MatchScore(length, white, red, crawford=bool(crawford)),
        cube=1 << cube,
        owner=None if owner == _CENTRED else _SIDES[owner],
        roll=Roll(first, second) if first else None,
        doubled=bool(doubled),
        resignation=_RESIGNATIONS[resigned],
    )


def _fields(state: TableState) -> tuple[int, ...]:
    dice = () if state.roll is None else state.roll.dice
    return (
        state.cube.bit_length() - 1,
        _CENTRED if state.owner is None else _SIDES.index(state.owner),
        _SIDES.index(state.on_roll),
        int(state.score.crawford),
        _PLAYING,
        _SIDES.index(state.to_act),
        int(state.doubled),
        _RESIGNATIONS.index(state.resignation),
        dice[0] if dice else 0,
        dice[1] if dice else 0,
        state.score.length,
        state.score.white,
        state.score.red,
        1,
    )


def _read_fields(text: str) -> list[int]:
    bits = int.from_bytes(_bytes_of(text, 12, "match ID"), "little")
    fields = []
    for width in _WIDTHS:
        fields.append(bits & (1 << width) - 1)
        bits >>= width
    return fields


def _bytes_of(text: str, length: int, name: str) -> bytes:
    try:
        if len(text) != length:
            raise InvalidIdentifier(f"{name} {text!r}: {len(text)} characters, expected {length}")
        return b64decode(text + "=" * (-length % 4), validate=True)
    except (Error, ValueError):
        raise InvalidIdentifier(f"{name} {text!r}: letters, digits, + and / only") from None
