"""A tournament's hours, and the timetable of its remaining rounds, for the API and the pages.

The values for the director's page are days, rounds and suggestions in words.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import BaseModel, Field

from rules import commands as cmd
from rules import events as ev
from rules.formats.team_event.forecast import Suggestion, TimetableChoice, suggestions
from rules.formats.team_event.stages import TeamEventState
from rules.formats.team_event.timetable import (
    PlacedRound,
    Timetable,
    needs_of,
    timetable,
    to_five_minutes,
)
from rules.scoring.terms import SCORED
from rules.text import N_
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.views.seen_values import seen_values
from server.web.orders.fields import Body, Instant, Name
from server.words.translation import Words

Minutes = Annotated[int, Field(ge=0, le=240)]


class SpanIn(Body):
    """A span of time; `ends` is later than `starts`."""

    starts: Instant
    ends: Instant


class DayIn(SpanIn):
    """The hours of a day of play, and the breaks in them."""

    breaks: Annotated[tuple[SpanIn, ...], Field(max_length=8)] = ()


class TimetableGameIn(Body):
    """The minutes that a game takes until it is over in both rooms."""

    game: Name
    minutes: Annotated[int, Field(ge=1, le=240)]


class TermsIn(Body):
    """The hours, tables and minutes with which a timetable is made.

    A match takes two of the `tables`.

    With `at_once`, stages that do not wait for each other are played at the same time.
    """

    tables: Annotated[int, Field(ge=2, le=200)]
    days: Annotated[tuple[DayIn, ...], Field(min_length=1, max_length=31)]
    minutes_between: Minutes = 10
    games: Annotated[tuple[TimetableGameIn, ...], Field(max_length=8)] = ()
    at_once: bool = False


class PlacedRoundOut(BaseModel):
    """A round with the hours into which it fits.

    `waves` is the number of different times at which its matches begin, if tables are too few for
    all.
    """

    stage: int
    round: int
    matches: int
    starts: datetime
    ends: datetime
    waves: int


class StartOut(BaseModel):
    """The announced start of a round."""

    stage: int
    round: int
    starts_at: datetime


class SuggestionOut(BaseModel):
    """A change after which every round fits, with the fields of the orders that make this change.

    `ends` is the end of the last round after this change.
    """

    choice: str
    stages: list[cmd.StageChange]
    terms: TermsIn
    ends: datetime


class LastStartOut(BaseModel):
    """The director's order that no game may begin from `at` to `until`."""

    at: datetime
    until: datetime
    reason: str


class TimetableOut(BaseModel):
    """The planned hours, the rounds fitted into them, and the announced starts.

    `left_over` has the stage and number of each round that does not fit. `suggestions` are changes
    after which every round would fit.
    """

    terms: TermsIn | None
    rounds: list[PlacedRoundOut]
    left_over: list[tuple[int, int]]
    suggestions: list[SuggestionOut]
    starts: list[StartOut]
    last_start: LastStartOut | None


def terms_in(planned: ev.TimetablePlanned) -> TermsIn:
    """Return a plan of hours as TermsIn, which the API returns and forms send back."""
    return TermsIn(
        tables=planned.tables,
        days=tuple(
            DayIn(
                starts=day.hours.starts,
                ends=day.hours.ends,
                breaks=tuple(SpanIn(starts=each.starts, ends=each.ends) for each in day.breaks),
            )
            for day in planned.days
        ),
        minutes_between=planned.minutes_between,
        games=tuple(
            TimetableGameIn(game=each.game_name, minutes=each.minutes) for each in planned.games
        ),
        at_once=planned.at_once,
    )


_FEWER_GAMES = N_("Games per match in %(stage)s: %(games)s instead of %(was)s")
_FEWER_MEETINGS = N_("Meetings of every two teams in %(stage)s: %(meetings)s instead of %(was)s")
_MORE_TABLES = N_("Tables: %(tables)s")
_AT_ONCE = N_("Play stages that do not depend on each other at the same time; tables: %(tables)s")
_LONGER_DAY = N_("Play until %(ends)s on the last day")


@dataclass(frozen=True, slots=True)
class PlannedTimes:
    """The rounds that fit into the planned hours, and suggestions if not all of them fit.

    Both are empty before hours are planned.
    """

    planned: ev.TimetablePlanned | None
    made: Timetable
    suggestions: tuple[Suggestion, ...]


