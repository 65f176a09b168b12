"""The overlay that lies over a stream's picture: `/t/club/matches/3/overlay?show=score`.

The address is all its settings; `theme` and `language` go with it.
"""

from enum import Enum

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from server.access import Action, sees_aids
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.services import LiveHubDep, MatchIdDep
from server.web.pages.shell import ShellDep
from server.web.spectators.table_cards import card_terms, table_card


class Shown(Enum):
    """What an overlay shows."""

    SCORE = "score"
    BOARD = "board"
    BOTH = "both"


router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@router.get("/t/{tournament}/matches/{number}/overlay")
async def overlay(
    request: Request,
    shell: ShellDep,
    hub: LiveHubDep,
    match_id: MatchIdDep,
    show: Shown = Shown.SCORE,
) -> HTMLResponse:
    """A transparent page over a stream's picture."""
    now, words = hub.snapshot(match_id), shell.words(request)
    if now is None:
        raise hub.unknown(match_id)
    aids = sees_aids(visitor_of(request))
    card = table_card(now, words, hub.names_of(words.code), aids=aids)
    terms = card_terms(words, aids=aids)
    return shell.page(
        request, "overlay.html", card=card, last=now.last, show=show.value, terms=terms
    )
