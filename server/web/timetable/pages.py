"""The director's page of a tournament's hours: rounds that fit, remedies, and announced starts."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from rules import events as ev
from rules.room import Room
from server.views.team_event.values import last_start_words
from server.web.boards.waiting_matches import BoardQueue, board_queue, seat_boards
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.orders.order_routes import ShowRefused, add_form_route
from server.web.orders.tournament_desk import SchedulingDesk, SeatingDesk, TournamentDesk
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.timetable.orders import TIME_ORDERS
from server.web.timetable.values import (
    DayRow,
    RoundRow,
    Way,
    day_rows,
    forms_of,
    json_of,
    last_start_fields,
    planned_times,
    proposed_minutes,
    proposed_starts,
    round_rows,
    teams_playing,
    way_of,
)

router = APIRouter(prefix="/hall/t/{tournament}/tournament/timetable", include_in_schema=False)
_FIGURES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetablePage:
    """Values of the page, except the fields of the form that forbids games to begin from a time on.

    `teams` is the number of teams that play, `stages` the number of stages. `was` is the present
    plan as the form sends it back. `proposed` has every start that could be announced now, as a
    form sends it. `minutes` has how many minutes a game takes, by the game's name. `forms` are the
    names of the forms beside which a refusal can be shown. `ways` are changes after which all
    rounds would fit.
    """

    tournament: str
    tournaments: Sequence[str]
    described: ev.EventDescribed | None
    last_start: str
    teams: int
    stages: int
    planned: ev.TimetablePlanned | None
    was: str
    days: Sequence[DayRow]
    minutes: Mapping[str, int]
    rounds: Sequence[RoundRow]
    fits: bool
    ends: str
    proposed: str
    ways: Sequence[Way]
    forms: Sequence[str]
    may_direct: bool
    queue: BoardQueue
    refused: Refused


@router.get("")
async def timetable(desk: SchedulingDesk) -> Response:
    """Show the hours, the tables, and every round with its start.

    If there is too little time, show what could be changed.
    """
    return await _page(desk)


async def _refused(desk: SchedulingDesk) -> ShowRefused:
    return lambda _, why: _page(desk, why)


add_form_route(router, TIME_ORDERS, _refused)


@router.post("/boards")
async def boards(desk: SeatingDesk, command_id: CommandIdDep) -> Response:
    """Put two free boards on the tables of a match that waits for boards."""
    fields, hall = await posted(desk.request), desk.hall
    typed = fields.get("number", "")
    number = int(typed) if typed.isdecimal() and len(typed) < _FIGURES else 0
    both = {room: fields.get(room.value, "") for room in (Room.CLOSED, Room.OPEN)}
    try:
        await seat_boards(hall, desk.tournament, number, both, desk.visitor, command_id)
    except REFUSALS as error:
        why = refused(f"boards-{number}", fields, error, desk.words, hall.names(desk.words.code))
        return await _page(desk, why)
    return RedirectResponse(f"/hall/t/{desk.name}/tournament/timetable#boards", 303)


async def _page(desk: TournamentDesk, why: Refused = NOTHING_REFUSED) -> Response:
    words, hall, tournament = desk.words, desk.hall, desk.tournament
    state = tournament.state.event
    times = await asyncio.to_thread(planned_times, hall, tournament)
    minutes = await asyncio.to_thread(proposed_minutes, hall, state.times.planned)
    rounds = round_rows(state, times, words)
    ways = [way_of(each, state, words) for each in times.suggestions]
    queue = board_queue(hall, tournament, desk.visitor, hall.names(words.code))
    values = TimetablePage(
        tournament=desk.name,
        tournaments=desk.tournaments,
        described=state.described,
        last_start=last_start_words(state.times.last_start, hall.now(), words),
        teams=teams_playing(tournament),
        stages=len(state.stages),
        planned=times.planned,
        was=json_of(times.planned),
        days=day_rows(times.planned, hall.now()),
        minutes=minutes,
        rounds=rounds,
        fits=times.made.fits,
        ends=words.moment(times.made.ends) if times.made.ends else "",
        proposed=proposed_starts(state, times),
        ways=ways,
        forms=[*forms_of(rounds, ways), *(f"boards-{one.address.number}" for one in queue.matches)],
        may_direct=desk.may_direct,
        queue=queue,
        refused=why,
    )
    last_start = last_start_fields(state, hall.now())
    return desk.shell.page(
        desk.request, "timetable/timetable.html", values, status=why.page_status, **last_start
    )
