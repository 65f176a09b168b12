"""The announced starts of a tournament's rounds as a calendar (RFC 5545).

A calendar has only announced starts and published pairings, as the public schedule has. It does
not depend on matches in play, nor on the time at which somebody asks for it (ruling 12).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from icalendar import Calendar, Event

from rules import events as ev
from rules.formats.team_event.forecast import minutes_a_game
from rules.formats.team_event.stages import Stage, TeamEventState
from rules.identities import TournamentId
from server.views.tournament.words import stage_name
from server.words.translation import Words

REFRESH = timedelta(minutes=15)
"""How long a calendar program should wait before it asks again (our choice)."""


@dataclass(frozen=True, slots=True)
class _TimedRound:
    """A round with an announced start. `published` is None until its pairings are published."""

    stage: Stage
    number: int
    starts: datetime
    published: ev.RoundPublished | None

    def pairs(self, team: str) -> list[str]:
        """Return the round's pairs of teams; with a `team`, only the pair in which it plays."""
        every = () if self.published is None else self.published.pairings
        met = [each for each in every if not team or team in (each.home, each.away)]
        return [f"{each.home} – {each.away}" for each in met]

    def is_of(self, team: str) -> bool:
        """Return True if the team meets somebody in the round, or may do so; any, if it is ""."""
        return self.published is None or bool(self.pairs(team))


def has_rounds(state: TeamEventState, team: str = "") -> bool:
    """Return True if the calendar of a tournament, or of a team in it, has a round."""
    return any(each.is_of(team) for each in _timed_rounds(state))


def rounds_calendar(
    tournament: TournamentId,
    title: str,
    state: TeamEventState,
    words: Words,
    address: str,
    team: str = "",
) -> bytes:
    """Return the calendar of a tournament's announced rounds, in UTF-8.

    `title` is the tournament's title, `address` the full address of its schedule. If `team` is
    given, published rounds in which that team meets nobody are left out.
    """
    calendar = Calendar()
    calendar.add("prodid", f"-//Yalta//{words.code}")
    calendar.add("version", "2.0")
    name = f"{title}: {team}" if team else title
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for each in _timed_rounds(state):
        if each.is_of(team):
            event = _event(tournament, each, each.pairs(team), state, words)
            event.add("location", state.described.place if state.described else "")
            event.add("url", address)
            calendar.add_component(event)
    return bytes(calendar.to_ical())


def _timed_rounds(state: TeamEventState) -> Iterator[_TimedRound]:
    """Yield the rounds with an announced start, in the order of their starts."""
    for (stage_number, number), starts in sorted(state.times.starts.items(), key=_by_start):
        stage = state.stages.get(stage_number)
        if stage is not None:
            published = stage.published.get(number)
            yield _TimedRound(stage, number, starts, published)


def _by_start(item: tuple[tuple[int, int], datetime]) -> tuple[datetime, tuple[int, int]]:
    place, starts = item
    return starts, place


def _event(
    tournament: TournamentId,
    timed: _TimedRound,
    pairs: Sequence[str],
    state: TeamEventState,
    words: Words,
) -> Event:
    """Return a round as an event of a calendar, with these pairs of teams.

    A round with a single pairing is named by the two teams. The event changes only with what is
    announced: its time stamp is the announced start.
    """
    called = _called(timed, words)
    event = Event()
    event.add("uid", f"{tournament}-{timed.stage.number}-{timed.number}@yalta")
    event.add("dtstamp", timed.starts)
    event.add("dtstart", timed.starts)
    event.add("duration", _length(timed, state))
    event.add("summary", f"{pairs[0]} ({called})" if len(pairs) == 1 else called)
    pending = words.gettext("The pairings are not published yet.")
    event.add("description", "\n".join(pairs) or pending)
    return event


def _called(timed: _TimedRound, words: Words) -> str:
    name = stage_name(timed.stage.plan.name, words)
    if timed.stage.plan.kind is ev.StageKind.PAIRS:
        return name
    return words.gettext("%(stage)s, round %(number)s", stage=name, number=timed.number)


def _length(timed: _TimedRound, state: TeamEventState) -> timedelta:
    """Return how long the round's matches are expected to take, by the planned minutes of games."""
    plan = timed.stage.plan
    return timedelta(minutes=plan.games * minutes_a_game(state, plan.game_name))
