"""The last position of a game as people paste it: a position ID or an XGID (ruling 18)."""

from dataclasses import dataclass

from rules.errors import InvalidPosition, MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.match_files.gnubg_ids import InvalidIdentifier, position_id, position_of_id
from rules.match_files.xgid import state_of_xgid
from rules.position import CHECKERS, Position
from rules.side import Side

_WRITTEN = "a position ID of 14 characters, or a whole XGID"
_ONE_SIDE = "a position in which no point is held by both sides"
_ON_ROLL = "whoever of %(players)s is on roll"
_X = "whoever of %(players)s is X, the lower player"


@dataclass(frozen=True, slots=True)
class LastPosition:
    """A position as GNU Backgammon's position ID, seen by whoever is on roll."""

    position: str
    on_roll: PersonId


def last_position(
    pasted: str, players: tuple[PersonId, PersonId], who: PersonId | None
) -> LastPosition:
    """What was pasted, checked; raises MatchRefused naming the field that cannot be.

    A position ID does not say whose turn it is: `who` does. An XGID does, for its lower player X,
    whom `who` names; the dice in it are not looked at, as the figures are those before the throw.
    """
    text = pasted.strip()
    if who not in players:
        raise MatchRefused("who", who or "", _X if ":" in text else _ON_ROLL, players=players)
    if ":" in text:
        position, side = _of_xgid(text)
        other = players[1] if who == players[0] else players[0]
        turn = who if side is Side.RED else other
    else:
        position, side, turn = _of_id(text), Side.WHITE, who
    _check_playable(text, position)
    return LastPosition(position_id(position, side), turn)


def _of_xgid(text: str) -> tuple[Position, Side]:
    try:
        state = state_of_xgid(text)
    except (InvalidIdentifier, ValueError) as error:
        raise MatchRefused("position", text, _WRITTEN) from error
    return state.position, state.to_act


def _of_id(text: str) -> Position:
    try:
        return position_of_id(text, Side.WHITE)
    except (InvalidIdentifier, ValueError) as error:
        raise MatchRefused("position", text, _WRITTEN) from error


def _check_playable(text: str, position: Position) -> None:
    if CHECKERS in (position.off(Side.WHITE), position.off(Side.RED)):
        raise MatchRefused("position", text, "a position in which nobody has borne everything off")
    try:
        BACKGAMMON.check(position)
    except InvalidPosition as error:
        raise MatchRefused("position", text, _ONE_SIDE) from error
