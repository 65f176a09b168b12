"""The director's page of a tournament's hours: rounds that fit, remedies, and announced starts."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from rules import events as ev
from rules.room import Room
from server.access import Action, Visitor, may
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.views.team_event.values import last_start_words
from server.web.boards.waiting_matches import BoardQueue, board_queue, seat_boards
from server.web.edge.authorization import Scheduling, SeatingBoards
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.order_routes import ShowRefused, add_form_route
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.shell import Shell, ShellDep
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
async def timetable(
    request: Request,
    visitor: Scheduling,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Show the hours, the tables, and every round with its start.

    If there is too little time, show what could be changed.
    """
    return await timetable_page(request, visitor, shell, hall, tournament)


async def _refused(
    request: Request,
    visitor: Scheduling,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> ShowRefused:
    return lambda _, why: timetable_page(request, visitor, shell, hall, tournament, why)


add_form_route(router, TIME_ORDERS, _refused)


@router.post("/boards")
async def boards(
    request: Request,
    visitor: SeatingBoards,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Put two free boards on the tables of a match that waits for boards."""
    fields, words = await posted(request), shell.words(request)
    typed = fields.get("number", "")
    number = int(typed) if typed.isdecimal() and len(typed) < _FIGURES else 0
    both = {room: fields.get(room.value, "") for room in (Room.CLOSED, Room.OPEN)}
    try:
        await seat_boards(hall, tournament, number, both, visitor, command_id)
    except REFUSALS as error:
        why = refused(f"boards-{number}", fields, error, words, hall.names(words.code))
        return await timetable_page(request, visitor, shell, hall, tournament, why)
    return RedirectResponse(f"/hall/t/{tournament.name}/tournament/timetable#boards", 303)


async def timetable_page(
    request: Request,
    visitor: Visitor,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    """Return the page of a tournament's hours; `why` is the reason for a refusal."""
    words, state = shell.words(request), tournament.state.event
    times = await asyncio.to_thread(planned_times, hall, tournament)
    minutes = await asyncio.to_thread(proposed_minutes, hall, state.times.planned)
    rounds = round_rows(state, times, words)
    ways = [way_of(each, state, words) for each in times.suggestions]
    queue = board_queue(hall, tournament, visitor, hall.names(words.code))
    values = TimetablePage(
        tournament=str(tournament.name),
        tournaments=[str(each) for each in hall.tournaments.names.values()],
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
        may_direct=may(visitor, Action.DIRECT),
        queue=queue,
        refused=why,
    )
    last_start = last_start_fields(state, hall.now())
    return shell.page(
        request, "timetable/timetable.html", values, status=why.page_status, **last_start
    )
