"""Suggested changes that make all rounds fit into a timetable, and forecasts of when play ends.

These changes are suggested: fewer games per match (one of the allowed lengths, ruling 1), one
meeting fewer, more tables, stages at the same time, a longer last day; and all stages at their
shortest if nothing else is enough (our choice).

A forecast of the end of play is an estimate made only from the outcomes and times passed to it. The
public's forecast is made from published outcomes and the times of their publication, so it
discloses nothing else; the director's is made from all results so far (ruling 12). A game takes the
planned minutes; a game that has taken longer is assumed to end at any moment (our choice).
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from heapq import heappop, heappush

from rules import events as ev
from rules.formats.format import Outcomes
from rules.formats.team_event.stages import Pairing, Round, Stage, TeamEventState
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
"""A day can be made longer in steps of half an hour, by at most 24 steps (twelve hours)."""


class TimetableChoice(Enum):
    """The kinds of changes to a timetable that can be suggested."""

    FEWER_GAMES = "fewer-games"
    FEWER_MEETINGS = "fewer-meetings"
    MORE_TABLES = "more-tables"
    AT_ONCE = "at-once"
    LONGER_DAY = "longer-day"
    ALL_SHORTER = "all-shorter"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested change after which all rounds fit into the hours.

    `stages` are the changes to stages, `terms` the timetable's plan (tables and hours) with the
    change, and `ends` is the time at which the last match would end.
    """

    choice: TimetableChoice
    stages: tuple[ev.StageChanged, ...]
    terms: ev.TimetablePlanned
    ends: datetime


def suggestions(
    state: TeamEventState, teams: int, terms: ev.TimetablePlanned, now: datetime | None = None
) -> tuple[Suggestion, ...]:
    """Return each single change that makes all rounds fit into the hours; none if they fit already.

    `teams` is the number of teams assumed for a stage that is not drawn yet, `terms` the present
    plan of tables and hours. No match is placed before `now`. Of several changes of one kind, only
    the smallest is returned.
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
    """A change to try: the changed stages, and the plan of tables and hours with the change."""

    choice: TimetableChoice
    stages: tuple[ev.StageChanged, ...]
    terms: ev.TimetablePlanned


def _least(
    changes: Sequence[_Change], tried: Callable[[_Change], Suggestion | None]
) -> Suggestion | None:
    """Return the suggestion made from the smallest change with which all rounds fit, or None.

    `changes` are sorted, the smallest first. `tried` returns the suggestion made from a change, or
    None if the rounds do not fit with it.
    """
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


def _unpublished(state: TeamEventState) -> list[ev.StagePlanned]:
    """Return the plans of the stages without a published round, which can still be changed."""
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


def _all_shorter(state: TeamEventState) -> tuple[ev.StageChanged, ...]:
    shortest = ((plan, TERMS[plan.game_name].lengths[0]) for plan in _unpublished(state))
    return tuple(
        _changed(plan, games, 1)
        for plan, games in shortest
        if (plan.games, plan.meetings) != (games, 1)
    )


def _more_tables(largest: Sequence[int], terms: ev.TimetablePlanned) -> list[_Change]:
    """Return the changes that add tables, up to the number that the largest round can use.

    `largest` has, for each stage, the number of matches of its largest round.
    """
    least = terms.tables - terms.tables % TABLES_OF_A_MATCH + TABLES_OF_A_MATCH
    most = sum(largest) if terms.at_once else max(largest, default=0)
    return [
        _Change(TimetableChoice.MORE_TABLES, (), replace(terms, tables=tables))
        for tables in range(least, most * TABLES_OF_A_MATCH + 1, TABLES_OF_A_MATCH)
    ]


def _at_once(largest: Sequence[int], terms: ev.TimetablePlanned) -> list[_Change]:
    """Return the changes that play stages at the same time, with the present tables or more.

    `largest` has, for each stage, the number of matches of its largest round.
    """
    if terms.at_once or len(largest) < 2:
        return []
    most = max(terms.tables, sum(largest) * TABLES_OF_A_MATCH)
    return [
        _Change(TimetableChoice.AT_ONCE, (), replace(terms, tables=tables, at_once=True))
        for tables in range(terms.tables, most + 1, TABLES_OF_A_MATCH)
    ]


def _longer_day(terms: ev.TimetablePlanned) -> list[_Change]:
    """Return the changes that make the last day longer, by half an hour, by one hour, and so on.

    The day becomes longer by twelve hours at most, and never longer than LONGEST_DAY.
    """
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
"""For each match, by its number, the latest game begun and the time of that game's first dice.

