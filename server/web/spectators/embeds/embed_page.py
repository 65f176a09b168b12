"""A match, or a position of it, for a frame on another site.

`/embed/t/{name}/matches/{n}` follows the match as it is played, `…/g2` and `…/g2/m14` stand still.
It is the public's page whoever asks: nobody is known under these addresses (`edge.cookieless`), so
it holds no aids either, which a seat or its room's clerk is not shown (ruling 35).
Only here other sites may frame a page, those of the setting `embed_sites`; they get nothing else.
"""

from dataclasses import replace

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from server.access import Action
from server.live.encoding import public_table_form
from server.web.edge.addresses import address_for_others, embed_sites
from server.web.edge.authorization import needs
from server.web.edge.services import LiveHubDep, MatchIdDep
from server.web.pages.board_terms import board_in_words
from server.web.pages.shell import PAGE_HEADERS, Shell, ShellDep
from server.web.spectators.share_cards.shown_tables import position_meant, table_at, table_now
from server.web.spectators.stories import StoriesDep
from server.web.spectators.table_cards import card_terms, table_card

router = APIRouter(
    prefix="/embed/t/{tournament}/matches/{number}",
    include_in_schema=False,
    dependencies=[Depends(needs(Action.WATCH))],
)
_POLICY = "content-security-policy"
_OWN_PAGES = "frame-ancestors 'self'"


@router.get("")
@router.get("/g{game}")
@router.get("/g{game}/{step}")
async def embedded(
    request: Request,
    match_id: MatchIdDep,
    hub: LiveHubDep,
    shell: ShellDep,
    stories: StoriesDep,
    game: str | None = None,
    step: str | None = None,
) -> HTMLResponse:
    """Names, score and board; a position that is not public is as one there will never be."""
    words, now = shell.words(request), hub.snapshot(match_id)
    position = None
    if now is not None and game is not None:
        position = position_meant(now, stories, game, step, words)
    if now is None or (game is not None and position is None):
        return _framed(request, shell, "embed_nothing.html", status=404)
    card = table_card(now, words, hub.names_of(words.code), aids=False)
    shown = table_now(now, words) if position is None else table_at(now, position, words)
    if position is not None:
        in_words = board_in_words(shown.table, now.scheduled.game_name, words, aids=False)
        card = replace(card, table=public_table_form(shown.table), in_words=in_words)
    return _framed(
        request,
        shell,
        "embed.html",
        card=card,
        shown=shown,
        live=position is None,
        last=now.last,
        page=address_for_others(request, card.address.path + shown.place),
        terms=card_terms(words, aids=False),
        aids=False,
    )


def _framed(
    request: Request, shell: Shell, template: str, *, status: int = 200, **values: object
) -> HTMLResponse:
    page = shell.page(request, template, status=status, **values)
    sites = embed_sites(request)
    if sites:
        allowed = f"frame-ancestors {' '.join(sites)}"
        page.headers[_POLICY] = PAGE_HEADERS[_POLICY].replace(_OWN_PAGES, allowed)
    return page
