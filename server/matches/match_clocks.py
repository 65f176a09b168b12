"""A match's clocks, made from its stored events and their times, and the alarm for a time-out.

Clocks are not part of the match's record, since a command is decided before the time at which its
events are stored is known.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby

from rules import events as ev
from rules.clocks import MatchClocks
from rules.events import Clocks
from server.access import SERVER
from server.matches.decide import RecordFacts
from server.matches.deferred_work import Envelope
from server.matches.match_record import MatchRecord
from server.values.stored_events import StoredEvent


def clocks_of(stored: Sequence[StoredEvent]) -> MatchClocks | None:
    """Return the clocks of a match from its whole stream; None if time was never counted."""
    scheduled = stored[0].event
    assert isinstance(scheduled, ev.AnyScheduled)
    set_later = any(isinstance(entry.event, ev.ClocksSet) for entry in stored)
    if scheduled.clocks is Clocks.OFF and not set_later:
        return None
    record, clocks = MatchRecord.of(scheduled), None
    for _, together in groupby(stored, key=lambda entry: entry.recorded_at):
        entries = [*together]
        record = record.after(entry.event for entry in entries if entry.sequence > 1)
        clocks = clocks_after(clocks, record, entries)
    return clocks


def clocks_after(
    clocks: MatchClocks | None, record: MatchRecord, stored: Sequence[StoredEvent]
) -> MatchClocks | None:
    """Return a match's clocks after the events `stored` at one moment.

    `clocks` are the clocks before these events, and `record` is the match after them.
    """
    at, games = stored[-1].recorded_at, _games(record)
    if clocks is None:
        setting = record.clocks_in_force
        if setting.clocks is Clocks.OFF:
            return None
        clocks = MatchClocks.started(setting, games, record.rooms, at)
    happened = [entry.event for entry in stored]
    return clocks.after(happened, at, record.state, {*record.rooms} - record.linked, games)


def _games(record: MatchRecord) -> int:
    scheduled = record.scheduled
    return scheduled.games if isinstance(scheduled, ev.MatchScheduled) else scheduled.length


def stood_since(since: datetime) -> ev.ClocksStood:
    """Return the event that no clock has run since that moment, rounded down to the second."""
    return ev.ClocksStood(since=since.replace(microsecond=0))


def with_clocks_stood(
    envelopes: list[Envelope], clocks: MatchClocks | None, now: datetime
) -> list[Envelope]:
    """Return the commands that wait while the log stores nothing, with the clocks' stop added.

    `envelopes` are these commands. If the clocks were running, an envelope is put before the
    others: it has the event that the clocks have stood still since `now`, in UTC. None is added if
    one of the envelopes has such an event already.
    """
    noted = any(
        isinstance(each.command, RecordFacts)
        and any(isinstance(fact, ev.ClocksStood) for fact in each.command.facts)
        for each in envelopes
    )
    if not envelopes or noted or clocks is None or not clocks.running:
        return envelopes
    return [Envelope(RecordFacts((stood_since(now),)), SERVER, lasts=True), *envelopes]


class TimeOutAlarm:
    """A timer that calls `notice` when a reserve has run out; `now` returns the time in UTC."""

    def __init__(self, now: Callable[[], datetime], notice: Callable[[], None]) -> None:
        self._now, self._notice = now, notice
        self._loop = asyncio.get_running_loop()
        self._set: asyncio.Handle | None = None

    def set_for(self, clocks: MatchClocks) -> None:
        """Set the timer for the next time-out of these clocks, in place of any earlier one."""
        self.stop()
        due = clocks.next_time_out()
        if due is not None:
            seconds = (due - self._now()).total_seconds()
            self._set = self._loop.call_later(max(seconds, 0.0), self._notice)

    def stop(self) -> None:
        """Stop the timer."""
        if self._set is not None:
            self._set.cancel()
            self._set = None
