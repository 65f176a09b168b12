"""What is planned of a tournament's hours, and the starts announced, as its events tell it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from rules import events as ev


@dataclass(frozen=True, slots=True)
class AnnouncedTimes:
    """`starts` are by stage and round; `planned` is None before anybody said what there is.

    `last_start` is the order by which no game begins from some time on, also when that is past.
    """

    planned: ev.TimetablePlanned | None = None
    starts: Mapping[tuple[int, int], datetime] = field(default_factory=dict)
    last_start: ev.LastStartSet | None = None

    def game_may_begin(self, now: datetime) -> bool:
        """Whether a game of the tournament may begin now, in either room."""
        order = self.last_start
        return order is None or not order.at <= now < order.until

    def after(self, event: ev.Event) -> "AnnouncedTimes":
        """The times once this event is in them; itself where it is no business of times."""
        match event:
            case ev.TimetablePlanned():
                return replace(self, planned=event)
            case ev.RoundTimed():
                place = event.stage, event.round
                return replace(self, starts={**self.starts, place: event.starts_at})
            case ev.RoundTimeLifted():
                gone = event.stage, event.round
                starts = {place: at for place, at in self.starts.items() if place != gone}
                return replace(self, starts=starts)
            case ev.LastStartSet():
                return replace(self, last_start=event)
            case ev.LastStartLifted():
                return replace(self, last_start=None)
            case ev.StageWithdrawn() if any(stage == event.stage for stage, _ in self.starts):
                starts = {each: at for each, at in self.starts.items() if each[0] != event.stage}
                return replace(self, starts=starts)
            case _:
                return self
