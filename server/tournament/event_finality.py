"""How final a tournament's matches are, whether the event is official, and what it waits for.

Source: ruling 32.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.directing.finality import (
    EventPhase,
    EventStatus,
    Lacking,
    MatchFinality,
    Missing,
    ResultStep,
    event_status,
    finality,
)
from rules.formats.knockout.bracket import KnockoutOutcomes
from rules.formats.knockout.state import winner_of
from rules.formats.team_event.qualifying import is_in_question, is_undecided_pair
from rules.formats.team_event.stages import EventState, Stage
from rules.formats.team_event.standings import NOTHING_PLAYED, Outcomes, is_decided
from rules.room import Room
from rules.scoring.scales import EXTRA_GAMES
from server.tournament.ruling_times import RulingTimes
from server.tournament.tournament_state import TournamentState


@dataclass(frozen=True, slots=True)
class EventFinality:
    """The status of an event, how final each match of its rounds is, by number, what is missing.

    Nothing is `missing` while only time has to pass.
    """

    status: EventStatus
    matches: Mapping[int, MatchFinality]
    missing: tuple[Missing, ...] = ()


def match_finality(
    state: TournamentState,
    times: RulingTimes,
    steps: Mapping[int, Sequence[ResultStep]],
    now: datetime,
) -> dict[int, MatchFinality]:
    """How final each match of a round or knockout is that is over, or was decided otherwise."""
    of_stages = (number for each in state.event.stages.values() for number in each.numbers)
    knockouts = state.knockouts.by_number.values()
    numbers = sorted({*of_stages, *(number for each in knockouts for number in each.numbers)})
    of_each = (finality_of(number, state, times, steps.get(number, ()), now) for number in numbers)
    found = zip(numbers, of_each, strict=True)
    return {number: final for number, final in found if final.posted is not None}


def finality_of(
    number: int,
    state: TournamentState,
    times: RulingTimes,
    steps: Sequence[ResultStep],
    now: datetime,
) -> MatchFinality:
    """How final the results of one match of a round or knockout are; it need not be over."""
    posted, book = steps, state.rulings.queries
    if number in times.walkovers and state.is_ruled(number):
        posted = (ResultStep(times.walkovers[number], changed=True),)
    asked = [times.queries[query] for query, each in book.queries.items() if each.number == number]
    return finality(posted, asked, book.minutes, now)


def event_finality(
    state: TournamentState,
    times: RulingTimes,
    steps: Mapping[int, Sequence[ResultStep]],
    outcomes: Outcomes,
    to_points: KnockoutOutcomes,
    now: datetime,
) -> EventFinality:
    """An event's status by these outcomes and times, the director's or the public's.

    `to_points` are the outcomes of matches of its knockouts.
    """
    event, knockouts = state.event, state.knockouts.by_number.values()
    matches = match_finality(state, times, steps, now)
    unplayed = [
        *(each for stage in event.stages.values() for each in _unplayed(event, stage, outcomes)),
        *(
            Missing(Lacking.KNOCKOUT, each.number)
            for each in knockouts
            if not winner_of(each, to_points)
        ),
    ]
    undecided = [*_undecided(state, outcomes)]
    none = () if unplayed or matches else (Missing(Lacking.MATCHES),)
    missing = (*unplayed, *undecided, *_not_final(state, matches), *none)
    announced = any(stage.published for stage in event.stages.values())
    if not announced and not any(each.announced for each in knockouts):
        return EventFinality(EventStatus(EventPhase.PLANNED), matches, missing)
    if unplayed:
        return EventFinality(EventStatus(EventPhase.RUNNING), matches, missing)
    status = event_status(matches, waiting=bool(undecided), settled=times.closed)
    return EventFinality(status, matches, missing)


def _unplayed(event: EventState, stage: Stage, outcomes: Outcomes) -> Iterator[Missing]:
    """What is left to be drawn, announced and played of a stage."""
    if stage.drawn is None:
        yield Missing(Lacking.DRAW, stage.number)
        return
    if stage.next_round is not None:
        yield Missing(Lacking.ROUND, stage.number, (stage.next_round,))
    games = len(Room) * EXTRA_GAMES
    extra = {group: each.number for group, each in stage.extra.items()}
    unplayed = {n for n in extra.values() if outcomes.get(n, NOTHING_PLAYED).games < games}
    level = set[int]()
    for number, pairing in stage.of_numbers.items():
        if not is_decided(event, pairing, outcomes):
            unplayed.add(number)
        elif extra.get(pairing.group) in unplayed:
            continue
        elif is_undecided_pair(event, stage, pairing, outcomes):
            level.add(number)
    if unplayed:
        yield Missing(Lacking.RESULT, stage.number, tuple(sorted(unplayed)))
    if level:
        yield Missing(Lacking.WINNER, stage.number, tuple(sorted(level)))


def _undecided(state: TournamentState, outcomes: Outcomes) -> Iterator[Missing]:
    """What the director has to decide."""
    for stage in state.event.stages.values():
        if is_in_question(state.event, stage, outcomes):
            yield Missing(Lacking.CHOICE, stage.number)
    if state.rulings.cases.open_cases:
        yield Missing(Lacking.RULING)


def _not_final(state: TournamentState, matches: Mapping[int, MatchFinality]) -> Iterator[Missing]:
    """Matches that are over and do not become final by themselves."""
    waiting = [n for n, each in matches.items() if each.until is None and each.since is None]
    asked = [number for number in waiting if state.rulings.queries.open_on(number)]
    if asked:
        yield Missing(Lacking.ANSWER, numbers=tuple(asked))
    if unconfirmed := tuple(number for number in waiting if number not in asked):
        yield Missing(Lacking.CONFIRMATION, numbers=unconfirmed)
