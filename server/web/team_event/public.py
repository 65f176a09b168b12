"""The public pages of a team event's stages: schedule, standings and leaders."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from rules.directing.cases import teams_in_open_cases
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.text import N_
from server.access import Action
from server.views.team_event.values import StagePage, StageValues
from server.web.edge.authorization import needs
from server.web.edge.format_pages import PageLink, PublicFormat
from server.web.shell.shell import ShellDep
from server.web.shell.tournament_view import TournamentView, TournamentViewDep, live_page

NEWEST = 7
"""Number of a stage's rounds that its page shows (our choice); a link leads to the others.

A group of eight teams plays seven rounds.
"""

router = APIRouter(
    prefix="/t/{tournament}", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)


@router.get("/schedule")
async def schedule(
    request: Request,
    shell: ShellDep,
    view: TournamentViewDep,
    rounds: Annotated[Literal["all"] | None, Query()] = None,
) -> Response:
    """Show the tournament's published rounds by stage.

    Only the newest rounds are shown, or all rounds with `rounds=all`.
    """
    return live_page(request, shell, view, "schedule")


@router.get("/standings")
async def standings(request: Request, shell: ShellDep, view: TournamentViewDep) -> Response:
    """Show the standings of all groups, and the results between teams, from public facts."""
    return live_page(request, shell, view, "standings")


def stages_shown(view: TournamentView) -> list[StageValues]:
    """Return the tournament's stages, each with its groups' standings and its published rounds."""
    state, tournament = view.tournament.state.event, view.tournament.tournament
    page = StagePage(
        state,
        view.outcomes,
        view.source.addresses(tournament),
        view.words,
        view.public.playing(tournament),
        teams_in_open_cases(view.cases),
        view.foreseen,
    )
    newest = None if view.all_rounds else NEWEST
    return [page.stage(each, drafts=False, newest=newest) for each in state.stages.values()]


TEAM_EVENT_SHOWN = PublicFormat(
    TEAM_EVENT,
    stages_shown,
    N_("Teams"),
    public=(
        PageLink(
            "/schedule",
            N_("Schedule"),
            "team_event/parts/schedule.html",
        ),
        PageLink(
            "/standings",
            N_("Standings"),
            "team_event/parts/standings.html",
            "team_event/standings.html",
        ),
    ),
    leaders="team_event/_leaders.html",
)
