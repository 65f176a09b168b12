"""Orders about a tournament's hours and starts, and the API that shows its timetable.

The orders come from the API and from the forms of the director's page. Times of day in forms are in
the hall's time zone. Hours whose end is earlier than their beginning end on the next day.
"""

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Any, Literal

from fastapi import APIRouter

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.formats.team_event.stages import TeamEventState
from rules.text import N_
from server.access import Action
from server.web.edge.authorization import Scheduling
from server.web.edge.form_fields import with_json
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.fields import YEARS
from server.web.orders.order_list import Fields, Order, OrderList, Sender, order, to_stages
from server.web.orders.order_routes import add_api_route
from server.web.timetable.values import (
    LastStartOut,
    PlacedRoundOut,
    PlannedTimes,
    SpanIn,
    StartOut,
    SuggestionOut,
    TermsIn,
    TimetableOut,
    planned_times,
    stage_changes,
    terms_in,
)

_DAY, _MINUTES = "day-", "minutes-"
_BREAK = re.compile(r"(\d{1,2}[:.]\d{2})\s*[-–—]\s*(\d{1,2}[:.]\d{2})")
A_DAY, A_TIME = N_("a day such as 2026-10-03"), N_("a time such as 10:00")
BREAKS = N_("times such as 13:00–14:00, 18:00–18:30")
_START = ("stage", "round", "starts_at", "was")


class PlanIn(TermsIn):
    """Plan hours and tables; `was` is the previous plan, or None."""

    order: Literal["plan"]
    was: TermsIn | None = None


def _plan(body: Any, _: Sender) -> cmd.PlanTimetable:
    terms, was = _terms_of(body), None if body.was is None else _terms_of(body.was)
    named = ("tables", "days", "minutes_between", "games", "at_once")
    return cmd.PlanTimetable(**{name: getattr(terms, name) for name in named}, was=was)


def _terms_of(body: TermsIn) -> ev.TimetablePlanned:
    return ev.TimetablePlanned(
        tables=body.tables,
        days=tuple(
            ev.PlayingDay(hours=_span(day), breaks=tuple(map(_span, day.breaks)))
            for day in body.days
        ),
        minutes_between=body.minutes_between,
        games=tuple(
            ev.GameMinutes(game_name=each.game, minutes=each.minutes) for each in body.games
        ),
        at_once=body.at_once,
    )


def _span(body: SpanIn) -> ev.Span:
    return ev.Span(starts=body.starts, ends=body.ends)


def _with_hours(fields: Fields) -> dict[str, object]:
    """Return the fields of the form of hours under the names and in the shape of PlanIn.

    The fields `day-1`, `from-1`, `to-1`, `breaks-1` … describe days; a day without a date is left
    out. A field such as `minutes-backgammon` has a game's minutes. If the form accepts a
    suggestion, the field `terms` has the whole plan as JSON. Raises MatchRefused naming a field
    whose text is not allowed.
    """
    terms = with_json(fields, "terms").get("terms")
    if isinstance(terms, dict):
        return {**{name: fields[name] for name in ("order", "was") if name in fields}, **terms}
    own = ("order", "tables", "minutes_between", "was")
    return {
        **{name: fields[name] for name in own if name in fields},
        "at_once": "at_once" in fields,
        "days": [*_days(fields)],
        "games": [
            {"game": name.removeprefix(_MINUTES), "minutes": value}
            for name, value in fields.items()
            if name.startswith(_MINUTES) and value
        ],
    }


def _one_start(fields: Fields) -> dict[str, object]:
    """Return the fields of a form that announces one start, with `starts` as a list of that start.

    An empty time withdraws the announced start. A form without `starts_at` announces several
    starts: it has `starts` already, as JSON, and its fields are returned unchanged.
    """
    if "starts_at" not in fields:
        return {**fields}
    plain = {name: value for name, value in fields.items() if name not in _START}
    start = {name: fields.get(name, "") for name in ("stage", "round")}
    at = {name: fields.get(name) or None for name in ("starts_at", "was")}
    return {**plain, "starts": [{**start, **at}]}


