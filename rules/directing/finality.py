"""The times at which results become final, and whether an event is official (ruling 32).

Everything here is computed from the times of events and the present time. A posted result becomes
final after a period without a query. A query stops the period until it is answered; then the rest
of the period runs, because everybody could use the earlier part. A changed result gets the whole
period again, because nobody has seen it before. An unconfirmed result (ruling 15) does not become
final. A final result stays final: a change after the deadline is marked and starts no new period,
but the changed result has to be confirmed, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

PERIOD = 30
"""The minutes after which a posted result is final, unless the tournament has another period."""


@dataclass(frozen=True, slots=True)
class ResultStep:
    """A moment in the history of a match's results.

    The first step of a match is the moment when all its games were over in both rooms and its
    results were posted. At each later step a result was `changed`, or results that had not been
    confirmed were confirmed. `unconfirmed` is True if a result has to be confirmed from this moment
    on.
    """

    at: datetime
    changed: bool
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class QuerySpan:
    """The times at which a query about a match was raised and answered.

    `answered` is None while the query is open.
    """

    raised: datetime
    answered: datetime | None = None


@dataclass(frozen=True, slots=True)
class MatchFinality:
    """The progress of a match's results towards being final.

    `posted` is the time at which the match was over, None before that.

    While the period of queries has not ended, `deadline` and `since` are None. `until` is then the
    time at which the results will become final if nothing changes; it is None while a query is open
    or a result is unconfirmed.

    Once the period has ended, `deadline` is the time at which it ended, and `until` is None.
    `since` is then the time from which the results are final: the deadline, or a later
    confirmation. It is None while a result is unconfirmed.
    """

    posted: datetime | None = None
    until: datetime | None = None
    deadline: datetime | None = None
    since: datetime | None = None


NOT_POSTED = MatchFinality()


@dataclass(frozen=True, slots=True)
class _Clock:
    """The rest of the period in which a match's results can be queried, counted like a clock.

    `running` is the time of its last start, or None while it is stopped.
    """

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
        """Return the clock at the time `now`.

        Its `deadline` is set if the period is over by then.
        """
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
    """Return the progress of a match's results towards being final, at the time `now`.

    `steps` are in order of time, and empty until the match is over. `minutes` is the whole period
    in which the results can be queried.
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
    """Return steps, queries and answers in order of time.

    If times are equal, a query comes before its answer.
    """
    moments: list[_Moment] = [(step.at, step, False) for step in steps]
    for query in queries:
        moments.append((query.raised, None, True))
        if query.answered is not None:
            moments.append((query.answered, None, False))
    return sorted(moments, key=lambda moment: moment[0])


class TournamentPhase(Enum):
    """The phases of an event on its way to official."""

    PLANNED = "planned"
    RUNNING = "running"
    PROVISIONAL = "provisional"
    OFFICIAL = "official"


@dataclass(frozen=True, slots=True)
class TournamentStatus:
    """The phase of an event, and when it becomes or became official.

    `until` is the time at which the event becomes official if nothing changes, `since` the time at
    which it became official. A provisional event without `until` waits for an answer, a
    confirmation or a ruling.
    """

    phase: TournamentPhase
    until: datetime | None = None
    since: datetime | None = None


def tournament_status(
    matches: Mapping[int, MatchFinality], *, waiting: bool, settled: datetime | None = None
) -> TournamentStatus:
    """Return the status of an event whose matches are all decided.

    `waiting` is True if something else has to be done first: a case is open, or the director has to
    decide something, such as which teams play a stage after results were changed. `settled` is the
    time at which the last case was closed.
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
