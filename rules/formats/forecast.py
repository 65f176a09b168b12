"""When what is being played will be over: an estimate from what is known, and from nothing else.

By public outcomes and the times at which facts became public it is the public's, so that it cannot
tell what is not; by all results that are in it is the director's (ruling 12). A game takes the
minutes that the hours were planned with, one that takes longer is reckoned to end at any moment
(ours).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from heapq import heappop, heappush

from rules import events as ev
from rules.formats.pairings import Pairing, Round
from rules.formats.stages import EventState, Stage
from rules.formats.standings import Outcomes, is_decided, outcome_of
from rules.formats.timetable import (
    MINUTES_A_GAME,
    TABLES_OF_A_MATCH,
    needs_of,
    timetable,
    to_five_minutes,
)

_ROOMS = 2
Thrown = Mapping[int, tuple[int, datetime]]
"""By match the number of the game whose first dice are known, and since when they are."""


@dataclass(frozen=True, slots=True)
class Known:
    """What an estimate is made from: `playing` are the numbers of matches under way.

    `teams` is how many play.
    """

    outcomes: Outcomes
    thrown: Thrown
    playing: Collection[int]
    teams: int
    now: datetime


@dataclass(frozen=True, slots=True)
class Forecast:
    """Ends of matches under way by number, of rounds by stage and number, and of the day.

    `day` is None where nothing is under way and no hours are planned for today.
    """

    matches: Mapping[int, datetime] = field(default_factory=dict)
    rounds: Mapping[tuple[int, int], datetime] = field(default_factory=dict)
    day: datetime | None = None


NOTHING_FORESEEN = Forecast()


def forecast(state: EventState, known: Known) -> Forecast:
    """The estimate, to five minutes; of rounds whose matches have not begun as well."""
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
    """Published rounds in which something has begun and something is not decided."""
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
    """The ends of a round's matches that are not decided; of those under way they are noted.

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
    """What a game is reckoned with: as the hours were planned, else MINUTES_A_GAME."""
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
    """The estimated end of a match of which so many games, at least one, are not over.

    `first_dice` is when those of the first of them were thrown, None before, `length` a game's.
    """
    current = now + length if first_dice is None else max(first_dice + length, now)
    return current + (games_left - 1) * length


def _day(
    state: EventState, known: Known, rounds: Mapping[tuple[int, int], datetime]
) -> datetime | None:
    """The last end of today: of what is under way, then of the rounds that still fit."""
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
