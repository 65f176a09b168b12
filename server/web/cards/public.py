"""Pictures, frames and oEmbed of matches, games and positions, for other sites.

`/cards/t/{name}/matches/{n}.png` is the match as it stands, `…/g2.png` its game 2, `…/g2/m14.png`
the position after a step of it: what the page at that address shows the public. There are none
unless `public_url` is set.

`/embed/t/{name}/matches/{n}` follows the match as it is played, `…/g2` and `…/g2/m14` stand still.
It is the public's page whoever asks: nobody is known under these addresses (`edge.cookieless`), so
it holds no aids either, which a seat or its room's clerk is not shown (ruling 35).
Only here other sites may frame a page, those of the setting `embed_sites`; they get nothing else.

Source: oEmbed 1.0 (oembed.com). `/oembed?url=…` answers for addresses of this server alone, as
JSON. Where no other site may frame its pages, it is told a title and a picture.
"""

import re
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from protocol_forms.sheets.share_card import HEIGHT, WIDTH, ShareCard
from rules.errors import MatchRefused
from server.access import Action
from server.live.encoding import public_table_form
from server.views.front.public import card_terms, table_card
from server.views.tables.words import board_in_words
from server.web.edge.addresses import address_for_others, embed_sites, public_url
from server.web.edge.authorization import needs
from server.web.edge.public_services import LiveHubDep, MatchIdDep, names_in, public_services_of
from server.web.match_page.sharing import (
    frame_code,
    frame_size,
    frame_source,
    match_card,
    may_be_framed,
    position_meant,
    score_line,
    table_at,
    table_now,
)
from server.web.match_page.stories import StoriesDep
from server.web.shell.cards import CardImagesDep, CardLanguage, card_answer, host_of, no_card
from server.web.shell.shell import PAGE_HEADERS, Shell, ShellDep
from server.words.languages import LANGUAGES
from server.words.translation import words_for

router = APIRouter(
    prefix="/cards", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)
Item = Annotated[int, Query(ge=0)]


_MATCH = "/t/{tournament}/matches/{number}"


@router.get(_MATCH + ".png")
@router.get(_MATCH + "/g{game}.png")
@router.get(_MATCH + "/g{game}/{step}.png")
async def of_match(
    request: Request,
    match_id: MatchIdDep,
    hub: LiveHubDep,
    images: CardImagesDep,
    stories: StoriesDep,
    game: str | None = None,
    step: str | None = None,
    language: CardLanguage = None,
    item: Item = 0,
) -> Response:
    """A match as it stands, or a position, at or after the public item `item`.

    Pages name the latest: so a later picture has another address, and no cache answers with the one
    before.
    """
    now, base = hub.snapshot(match_id), public_url(request)
    if now is None or not base or item > now.last:
        return no_card()
    words = words_for(language or public_services_of(request).language)
    position = None if game is None else position_meant(now, stories, game, step, words)
    if game is not None and position is None:
        return no_card()
    names = hub.names_of(words.code)
    label = names.match(match_id).label
    key = (now.scheduled, game, step, now.last, words.code, names.revision, label)

    def card() -> ShareCard:
        shown = table_now(now, words) if position is None else table_at(now, position, words)
        return match_card(now, shown, words, names, address=host_of(base))

    return await card_answer(images, key, card)


embed_router = APIRouter(
    prefix="/embed/t/{tournament}/matches/{number}",
    include_in_schema=False,
    dependencies=[Depends(needs(Action.WATCH))],
)
_POLICY = "content-security-policy"
_OWN_PAGES = "frame-ancestors 'self'"


@embed_router.get("")
@embed_router.get("/g{game}")
@embed_router.get("/g{game}/{step}")
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
        return _framed(request, shell, "cards/embed_nothing.html", status=404)
    card = table_card(now, words, hub.names_of(words.code), aids=False)
    shown = table_now(now, words) if position is None else table_at(now, position, words)
    if position is not None:
        in_words = board_in_words(shown.table, now.scheduled.game_name, words, aids=False)
        card = replace(card, table=public_table_form(shown.table), in_words=in_words)
    return _framed(
        request,
        shell,
        "cards/embed.html",
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


oembed_router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])
_PAGE = re.compile(
    r"/t/(?P<tournament>[^/]+)/matches/(?P<number>[1-9][0-9]{0,8})"
    r"(?:/g(?P<game>[0-9]{1,3})(?:/(?P<step>[a-z][0-9]{1,5}))?)?"
)
_CACHE_SECONDS = 300
Most = Annotated[int | None, Query(ge=1)]


@oembed_router.get("/oembed")
async def oembed(
    request: Request,
    hub: LiveHubDep,
    stories: StoriesDep,
    url: str,
    format: str = "json",
    maxwidth: Most = None,
    maxheight: Most = None,
) -> Response:
    """How to show an address; 404 for one with nothing to show, 501 for another format."""
    if format != "json":
        return _refused(501, "format: json alone")
    base = public_url(request)
    if not base or not url.startswith(f"{base}/"):
        return _nothing()
    asked = urlsplit(url)
    page = _PAGE.fullmatch(asked.path)
    if page is None:
        return _nothing()
    language = parse_qs(asked.query).get("language", [""])[0]
    words = words_for(language if language in LANGUAGES else public_services_of(request).language)
    try:
        match_id = names_in(request).match_named(page["tournament"], int(page["number"]))
    except MatchRefused:
        return _nothing()
    async with hub.known.held(match_id):
        now = hub.snapshot(match_id)
        if now is None:
            return _nothing()
        if page["game"] and not position_meant(now, stories, page["game"], page["step"], words):
            return _nothing()
        title = score_line(now, hub.names_of(words.code))
        item = now.last
    content = {
        "version": "1.0",
        "title": title,
        "provider_name": "Yalta",
        "provider_url": base,
        "cache_age": _CACHE_SECONDS,
        **_picture(f"{base}/cards{asked.path}.png", words.code, item, maxwidth, maxheight),
        **_frame(request, base, asked.path, title, words.code, maxwidth, maxheight),
    }
    return JSONResponse(content, headers={"cache-control": f"public, max-age={_CACHE_SECONDS}"})


def _picture(
    address: str, language: str, item: int, maxwidth: int | None, maxheight: int | None
) -> dict[str, Any]:
    """The picture, unless it is larger than was asked for (oEmbed 1.0, 2.2)."""
    if (maxwidth or WIDTH) < WIDTH or (maxheight or HEIGHT) < HEIGHT:
        return {}
    query = urlencode({"language": language, "item": item})
    return {
        "thumbnail_url": f"{quote(address, safe=':/')}?{query}",
        "thumbnail_width": WIDTH,
        "thumbnail_height": HEIGHT,
    }


def _frame(
    request: Request,
    base: str,
    path: str,
    title: str,
    language: str,
    maxwidth: int | None,
    maxheight: int | None,
) -> dict[str, Any]:
    """The framed page in the room there is; a link where other sites may frame none."""
    if not may_be_framed(request):
        return {"type": "link"}
    size = frame_size(maxwidth, maxheight)
    code = frame_code(frame_source(base, path, language), title, size)
    return {"type": "rich", "width": size[0], "height": size[1], "html": code}


def _nothing() -> Response:
    return _refused(404, "there is nothing to show at that address")


def _refused(status: int, detail: str) -> Response:
    return JSONResponse({"detail": detail}, status, {"cache-control": "no-store"})
