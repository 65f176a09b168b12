"""Who is to be reminded of what (ours; ruling 23 for the week)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from rules.pbem.state import PbemMatch, PbemState

LAST_DAYS = timedelta(days=2)
"""So long before the week of the 75 % rule ends both players hear of it once more."""


class Reminder(Enum):
    """What somebody is reminded of: that nothing was reported for long, that time runs out."""

    QUIET = "quiet"
    LAST_DAYS = "last days"


@dataclass(frozen=True, slots=True)
class ReminderDue:
    """A reminder that both players of a match are due; `since` is from when it was due.

    What has the same match, kind and moment is the same reminder: it is given once.
    """

    match: PbemMatch
    kind: Reminder
    since: datetime

    @property
    def key(self) -> str:
        """What no other reminder of the tournament has."""
        return f"{self.kind.value}/{self.match.number}/{self.since.isoformat()}"


def reminders_due(
    state: PbemState, announced_at: Mapping[int, datetime], now: datetime
) -> Iterator[ReminderDue]:
    """What is due at `now`; `announced_at` says when the players of a match were told of it."""
    for match in state.matches.values():
        heard = match.last_heard or announced_at.get(match.number)
        if not match.over and heard is not None:
            yield from _of_match(state, match, heard, now)


def _of_match(
    state: PbemState, match: PbemMatch, heard: datetime, now: datetime
) -> Iterator[ReminderDue]:
    quiet = timedelta(days=state.opened[match.knockout].quiet_days)
    until = state.time_of(match)
    ended = until is not None and now > until
    if now >= heard + quiet and not ended:
        # One a period of silence: the next is due only so much later again.
        periods = (now - heard) // quiet
        yield ReminderDue(match, Reminder.QUIET, heard + periods * quiet)
    if until is not None and until - LAST_DAYS <= now <= until:
        yield ReminderDue(match, Reminder.LAST_DAYS, until - LAST_DAYS)
