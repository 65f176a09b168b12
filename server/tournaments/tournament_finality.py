"""The finality of a tournament's matches, and what the event needs to be official (ruling 32)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.directing.finality import (
    MatchFinality,
    ResultStep,
    TournamentPhase,
    TournamentStatus,
    finality,
    tournament_status,
)
from rules.formats.format import Lacking, Missing, Outcomes, PointOutcomes
from rules.formats.known_formats import FORMATS
from server.tournaments.tournament_state import PublicState, RulingTimes


@dataclass(frozen=True, slots=True)
class TournamentFinality:
    """The status of an event, how final each of its matches is, and what it needs to be official.

    `matches` is keyed by match number. `missing` is empty if only time has to pass.
    """

    status: TournamentStatus
    matches: Mapping[int, MatchFinality]
    missing: tuple[Missing, ...] = ()


def match_finality(
    state: PublicState,
    times: RulingTimes,
    steps: Mapping[int, Sequence[ResultStep]],
    now: datetime,
) -> dict[int, MatchFinality]:
    """Return how final the results of each match are, keyed by match number.

    The matches are those that a format of the tournament counts; those whose results are not posted
    yet are left out. Matches that were decided without play are included. `state` and `times` have
    the tournament's walkovers, its queries and their times. `steps` are the result steps of its
    matches, keyed by match number; `now` is the time in UTC.
    """
    numbers = sorted(state.numbers)
    of_each = (finality_of(number, state, times, steps.get(number, ()), now) for number in numbers)
    found = zip(numbers, of_each, strict=True)
    return {number: final for number, final in found if final.posted is not None}


def finality_of(
    number: int,
    state: PublicState,
    times: RulingTimes,
    steps: Sequence[ResultStep],
    now: datetime,
) -> MatchFinality:
    """Return how final the results of one match of a format are: until when they can be queried.

    `number` is the match's number. The results count as not posted yet if the match is neither over
    nor decided without play. `steps` are the result steps of this match; `state`, `times` and `now`
    are those of `match_finality`.
    """
    posted, book = steps, state.rulings.queries
    if number in times.walkovers and state.is_ruled(number):
        posted = (ResultStep(times.walkovers[number], changed=True),)
    asked = [times.queries[query] for query, each in book.queries.items() if each.number == number]
    return finality(posted, asked, book.minutes, now)


def tournament_finality(
    state: PublicState,
    times: RulingTimes,
    steps: Mapping[int, Sequence[ResultStep]],
    outcomes: Outcomes,
    to_points: PointOutcomes,
    now: datetime,
) -> TournamentFinality:
    """Return the status of an event and what it needs to be official (ruling 32).

    `outcomes` and `to_points` are the outcomes of matches in two rooms and at one table; pass all
    of them for the director, and those of finished matches for the public. The other parameters are
    those of `match_finality`.
    """
    matches = match_finality(state, times, steps, now)
    every = [(each, each.of(state.formats)) for each in FORMATS]
    unplayed = [one for each, own in every for one in each.unplayed(own, outcomes, to_points)]
    undecided = [one for each, own in every for one in each.undecided(own, outcomes, to_points)]
    if state.rulings.cases.open_cases:
        undecided.append(Missing(Lacking.RULING))
    none = () if unplayed or matches else (Missing(Lacking.MATCHES),)
    missing = (*unplayed, *undecided, *_not_final(state, matches), *none)
    if not any(own.is_announced for _, own in every):
        return TournamentFinality(TournamentStatus(TournamentPhase.PLANNED), matches, missing)
    if unplayed:
        return TournamentFinality(TournamentStatus(TournamentPhase.RUNNING), matches, missing)
    status = tournament_status(matches, waiting=bool(undecided), settled=times.closed)
    return TournamentFinality(status, matches, missing)


def _not_final(state: PublicState, matches: Mapping[int, MatchFinality]) -> Iterator[Missing]:
    """Yield what is missing for finished matches that do not become final by time alone."""
    waiting = [n for n, each in matches.items() if each.until is None and each.since is None]
    asked = [number for number in waiting if state.rulings.queries.open_on(number)]
    if asked:
        yield Missing(Lacking.ANSWER, numbers=tuple(asked))
    if unconfirmed := tuple(number for number in waiting if number not in asked):
        yield Missing(Lacking.CONFIRMATION, numbers=unconfirmed)
