"""The page on which teams are entered and changed, with warnings about unusual letters.

Letters of the scripts that forms can print are sure to be shown. A name with other letters is
accepted, with a warning that names the letters, since forms show question marks instead.
"""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from server.access import Action, Visitor, may
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.views.seen_values import seen_values
from server.web.edge.authorization import Directing, EnteringTeams
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.order_list import Order, Sender
from server.web.people.orders import name_warning
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.shell import Shell, ShellDep
from server.web.teams.orders import ENTER_TEAM, MEND_TEAM, WITHDRAW_ENTRY

router = APIRouter(prefix="/hall/t/{tournament}/teams", include_in_schema=False)


@router.get("")
async def teams(
    request: Request,
    visitor: EnteringTeams,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    mend: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """Show the teams; `mend` is the name of the team whose form is open."""
    return team_page(request, visitor, shell, hall, tournament, mend)


@router.post("")
async def enter(
    request: Request,
    visitor: EnteringTeams,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Enter a team."""
    return await _carry_out(ENTER_TEAM, request, visitor, command_id, shell, hall, tournament)


@router.post("/mended")
async def mended(
    request: Request,
    visitor: EnteringTeams,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Change a team's name or players."""
    return await _carry_out(MEND_TEAM, request, visitor, command_id, shell, hall, tournament)


@router.post("/withdrawal")
async def withdraw_entry(
    request: Request,
    visitor: Directing,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Withdraw a team that has played nothing."""
    order, form = WITHDRAW_ENTRY, "withdrawal"
    return await _carry_out(order, request, visitor, command_id, shell, hall, tournament, form)


async def _carry_out(
    order: Order,
    request: Request,
    visitor: Visitor,
    command_id: str,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    form: str = "team",
) -> Response:
    """Carry out a form's order. A refused form is shown again, open for the team that it names."""
    fields, words = await posted(request), shell.words(request)
    sender = Sender(hall, visitor, tournament, say=words.gettext)
    try:
        await order.give(sender, order.read_form(fields), command_id)
    except REFUSALS as error:
        names = hall.names(words.code, in_full=True)
        why = refused(form, fields, error, words, names)
        return team_page(request, visitor, shell, hall, tournament, fields.get("team", ""), why)
    return RedirectResponse(f"/hall/t/{tournament.name}/teams", 303)


def team_page(
    request: Request,
    visitor: Visitor,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    mend: str,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    """Return the page of the teams of a tournament.

    `mend` is the name of the team whose form is open, `why` the reason for a refusal.
    """
    words = shell.words(request)
    mended = tournament.state.name_now(mend)
    names = hall.names(words.code, in_full=True)
    teams = {
        team: tuple(names.of(player) for player in players)
        for team, players in tournament.teams.items()
    }
    return shell.page(
        request,
        "teams/teams.html",
        status=why.page_status,
        teams={
            name: (players, name_warning(", ".join((name, *players)), words))
            for name, players in teams.items()
        },
        mended=mended if mended in tournament.teams else "",
        made_from=seen_values(tournament.teams.get(mended, ())),
        may_direct=may(visitor, Action.DIRECT),
        may_withdraw=may(visitor, Action.DIRECT) and _may_be_withdrawn(hall, tournament),
        refused=why,
        tournament=str(tournament.name),
        tournaments=[str(each) for each in hall.tournaments.names.values()],
    )


def _may_be_withdrawn(hall: Hall, tournament: TournamentProcess) -> bool:
    """Return True if the tournament has no match and is not the only one: it can be withdrawn."""
    numbers = hall.registry.numbers(tournament.tournament)
    return len(hall.tournaments.names) > 1 and not numbers
