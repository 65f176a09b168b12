"""What else would fit: one change to a tournament or its hours after which all rounds have a place.

Fewer games a match of the lengths that are allowed (ruling 1), one meeting fewer, more tables,
stages at the same time, a longer last day; all stages cut down together where nothing alone is
enough (ours).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

from rules import events as ev
from rules.formats.stages import EventState
from rules.formats.timetable import (
    TABLES_OF_A_MATCH,
    Timetable,
    matches_by_round,
    needs_of,
    timetable,
)
from rules.scoring.terms import TERMS

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
    """Every single change that makes all rounds fit; none where they do already."""
    if not terms.days or _planned(state, teams, terms, now).fits:
        return ()
    found = [
        suggestion
        for ways in (_fewer_games(state), _fewer_meetings(state))
        for changed in ways
        if (suggestion := _tried(state, teams, terms, now, changed)) is not None
    ]
    fewest = dict[int, Suggestion]()
    for each in found:
        if each.choice is Choice.FEWER_GAMES:  # the longest matches that fit come first
            fewest.setdefault(each.stages[0].stage, each)
    kept = [*fewest.values(), *(each for each in found if each.choice is not Choice.FEWER_GAMES)]
    largest = [max(matches_by_round(each, teams), default=0) for each in state.stages.values()]
    for others in (_more_tables(largest, terms), _at_once(largest, terms), _longer_day(terms)):
        first = (_tried(state, teams, each, now, (choice, ())) for choice, each in others)
        kept += [each for each in first if each is not None][:1]
    if all(each.choice is Choice.LONGER_DAY for each in kept):
        shortest = _tried(state, teams, terms, now, (Choice.ALL_SHORTER, _all_shorter(state)))
        kept += [shortest] if shortest is not None else []
    return tuple(kept)


_Changed = tuple[Choice, tuple[ev.StageChanged, ...]]


def _planned(
    state: EventState, teams: int, terms: ev.TimetablePlanned, now: datetime | None
) -> Timetable:
    return timetable(needs_of(state, teams, terms), terms, now)


def _tried(
    state: EventState,
    teams: int,
    terms: ev.TimetablePlanned,
    now: datetime | None,
    changed: _Changed,
) -> Suggestion | None:
    choice, stages = changed
    planned = _planned(state.after(stages), teams, terms, now)
    if not planned.fits or planned.ends is None:
        return None
    return Suggestion(choice, stages, terms, planned.ends)


def _unpublished(state: EventState) -> Iterator[ev.StagePlanned]:
    """Stages that can still be changed."""
    return (stage.plan for stage in state.stages.values() if not stage.published)


def _fewer_games(state: EventState) -> Iterator[_Changed]:
    for plan in _unpublished(state):
        for games in reversed(TERMS[plan.game_name].lengths):
            if games < plan.games:
                changed = ev.StageChanged(stage=plan.stage, games=games, meetings=plan.meetings)
                yield Choice.FEWER_GAMES, (changed,)


def _fewer_meetings(state: EventState) -> Iterator[_Changed]:
    for plan in _unpublished(state):
        if plan.meetings > 1:
            changed = ev.StageChanged(
                stage=plan.stage, games=plan.games, meetings=plan.meetings - 1
            )
            yield Choice.FEWER_MEETINGS, (changed,)


def _all_shorter(state: EventState) -> tuple[ev.StageChanged, ...]:
    return tuple(
        ev.StageChanged(stage=plan.stage, games=TERMS[plan.game_name].lengths[0], meetings=1)
        for plan in _unpublished(state)
        if (plan.games, plan.meetings) != (TERMS[plan.game_name].lengths[0], 1)
    )


_Otherwise = Iterator[tuple[Choice, ev.TimetablePlanned]]


def _more_tables(largest: Sequence[int], terms: ev.TimetablePlanned) -> _Otherwise:
    """More tables than there are, as long as a round has matches for them."""
    least = terms.tables - terms.tables % TABLES_OF_A_MATCH + TABLES_OF_A_MATCH
    most = sum(largest) if terms.at_once else max(largest, default=0)
    for tables in range(least, most * TABLES_OF_A_MATCH + 1, TABLES_OF_A_MATCH):
        yield Choice.MORE_TABLES, replace(terms, tables=tables)


def _at_once(largest: Sequence[int], terms: ev.TimetablePlanned) -> _Otherwise:
    """Stages at the same time, at as many tables as there are or, where these are few, at more."""
    if terms.at_once or len(largest) < 2:
        return
    most = max(terms.tables, sum(largest) * TABLES_OF_A_MATCH)
    for tables in range(terms.tables, most + 1, TABLES_OF_A_MATCH):
        yield Choice.AT_ONCE, replace(terms, tables=tables, at_once=True)


def _longer_day(terms: ev.TimetablePlanned) -> _Otherwise:
    *days, last = terms.days
    for steps in range(1, _LONGER + 1):
        hours = ev.Span(starts=last.hours.starts, ends=last.hours.ends + steps * _STEP)
        longer = replace(last, hours=hours)
        yield Choice.LONGER_DAY, replace(terms, days=(*days, longer))
