"""The 75 % rule (Backgammon Tournament Rules, Lokers, 3; ruling 23), and reminders to players.

Once three quarters of a round's matches have a winner, the others may be played for one more week.
After that week a match is won by the player with more points. If both have equally many, it is won
by the player who used less time in the game that finished last, then by the player who used less
time in the current game; if these are equal too, the director decides.

The source draws lucky losers only from matches "finished before the 75%-rule was enforced". Here
the rule is enforced at the end of the week (our choice): a player who loses by playing within the
week can be drawn, and a player who loses by this rule cannot.

The reminders are our choice. One is sent when little of the week is left, and one after a long time
without a report.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from rules import events as ev
from rules.errors import MatchRefused
from rules.formats.pbem.state import PbemMatch, PbemState, Round
from rules.identities import PersonId
from rules.text import N_

MOST_MINUTES = 1_000_000
"""The most minutes that can be given as a player's time for a game: nearly two years."""
_BOTH_TIMES = N_("minutes of both players, 0 to %(most)s each")
_NO_TIMES = N_("no times: what comes before them decides, or there is no such game")


@dataclass(frozen=True, slots=True)
class TimeRuling:
    """The decision of the 75 % rule about a match: the winner, the criterion and the minutes used.

    `winner` is None if the director has to decide. `used` are the minutes of both players by which
    the match was decided, empty if it was not decided by time.
    """

    winner: PersonId | None
    verdict: ev.PbemVerdict
    used: tuple[int, ...] = ()


def weeks_due(state: PbemState) -> Iterator[Round]:
    """Yield the rounds for which the 75 % rule has to begin now.

    Three quarters of the round's matches have a winner, but not all, and the rule has set no end
    for the round yet.
    """
    rounds = {(each.knockout, each.round) for each in state.matches.values()}
    for round_ in sorted(rounds - state.until.keys()):
        matches = [m for m in state.matches.values() if (m.knockout, m.round) == round_]
        decided = sum(each.over for each in matches)
        if decided < len(matches) and 4 * decided >= 3 * len(matches):
            yield round_


def is_over(state: PbemState, match: PbemMatch, now: datetime) -> bool:
    """Return True if the time by which the match must be finished has passed."""
    until = state.time_of(match)
    return until is not None and now > until


def by_rule(
    match: PbemMatch, last_used: tuple[int, ...], current_used: tuple[int, ...]
) -> TimeRuling:
    """Return the decision of the 75 % rule for a match.

    `last_used` are the minutes that the first and the second player used in the game that finished
    last, `current_used` the same for the game that is being played. Each is empty if the rule does
    not need it. Raises MatchRefused for minutes that are missing, too many, or not needed.
    """
    leads = by_points(match)
    asked_last = leads is None and match.last_finished is not None
    _check_minutes("last_used", last_used, asked=asked_last)
    faster = _by_time(match, last_used) if asked_last else None
    asked_current = leads is None and faster is None and match.running is not None
    _check_minutes("current_used", current_used, asked=asked_current)
    if leads is not None:
        return TimeRuling(leads, ev.PbemVerdict.MOST_POINTS)
    if faster is not None:
        return TimeRuling(faster, ev.PbemVerdict.LAST_GAME, last_used)
    ahead = _by_time(match, current_used) if asked_current else None
    if ahead is not None:
        return TimeRuling(ahead, ev.PbemVerdict.CURRENT_GAME, current_used)
    return TimeRuling(None, ev.PbemVerdict.DIRECTOR)


def by_points(match: PbemMatch) -> PersonId | None:
    """Return the player with more points, or None if both have equally many."""
    first, second = match.points
    return None if first == second else match.players[0 if first > second else 1]


def _check_minutes(field: str, used: tuple[int, ...], *, asked: bool) -> None:
    given = ", ".join(map(str, used))
    if not asked and used:
        raise MatchRefused(field, given, _NO_TIMES)
    possible = len(used) == 2 and all(0 <= each <= MOST_MINUTES for each in used)
    if asked and not possible:
        raise MatchRefused(field, given, _BOTH_TIMES, most=MOST_MINUTES)


def _by_time(match: PbemMatch, used: tuple[int, ...]) -> PersonId | None:
    """Return the player who used less time, or None if both used equally much.

    `used` are the minutes of the first and of the second player.
    """
    first, second = used
    return None if first == second else match.players[0 if first < second else 1]


LAST_DAYS = timedelta(days=2)
"""How long before the end of the 75 % rule's week both players get a last reminder."""


class Reminder(Enum):
    """The reason for a reminder: no report for a long time, or little time left."""

    QUIET = "quiet"
    LAST_DAYS = "last days"


@dataclass(frozen=True, slots=True)
class ReminderDue:
    """A reminder that both players of a match have to get. `since` is the time when it became due.

    Reminders with the same match, kind and `since` are the same reminder, which is sent only once.
    """

    match: PbemMatch
    kind: Reminder
    since: datetime

    @property
    def key(self) -> str:
        """A text that identifies the reminder in the tournament."""
        return f"{self.kind.value}/{self.match.number}/{self.since.isoformat()}"


def reminders_due(
    state: PbemState, announced_at: Mapping[int, datetime], now: datetime
) -> Iterator[ReminderDue]:
    """Yield the reminders that are due at `now`.

    `announced_at` has, by match number, the time at which the players of a match were told of the
    match.
    """
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
        # One reminder for each period without a report: the next is due a whole period later.
        periods = (now - heard) // quiet
        yield ReminderDue(match, Reminder.QUIET, heard + periods * quiet)
    if until is not None and until - LAST_DAYS <= now <= until:
        yield ReminderDue(match, Reminder.LAST_DAYS, until - LAST_DAYS)
