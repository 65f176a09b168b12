"""Calls for the director, and holds: the events of their commands (ruling 31)."""

from typing import assert_never

from rules import commands as cmd
from rules import events as ev
from rules.checks import check_seen
from rules.errors import MatchRefused, ValuesChanged
from rules.events import HoldScope
from rules.identities import PersonId
from rules.room import Room
from rules.tables.calls_and_holds import Call, CallsAndHolds
from rules.text import N_

TAKEN_CHANGED = N_("someone else is going to the table now")
HOLD_CHANGED = N_("why play is held has changed")
_OF_ROOM = (HoldScope.TABLE, HoldScope.ROOM)


def call_decided(now: CallsAndHolds, command: cmd.CallCommand, by: str) -> tuple[ev.CallEvent, ...]:
    """Return the events of a command, or none if it would change nothing.

    The parameter `now` is the state of calls and holds before the command. `by` is the id of the
    sender; it is empty for a board, a clock that has run out, and the server. Raises MatchRefused
    for a call that is not open, for a hold that is not in force, and for a hold of a room or table
    that names no room. Raises ValuesChanged if another person has taken the call since the sender
    saw it, or if the reason of the hold has changed.
    """
    match command:
        case cmd.CallDirector():
            return _called(now, command, by)
        case cmd.TakeCall():
            return _taken(now, command, by)
        case cmd.EndCall():
            call = _standing(now, command.room)
            _check_coming(call, command.coming)
            return (ev.CallEnded(room=command.room, by=by),)
        case cmd.HoldPlay():
            check_scope(command)
            if (command.scope, command.room) in now.holds:
                return ()
            return (
                ev.HoldSet(scope=command.scope, room=command.room, by=by, reason=command.reason),
            )
        case cmd.LiftHold():
            check_scope(command)
            if (command.scope, command.room) not in now.holds:
                raise MatchRefused("scope", command.scope.value, N_("a hold that is in force"))
            reason = now.holds[command.scope, command.room].reason
            check_seen("was", HOLD_CHANGED, command.was, reason)
            return (
                ev.HoldLifted(scope=command.scope, room=command.room, by=by, reason=command.reason),
            )
        case _:
            assert_never(command)


def check_scope(command: cmd.HoldCommand) -> None:
    """Raise MatchRefused if the command names a room wrongly.

    A hold of a table or a room must name the room. A hold of a match or of the hall must name none.
    """
    if (command.scope in _OF_ROOM) != (command.room is not None):
        named = command.room.value if command.room else "none"
        allowed = "open or closed" if command.scope in _OF_ROOM else "none for a match or the hall"
        raise MatchRefused("room", named, allowed)


def _called(now: CallsAndHolds, command: cmd.CallDirector, by: str) -> tuple[ev.CallEvent, ...]:
    """Return the event of a call. A repeated call has no event unless it gives a new reason."""
    known = now.calls.get(command.room)
    called = ev.DirectorCalled(room=command.room, side=command.side, reason=command.reason, by=by)
    if known is None:
        return (called,)
    news = command.reason not in (ev.CallReason.NONE, known.called.reason)
    return (called,) if news else ()


def _taken(now: CallsAndHolds, command: cmd.TakeCall, by: str) -> tuple[ev.CallEvent, ...]:
    call = _standing(now, command.room)
    if call.coming == by:
        return ()
    _check_coming(call, command.coming)
    return (ev.CallTaken(room=command.room, by=by),)


def _check_coming(call: Call, coming: str) -> None:
    if call.coming != coming:
        seen, known = (PersonId(by) if by else None for by in (coming, call.coming))
        raise ValuesChanged("coming", TAKEN_CHANGED, seen, known)


def _standing(now: CallsAndHolds, room: Room) -> Call:
    call = now.calls.get(room)
    if call is None:
        raise MatchRefused("room", room.value, N_("a table that has called the director"))
    return call
