"""Suggested changes of a tournament by which all rounds fit, and forecasts of its ends.

Suggested are fewer games per match of the lengths that are allowed (ruling 1), one meeting fewer,
more tables, stages at the same time, a longer last day; all stages cut down together where nothing
alone is enough (ours).

A forecast is an estimate from the known outcomes and times alone. By public outcomes and the times
at which facts became public it is the public's, so that it cannot disclose others; by all results
so far it is the director's (ruling 12). A game takes the minutes that the hours were planned with,
one that takes longer is reckoned to end at any moment (ours).
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from heapq import heappop, heappush

from rules import events as ev
from rules.formats.format import Outcomes
from rules.formats.team_event.stages import EventState, Pairing, Round, Stage
from rules.formats.team_event.standings import is_decided, outcome_of
from rules.formats.team_event.timetable import (
    MINUTES_A_GAME,
    TABLES_OF_A_MATCH,
    matches_by_round,
    needs_of,
    timetable,
    to_five_minutes,
)
from rules.scoring.terms import TERMS

LONGEST_DAY = timedelta(hours=24)
_STEP, _LONGER = timedelta(minutes=30), 24
"""Steps of half an hour by which a day is made longer, and their number: twelve hours."""


class TimetableChoice(Enum):
    """Kind of change that is suggested."""

    FEWER_GAMES = "fewer-games"
    FEWER_MEETINGS = "fewer-meetings"
    MORE_TABLES = "more-tables"
    AT_ONCE = "at-once"
    LONGER_DAY = "longer-day"
    ALL_SHORTER = "all-shorter"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change after which everything fits: stages to be changed, and the new hours.

    `ends` is when the last match would end.
    """

    choice: TimetableChoice
    stages: tuple[ev.StageChanged, ...]
    terms: ev.TimetablePlanned
    ends: datetime


def suggestions(
    state: EventState, teams: int, terms: ev.TimetablePlanned, now: datetime | None = None
) -> tuple[Suggestion, ...]:
    """Return every single change that makes all rounds fit; none if they do already.

    Of several changes of a kind only the least is returned.
    """

    def tried(change: _Change) -> Suggestion | None:
        needs = needs_of(state.after(change.stages), teams, change.terms)
        made = timetable(needs, change.terms, now)
        if not made.fits or made.ends is None:
            return None
        return Suggestion(change.choice, change.stages, change.terms, made.ends)

    if not terms.days or tried(_Change(TimetableChoice.ALL_SHORTER, (), terms)) is not None:
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
    if all(each.choice is TimetableChoice.LONGER_DAY for each in found):
        shortest = tried(_Change(TimetableChoice.ALL_SHORTER, _all_shorter(state), terms))
        found += [shortest] if shortest is not None else []
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Change:
    """A change to be tried: stages and hours with it."""

    choice: TimetableChoice
    stages: tuple[ev.StageChanged, ...]
    terms: ev.TimetablePlanned


def _least(
    changes: Sequence[_Change], tried: Callable[[_Change], Suggestion | None]
) -> Suggestion | None:
    """Return the first of the changes that fits, each going further than the one before it."""
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
    """Return the plans of stages that can still be changed."""
    return [stage.plan for stage in state.stages.values() if not stage.published]


def _fewer_games(plan: ev.StagePlanned, terms: ev.TimetablePlanned) -> list[_Change]:
    lengths = sorted(TERMS[plan.game_name].lengths, reverse=True)
    return [
        _Change(TimetableChoice.FEWER_GAMES, (_changed(plan, games, plan.meetings),), terms)
        for games in lengths
        if games < plan.games
    ]


def _fewer_meetings(plan: ev.StagePlanned, terms: ev.TimetablePlanned) -> list[_Change]:
    if plan.meetings == 1:
        return []
    return [
        _Change(
            TimetableChoice.FEWER_MEETINGS, (_changed(plan, plan.games, plan.meetings - 1),), terms
        )
    ]


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
    """Return the changes of plan that add tables, up to as many as a round's matches can use."""
    least = terms.tables - terms.tables % TABLES_OF_A_MATCH + TABLES_OF_A_MATCH
    most = sum(largest) if terms.at_once else max(largest, default=0)
    return [
        _Change(TimetableChoice.MORE_TABLES, (), replace(terms, tables=tables))
        for tables in range(least, most * TABLES_OF_A_MATCH + 1, TABLES_OF_A_MATCH)
    ]


def _at_once(largest: Sequence[int], terms: ev.TimetablePlanned) -> list[_Change]:
    """Return changes to stages at the same time, at as many tables as there are or at more."""
    if terms.at_once or len(largest) < 2:
        return []
    most = max(terms.tables, sum(largest) * TABLES_OF_A_MATCH)
    return [
        _Change(TimetableChoice.AT_ONCE, (), replace(terms, tables=tables, at_once=True))
        for tables in range(terms.tables, most + 1, TABLES_OF_A_MATCH)
    ]


def _longer_day(terms: ev.TimetablePlanned) -> list[_Change]:
    """Return changes to a last day that is longer by half hours, to 24 hours at most."""
    *days, last = terms.days
    ends = [last.hours.ends + steps * _STEP for steps in range(1, _LONGER + 1)]
    longer = [
        replace(last, hours=ev.Span(starts=last.hours.starts, ends=end))
        for end in ends
        if end - last.hours.starts <= LONGEST_DAY
    ]
    return [
        _Change(TimetableChoice.LONGER_DAY, (), replace(terms, days=(*days, day))) for day in longer
    ]


_ROOMS = 2
Thrown = Mapping[int, tuple[int, datetime]]
"""Number of the game whose first dice are known, and since when they are, by match."""


