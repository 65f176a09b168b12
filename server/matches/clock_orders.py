"""Decisions on a match's clocks: how time is counted, and if a reserve has run out (ruling 30)."""

from dataclasses import dataclass
from datetime import datetime

from rules import commands as cmd
from rules import events as ev
from rules.checks import check_between
from rules.clocks import MatchClocks
from rules.directing.calls import call_decided
from rules.errors import MatchRefused
from rules.text import N_
from server.matches.match_record import MatchRecord


@dataclass(frozen=True, slots=True)
class NoticeTime:
    """The command to find the sides whose reserve has run out by the time in ClocksGiven."""


@dataclass(frozen=True, slots=True)
class ClocksGiven:
    """A match's clocks after its stored events, and the time, UTC, at which to read them."""

    clocks: MatchClocks
    at: datetime


def check_clock_minutes(minutes: int, field: str = "clock_minutes") -> None:
    """Raise MatchRefused, naming `field`, if a reserve of that many minutes is not allowed."""
    check_between(field, minutes, ev.LEAST_MINUTES, ev.MOST_MINUTES)


def clocks_set(record: MatchRecord, command: cmd.SetClocks, by: str) -> tuple[ev.Event, ...]:
    """Return the event that sets how time is counted.

    `by` is the id of the person who sets it. Raises MatchRefused if the match is over.
    """
    check_clock_minutes(command.setting.minutes, "minutes")
    if record.is_over:
        raise MatchRefused("clocks", command.setting.clocks.value, N_("nothing: the match is over"))
    setting = command.setting
    return (
        ev.ClocksSet(clocks=setting.clocks, minutes=setting.minutes, by=by, reason=command.reason),
    )


def time_noticed(record: MatchRecord, given: ClocksGiven | None) -> tuple[ev.Event, ...]:
    """Return the events for sides whose time has run out since the last check.

    Each of these sides also gets a call for the director.
    """
    happened = list[ev.Event]()
    for ran_out in given.clocks.time_outs(given.at) if given is not None else ():
        reason = ev.CallReason.CLOCK
        call = cmd.CallDirector(room=ran_out.room, side=ran_out.side, reason=reason)
        happened += [ran_out, *call_decided(record.director, call, "")]
    return tuple(happened)
