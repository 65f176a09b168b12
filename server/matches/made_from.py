"""Checks that the sender of a command has seen the match's present values.

Source: rulings 11, 12, 13 and 15. The values are compared when the command is decided, so that no
earlier command in the queue is overlooked: whoever edits, confirms or signs has seen the values of
that moment.

Each function checks one kind of command, and raises ValuesChanged if the values on which the
command is based have changed since its sender saw them. A command that is impossible anyway, such
as one about another attempt, passes the check: the rules refuse it and give the reason.
"""

from dataclasses import replace
from enum import Enum

from rules import commands as cmd
from rules.any_match import DuplicateState
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
    """The ways in which the closed room may get its last rolls, one of which is set for each match.

    Source: ruling 8.
    """

    THROWN = "thrown"
    DRAWN = "drawn"


def check_reading(record: MatchRecord, reading: rd.Reading) -> None:
    """Raise ValuesChanged if a result, dice or a position is not as the sender saw it.

    `reading` is a confirmation or a correction.
    """
    if record.state is not None:
        check_made_from(record.game, record.state, reading)


def check_tail(record: MatchRecord, order: rd.SetTailDraw) -> None:
    """Raise ValuesChanged if the sender saw an earlier setting for the closed room's last rolls."""
    state = record.state
    if not isinstance(state, DuplicateState):
        return
    if (order.game, order.attempt) == (state.game, state.attempt):
        _check("was", TAIL_CHANGED, _tail(order.was), _tail(state.tail_drawn))


def check_dice(record: MatchRecord, order: rd.WrongRoll) -> None:
    """Raise ValuesChanged if a turn has other dice than the sender saw.

    The two dice of an opening throw have no order, since both rooms play both of them.
    """
    state = record.state
    if not isinstance(state, DuplicateState) or state.attempts.get(order.game) != order.attempt:
        return
    roll = state.rolls_of(order.game).get(TurnKey(order.side, order.turn))
    if roll is None:
        return
    now = roll.in_room(order.room)
    if order.was is None or not order.was.same_dice(now):
        raise ValuesChanged("was", DICE_CHANGED[order.room], order.was, now)


def check_embargo(record: MatchRecord, command: cmd.SetEmbargo) -> None:
    """Raise ValuesChanged if another embargo is in force than the sender saw."""
    _check("was", EMBARGO_CHANGED, command.was, record.embargo_in_force)


def check_clocks(record: MatchRecord, command: cmd.SetClocks) -> None:
    """Raise ValuesChanged if the sender saw an earlier setting of how time is counted."""
    _check("was", CLOCKS_CHANGED, command.was, record.clocks_in_force)


def check_recording(record: MatchRecord, command: cmd.SetRecording) -> None:
    """Raise ValuesChanged if the sender saw an earlier setting for the recording of positions."""
    if command.room in record.rooms:
        _check("was", RECORDING_CHANGED, command.was, command.room not in record.unrecorded)


def check_line_up(record: MatchRecord, command: cmd.SubmitLineUp) -> None:
    """Raise ValuesChanged if the team has another line-up than the sender saw.

    Does nothing once the line-ups are open.
    """
    if record.started is None and command.team in record.teams:
        now = line_up_of(record, command.team)
        _check("was", LINE_UP_CHANGED, command.was, now, team=command.team)


def check_seat(record: MatchRecord, command: cmd.SeatSubstitute) -> None:
    """Raise ValuesChanged if another player sits in the seat than the sender saw (`was`)."""
    state = record.state
    if state is None or state.over or command.team not in record.teams:
        return
    if (command.game, command.attempt) == (state.game, state.attempt):
        now = player_of(record, command.team, command.room)
        _check("was", SEAT_CHANGED[command.room], command.was, now, team=command.team)


def check_signed(record: MatchRecord, command: cmd.SignProtocol) -> None:
    """Raise ValuesChanged if results differ from those that the signer saw.

    The error has only the results that differ.
    """
    if not record.is_over:
        return
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


def with_number(record: MatchRecord, reading: rd.ResultAgreed) -> rd.ResultAgreed:
    """Return the confirmation with the present number of the result that it confirms."""
    standing = record.state.standing(reading.room, reading.game) if record.state else None
    return reading if standing is None else replace(reading, result=standing.number)


def _check(field: str, why: str, was: object, now: object, **named: object) -> None:
    if was != now:
        raise ValuesChanged(field, why, was, now, **named)


def _tail(drawn: bool | None) -> TailRolls | None:
    return None if drawn is None else TailRolls.DRAWN if drawn else TailRolls.THROWN
