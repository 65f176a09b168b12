"""The director's choices for dice that were found wrong after their release (ruling 9).

The recorded dice of a turn are released to the closed room, and then it turns out that other dice
lay in one of the rooms. If they lay in the open room and nothing was thrown since, the open table
plays the turn again with the recorded dice. Otherwise the director lets the roll stand, so that
each room keeps its dice, or voids the game in both rooms. A game is not played again if a player
can know a result of it.
"""

from enum import Enum

from rules import events as ev
from rules.dice import Roll
from rules.duplicate.state import MatchState
from rules.errors import MatchRefused
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.state import RollRecord, TurnKey, at_game
from rules.text import N_

_RELEASED = N_("a turn whose dice the closed room was given")
_REPLAYED = N_("a turn after which dice were thrown: the open room plays this one again")
_UNKNOWN = N_("a game that is over in neither room: let this roll stand or adjust the score")
_OTHERS = N_("dice other than %(dice)s")
_OPENING = N_("two different dice: an opening throw is never equal")


class WrongRollChoice(Enum):
    """The ways to deal with a roll that was found wrong after its release."""

    REPLAY = "replay"
    STANDS = "stands"
    VOID = "void"
    ADJUST = "adjust"


def choices(state: MatchState, game: int, key: TurnKey, room: Room) -> tuple[WrongRollChoice, ...]:
    """Return what the director can choose if dice other than the recorded ones lay in `room`.

    The dice are those of turn `key` in game `game`. Return no choices if that roll is not released.
    """
    record = state.rolls_of(game).get(key)
    if record is None or not record.released:
        return ()
    if game != state.game or state.over or state.result_is_known(game):
        return (WrongRollChoice.STANDS, WrongRollChoice.ADJUST)
    if room is Room.OPEN and key == state.last_thrown:
        return (WrongRollChoice.REPLAY,)
    return (WrongRollChoice.STANDS, WrongRollChoice.VOID)


def roll_stands(state: MatchState, order: rd.LetRollStand, by: str) -> ev.RollStands:
    """Return the event by which each room keeps its dice, as the director orders.

    The order says which dice lay in a room. If an earlier order has named other dice for that room,
    the new ones replace them. Raises MatchRefused if the turn has to be played again instead, or if
    the record has these dice for the room already.
    """
    key = TurnKey(order.side, order.turn)
    record = _chosen(state, order, key, WrongRollChoice.STANDS)
    dice = _as_thrown(record, key, order.dice)
    if dice.same_dice(record.in_room(order.room)):
        raise MatchRefused("dice", str(dice), _OTHERS, dice=record.in_room(order.room))
    return ev.RollStands(
        game=order.game,
        attempt=order.attempt,
        room=order.room,
        side=order.side,
        turn=order.turn,
        dice=dice,
        relayed=record.dice,
        by=by,
        reason=order.reason,
    )


def voided_for_roll(state: MatchState, order: rd.VoidForRoll, by: str) -> list[ev.Event]:
    """Return the events that void the game and begin a new attempt in both rooms.

    Raises MatchRefused if a player can know a result of the game.
    """
    _chosen(state, order, TurnKey(order.side, order.turn), WrongRollChoice.VOID)
    voided = ev.GameVoided(**at_game(state), by=by, reason=order.reason)
    return [voided, ev.GameStarted(game=state.game, attempt=state.attempt + 1)]


def _chosen(
    state: MatchState, order: rd.WrongRoll, key: TurnKey, choice: WrongRollChoice
) -> RollRecord:
    allowed = choices(state, order.game, key, order.room)
    if not allowed:
        raise MatchRefused("turn", order.turn, _RELEASED)
    if allowed == (WrongRollChoice.REPLAY,):
        raise MatchRefused("turn", order.turn, _REPLAYED)
    if choice not in allowed:
        raise MatchRefused("game", order.game, _UNKNOWN)
    return state.rolls_of(order.game)[key]


def _as_thrown(record: RollRecord, key: TurnKey, dice: Roll) -> Roll:
    """Return the two dice of turn `key` in the order in which `record` has them.

    In an opening throw White's die comes first, and the higher die is that of the side that began.
    Raises MatchRefused for two equal dice in an opening throw.
    """
    if not record.opening:
        return dice
    if dice.is_double:
        raise MatchRefused("dice", str(dice), _OPENING)
    higher, lower = dice.dice
    return Roll(higher, lower) if key.side is Side.WHITE else Roll(lower, higher)