def planned_times(hall: Hall, tournament: TournamentProcess) -> PlannedTimes:
    """Return the timetable of the rounds that are left, from now on.

    Its times are rounded up to five minutes.
    """
    state = tournament.state.event
    teams = teams_playing(tournament)
    terms = state.times.planned
    if terms is None:
        return PlannedTimes(None, Timetable((), ()), ())
    now = to_five_minutes(hall.now())
    made = timetable(needs_of(state, teams, terms), terms, now)
    return PlannedTimes(terms, made, suggestions(state, teams, terms, now))


def teams_playing(tournament: TournamentProcess) -> int:
    """Return the number of teams that play: without the waiting list and teams that withdrew."""
    state = tournament.state.event
    return len(state.entries.confirmed(tournament.teams, state.withdrawn))


def proposed_minutes(hall: Hall, planned: ev.TimetablePlanned | None) -> dict[str, int]:
    """Return how many minutes to plan for a game, by the game's name.

    For each game these are the minutes planned before or, if none were planned, the minutes that
    games have taken in this hall.
    """
    known = {each.game_name: each.minutes for each in planned.games} if planned else {}
    return {game: known.get(game) or hall.game_times.minutes(game) for game in SCORED}


def stage_changes(suggestion: Suggestion, state: TeamEventState) -> list[cmd.StageChange]:
    """Return the changes that a suggestion makes to stages, as values for the command."""
    plans = {number: stage.plan for number, stage in state.stages.items()}
    return [
        cmd.StageChange(
            stage=each.stage,
            games=each.games,
            meetings=each.meetings,
            was=(plans[each.stage].games, plans[each.stage].meetings),
        )
        for each in suggestion.stages
    ]


def last_start_fields(state: TeamEventState, now: datetime) -> dict[str, str]:
    """Return the values of the form in which the director forbids games to begin from a time on.

    If such an order is in force, the values are those of the order. Otherwise the form proposes the
    time from 22:30 today to 9:00 tomorrow.
    """
    order, today = state.times.last_start, now.astimezone().date()
    if order is None or order.until <= now:
        at, until = f"{today}T22:30", f"{today + timedelta(days=1)}T09:00"
    else:
        at, until = _field(order.at), _field(order.until)
    return {
        "last_at": at,
        "last_until": until,
        "order_at": "" if order is None else order.at.isoformat(),
    }


def _field(when: datetime) -> str:
    return f"{when.astimezone():%Y-%m-%dT%H:%M}"


def forms_of(rounds: Sequence["RoundRow"], ways: Sequence["Way"]) -> list[str]:
    """Return the names of all forms on the page of hours, beside which a refusal can be shown."""
    starts = ["starts", *(f"start-{row.stage}-{row.round}" for row in rounds)] if rounds else []
    return [
        "plan",
        "last-start",
        "lift-last-start",
        *starts,
        *(f"way-{number}" for number in range(1, len(ways) + 1)),
    ]


def json_of(planned: ev.TimetablePlanned | None) -> str:
    """Return the plan as JSON, for a form that sends it back."""
    return "null" if planned is None else terms_in(planned).model_dump_json()


@dataclass(frozen=True, slots=True)
class DayRow:
    """A day in the form of hours, with the texts of its fields."""

    day: str
    starts: str
    ends: str
    breaks: str


def day_rows(planned: ev.TimetablePlanned | None, now: datetime) -> list[DayRow]:
    """Return a row for each planned day, and one more row for another day.

    Before any day is planned, return one row for today.
    """
    rows = [
        DayRow(
            day.hours.starts.astimezone().date().isoformat(),
            _clock(day.hours.starts),
            _clock(day.hours.ends),
            ", ".join(f"{_clock(each.starts)}–{_clock(each.ends)}" for each in day.breaks),
        )
        for day in (planned.days if planned else ())
    ]
    if planned is None:
        return [DayRow(now.astimezone().date().isoformat(), "10:00", "20:00", "")]
    return [*rows, DayRow("", rows[-1].starts, rows[-1].ends, "")]