def _days(fields: Fields) -> Iterator[dict[str, object]]:
    for name, typed in fields.items():
        if name.startswith(_DAY) and typed:
            number = name.removeprefix(_DAY)
            day = _date(name, typed)
            starts, ends = _hours(day, *(_time(fields, each, number) for each in ("from", "to")))
            breaks = [*_breaks(fields.get(f"breaks-{number}", ""), f"breaks-{number}", starts)]
            yield {"starts": starts, "ends": ends, "breaks": breaks}


def _date(name: str, typed: str) -> date:
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        day = date.min
    if day.year not in YEARS:
        raise MatchRefused(name, typed, A_DAY)
    return day


def _time(fields: Fields, name: str, number: str) -> time:
    typed = fields.get(f"{name}-{number}", "")
    return _read_time(f"{name}-{number}", typed, A_TIME)


def _read_time(name: str, typed: str, allowed: str) -> time:
    hour, _, minute = typed.replace(".", ":").partition(":")
    try:
        return time(int(hour), int(minute))
    except ValueError:
        raise MatchRefused(name, typed, allowed) from None


def _hours(day: date, starts: time, ends: time) -> tuple[datetime, datetime]:
    last = day if ends > starts else day + timedelta(days=1)
    return _local(day, starts), _local(last, ends)


def _local(day: date, at: time) -> datetime:
    """Return the UTC time at which the hall's clock shows that day and time."""
    return datetime.combine(day, at).astimezone(UTC)


def _breaks(typed: str, name: str, starts: datetime) -> Iterator[dict[str, datetime]]:
    """Yield the start and end of each break in a day of play that starts at `starts`.

    `typed` are the breaks as typed, such as "13:00–14:00, 17:30–18:00", and `name` is their field.
    A break whose time of day is before the start of play is on the next day. Raises MatchRefused
    naming the field for a text that is no break.
    """
    for each in filter(None, (part.strip() for part in re.split(r"[,;]", typed))):
        written = _BREAK.fullmatch(each)
        if written is None:
            raise MatchRefused(name, each, BREAKS)
        begins, ends = (_read_time(name, text, BREAKS) for text in written.groups())
        first = starts.astimezone()
        day = first.date() if begins >= first.time() else first.date() + timedelta(days=1)
        pair = _hours(day, begins, ends)
        yield dict(zip(("starts", "ends"), pair, strict=True))


_order = partial(order, carry=to_stages)
TIME_ORDERS = OrderList(
    "/api/t/{tournament}/timetable",
    "/hall/t/{tournament}/tournament/timetable",
    Action.SCHEDULE,
    (
        Order("plan", PlanIn, to_stages, _plan, _with_hours, command=cmd.PlanTimetable),
        _order("starts", cmd.TimeRounds, read=_one_start),
        _order("change-stages", cmd.ChangeStages),
        _order("last-start", cmd.SetLastStart),
        _order("lift-last-start", cmd.LiftLastStart),
    ),
    form="plan",
)


router = APIRouter(prefix="/api/t/{tournament}", tags=["operator"])


@router.get("/timetable")
async def timetable(
    visitor: Scheduling,
    tournament: TournamentDep,
    hall: HallDep,
) -> TimetableOut:
    """Return the planned hours and tables, the rounds that fit, suggestions, and the starts."""
    times = await asyncio.to_thread(planned_times, hall, tournament)
    return _timetable_out(times, tournament.state.event)


add_api_route(
    router,
    TIME_ORDERS,
    "Plan hours, announce starts or change a stage; `order` says which.",
)


def _timetable_out(times: PlannedTimes, state: TeamEventState) -> TimetableOut:
    last = state.times.last_start
    return TimetableOut(
        terms=None if times.planned is None else terms_in(times.planned),
        rounds=[
            PlacedRoundOut(
                stage=each.stage,
                round=each.round,
                matches=each.matches,
                starts=each.starts,
                ends=each.ends,
                waves=each.waves,
            )
            for each in times.made.rounds
        ],
        left_over=list(times.made.left_over),
        suggestions=[
            SuggestionOut(
                choice=each.choice.value,
                stages=stage_changes(each, state),
                terms=terms_in(each.terms),
                ends=each.ends,
            )
            for each in times.suggestions
        ],
        starts=[
            StartOut(stage=stage, round=number, starts_at=at)
            for (stage, number), at in sorted(state.times.starts.items())
        ],
        last_start=last and LastStartOut(at=last.at, until=last.until, reason=last.reason),
    )
