"""The timetable of a tournament: all rounds still to be played, placed in the planned hours.

A match needs two tables, one per room, for the minutes of all its games together. Matches that find
no free tables begin later, when two tables are free. A round begins when the round before it is
over. No match begins that would run into a break or beyond the end of a day. The minutes of a game
are an estimate, so the whole timetable is an estimate (our choice).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import heapify, heapreplace

from rules import events as ev
from rules.formats.draw import FEWEST, rounds_of
from rules.formats.team_event.stages import Stage, TeamEventState

TABLES_OF_A_MATCH = 2
MINUTES_A_GAME = 15
"""The minutes assumed for a game if the plan has no figure for it."""


@dataclass(frozen=True, slots=True)
class StageNeed:
    """The rounds of a stage that are still to be played.

    `waits_for` are the stages that have to be over before this stage begins. `minutes` is the
    length of a match. `rounds` has the number of each round and how many matches it has.
    """

    stage: int
    waits_for: frozenset[int]
    minutes: int
    rounds: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PlacedRound:
    """A round as it is placed in the planned hours, with its start and end.

    `waves` is the number of different times at which matches of the round begin.
    """

    stage: int
    round: int
    matches: int
    starts: datetime
    ends: datetime
    waves: int


@dataclass(frozen=True, slots=True)
class Timetable:
    """The placed rounds in the order of their starts, and the rounds that no longer fit.

    `left_over` has each round that does not fit into the hours, as the numbers of its stage and
    round.
    """

    rounds: tuple[PlacedRound, ...]
    left_over: tuple[tuple[int, int], ...]

    @property
    def fits(self) -> bool:
        """True if every round is placed."""
        return not self.left_over

    @property
    def ends(self) -> datetime | None:
        """The end of the last placed match, or None if no round is placed."""
        return max((each.ends for each in self.rounds), default=None)


def to_five_minutes(moment: datetime) -> datetime:
    """Return the time rounded up to full five minutes."""
    past = timedelta(
        minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond
    )
    return moment - past + timedelta(minutes=5) if past else moment


def needs_of(
    state: TeamEventState, teams: int, terms: ev.TimetablePlanned
) -> tuple[StageNeed, ...]:
    """Return what is still to be played in each stage: every round that is not closed.

    `teams` is the number of teams assumed for a stage that is not drawn yet. `terms` has the
    planned minutes of games.
    """
    minutes = {each.game_name: each.minutes for each in terms.games}
    return tuple(
        StageNeed(
            stage=stage.number,
            waits_for=frozenset(slot.stage for slot in stage.plan.slots),
            minutes=stage.plan.games * minutes.get(stage.plan.game_name, MINUTES_A_GAME),
            rounds=tuple(_rounds_left(state, stage, teams)),
        )
        for stage in state.stages.values()
    )


def matches_by_round(stage: Stage, teams: int) -> tuple[int, ...]:
    """Return the number of matches in each round of a stage.

    `teams` is the number of teams assumed if the stage is not drawn yet.
    """
    if stage.drawn is not None:
        return tuple(len(each.pairings) for each in stage.rounds)
    plan = stage.plan
    if plan.kind is ev.StageKind.PAIRS:
        return (plan.groups,)
    sizes = [(teams + group) // plan.groups for group in range(plan.groups)]
    rounds = [rounds_of(size, plan.meetings) if size >= FEWEST else 0 for size in sizes]
    of_group = [*zip(sizes, rounds, strict=True)]
    return tuple(
        sum(size // 2 for size, last in of_group if place < last)
        for place in range(max(rounds, default=0))
    )


def _rounds_left(state: TeamEventState, stage: Stage, teams: int) -> Iterator[tuple[int, int]]:
    for number, matches in enumerate(matches_by_round(stage, teams), 1):
        if stage.drawn is not None:
            matches = len(state.playable(stage.rounds[number - 1].pairings))
        if number not in stage.closed and matches:
            yield number, matches


def timetable(
    needs: Sequence[StageNeed], terms: ev.TimetablePlanned, now: datetime | None = None
) -> Timetable:
    """Place the rounds into the hours of `terms`, none before `now`, and return the timetable.

    `terms` also has the number of tables. Rounds follow each other. If `terms.at_once` is True,
    rounds of stages that do not wait for each other are played at the same time; then the round
    that can begin earliest gets its tables first.
    """
    windows = [*_windows(terms.days, now)]
    if not windows:
        every = ((need.stage, number) for need in needs for number, _ in need.rounds)
        return Timetable((), tuple(every))
    hall = _Hall(windows, terms)
    hall.play(needs)
    return Timetable(tuple(sorted(hall.placed, key=_by_start)), tuple(hall.left_over))


def _by_start(placed: PlacedRound) -> tuple[datetime, int, int]:
    return placed.starts, placed.stage, placed.round


def _windows(days: Iterable[ev.PlayingDay], now: datetime | None) -> Iterator[ev.Span]:
    """Yield the spans for games: the planned hours without breaks and without past times."""
    for day in days:
        starts = day.hours.starts
        for each in (*day.breaks, ev.Span(starts=day.hours.ends, ends=day.hours.ends)):
            begins = starts if now is None else max(starts, now)
            if begins < each.starts:
                yield ev.Span(starts=begins, ends=each.starts)
            starts = each.ends


class _Hall:
    """The tables of a hall while rounds are placed, each with the time from which it is free."""

    def __init__(self, windows: Sequence[ev.Span], terms: ev.TimetablePlanned) -> None:
        self._windows, self._terms = windows, terms
        self._between = timedelta(minutes=terms.minutes_between)
        self._free = [windows[0].starts] * (terms.tables // TABLES_OF_A_MATCH)
        self.placed, self.left_over = list[PlacedRound](), list[tuple[int, int]]()

    def play(self, needs: Sequence[StageNeed]) -> None:
        """Place every round as early as possible.

        Rounds that wait for a round that could not be placed are not placed either.
        """
        waiting = {need.stage: [*need.rounds] for need in needs if need.rounds}
        by_number = {need.stage: need for need in needs}
        first = self._windows[0].starts
        ready: dict[int, datetime] = {}
        while waiting:
            able = [*waiting][:1]
            if self._terms.at_once:
                able = [n for n in waiting if waiting.keys().isdisjoint(by_number[n].waits_for)]
            starts = {each: self._ready(by_number[each], ready, first) for each in able}
            stage = min(able, key=lambda each: (starts[each], each))
            number, matches = waiting[stage][0]
            ends = self._put(by_number[stage], number, matches, starts[stage])
            if ends is None:
                gone = self._behind(stage, waiting, by_number)
                for each in gone:
                    self.left_over += ((each, of_it) for of_it, _ in waiting.pop(each))
                continue
            ready[stage] = ends + self._between
            del waiting[stage][0]
            if not waiting[stage]:
                del waiting[stage]

    def _ready(self, need: StageNeed, ready: Mapping[int, datetime], first: datetime) -> datetime:
        """Return the time from which the next round of a stage can begin if tables are free then.

        For each stage, `ready` has the end of its last placed round plus the minutes between
        matches; `first` is the beginning of the hours.
        """
        if not self._terms.at_once:
            return max(ready.values(), default=first)
        before = (need.stage, *need.waits_for)
        return max((ready[each] for each in before if each in ready), default=first)

    def _behind(
        self, stage: int, waiting: Mapping[int, object], needs: Mapping[int, StageNeed]
    ) -> list[int]:
        """Return the stages that cannot go on if a round of stage `stage` cannot be placed.

        If stages can be played at the same time, they are the stage itself and the stages that wait
        for it. Otherwise they are all stages in `waiting`.
        """
        if not self._terms.at_once:
            return [*waiting]
        gone = [stage]
        for each in waiting:
            if not needs[each].waits_for.isdisjoint(gone):
                gone.append(each)
        return gone

    def _put(self, need: StageNeed, number: int, matches: int, ready: datetime) -> datetime | None:
        """Place a round's matches on the tables that are free first, and return the round's end.

        Return None, with nothing placed, if a match does not fit.
        """
        free, begun = [*self._free], list[datetime]()
        heapify(free)
        length = timedelta(minutes=need.minutes)
        for _ in range(matches):
            start = self._start(max(ready, free[0]), length) if free else None
            if start is None:
                return None
            heapreplace(free, start + length + self._between)
            begun.append(start)
        self._free = free
        ends = max(begun) + length
        waves = len(set(begun))
        self.placed.append(PlacedRound(need.stage, number, matches, min(begun), ends, waves))
        return ends

    def _start(self, earliest: datetime, length: timedelta) -> datetime | None:
        for window in self._windows:
            start = max(earliest, window.starts)
            if start + length <= window.ends:
                return start
        return None
