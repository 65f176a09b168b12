"""Finality of results, the official state of an event, and its first three places.

Functions of the times of events and of now. Source: ruling 32. A posted result becomes final after
a period without a query. A query stops that clock until it is answered; then the rest of the period
runs on, since the earlier part was available to everybody. A changed result has the whole period
again, since nobody has seen it before. An unconfirmed result (ruling 15) does not become final.
Once final a result stays so: a change after the deadline is marked and starts no clock, but it,
too, has to be confirmed.

The winner of an event and the next two, as far as its stages determine them.

Sources: rulings 4 and 13. The last stage decides: of a final its winner and loser; third is the
winner of a match of those who lost the semi-finals (its loser, where by a correction the winner
came into the final), or the best team of the group of both finalists that is no finalist and has
not withdrawn. Of an event that ends in one round robin they are its first three.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

PERIOD = 30
"""Minutes until a posted result is final, unless another period is set."""


@dataclass(frozen=True, slots=True)
class ResultStep:
    """The time at which a match's results were posted, `changed`, or confirmed if they had waited.

    `unconfirmed`: from then on one of them has to be confirmed. The first step of a match is when
    every game of it was over in both rooms.
    """

    at: datetime
    changed: bool
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class QuerySpan:
    """The time from `raised` to `answered` of a query; `answered` is None while it is open."""

    raised: datetime
    answered: datetime | None = None


@dataclass(frozen=True, slots=True)
class MatchFinality:
    """The state of a match's results on their way to being final.

    `posted` is None while it is not over. `until` is when they become final if nothing changes;
    None while a query is open, while something is unconfirmed, and afterwards. `deadline` is when
    they became final, `since` from when they are, a late confirmation included; None while they are
    not.
    """

    posted: datetime | None = None
    until: datetime | None = None
    deadline: datetime | None = None
    since: datetime | None = None


NOT_POSTED = MatchFinality()


@dataclass(frozen=True, slots=True)
class _Clock:
    """The rest of a match's period; `running` is when it last started, None while it is stopped."""

    whole: timedelta
    left: timedelta
    running: datetime | None
    unconfirmed: bool
    confirmed: datetime
    queries: int = 0
    deadline: datetime | None = None

    @property
    def expiry(self) -> datetime | None:
        return None if self.running is None else self.running + self.left

    def at(self, now: datetime) -> "_Clock":
        """Return the clock at that time."""
        expiry = self.expiry
        if self.deadline is not None or self.unconfirmed or expiry is None:
            return self
        final = max(expiry, self.confirmed)
        return replace(self, deadline=final) if final <= now else self

    def stepped(self, step: ResultStep) -> "_Clock":
        confirmed = step.at if self.unconfirmed and not step.unconfirmed else self.confirmed
        clock = replace(self, unconfirmed=step.unconfirmed, confirmed=confirmed)
        if not step.changed or self.deadline is not None:
            return clock
        return replace(clock, left=self.whole, running=None if self.queries else step.at)

    def queried(self, at: datetime) -> "_Clock":
        expiry = self.expiry
        left = self.left if expiry is None else max(expiry - at, timedelta())
        return replace(self, left=left, running=None, queries=self.queries + 1)

    def answered(self, at: datetime) -> "_Clock":
        still = self.queries - 1
        return replace(self, queries=still, running=None if still else at)


def finality(
    steps: Sequence[ResultStep], queries: Iterable[QuerySpan], minutes: int, now: datetime
) -> MatchFinality:
    """Return the finality of a match's results at `now`.

    `steps` are in order, empty before its end.
    """
    if not steps:
        return NOT_POSTED
    first, whole = steps[0], timedelta(minutes=minutes)
    clock = _Clock(whole, whole, first.at, first.unconfirmed, first.at)
    for at, step, raised in _in_order(steps[1:], queries):
        if at > now:
            break
        clock = clock.at(at)
        if step is not None:
            clock = clock.stepped(step)
        else:
            clock = clock.queried(at) if raised else clock.answered(at)
    clock = clock.at(now)
    if clock.deadline is None:
        expiry = None if clock.unconfirmed else clock.expiry
        return MatchFinality(posted=first.at, until=expiry)
    since = None if clock.unconfirmed else max(clock.deadline, clock.confirmed)
    return MatchFinality(posted=first.at, deadline=clock.deadline, since=since)


_Moment = tuple[datetime, ResultStep | None, bool]


def _in_order(steps: Sequence[ResultStep], queries: Iterable[QuerySpan]) -> list[_Moment]:
    """Return steps, queries and answers by their times.

    At the same time a query is before its answer.
    """
    moments: list[_Moment] = [(step.at, step, False) for step in steps]
    for query in queries:
        moments.append((query.raised, None, True))
        if query.answered is not None:
            moments.append((query.answered, None, False))
    return sorted(moments, key=lambda moment: moment[0])


class TournamentPhase(Enum):
    """Phase of an event: planned, running, provisional or official."""

    PLANNED = "planned"
    RUNNING = "running"
    PROVISIONAL = "provisional"
    OFFICIAL = "official"


@dataclass(frozen=True, slots=True)
class TournamentStatus:
    """An event's phase.

    `until` is when it becomes official if nothing changes, `since` when it did. A provisional event
    without `until` waits for an answer, a confirmation or a ruling.
    """

    phase: TournamentPhase
    until: datetime | None = None
    since: datetime | None = None


def tournament_status(
    matches: Mapping[int, MatchFinality], *, waiting: bool, settled: datetime | None = None
) -> TournamentStatus:
    """Return the status of an event whose matches are all decided.

    `waiting`: a case is open, or the director has to decide who plays. `settled` is when the last
    case was closed.
    """
    times = [each.since or each.until for each in matches.values()]
    known = [time for time in times if time is not None]
    if waiting or len(known) < len(times) or not known:
        return TournamentStatus(TournamentPhase.PROVISIONAL)
    if any(each.since is None for each in matches.values()):
        return TournamentStatus(TournamentPhase.PROVISIONAL, until=max(known))
    return TournamentStatus(
        TournamentPhase.OFFICIAL, since=max((*known, *([settled] if settled else [])))
    )
