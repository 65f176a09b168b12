"""The public's pages of a tournament: overview, teams, the picture that links to it show."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from rules.errors import MatchRefused
from rules.text import N_
from server.access import Action
from server.results.stage_values import StageValues
from server.web.edge.addresses import public_url
from server.web.edge.authorization import needs
from server.web.edge.services import services_of
from server.web.pages.card_head import host_of
from server.web.pages.card_images import CardImagesDep, CardLanguage, card_answer, no_card
from server.web.pages.event_shell import EventViewDep, event_card, event_page
from server.web.pages.event_view import OVERVIEW, EventView, rendered_parts
from server.web.pages.match_rows import MatchRow
from server.web.pages.shell import ShellDep
from server.words.translation import words_for

router = APIRouter(
    prefix="/t/{tournament}", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)
cards = APIRouter(
    prefix="/cards", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)
TeamName = Annotated[str, "a team's name, or one it had"]


@router.get("")
async def overview(request: Request, shell: ShellDep, view: EventViewDep) -> Response:
    """What is being played, what comes next, who leads, what was decided, where the forms are."""
    parts = rendered_parts(view, OVERVIEW)
    return event_page(request, shell, view, "tournament/overview.html", parts=parts)


@router.get("/teams")
async def teams(request: Request, shell: ShellDep, view: EventViewDep) -> Response:
    """Every team with its players."""
    process = view.tournament
    every = [
        (team, [(player.text, view.names.of(player)) for player in process.players_of(team)])
        for team in process.teams
    ]
    withdrawn = [*process.state.event.withdrawn]
    return event_page(
        request, shell, view, "tournament/teams.html", teams=every, withdrawn=withdrawn
    )


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
        "tournament/team.html",
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


@cards.get("/t/{tournament}.png")
async def of_tournament(
    request: Request, view: EventViewDep, images: CardImagesDep, language: CardLanguage = None
) -> Response:
    """How a tournament stands, in the language of the address."""
    base = public_url(request)
    if not base:
        return no_card()
    words = words_for(language or services_of(request).language)
    card = event_card(replace(view, words=words), host_of(base))
    return await card_answer(images, card, lambda: card)
