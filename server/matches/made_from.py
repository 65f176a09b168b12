"""Checks that a command's sender saw the match's present values.

They are compared when a command's turn has come, so that nothing on its way is overlooked: whoever
edits, confirms or signs has seen the very values of that moment (rulings 11, 12, 13 and 15).

Each function raises ValuesChanged for one kind of command whose values have changed since. A
command that is impossible anyway, such as about another attempt, is left to the rules, which give
the reason.
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
    """The way in which the closed room gets its last rolls, set with the match (ruling 8)."""

    THROWN = "thrown"
    DRAWN = "drawn"


def check_reading(record: MatchRecord, reading: rd.Reading) -> None:
    """Check a confirmation, or a correction of a result, of dice or of a position."""
    if record.state is not None:
        check_made_from(record.game, record.state, reading)


def check_tail(record: MatchRecord, order: rd.SetTailDraw) -> None:
    """Check the way in which the closed room gets its last rolls."""
    state = record.state
    if not isinstance(state, DuplicateState):
        return
    if (order.game, order.attempt) == (state.game, state.attempt):
        _check("was", TAIL_CHANGED, _tail(order.was), _tail(state.tail_drawn))


def check_dice(record: MatchRecord, order: rd.WrongRoll) -> None:
    """Check the dice of a turn.

    Dice of an opening throw have no order: both rooms play the two.
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
    """Check what spectators are shown at which time."""
    _check("was", EMBARGO_CHANGED, command.was, record.embargo_in_force)


def check_clocks(record: MatchRecord, command: cmd.SetClocks) -> None:
    """Check how time is counted."""
    _check("was", CLOCKS_CHANGED, command.was, record.clocks_in_force)


def check_recording(record: MatchRecord, command: cmd.SetRecording) -> None:
    """Check whether a table records positions."""
    if command.room in record.rooms:
        _check("was", RECORDING_CHANGED, command.was, command.room not in record.unrecorded)


def check_line_up(record: MatchRecord, command: cmd.SubmitLineUp) -> None:
    """Check a team's line-up while it is sealed."""
    if record.started is None and command.team in record.teams:
        now = line_up_of(record, command.team)
        _check("was", LINE_UP_CHANGED, command.was, now, team=command.team)


def check_seat(record: MatchRecord, command: cmd.SeatSubstitute) -> None:
    """Check that the player whom the command expects in the seat (`was`) still sits there."""
    state = record.state
    if state is None or state.over or command.team not in record.teams:
        return
    if (command.game, command.attempt) == (state.game, state.attempt):
        now = player_of(record, command.team, command.room)
        _check("was", SEAT_CHANGED[command.room], command.was, now, team=command.team)


def check_signed(record: MatchRecord, command: cmd.SignProtocol) -> None:
    """Check the results under a signature; the error has only those that differ."""
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
    """Return a confirmation of the result that was seen, with the number that result has now."""
    standing = record.state.standing(reading.room, reading.game) if record.state else None
    return reading if standing is None else replace(reading, result=standing.number)


def _check(field: str, why: str, was: object, now: object, **named: object) -> None:
    if was != now:
        raise ValuesChanged(field, why, was, now, **named)


def _tail(drawn: bool | None) -> TailRolls | None:
    return None if drawn is None else TailRolls.DRAWN if drawn else TailRolls.THROWN
