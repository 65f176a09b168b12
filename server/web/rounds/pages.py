"""The page of a round, on which one action can be taken for all of its matches."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from rules.errors import MatchRefused
from server.access import Action, may
from server.views.tournament.words import stage_name
from server.web.edge.authorization import Scheduling
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import HallDep, TournamentDep
from server.web.rounds.whole_round import WholeRound
from server.web.shell.shell import ShellDep

router = APIRouter(
    prefix="/hall/t/{tournament}/tournament/rounds/{stage}/{number}", include_in_schema=False
)


async def _round(
    stage: int,
    number: int,
    request: Request,
    visitor: Scheduling,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> WholeRound:
    """Return the round that an address names.

    Raises MatchRefused if it is not a published round.
    """
    known = tournament.state.event.stages.get(stage)
    for each in known.rounds if known is not None else ():
        if each.number == number and each.published:
            return WholeRound(hall, tournament, stage, each, visitor, shell.words(request))
    raise MatchRefused("number", number, "a published round")


RoundDep = Annotated[WholeRound, Depends(_round)]


@router.get("")
async def round_page(request: Request, shell: ShellDep, whole: RoundDep) -> Response:
    """Show the round's matches, and the actions for all of them."""
    return _page(request, shell, whole)


@router.post("")
async def carry_out(
    request: Request, command_id: CommandIdDep, shell: ShellDep, whole: RoundDep
) -> Response:
    """Take an action for every match of the round.

    Show, for each match, the result of the action, or why the action failed.
    """
    fields = await posted(request)
    done = await whole.carry_out(fields.get("do", ""), fields, command_id)
    return _page(request, shell, whole, done)


def _page(request: Request, shell: ShellDep, whole: WholeRound, done: object = None) -> Response:
    plan = whole.tournament.state.event.stages[whole.stage].plan
    return shell.page(
        request,
        "rounds/round.html",
        tournament=str(whole.tournament.name),
        stage=whole.stage,
        round=whole.round,
        name=stage_name(plan.name, whole.words),
        matches=done or whole.matches,
        done=done is not None,
        may_direct=may(whole.visitor, Action.DIRECT),
    )
