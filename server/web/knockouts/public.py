"""The public page of a tournament's knockouts, and how the tournament's other pages show them."""

from collections.abc import Iterator

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from rules.formats.knockout.deciding import KNOCKOUT
from rules.text import N_
from server.access import Action
from server.views.knockouts.values import BracketPage, KnockoutShown, to_play_words
from server.web.edge.authorization import needs
from server.web.edge.format_pages import PageLink, PublicFormat, WaitingPart
from server.web.shell.shell import ShellDep
from server.web.shell.tournament_view import TournamentView, TournamentViewDep, live_page

router = APIRouter(
    prefix="/t/{tournament}", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)


@router.get("/bracket")
async def bracket(request: Request, shell: ShellDep, view: TournamentViewDep) -> Response:
    """Show the tournament's knockouts: their matches, the players who advance, and the winners."""
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


def _waiting(view: TournamentView) -> Iterator[WaitingPart]:
    every: list[KnockoutShown] = view.of(KNOCKOUT.name)
    for each in every:
        if text := to_play_words(each, view.words):
            yield WaitingPart(f"/bracket#knockout-{each.number}", f"{each.name} · {text}")


KNOCKOUT_SHOWN = PublicFormat(
    KNOCKOUT,
    _shown,
    N_("Knockout"),
    public=(
        PageLink(
            "/bracket", N_("Bracket"), "knockouts/parts/bracket.html", "knockouts/bracket.html"
        ),
    ),
    leaders="knockouts/_leaders.html",
    waiting=_waiting,
)
