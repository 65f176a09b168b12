"""A tournament's hours over the API: planned, announced, and what would fit."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends

from rules import events as ev
from rules.formats.team_event.forecast import Suggestion
from rules.formats.team_event.stages import EventState
from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.requests.effects import EffectOut, effect_of
from server.web.requests.times import order_times, stage_changes, terms_in
from server.web.requests.timetables import PlannedTimes, planned_times
from server.web.schemas.times import (
    LastStartOut,
    PlacedRoundOut,
    StartOut,
    SuggestionOut,
    TimeOrderIn,
    TimetableOut,
)

router = APIRouter(prefix="/api/t/{tournament}", tags=["operator"])
Scheduling = Annotated[Visitor, Depends(needs(Action.SCHEDULE))]


@router.get("/timetable", dependencies=[Depends(needs(Action.SCHEDULE))])
async def timetable(tournament: TournamentDep, hall: HallDep) -> TimetableOut:
    """What is planned of hours and tables, what fits, what else would, what is announced."""
    times = await asyncio.to_thread(planned_times, hall, tournament)
    return _timetable_out(times, tournament.state.event)


@router.post("/timetable")
async def order(
    order: TimeOrderIn,
    visitor: Scheduling,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EffectOut:
    """Plan hours, announce starts or change a stage; `order` says which."""
    return effect_of(await order_times(hall, tournament, order, visitor, command_id))


def _timetable_out(times: PlannedTimes, state: EventState) -> TimetableOut:
    return TimetableOut(
        terms=None if times.planned is None else terms_in(times.planned),
        rounds=[
            PlacedRoundOut(
                stage=each.stage,
                round=each.round,
                matches=each.matches,
                starts=each.starts,
                ends=each.ends,
                waves=each.waves,
            )
            for each in times.made.rounds
        ],
        left_over=list(times.made.left_over),
        suggestions=[_suggestion_out(each, state) for each in times.suggestions],
        starts=[
            StartOut(stage=stage, round=number, starts_at=at)
            for (stage, number), at in sorted(state.times.starts.items())
        ],
        last_start=_last_start_out(state.times.last_start),
    )


def _last_start_out(order: ev.LastStartSet | None) -> LastStartOut | None:
    if order is None:
        return None
    return LastStartOut(at=order.at, until=order.until, reason=order.reason)


def _suggestion_out(each: Suggestion, state: EventState) -> SuggestionOut:
    return SuggestionOut(
        choice=each.choice.value,
        stages=stage_changes(each, state),
        terms=terms_in(each.terms),
        ends=each.ends,
    )
