"""How final a tournament's matches are, and whether the event is official (ruling 32)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.directing.finality import (
    EventPhase,
    EventStatus,
    MatchFinality,
    ResultStep,
    event_status,
    finality,
)
from rules.formats.qualifying import is_in_question, is_level
from rules.formats.stages import EventState, Stage
from rules.formats.standings import NOTHING_PLAYED, Outcomes, is_decided
from rules.knockout.bracket import KnockoutOutcomes
from rules.knockout.placings import winner_of
from rules.room import Room
from rules.scoring.vp import EXTRA_GAMES
from server.tournament.ruling_times import RulingTimes
from server.tournament.tournament_state import TournamentState


@dataclass(frozen=True, slots=True)
class EventFinality:
    """The status of an event, and how final each match of its rounds is, by number."""

    status: EventStatus
    matches: Mapping[int, MatchFinality]


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
    announced = any(stage.published for stage in event.stages.values())
    if not announced and not any(each.announced for each in knockouts):
        return EventFinality(EventStatus(EventPhase.PLANNED), matches)
    played = all(_played(event, stage, outcomes) for stage in event.stages.values())
    if not played or not all(winner_of(each, to_points) for each in knockouts):
        return EventFinality(EventStatus(EventPhase.RUNNING), matches)
    waiting = bool(state.rulings.cases.open_cases) or any(
        is_in_question(event, each, outcomes) for each in event.stages.values()
    )
    return EventFinality(event_status(matches, waiting=waiting, settled=times.closed), matches)


def _played(event: EventState, stage: Stage, outcomes: Outcomes) -> bool:
    """Whether nothing of a stage is left to be played."""
    if stage.drawn is None or stage.next_round is not None:
        return False
    extra = (outcomes.get(each.number, NOTHING_PLAYED) for each in stage.extra.values())
    return all(
        is_decided(event, each, outcomes) and not is_level(stage, each, outcomes)
        for each in stage.published_pairings
    ) and all(outcome.games >= len(Room) * EXTRA_GAMES for outcome in extra)