@dataclass(frozen=True, slots=True)
class Known:
    """The facts an estimate is made from: `playing` are the numbers of matches under way.

    `teams` is the number of teams that play.
    """

    outcomes: Outcomes
    thrown: Thrown
    playing: Collection[int]
    teams: int
    now: datetime


@dataclass(frozen=True, slots=True)
class Forecast:
    """Ends of matches under way by number, of rounds by stage and number, and of the day.

    `day` is None if nothing is under way and no hours are planned for today.
    """

    matches: Mapping[int, datetime] = field(default_factory=dict)
    rounds: Mapping[tuple[int, int], datetime] = field(default_factory=dict)
    day: datetime | None = None


NOTHING_FORESEEN = Forecast()


def forecast(state: EventState, known: Known) -> Forecast:
    """Return the estimate, to five minutes; of rounds whose matches have not begun as well."""
    matches, rounds = dict[int, datetime](), dict[tuple[int, int], datetime]()
    under_way = [*_under_way(state, known)]
    for stage, each in under_way:
        ends = _matches_of(state, stage, each, known, matches)
        rounds[stage.number, each.number] = max(ends)
    return Forecast(
        {number: to_five_minutes(end) for number, end in matches.items()},
        {place: to_five_minutes(end) for place, end in rounds.items()},
        _day(state, known, rounds),
    )


def _under_way(state: EventState, known: Known) -> Iterator[tuple[Stage, Round]]:
    """Yield published rounds in which something has begun and something is not decided."""
    for stage in state.stages.values():
        for each in stage.rounds:
            begun = any(_has_begun(pairing, known) for pairing in each.pairings)
            left = any(not is_decided(state, one, known.outcomes) for one in each.pairings)
            if each.published and not each.closed and begun and left:
                yield stage, each


def _has_begun(pairing: Pairing, known: Known) -> bool:
    return pairing.number in known.playing or bool(outcome_of(pairing, known.outcomes).games)


def _matches_of(
    state: EventState,
    stage: Stage,
    round_: Round,
    known: Known,
    matches: dict[int, datetime],
) -> list[datetime]:
    """Return the ends of a round's matches that are not decided; note those of matches under way.

    Those that have not begun follow them at the same tables, as far as there are no others.
    """
    planned, minutes = state.times.planned, minutes_a_game(state, stage.plan.game_name)
    left = [each for each in round_.pairings if not is_decided(state, each, known.outcomes)]
    begun = [each for each in left if _has_begun(each, known)]
    ends = [_match_end(each, stage.games_of(round_.number), minutes, known) for each in begun]
    matches.update(
        (each.number, end) for each, end in zip(begun, ends, strict=True) if each.number is not None
    )
    free = sorted(ends)
    most = planned.tables // TABLES_OF_A_MATCH if planned else len(left)
    between = timedelta(minutes=planned.minutes_between if planned else 0)
    length = timedelta(minutes=stage.games_of(round_.number) * minutes)
    for _ in range(len(left) - len(begun)):
        start = heappop(free) + between if free and len(free) >= most else known.now
        heappush(free, start + length)
        ends.append(start + length)
    return ends


def minutes_a_game(state: EventState, game_name: str) -> int:
    """Return the minutes reckoned for a game: as the hours were planned, else MINUTES_A_GAME."""
    games = state.times.planned.games if state.times.planned else ()
    known = (each.minutes for each in games if each.game_name == game_name)
    return next(known, MINUTES_A_GAME)


def _match_end(pairing: Pairing, games: int, minutes: int, known: Known) -> datetime:
    over = outcome_of(pairing, known.outcomes).games // _ROOMS
    length = timedelta(minutes=minutes)
    game, thrown_at = known.thrown.get(pairing.number or 0, (0, known.now))
    return match_ends(games - over, thrown_at if game == over + 1 else None, length, known.now)


def match_ends(
    games_left: int, first_dice: datetime | None, length: timedelta, now: datetime
) -> datetime:
    """Return the estimated end of a match of which that many games, at least one, are not over.

    `first_dice` is when those of the first of them were thrown, None before, `length` a game's.
    """
    current = now + length if first_dice is None else max(first_dice + length, now)
    return current + (games_left - 1) * length


def _day(
    state: EventState, known: Known, rounds: Mapping[tuple[int, int], datetime]
) -> datetime | None:
    """Return the last end of today: of what is under way, then of the rounds that still fit."""
    planned = state.times.planned
    ends = [*rounds.values()]
    today = _today(planned, known.now)
    if planned is not None and today is not None:
        between = timedelta(minutes=planned.minutes_between)
        after = max((end + between for end in ends), default=known.now)
        needs = tuple(
            replace(
                need,
                rounds=tuple(
                    (number, matches)
                    for number, matches in need.rounds
                    if not _is_done(state, need.stage, number, known)
                    and (need.stage, number) not in rounds
                ),
            )
            for need in needs_of(state, known.teams, planned)
        )
        terms = replace(planned, days=(today,))
        ends += [each.ends for each in timetable(needs, terms, after).rounds]
    return to_five_minutes(max(ends)) if ends else None


def _is_done(state: EventState, stage: int, number: int, known: Known) -> bool:
    each = state.stages[stage].rounds[number - 1 :][:1]
    return any(
        one.published and all(is_decided(state, pair, known.outcomes) for pair in one.pairings)
        for one in each
    )


def _today(planned: ev.TimetablePlanned | None, now: datetime) -> ev.PlayingDay | None:
    days = planned.days if planned else ()
    return next((day for day in days if day.hours.starts <= now <= day.hours.ends), None)