def _clock(when: datetime) -> str:
    return f"{when.astimezone():%H:%M}"


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round with the hours into which it fits, and its announced start.

    `field` is the text in the form's field: the announced start or, if there is none, the start
    that fits. `was` is the announced start in ISO 8601, empty if there is none. `moved` is true if
    the announced start differs from the one that would fit now.
    """

    stage: int
    round: int
    name: str
    in_pairs: bool
    matches: int
    waves: int
    starts: str
    ends: str
    announced: str
    field: str
    was: str
    moved: bool


def round_rows(state: TeamEventState, times: PlannedTimes, words: Words) -> list[RoundRow]:
    """Return a row for each round that is left to play or has an announced start.

    The rounds that fit into the planned hours come first.
    """
    placed: dict[tuple[int, int], PlacedRound | None] = {
        (each.stage, each.round): each for each in times.made.rounds
    }
    others = (*times.made.left_over, *sorted(state.times.starts))
    placed.update({place: None for place in others if place not in placed})
    return [
        _round_row(state, place, each, words)
        for place, each in placed.items()
        if place[0] in state.stages
    ]


def _round_row(
    state: TeamEventState, place: tuple[int, int], placed: PlacedRound | None, words: Words
) -> RoundRow:
    plan, announced = state.stages[place[0]].plan, state.times.starts.get(place)
    shown = announced or (placed.starts if placed else None)
    return RoundRow(
        stage=place[0],
        round=place[1],
        name=plan.name,
        in_pairs=plan.kind is ev.StageKind.PAIRS,
        matches=placed.matches if placed else 0,
        waves=placed.waves if placed else 0,
        starts=words.moment(placed.starts) if placed else "",
        ends=words.clock(placed.ends.astimezone()) if placed else "",
        announced=words.moment(announced) if announced else "",
        field=_field(shown) if shown else "",
        was=announced.isoformat() if announced else "",
        moved=bool(announced and placed and announced != placed.starts),
    )


def proposed_starts(state: TeamEventState, times: PlannedTimes) -> str:
    """Return every start that fits and differs from the announced one, as JSON for a form.

    Return an empty text if there is none.
    """
    starts = [
        {
            "stage": each.stage,
            "round": each.round,
            "starts_at": each.starts.isoformat(),
            "was": was.isoformat() if was else None,
        }
        for each in times.made.rounds
        if (was := state.times.starts.get((each.stage, each.round))) != each.starts
    ]
    return json.dumps(starts) if starts else ""


@dataclass(frozen=True, slots=True)
class Way:
    """A suggestion in words; `fields` are the fields of the form that accepts it."""

    says: str
    ends: str
    fields: dict[str, str]


def way_of(each: Suggestion, state: TeamEventState, words: Words) -> Way:
    """Return a suggestion as the page shows it; `state` has the stages that it would change."""
    if each.stages:
        changes = seen_values(tuple(stage_changes(each, state)))
        fields = {"order": "change-stages", "stages": changes}
    else:
        terms = terms_in(each.terms).model_dump_json()
        fields = {"order": "plan", "terms": terms, "was": json_of(state.times.planned)}
    says = "; ".join(
        _suggestion_words(each, change, state, words) for change in each.stages or (None,)
    )
    return Way(says, words.moment(each.ends), fields)


def _suggestion_words(
    each: Suggestion, change: ev.StageChanged | None, state: TeamEventState, words: Words
) -> str:
    if change is None:
        ends = _clock(each.terms.days[-1].hours.ends)
        named: dict[str, Any] = {"tables": each.terms.tables, "ends": ends}
        texts = {TimetableChoice.MORE_TABLES: _MORE_TABLES, TimetableChoice.AT_ONCE: _AT_ONCE}
        return words.gettext(texts.get(each.choice, _LONGER_DAY), **named)
    plan = state.stages[change.stage].plan
    parts = list[str]()
    if change.games != plan.games:
        named = {"games": change.games, "stage": plan.name, "was": plan.games}
        parts.append(words.gettext(_FEWER_GAMES, **named))
    if change.meetings != plan.meetings:
        named = {"meetings": change.meetings, "stage": plan.name, "was": plan.meetings}
        parts.append(words.gettext(_FEWER_MEETINGS, **named))
    return "; ".join(parts)
