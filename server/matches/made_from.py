"""What people's commands to a match were made from, compared with the match as it is.

Compared when a command's turn has come, so that nothing that was on its way can pass it: whoever
edits, confirms or signs has seen the very values that stand then (rulings 11, 12, 13 and 15).
"""

from dataclasses import replace
from enum import Enum

from rules import commands as cmd
from rules.any_match import AnyMatchState, DuplicateState
from rules.errors import ValuesChanged
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.refused import check_made_from
from rules.tables.state import TurnKey
from rules.text import N_
from server.matches.line_ups import line_up_of, player_of
from server.matches.match_record import MatchRecord
from server.matches.sheets import signed_results

SEAT_CHANGED = {
    Room.OPEN: N_("someone else sits for %(team)s in the open room now"),
    Room.CLOSED: N_("someone else sits for %(team)s in the closed room now"),
}
LINE_UP_CHANGED = N_("the line-up of %(team)s has changed")
EMBARGO_CHANGED = N_("what spectators see has been changed")
CLOCKS_CHANGED = N_("how time is counted has been changed")
RECORDING_CHANGED = N_("whether this table records positions has been changed")
TAIL_CHANGED = N_("how the closed room gets its last rolls has been changed")
DICE_CHANGED = {
    Room.OPEN: N_("the ruling on the dice of this turn in the open room has changed"),
    Room.CLOSED: N_("the ruling on the dice of this turn in the closed room has changed"),
}
SIGNED_CHANGED = N_("the results of this match have changed")


class TailRolls(Enum):
    """How the closed room gets its last rolls, as a match is set up with it (ruling 8)."""

    THROWN = "thrown"
    DRAWN = "drawn"


def check_values(record: MatchRecord, command: object) -> None:
    """Raise ValuesChanged for a command whose values have changed since.

    A command that could not be carried out anyway, such as about another attempt, is left to the
    rules: they say why.
    """
    match command:
        case rd.SetTailDraw():
            _check_tail(record.state, command)
        case rd.WrongRoll():
            _check_dice(record.state, command)
        case rd.Reading() if record.state is not None:
            check_made_from(record.game, record.state, command)
        case cmd.SetEmbargo():
            _check("was", EMBARGO_CHANGED, command.was, record.embargo_in_force)
        case cmd.SetClocks():
            _check("was", CLOCKS_CHANGED, command.was, record.clocks_in_force)
        case cmd.SetRecording(was=bool()) if command.room in record.rooms:
            _check("was", RECORDING_CHANGED, command.was, command.room not in record.unrecorded)
        case cmd.SubmitLineUp() if record.started is None and command.team in record.teams:
            now = line_up_of(record, command.team)
            _check("was", LINE_UP_CHANGED, command.was, now, team=command.team)
        case cmd.SeatSubstitute():
            _check_seat(record, command)
        case cmd.SignProtocol() if record.is_over:
            _check_signed(record, command)
        case _:
            pass


def with_number(record: MatchRecord, reading: rd.ResultAgreed) -> rd.ResultAgreed:
    """A confirmation of the result that was seen, by the number that result has now."""
    standing = record.state.standing(reading.room, reading.game) if record.state else None
    return reading if standing is None else replace(reading, result=standing.number)


def _check(field: str, why: str, was: object, now: object, **named: object) -> None:
    if was != now:
        raise ValuesChanged(field, why, was, now, **named)


def _check_tail(state: AnyMatchState | None, order: rd.SetTailDraw) -> None:
    if not isinstance(state, DuplicateState):
        return
    if (order.game, order.attempt) == (state.game, state.attempt):
        _check("was", TAIL_CHANGED, _tail(order.was), _tail(state.tail_drawn))


def _check_dice(state: AnyMatchState | None, order: rd.WrongRoll) -> None:
    """The dice of an opening throw lie in no order here: both rooms play the same two."""
    if not isinstance(state, DuplicateState) or state.attempts.get(order.game) != order.attempt:
        return
    roll = state.rolls_of(order.game).get(TurnKey(order.side, order.turn))
    if roll is None:
        return
    now = roll.in_room(order.room)
    if order.was is None or not order.was.same_dice(now):
        raise ValuesChanged("was", DICE_CHANGED[order.room], order.was, now)


def _tail(drawn: bool | None) -> TailRolls | None:
    return None if drawn is None else TailRolls.DRAWN if drawn else TailRolls.THROWN


def _check_seat(record: MatchRecord, command: cmd.SeatSubstitute) -> None:
    state = record.state
    if state is None or state.over or command.team not in record.teams:
        return
    if (command.game, command.attempt) == (state.game, state.attempt):
        now = player_of(record, command.team, command.room)
        _check("was", SEAT_CHANGED[command.room], command.was, now, team=command.team)


def _check_signed(record: MatchRecord, command: cmd.SignProtocol) -> None:
    """Only the results that differ are shown."""
    seen = {(each.game, each.room): each.result for each in command.results}
    stand = {(each.game, each.room): each.result for each in signed_results(record)}
    places = sorted(seen.keys() | stand.keys(), key=lambda place: (place[0], place[1].value))
    others = [place for place in places if seen.get(place) != stand.get(place)]
    if others:
        was, now = (
            tuple(cmd.SignedResult(*place, values.get(place)) for place in others)
            for values in (seen, stand)
        )
        named = {"game_name": record.game.name}
        raise ValuesChanged("results", SIGNED_CHANGED, was, now, **named)
