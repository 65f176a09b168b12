"""Knockouts on a tournament's pages: brackets, winners, ways to play one."""

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from rules.formats.knockout.deciding import KNOCKOUT
from rules.text import N_
from server.access import Action
from server.views.knockouts.values import BracketPage, KnockoutShown
from server.web.edge.authorization import needs
from server.web.edge.format_pages import PageLink, PublicFormat
from server.web.shell.shell import ShellDep
from server.web.shell.tournament_view import TournamentView, TournamentViewDep, live_page

router = APIRouter(
    prefix="/t/{tournament}", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)


@router.get("/bracket")
async def bracket(request: Request, shell: ShellDep, view: TournamentViewDep) -> Response:
    """Show its knockouts: the pairs, those who advance, the winners."""
    return live_page(request, shell, view, "bracket")


def _shown(view: TournamentView) -> list[KnockoutShown]:
    tournament = view.tournament.tournament
    page = BracketPage(
        view.public.to_points(view.source, tournament),
        view.names,
        view.source.addresses(tournament),
        view.words,
        view.public.playing(tournament),
    )
    every = view.tournament.state.of(KNOCKOUT).by_number.values()
    return [page.knockout(each) for each in every]


KNOCKOUT_SHOWN = PublicFormat(
    KNOCKOUT,
    _shown,
    public=(
        PageLink(
            "/bracket", N_("Bracket"), "knockouts/parts/bracket.html", "knockouts/bracket.html"
        ),
    ),
    leaders="knockouts/_leaders.html",
)
