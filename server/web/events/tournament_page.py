"""The public's pages of a tournament: overview, schedule, standings, brackets, TTT, teams."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from rules.errors import MatchRefused
from rules.text import N_
from server.access import Action
from server.results.stage_values import StageValues
from server.web.edge.authorization import needs
from server.web.events.event_dependency import EventViewDep
from server.web.events.event_shell import event_page
from server.web.events.event_view import EventView, rendered_parts
from server.web.pages.match_rows import MatchRow
from server.web.pages.shell import Shell, ShellDep

router = APIRouter(
    prefix="/t/{tournament}", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)
TeamName = Annotated[str, "a team's name, or one it had"]


@router.get("")
async def overview(request: Request, shell: ShellDep, view: EventViewDep) -> Response:
    """What is being played, what comes next, who leads, what was decided, where the forms are."""
    return _page(request, shell, view, "overview")


@router.get("/schedule")
async def schedule(
    request: Request,
    shell: ShellDep,
    view: EventViewDep,
    rounds: Annotated[Literal["all"] | None, Query()] = None,
) -> Response:
    """Its published rounds by stage; of many the newest, or `all`."""
    return _page(request, shell, view, "schedule")


@router.get("/standings")
async def standings(request: Request, shell: ShellDep, view: EventViewDep) -> Response:
    """Its tables and who met whom, by what is public."""
    return _page(request, shell, view, "standings")


@router.get("/bracket")
async def bracket(request: Request, shell: ShellDep, view: EventViewDep) -> Response:
    """Its knockouts: who meets whom, who goes on, who has won."""
    return _page(request, shell, view, "bracket")


@router.get("/ttt")
async def ttt(request: Request, shell: ShellDep, view: EventViewDep) -> Response:
    """Its TTT: standings, who beat whom and how, what was adjudicated."""
    if not view.ttt.state.is_set_up:
        raise MatchRefused("tournament", view.name, "a tournament with a TTT")
    return _page(request, shell, view, "ttt")


def _page(request: Request, shell: Shell, view: EventView, page: str) -> Response:
    return event_page(request, shell, view, page, parts=rendered_parts(view, page))


@router.get("/teams")
async def teams(request: Request, shell: ShellDep, view: EventViewDep) -> Response:
    """Every team with its players."""
    process = view.tournament
    every = [
        (team, [(player.text, view.names.of(player)) for player in process.players_of(team)])
        for team in process.teams
    ]
    withdrawn = [*process.state.event.withdrawn]
    return event_page(request, shell, view, "teams", teams=every, withdrawn=withdrawn)


@router.get("/teams/{team:path}")
async def team(request: Request, shell: ShellDep, view: EventViewDep, team: TeamName) -> Response:
    """A team: its players, its matches, its places."""
    process = view.tournament
    name = process.state.name_now(team)
    if name not in process.teams:
        raise MatchRefused("team", team, ", ".join(process.teams) or N_("none yet"))
    return event_page(
        request,
        shell,
        view,
        "team",
        team=name,
        players=[(player.text, view.names.of(player)) for player in process.players_of(name)],
        stages=[each for each in view.stages if _plays(each, name)],
        outside=_outside_stages(view, name),
        withdrawn=name in process.state.event.withdrawn,
    )


def _outside_stages(view: EventView, team: str) -> list[MatchRow]:
    """The team's matches that belong to no round."""
    return [each for each in view.matches_of(team) if not each.round]


def _plays(stage: StageValues, team: str) -> bool:
    return any(
        team in (pair.home, pair.away) for each in stage.rounds for pair in each.pairs
    ) or any(row.team == team for group in stage.groups for row in group.rows)
