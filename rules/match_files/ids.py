"""Position IDs, match IDs and XGIDs, each of which describes a moment of a game in one line.

GNU Backgammon's position ID has 14 characters, its match ID 12. Source: GNU Backgammon manual, "A
technical description of the Position ID" and "… of the Match ID". Bit 66 of the match ID, which the
manual does not mention, says that Jacoby is off.

XGID is the line of eXtreme Gammon. It has ten fields between colons: 26 places, the cube as a power
of two, its owner, turn, dice, both scores, Crawford, match length, and the highest cube as a power
of two. The checkers of the lower player (here Red) are capital letters. Points are counted from the
lower player's side: place 0 is the upper player's bar, place 25 the lower player's.
"""

from base64 import b64decode, b64encode
from binascii import Error
from dataclasses import dataclass

from rules.dice import Roll
from rules.errors import RulesError
from rules.match_play.state import MatchScore
from rules.position import BAR, CHECKERS, PLACES, Counts, Position, Side, position_of
from rules.room import Ending


@dataclass(frozen=True, slots=True)
class TableState:
    """Position, cube and score at one moment; the identifiers' upper player is White.

    The lower player is Red. `on_roll` is the side whose turn it is. `roll` is None before the
    throw. `cube` is the value in force, a power of two, and `owner` is None while the cube is
    centred. `doubled` is True while a double waits for an answer; `resignation` is the offered
    resignation, if one waits.
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
        """The side that must decide now.

        While a double or a resignation waits, it is the side that has to answer.
        """
        answering = self.doubled or self.resignation is not None
        return self.on_roll.opponent if answering else self.on_roll


_POSITION_BYTES, _MATCH_BYTES = 10, 9
_CENTRED, _PLAYING = 3, 1
_SIDES = (Side.WHITE, Side.RED)
_RESIGNATIONS = (None, Ending.RESIGNED, Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON)
_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""The number of bits of each field of the match ID, lowest first, as in `_fields`.

The match length and both scores have fifteen bits each.
"""


class InvalidIdentifier(RulesError):
    """Raised for a position ID, match ID or XGID that cannot be read.

    The operator can paste the whole of it again.
    """


def position_id(position: Position, to_act: Side) -> str:
    """Return the position ID, written from the point of view of the side that must act."""
    bits, at = 0, 0
    for side in (to_act.opponent, to_act):
        for count in position.of(side)[1:]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    return b64encode(bits.to_bytes(_POSITION_BYTES, "little")).decode("ascii")[:14]


def position_of_id(text: str, to_act: Side) -> Position:
    """Return the position of a position ID, read from the point of view of the side that must act.

    Checkers that are not on the board are off. Raises InvalidIdentifier if the ID cannot be read.
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
    """Return the match ID, which has cube, dice, score and the side that must act, but no position.

    Raises InvalidIdentifier if a number is too large for its field.
    """
    bits, at = 0, 0
    for value, width in zip(_fields(state), _WIDTHS, strict=True):
        if value >= 1 << width:
            raise InvalidIdentifier(f"match ID: {value} does not fit; allowed: 0 to {2**width - 1}")
        bits |= value << at
        at += width
    return b64encode(bits.to_bytes(_MATCH_BYTES, "little")).decode("ascii")[:12]


def state_of_ids(position: str, match: str) -> TableState:
    """Return the moment that a position ID and a match ID describe together.

    Raises InvalidIdentifier if one of them cannot be read.
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


_PREFIX = "XGID="
_FIELDS = 10
_TO_ROLL, _DOUBLED = "00", "D"
_GREATEST_CUBE = 10
_TURN = {Side.RED: 1, Side.WHITE: -1}
_SIDE = {"1": Side.RED, "-1": Side.WHITE}


def xgid(state: TableState) -> str:
    """Return the XGID with its prefix "XGID=".

    A resignation that waits for an answer is left out, because an XGID cannot express it.
    """
    if state.doubled:
        dice = _DOUBLED
    else:
        dice = _TO_ROLL if state.roll is None else "".join(map(str, state.roll.dice[:2]))
    owner = 0 if state.owner is None else _TURN[state.owner]
    score = state.score
    fields = (
        places_of(state.position),
        state.cube.bit_length() - 1,
        owner,
        _TURN[state.on_roll],
        dice,
        score.red,
        score.white,
        int(score.crawford),
        score.length,
        _GREATEST_CUBE,
    )
    return _PREFIX + ":".join(map(str, fields))


def state_of_xgid(text: str) -> TableState:
    """Return the moment that an XGID describes. The prefix "XGID=" may be missing.

    Jacoby and beavers of money play are ignored. Raises InvalidIdentifier naming the wrong field.
    """
    fields = text.strip().removeprefix(_PREFIX).split(":")
    if len(fields) != _FIELDS:
        raise InvalidIdentifier(f"XGID: {len(fields)} fields, expected {_FIELDS}")
    places, cube, owner, turn, dice, red, white, crawford, length, _ = fields
    if turn not in _SIDE:
        raise InvalidIdentifier(f"XGID turn {turn!r}; allowed: 1, -1")
    if owner not in {"0", *_SIDE}:
        raise InvalidIdentifier(f"XGID cube owner {owner!r}; allowed: 0, 1, -1")
    points = _number("match length", length)
    score = MatchScore(
        points,
        _number("score", white),
        _number("score", red),
        crawford=points > 0 and crawford == "1",
    )
    return TableState(
        position=position_of_places(places),
        on_roll=_SIDE[turn],
        score=score,
        cube=1 << _number("cube", cube),
        owner=_SIDE.get(owner),
        roll=_roll(dice),
        doubled=dice in {_DOUBLED, "B", "R"},
    )


def places_of(position: Position) -> str:
    """Return the text of an XGID's 26 places for a position.

    Red's checkers are capital letters, and the places are Red's points.
    """
    text = ""
    for place in range(PLACES):
        red, white = position.red[place] if place else 0, position.white[BAR - place]
        white = 0 if place == BAR else white
        text += chr(ord("A") + red - 1) if red else chr(ord("a") + white - 1) if white else "-"
    return text


def position_of_places(places: str) -> Position:
    """Return the position from an XGID's 26 places.

    Raises InvalidIdentifier if the places cannot be read.
    """
    if len(places) != PLACES:
        raise InvalidIdentifier(f"XGID position: {len(places)} places, expected {PLACES}")
    red, white = [0] * PLACES, [0] * PLACES
    for place, letter in enumerate(places):
        if "A" <= letter <= "O" and place:
            red[place] = ord(letter) - ord("A") + 1
        elif "a" <= letter <= "o" and place < BAR:
            white[BAR - place] = ord(letter) - ord("a") + 1
        elif letter != "-":
            raise InvalidIdentifier(f"XGID position: {letter!r} at place {place}")
    red[0], white[0] = CHECKERS - sum(red), CHECKERS - sum(white)
    if min(red[0], white[0]) < 0:
        raise InvalidIdentifier("XGID position: more than fifteen checkers a side")
    return Position(tuple(white), tuple(red))


def _roll(dice: str) -> Roll | None:
    if dice in {_TO_ROLL, _DOUBLED, "B", "R"}:
        return None
    if len(dice) != 2 or not set(dice) <= set("123456"):
        raise InvalidIdentifier(f"XGID dice {dice!r}; allowed: 00, D, B, R or two dice")
    return Roll(int(dice[0]), int(dice[1]))


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 5:
        raise InvalidIdentifier(f"XGID {name} {text!r}; allowed: a whole number")
    return int(text)
