"""What else would fit: one change to a tournament or its hours after which all rounds have a place.

Fewer games a match of the lengths that are allowed (ruling 1), one meeting fewer, more tables,
stages at the same time, a longer last day; all stages cut down together where nothing alone is
enough (ours).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

from rules import events as ev
from rules.formats.stages import EventState
from rules.formats.timetable import (
    TABLES_OF_A_MATCH,
    matches_by_round,
    needs_of,
    timetable,
)
from rules.scoring.terms import TERMS

LONGEST_DAY = timedelta(hours=24)
_STEP, _LONGER = timedelta(minutes=30), 24
"""A day is made longer by half hours, twelve hours at most."""


class Choice(Enum):
    """What is changed."""

    FEWER_GAMES = "fewer-games"
    FEWER_MEETINGS = "fewer-meetings"
    MORE_TABLES = "more-tables"
    AT_ONCE = "at-once"
    LONGER_DAY = "longer-day"
    ALL_SHORTER = "all-shorter"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change after which everything fits: stages to be changed, the hours as they would be.

    `ends` is when the last match would end.
    """

    choice: Choice
    stages: tuple[ev.StageChanged, ...]
    terms: ev.TimetablePlanned
    ends: datetime


def suggestions(
    state: EventState, teams: int, terms: ev.TimetablePlanned, now: datetime | None = None
) -> tuple[Suggestion, ...]:
    """Every single change that makes all rounds fit; none where they do already.

    Of several of a kind the least.
    """

    def tried(change: _Change) -> Suggestion | None:
        needs = needs_of(state.after(change.stages), teams, change.terms)
        made = timetable(needs, change.terms, now)
        if not made.fits or made.ends is None:
            return None
        return Suggestion(change.choice, change.stages, change.terms, made.ends)

    if not terms.days or tried(_Change(Choice.ALL_SHORTER, (), terms)) is not None:
        return ()
    largest = [max(matches_by_round(each, teams), default=0) for each in state.stages.values()]
    kinds = [
        *(_fewer_games(plan, terms) for plan in _unpublished(state)),
        *(_fewer_meetings(plan, terms) for plan in _unpublished(state)),
        _more_tables(largest, terms),
        _at_once(largest, terms),
        _longer_day(terms),
    ]
    found = [each for kind in kinds if (each := _least(kind, tried)) is not None]
    if all(each.choice is Choice.LONGER_DAY for each in found):
        shortest = tried(_Change(Choice.ALL_SHORTER, _all_shorter(state), terms))
        found += [shortest] if shortest is not None else []
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Change:
    """Something to be tried: stages as they would be, and the hours."""

    choice: Choice
    stages: tuple[ev.StageChanged, ...]
    terms: ev.TimetablePlanned


def _least(
    changes: Sequence[_Change], tried: Callable[[_Change], Suggestion | None]
) -> Suggestion | None:
    """The first of changes that fits, each going further than the one before it."""
    best = tried(changes[-1]) if changes else None
    if best is None:
        return None
    low, high = 0, len(changes) - 1
    while low < high:
        middle = (low + high) // 2
        made = tried(changes[middle])
        if made is None:
            low = middle + 1
        else:
            best, high = made, middle
    return best


def _unpublished(state: EventState) -> list[ev.StagePlanned]:
    """Stages that can still be changed."""
    return [stage.plan for stage in state.stages.values() if not stage.published]


def _fewer_games(plan: ev.StagePlanned, terms: ev.TimetablePlanned) -> list[_Change]:
    lengths = sorted(TERMS[plan.game_name].lengths, reverse=True)
    return [
        _Change(Choice.FEWER_GAMES, (_changed(plan, games, plan.meetings),), terms)
        for games in lengths
        if games < plan.games
    ]


def _fewer_meetings(plan: ev.StagePlanned, terms: ev.TimetablePlanned) -> list[_Change]:
    if plan.meetings == 1:
        return []
    return [_Change(Choice.FEWER_MEETINGS, (_changed(plan, plan.games, plan.meetings - 1),), terms)]


def _changed(plan: ev.StagePlanned, games: int, meetings: int) -> ev.StageChanged:
    return ev.StageChanged(stage=plan.stage, games=games, meetings=meetings)


def _all_shorter(state: EventState) -> tuple[ev.StageChanged, ...]:
    shortest = ((plan, TERMS[plan.game_name].lengths[0]) for plan in _unpublished(state))
    return tuple(
        _changed(plan, games, 1)
        for plan, games in shortest
        if (plan.games, plan.meetings) != (games, 1)
    )


def _more_tables(largest: Sequence[int], terms: ev.TimetablePlanned) -> list[_Change]:
    """More tables than there are, as long as a round has matches for them."""
    least = terms.tables - terms.tables % TABLES_OF_A_MATCH + TABLES_OF_A_MATCH
    most = sum(largest) if terms.at_once else max(largest, default=0)
    return [
        _Change(Choice.MORE_TABLES, (), replace(terms, tables=tables))
        for tables in range(least, most * TABLES_OF_A_MATCH + 1, TABLES_OF_A_MATCH)
    ]


def _at_once(largest: Sequence[int], terms: ev.TimetablePlanned) -> list[_Change]:
    """Stages at the same time, at as many tables as there are or, where these are few, at more."""
    if terms.at_once or len(largest) < 2:
        return []
    most = max(terms.tables, sum(largest) * TABLES_OF_A_MATCH)
    return [
        _Change(Choice.AT_ONCE, (), replace(terms, tables=tables, at_once=True))
        for tables in range(terms.tables, most + 1, TABLES_OF_A_MATCH)
    ]


def _longer_day(terms: ev.TimetablePlanned) -> list[_Change]:
    """The last day by half hours longer, to 24 hours at most."""
    *days, last = terms.days
    ends = [last.hours.ends + steps * _STEP for steps in range(1, _LONGER + 1)]
    longer = [
        replace(last, hours=ev.Span(starts=last.hours.starts, ends=end))
        for end in ends
        if end - last.hours.starts <= LONGEST_DAY
    ]
    return [_Change(Choice.LONGER_DAY, (), replace(terms, days=(*days, day))) for day in longer]
