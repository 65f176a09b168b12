"""The page on which teams are entered and changed, with warnings about unusual letters.

Letters of the scripts that forms can print are sure to be shown. A name with other letters is
accepted, with a warning that names the letters, since forms show question marks instead.
"""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import RedirectResponse, Response

from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.views.seen_values import seen_values
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.orders.order_list import Order, Sender
from server.web.orders.tournament_desk import DirectingDesk, EnteringDesk, TournamentDesk
from server.web.people.orders import name_warning
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.teams.orders import ENTER_TEAM, MEND_TEAM, WITHDRAW_ENTRY

router = APIRouter(prefix="/hall/t/{tournament}/teams", include_in_schema=False)


@router.get("")
async def teams(desk: EnteringDesk, mend: Annotated[str, Query(max_length=80)] = "") -> Response:
    """Show the teams; `mend` is the name of the team whose form is open."""
    return team_page(desk, mend)


@router.post("")
async def enter(desk: EnteringDesk, command_id: CommandIdDep) -> Response:
    """Enter a team."""
    return await _carry_out(ENTER_TEAM, desk, command_id)


@router.post("/mended")
async def mended(desk: EnteringDesk, command_id: CommandIdDep) -> Response:
    """Change a team's name or players."""
    return await _carry_out(MEND_TEAM, desk, command_id)


@router.post("/withdrawal")
async def withdraw_entry(desk: DirectingDesk, command_id: CommandIdDep) -> Response:
    """Withdraw a team that has played nothing."""
    return await _carry_out(WITHDRAW_ENTRY, desk, command_id, "withdrawal")


async def _carry_out(
    order: Order, desk: TournamentDesk, command_id: str, form: str = "team"
) -> Response:
    """Carry out a form's order. A refused form is shown again, open for the team that it names."""
    fields, words = await posted(desk.request), desk.words
    sender = Sender(desk.hall, desk.visitor, desk.tournament, say=words.gettext)
    try:
        await order.give(sender, order.read_form(fields), command_id)
    except REFUSALS as error:
        why = refused(form, fields, error, words, desk.names)
        return team_page(desk, fields.get("team", ""), why)
    return RedirectResponse(f"/hall/t/{desk.name}/teams", 303)


def team_page(desk: TournamentDesk, mend: str, why: Refused = NOTHING_REFUSED) -> Response:
    """Return the page of the teams of a tournament.

    `mend` is the name of the team whose form is open, `why` the reason for a refusal.
    """
    words, names, tournament = desk.words, desk.names, desk.tournament
    mended = tournament.state.name_now(mend)
    teams = {
        team: tuple(names.of(player) for player in players)
        for team, players in tournament.teams.items()
    }
    return desk.shell.page(
        desk.request,
        "teams/teams.html",
        status=why.page_status,
        teams={
            name: (players, name_warning(", ".join((name, *players)), words))
            for name, players in teams.items()
        },
        mended=mended if mended in tournament.teams else "",
        made_from=seen_values(tournament.teams.get(mended, ())),
        may_direct=desk.may_direct,
        may_withdraw=desk.may_direct and _may_be_withdrawn(desk.hall, tournament),
        refused=why,
        tournament=desk.name,
        tournaments=desk.tournaments,
    )


def _may_be_withdrawn(hall: Hall, tournament: TournamentProcess) -> bool:
    """Return True if the tournament has no match and is not the only one: it can be withdrawn."""
    numbers = hall.registry.numbers(tournament.tournament)
    return len(hall.tournaments.names) > 1 and not numbers