A game has begun once its first dice are known; the time is when they became known.
"""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a tournament at the time `now`, from which a forecast of its end is made.

    `outcomes` are the outcomes of matches so far. `thrown` has the latest game of each match that
    has begun, with the time of its first dice. `playing` are the numbers of the matches under way,
    `teams` is the number of teams that play.
    """

    outcomes: Outcomes
    thrown: Thrown
    playing: Collection[int]
    teams: int
    now: datetime


@dataclass(frozen=True, slots=True)
class Forecast:
    """The times at which matches under way, rounds, and the day's play are expected to end.

    Matches are by number, rounds by the numbers of stage and round. `day` is None if nothing is
    under way and no rounds fit into hours planned for today.
    """

    matches: Mapping[int, datetime] = field(default_factory=dict)
    rounds: Mapping[tuple[int, int], datetime] = field(default_factory=dict)
    day: datetime | None = None


NOTHING_FORESEEN = Forecast()


def forecast(state: TeamEventState, known: Known) -> Forecast:
    """Return when matches, rounds and the day are expected to end, rounded up to five minutes.

    The end of a round includes its matches that have not begun yet.
    """
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


def _under_way(state: TeamEventState, known: Known) -> Iterator[tuple[Stage, Round]]:
    """Yield each round that is under way, with its stage.

    In such a round a match has begun and a match is not decided.
    """
    for stage in state.stages.values():
        for each in stage.rounds:
            begun = any(_has_begun(pairing, known) for pairing in each.pairings)
            left = any(not is_decided(state, one, known.outcomes) for one in each.pairings)
            if each.published and not each.closed and begun and left:
                yield stage, each


def _has_begun(pairing: Pairing, known: Known) -> bool:
    return pairing.number in known.playing or bool(outcome_of(pairing, known.outcomes).games)


def _matches_of(
    state: TeamEventState,
    stage: Stage,
    round_: Round,
    known: Known,
    matches: dict[int, datetime],
) -> list[datetime]:
    """Return the estimated ends of a round's undecided matches.

    The ends of the matches under way are also added to `matches`, by match number. Matches that
    have not begun are assumed to be played after the others at the same tables, unless other tables
    are free.
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


def minutes_a_game(state: TeamEventState, game_name: str) -> int:
    """Return the minutes assumed for a game: as planned, or MINUTES_A_GAME without a plan."""
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
    """Return the estimated end of a match in which `games_left` games, at least one, are not over.

    `first_dice` is the time of the first dice of the current game, None if they are not thrown yet.
    `length` is the time that a game takes.
    """
    current = now + length if first_dice is None else max(first_dice + length, now)
    return current + (games_left - 1) * length


def _day(
    state: TeamEventState, known: Known, rounds: Mapping[tuple[int, int], datetime]
) -> datetime | None:
    """Return the time at which today's play is expected to end, or None if there is none today.

    Today's play is the rounds under way, whose estimated ends are `rounds`, then the rounds that
    still fit into today's hours.
    """
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


def _is_done(state: TeamEventState, stage: int, number: int, known: Known) -> bool:
    each = state.stages[stage].rounds[number - 1 :][:1]
    return any(
        one.published and all(is_decided(state, pair, known.outcomes) for pair in one.pairings)
        for one in each
    )


def _today(planned: ev.TimetablePlanned | None, now: datetime) -> ev.PlayingDay | None:
    days = planned.days if planned else ()
    return next((day for day in days if day.hours.starts <= now <= day.hours.ends), None)
