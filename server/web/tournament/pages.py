"""The forms that create and withdraw a tournament.

Addresses that name no tournament redirect to the pages of the newest one (Hall.newest_tournament).
"""

from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from server.access import Action
from server.hall import Hall
from server.web.edge.addresses import moved_to
from server.web.edge.authorization import Scheduling, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import HallDep
from server.web.orders.fields import OrderIn
from server.web.orders.tournament_desk import DirectingDesk, TournamentDesk
from server.web.shell.form_errors import REFUSALS, refused
from server.web.shell.shell import ShellDep
from server.web.teams.pages import team_page
from server.web.tournament.orders import TournamentIn, create_tournament, withdraw_tournament

router = APIRouter(prefix="/hall", include_in_schema=False)


def _newest(hall: Hall) -> str:
    return str(hall.newest_tournament)


@router.get("/teams", dependencies=[Depends(needs(Action.ENTER_TEAM))])
async def teams(hall: HallDep) -> Response:
    """Redirect to the teams of the newest tournament."""
    return RedirectResponse(f"/hall/t/{_newest(hall)}/teams", 303)


@router.get("/tournament", dependencies=[Depends(needs(Action.SCHEDULE))])
async def event(hall: HallDep) -> Response:
    """Redirect to the stages of the newest tournament."""
    return RedirectResponse(f"/hall/t/{_newest(hall)}/tournament", 303)


@router.get("/matches/new", dependencies=[Depends(needs(Action.SCHEDULE))])
async def new_match(hall: HallDep) -> Response:
    """Redirect to the newest tournament's form that sets up a match."""
    return RedirectResponse(f"/hall/t/{_newest(hall)}/matches/new", 303)


@router.post("/tournaments")
async def create(
    request: Request,
    visitor: Scheduling,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Create a tournament and redirect to its teams.

    A refused form is shown again with the reason.
    """
    fields = await posted(request)
    try:
        created = await create_tournament(
            hall, TournamentIn.model_validate(fields), visitor, command_id
        )
    except REFUSALS as error:
        why = refused("tournament", fields, error, shell.words(request))
        newest = hall.tournaments.named(_newest(hall))
        return team_page(TournamentDesk(request, visitor, shell, hall, newest), "", why)
    return RedirectResponse(f"/hall/t/{created.name}/teams", 303)


@router.post("/t/{tournament}/withdrawal")
async def withdraw(desk: DirectingDesk, command_id: CommandIdDep) -> Response:
    """Withdraw a tournament and redirect to the newest one's teams; if refused, show the reason."""
    fields, which = await posted(desk.request), desk.tournament.tournament
    try:
        order = OrderIn.model_validate({"reason": fields.get("reason", "")})
        await withdraw_tournament(desk.hall, which, order, desk.visitor, command_id)
    except REFUSALS as error:
        why = refused("tournament-withdrawal", fields, error, desk.words)
        return team_page(desk, "", why)
    return RedirectResponse(f"/hall/t/{_newest(desk.hall)}/teams", 303)


older_router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SEE_PUBLIC))])
"""Old addresses of pages, which redirect to the present ones.

They are for people who saved an old address.
"""
_MOVED = {"/events": "/tournaments", "/hall/event": "/hall/tournament"}
_OF_ONE = "/hall/t/{tournament}/event"


async def _moved(request: Request) -> RedirectResponse:
    return moved_to(_MOVED[request.url.path], request)


async def _moved_of_one(request: Request, tournament: str, rest: str = "") -> RedirectResponse:
    below = f"/{quote(rest)}" if rest else ""
    return moved_to(f"/hall/t/{quote(tournament)}/tournament{below}", request)


for _path in _MOVED:
    older_router.get(_path)(_moved)
for _path in (_OF_ONE, f"{_OF_ONE}/{{rest:path}}"):
    older_router.api_route(_path, methods=["GET", "POST"])(_moved_of_one)
