"""XGID, eXtreme Gammon's line for one moment of a game.

Ten fields between colons: 26 places, cube as a power of two, its owner, turn, dice, both scores,
Crawford, match length, greatest cube as a power of two. The lower player (here Red) has capitals,
points are counted from him: place 0 is the upper player's bar, place 25 the lower player's.
"""

from rules.dice import Roll
from rules.match_files.gnubg_ids import InvalidIdentifier
from rules.match_files.table_state import TableState
from rules.match_play.score import MatchScore
from rules.position import BAR, CHECKERS, PLACES, Position
from rules.side import Side

_PREFIX = "XGID="
_FIELDS = 10
_TO_ROLL, _DOUBLED = "00", "D"
_GREATEST_CUBE = 10
_TURN = {Side.RED: 1, Side.WHITE: -1}
_SIDE = {"1": Side.RED, "-1": Side.WHITE}


def xgid(state: TableState) -> str:
    """The line, "XGID=" included; a resignation on the table cannot be said in it."""
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
    """The moment a line describes, "XGID=" or not; Jacoby and beavers of money play are dropped.

    Raises InvalidIdentifier, naming the field.
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
    """A position as an XGID's 26 places: Red's checkers are capitals, its points count."""
    text = ""
    for place in range(PLACES):
        red, white = position.red[place] if place else 0, position.white[BAR - place]
        white = 0 if place == BAR else white
        text += chr(ord("A") + red - 1) if red else chr(ord("a") + white - 1) if white else "-"
    return text


def position_of_places(places: str) -> Position:
    """The position of an XGID's 26 places; raises InvalidIdentifier."""
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
