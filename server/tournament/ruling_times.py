"""When what finality rests on was decided, by a tournament's stored events (ruling 32)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from rules import events as ev
from rules.directing.finality import QuerySpan
from rules.formats.known_formats import FORMATS
from server.store.event_log.contract import StoredEvent


@dataclass(frozen=True, slots=True)
class RulingTimes:
    """Queries by their numbers and walkovers by those of their matches, with their times, UTC.

    Whatever match the director has decided stands among the walkovers. `closed` is when
    a case was closed last.
    """

    queries: Mapping[int, QuerySpan] = field(default_factory=dict)
    walkovers: Mapping[int, datetime] = field(default_factory=dict)
    closed: datetime | None = None

    def after(self, stored: Iterable[StoredEvent]) -> "RulingTimes":
        """The times once these entries are stored."""
        times = self
        for entry in stored:
            times = times._after_one(entry.event, entry.recorded_at)
        return times

    def _after_one(self, event: ev.Event, at: datetime) -> "RulingTimes":
        match event:
            case ev.QueryRaised():
                return replace(self, queries={**self.queries, event.query: QuerySpan(at)})
            case ev.QueryAnswered():
                answered = replace(self.queries[event.query], answered=at)
                return replace(self, queries={**self.queries, event.query: answered})
            case ev.CaseClosed():
                return replace(self, closed=at)
            case _ if (number := _ruled(event)) is not None:
                return replace(self, walkovers={**self.walkovers, number: at})
            case _:
                return self


def _ruled(event: ev.Event) -> int | None:
    """The match that an event decides without play."""
    for each in FORMATS:
        if isinstance(event, each.ruled_by):
            number: int = event.number
            return number
    return None
