"""Orders about hours as forms send them: text fields, read into the bodies the API takes.

Times of day are by the hall's clock; hours that end before they begin end on the next day.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import cast

from rules.errors import MatchRefused
from rules.text import N_
from server.web.edge.form_fields import with_json
from server.web.schemas.times import TIME_ORDERS, YEARS, PlanIn, TimeOrderIn

_DAY, _MINUTES = "day-", "minutes-"
_BREAK = re.compile(r"(\d{1,2}[:.]\d{2})\s*[-–—]\s*(\d{1,2}[:.]\d{2})")
A_DAY, A_TIME = N_("a day such as 2026-10-03"), N_("a time such as 10:00")
BREAKS = N_("times such as 13:00–14:00, 18:00–18:30")


def time_order(fields: Mapping[str, str]) -> TimeOrderIn:
    """The order of a form; raises pydantic's ValidationError or MatchRefused naming a field.

    `day-1`, `from-1`, `to-1`, `breaks-1` … are the days, `minutes-GAME` a game's minutes. A day
    without a date is left out.
    """
    kind = TIME_ORDERS.get(fields.get("order", ""), PlanIn)
    order = with_json({**fields}, "was", "starts", "stages", "terms")
    order.pop("form", None)
    if isinstance(terms := order.pop("terms", None), dict):  # a suggestion that is taken as it is
        return cast(TimeOrderIn, kind.model_validate({**order, **terms}))
    if kind is PlanIn:
        order = {name: order[name] for name in _OF_PLAN if name in order}
        order["at_once"] = "at_once" in fields
        order["days"] = [*_days(fields)]
        order["games"] = [
            {"game": name.removeprefix(_MINUTES), "minutes": value}
            for name, value in fields.items()
            if name.startswith(_MINUTES) and value
        ]
    elif "starts_at" in order:
        at = {name: order.pop(name, None) or None for name in ("starts_at", "was")}
        order["starts"] = [{**at, "stage": order.pop("stage", ""), "round": order.pop("round", "")}]
    return cast(TimeOrderIn, kind.model_validate(order))


_OF_PLAN = ("order", "tables", "minutes_between", "was")


def _days(fields: Mapping[str, str]) -> Iterator[dict[str, object]]:
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


def _time(fields: Mapping[str, str], name: str, number: str) -> time:
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
    """That time by the hall's clock."""
    return datetime.combine(day, at).astimezone(UTC)


def _breaks(typed: str, name: str, starts: datetime) -> Iterator[dict[str, datetime]]:
    """Breaks of a day that starts then; a time before that is one of the next day."""
    for each in filter(None, (part.strip() for part in re.split(r"[,;]", typed))):
        written = _BREAK.fullmatch(each)
        if written is None:
            raise MatchRefused(name, each, BREAKS)
        begins, ends = (_read_time(name, text, BREAKS) for text in written.groups())
        first = starts.astimezone()
        day = first.date() if begins >= first.time() else first.date() + timedelta(days=1)
        pair = _hours(day, begins, ends)
        yield dict(zip(("starts", "ends"), pair, strict=True))
