"""Pictures, frames and oEmbed documents of matches, games and positions, for other sites.

`/cards/t/{name}/matches/{n}.png` is a picture of the match in its present state, `…/g2.png` of its
game 2 and `…/g2/m14.png` of the position after one of that game's steps. Each picture has what the
match's page of that path shows the public. `/cards/front.png` shows the list on the front page,
`/cards/t/{name}.png` a tournament's standings. There are no pictures unless the setting
`public_url` has the server's address.

`/embed/t/{name}/matches/{n}` is a page for frames that follows the match during play; the pages
`…/g2` and `…/g2/m14` do not change. Every visitor gets what the public sees, because these
addresses read no cookies (`edge.cookieless`). The page has no aids such as pip counts, because the
phone at a table or the clerk of a room must not see any (ruling 35). Other sites may frame only
these pages, and only the sites in the setting `embed_sites` may frame them.

Source: oEmbed 1.0 (oembed.com), by which another site asks how to show a page. `/oembed?url=…`
answers in JSON, and only for addresses of this server. If no other site may frame its pages, the
document has a title and a picture but no frame.
"""

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import Annotated, Any, NamedTuple
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from fastapi import APIRouter, Depends, Query, Request
from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response

from protocol_forms.sheets.share_card import HEIGHT, WIDTH, ShareCard
from rules.errors import MatchRefused
from server.access import Action
from server.live.encoding import public_table_form
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.values.naming import Names
from server.views.front.lead import Difference, match_lead
from server.views.front.public import TableCard, card_terms, table_card
from server.views.games.public import GameStory
from server.views.tables.pictures import board_picture
from server.views.tables.words import board_in_words
from server.web.edge.addresses import address_for_others, embed_sites, public_url
from server.web.edge.authorization import needs
from server.web.edge.public_services import (
    LiveHubDep,
    MatchIdDep,
    names_in,
    package_service,
    public_services_of,
)
from server.web.match_page.parts import page_fragments
from server.web.match_page.stories import MatchShown, StoriesDep, StoryCache, position_meant
from server.web.shell.hidden_results import (
    CHOICE,
    HIDDEN,
    NAME,
    hides_results,
    with_choice,
)
from server.web.shell.shell import PAGE_HEADERS, Shell, ShellDep
from server.web.shell.tournament_view import TournamentView, TournamentViewDep
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for
from yalta_extras.sharing.cards import RETRY_AFTER, CardImages, CardsBusy
from yalta_extras.sharing.heads import hidden_head, list_card_head, match_head
from yalta_extras.sharing.list_cards import card_of_front, tournament_card
from yalta_extras.sharing.match_cards import (
    TableShown,
    card_without_result,
    ending_now,
    frame_code,
    frame_size,
    match_card,
    names_line,
    score_line,
    start_shown,
    table_decided,
    table_shown,
)


def host_of(address: str) -> str:
    """Return the host name and port of an address, for people to read."""
    return urlsplit(address).netloc


_KEPT = "public, max-age=300"
"""The HTTP header that says how long caches may store a picture: 300 seconds (our choice).

The time is short, so that former names of persons who are renamed or erased soon disappear from
caches, too (ruling 33).
"""
_UNSTORED = {"cache-control": "no-store"}

CardLanguage = Annotated[str | None, Query(alias="language", pattern=f"^({'|'.join(LANGUAGES)})$")]
"""The language of a picture; it is read from the query of the picture's address only."""
CardImagesDep = Annotated[CardImages, Depends(package_service(CardImages))]


async def card_answer(images: CardImages, key: Hashable, card: Callable[[], ShareCard]) -> Response:
    """Return the answer with the picture of the card; 503 if too many pictures wait to be made.

    `key` and `card` are as in CardImages.image.
    """
    try:
        png = await images.image(key, card)
    except CardsBusy:
        content = {"detail": "too many pictures are being made; ask again in a few seconds"}
        return JSONResponse(content, 503, {**_UNSTORED, "retry-after": str(RETRY_AFTER)})
    return Response(png, media_type="image/png", headers={"cache-control": _KEPT})


def no_card() -> Response:
    """Return the answer for an address without a picture: 404."""
    return JSONResponse({"detail": "there is no such picture"}, 404, _UNSTORED)


router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])
Item = Annotated[int, Query(ge=0)]


_MATCH = "/t/{tournament}/matches/{number}"
_CARD, _EMBED = f"/cards{_MATCH}", f"/embed{_MATCH}"


@router.get(_CARD + ".png")
@router.get(_CARD + "/g{game}.png")
@router.get(_CARD + "/g{game}/{step}.png")
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
    """Return the picture of a match in its current state, or at a position.

    `game` and `step` name the position as in the address of its page; without them the picture
    shows the present state. `item` is the number of one of the match's public items. Pages put the
    latest number into the picture's address, so that a later picture has another address and no
    cache answers with an earlier picture. A number that no item has yet is answered with 404.
    """
    now, base = hub.snapshot(match_id), public_url(request)
    if now is None or not base or item > now.last:
        return no_card()
    words = words_for(language or public_services_of(request).language)
    position = None if game is None else position_meant(now, stories, game, step, words)
    if game is not None and position is None:
        return no_card()
    names = hub.names_of(words.code)
    label, hidden = names.match(match_id).label, _is_hidden(request, now)
    key = (now.scheduled, game, step, now.last, words.code, names.revision, label, hidden)

    def card() -> ShareCard:
        if hidden:
            return card_without_result(now, words, names, address=host_of(base))
        shown = _table_drawn(MatchShown(now, position), stories, words, names)
        return match_card(now, shown, words, names, address=host_of(base))

    return await card_answer(images, key, card)


def _table_drawn(page: MatchShown, stories: StoryCache, words: Words, names: Names) -> TableShown:
    """Return the table in the picture of a match's page.

    A finished match is drawn where its rooms first differed in the game that decided it.
    """
    ending = ending_now(page.now, words, names) if page.position is None else None
    if ending is not None:
        decided = position_meant(page.now, stories, str(ending.game), None, words)
        if decided is not None and decided.open.position is not None:
            return table_decided(page.now, decided, words, names)
    return table_shown(page, words, names)


@router.get("/cards/front.png")
async def of_front_page(
    request: Request, images: CardImagesDep, language: CardLanguage = None
) -> Response:
    """Return the picture of the front page's list, in the language that the address names."""
    base = public_url(request)
    if not base:
        return no_card()
    services, hidden = public_services_of(request), hides_results(request)
    words = words_for(language or services.language)
    card = card_of_front(services, words, host_of(base), results_hidden=hidden)
    return await card_answer(images, card, lambda: card)


@router.get("/cards/t/{tournament}.png")
async def of_tournament(
    request: Request, view: TournamentViewDep, images: CardImagesDep, language: CardLanguage = None
) -> Response:
    """Return the picture of a tournament's standings, in the language that the address names."""
    base = public_url(request)
    if not base:
        return no_card()
    words, hidden = (
        words_for(language or public_services_of(request).language),
        hides_results(request),
    )
    card = tournament_card(replace(view, words=words), host_of(base), results_hidden=hidden)
    return await card_answer(images, card, lambda: card)


def may_be_framed(connection: HTTPConnection) -> bool:
    """Return True if the settings name other sites that may show a match in a frame."""
    return bool(embed_sites(connection))


def frame_source(base: str, path: str, language: str) -> str:
    """Return the address that a frame of the page at `path` shows, on the server at `base`."""
    address = quote(f"{base}/embed{path}", safe=":/")
    return f"{address}?{urlencode({'language': language})}"


class FramedPage(NamedTuple):
    """A frame for other sites: the address of the page in it, and the HTML that shows the frame."""

    source: str
    code: str


def framed_page(
    request: HTTPConnection, page: MatchShown, words: Words, names: Names
) -> FramedPage | None:
    """Return the frame with a match's page that other sites can show, None if no site may."""
    base = public_url(request)
    if not base or not may_be_framed(request):
        return None
    source = frame_source(base, page.path(names), words.code)
    return FramedPage(source, frame_code(source, score_line(page.now, names), frame_size()))


def _is_hidden(request: HTTPConnection, now: PublicSnapshot) -> bool:
    """Return True if the address hides results and the match is over."""
    return hides_results(request) and now.phase is PublicPhase.OVER


def head(request: Request, shown: TournamentView | MatchShown | None) -> Markup:
    """Return the HTML tags of a page for link previews; empty if `public_url` is not set.

    `shown` is the tournament or match that the page shows, None for the front page.
    """
    base, services = public_url(request), public_services_of(request)
    if not base:
        return Markup()
    shell = Shell(services.language)
    words, hidden = shell.words(request), hides_results(request)
    match shown:
        case MatchShown() if _is_hidden(request, shown.now):
            tags = hidden_head(base, shown, words, services.hub.names_of(words.code))
        case MatchShown():
            names = services.hub.names_of(words.code)
            drawn = _table_drawn(shown, services.by_package.of(StoryCache), words, names)
            tags = match_head(base, shown, drawn, words, names)
        case TournamentView():
            card = tournament_card(shown, host_of(base), results_hidden=hidden)
            path = quote(request.scope["path"])
            tags = list_card_head(base, words, path, card, f"/t/{shown.name}", hidden=hidden)
        case None:
            card = card_of_front(services, words, host_of(base), results_hidden=hidden)
            tags = list_card_head(base, words, "/", card, "/front", hidden=hidden)
    return shell.part(request, "sharing/_card_head.html", card_head=tags)


def frame_offered(request: Request, shown: MatchShown) -> Markup:
    """Return the part of a match's page that offers the HTML of a frame with the match.

    It is empty if the settings name no site that may show one.
    """
    services = public_services_of(request)
    if _is_hidden(request, shown.now):
        return Markup()
    shell = Shell(services.language)
    words = shell.words(request)
    framed = framed_page(request, shown, words, services.hub.names_of(words.code))
    if framed is None:
        return Markup()
    return shell.part(request, "sharing/_frame_code.html", source=framed.source, code=framed.code)


_POLICY = "content-security-policy"
_OWN_PAGES = "frame-ancestors 'self'"


@router.get(_EMBED)
@router.get(_EMBED + "/g{game}")
@router.get(_EMBED + "/g{game}/{step}")
async def embedded(
    request: Request,
    match_id: MatchIdDep,
    hub: LiveHubDep,
    shell: ShellDep,
    stories: StoriesDep,
    game: str | None = None,
    step: str | None = None,
) -> HTMLResponse:
    """Show the names, score and board of a match, as a page for frames.

    `game` and `step` name a position as in the address of its page; without them the page follows
    the match. A position that is not yet public is answered like an unknown one.
    """
    words, now = shell.words(request), hub.snapshot(match_id)
    position = None
    if now is not None and game is not None:
        position = position_meant(now, stories, game, step, words)
    if now is None or (game is not None and position is None):
        return _framed(request, shell, "sharing/embed_nothing.html", status=404)
    names, meant = hub.names_of(words.code), MatchShown(now, position)
    card = table_card(now, words, names, aids=False, drawn=True)
    shown = table_shown(meant, words, names)
    if _is_hidden(request, now):
        return _hidden_frame(request, shell, now, card)
    kind, differs = "live", None
    if position is not None:
        kind, card = "still", _with_table(card, shown, words)
    elif now.phase is PublicPhase.OVER:
        kind, differs = "over", _difference(now, stories, words, names)
    return _framed(
        request,
        shell,
        "sharing/embed.html",
        card=card,
        shown=shown,
        kind=kind,
        differs=differs,
        parts=page_fragments(now, words.code, names),
        last=now.last,
        page=address_for_others(request, meant.path(names)),
        terms=card_terms(words, aids=False),
        aids=False,
    )


def _difference(
    now: PublicSnapshot, stories: StoryCache, words: Words, names: Names
) -> Difference | None:
    """Return where the rooms of a finished match first differed in the game that decided it."""

    def story_of(game: int) -> GameStory | None:
        return stories.game_story(now.scheduled.match_id, game, words.code)

    return match_lead(now, story_of, words, names, aids=False).difference


def _with_table(card: TableCard, shown: TableShown, words: Words) -> TableCard:
    """Return the card with another table, that of a position."""
    in_words = board_in_words(shown.table, card.game_name, words, aids=False)
    picture = board_picture(shown.table, card.game_name)
    table = public_table_form(shown.table)
    return replace(card, table=table, picture=picture, in_words=in_words)


def _hidden_frame(
    request: Request, shell: Shell, now: PublicSnapshot, card: TableCard
) -> HTMLResponse:
    """Return the page for frames of a finished match whose address hides results."""
    words = shell.words(request)
    shown = start_shown(now, words)
    return _framed(
        request,
        shell,
        "sharing/embed.html",
        card=_with_table(card, shown, words),
        shown=shown,
        kind="hidden",
        differs=None,
        parts={},
        last=0,
        page=address_for_others(request, with_choice(card.address.path)),
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


_PAGE = re.compile(
    r"/t/(?P<tournament>[^/]+)/matches/(?P<number>[1-9][0-9]{0,8})"
    r"(?:/g(?P<game>[0-9]{1,3})(?:/(?P<step>[a-z][0-9]{1,5}))?)?"
)
_CACHE_SECONDS = 300
Most = Annotated[int | None, Query(ge=1)]


@router.get("/oembed")
async def oembed(
    request: Request,
    hub: LiveHubDep,
    stories: StoriesDep,
    url: str,
    format: str = "json",
    maxwidth: Most = None,
    maxheight: Most = None,
) -> Response:
    """Return the oEmbed document of the page at the address `url`.

    `maxwidth` and `maxheight` are the greatest size, in pixels, that the other site can show. The
    answer is 404 if the address has no such document, and 501 for a format other than JSON.
    """
    if format != "json":
        return _refused(501, "format: json alone")
    base = public_url(request)
    if not base or not url.startswith(f"{base}/"):
        return _nothing()
    asked = urlsplit(url)
    page = _PAGE.fullmatch(asked.path)
    if page is None:
        return _nothing()
    asked_query = parse_qs(asked.query)
    language = asked_query.get("language", [""])[0]
    words = words_for(language if language in LANGUAGES else public_services_of(request).language)
    try:
        match_id = names_in(request).match_named(page["tournament"], int(page["number"]))
    except MatchRefused:
        return _nothing()
    async with hub.known.in_memory(match_id):
        now = hub.snapshot(match_id)
        if now is None:
            return _nothing()
        if page["game"] and not position_meant(now, stories, page["game"], page["step"], words):
            return _nothing()
        names, item = hub.names_of(words.code), now.last
        hidden = asked_query.get(NAME) == [HIDDEN] and now.phase is PublicPhase.OVER
        title = names_line(now, names) if hidden else score_line(now, names)
    content = {
        "version": "1.0",
        "title": title,
        "provider_name": "Yalta",
        "provider_url": base,
        "cache_age": _CACHE_SECONDS,
        **_picture(
            f"{base}/cards{asked.path}.png",
            {"language": words.code, **(CHOICE if hidden else {"item": str(item)})},
            maxwidth,
            maxheight,
        ),
        **(
            {"type": "link"}
            if hidden
            else _frame(request, base, asked.path, title, words.code, maxwidth, maxheight)
        ),
    }
    return JSONResponse(content, headers={"cache-control": f"public, max-age={_CACHE_SECONDS}"})


def _picture(
    address: str, query: Mapping[str, str], maxwidth: int | None, maxheight: int | None
) -> dict[str, Any]:
    """Return the picture's fields in an oEmbed document.

    `address` is the picture's, `query` is added to it. Return no fields if the picture is
    larger than was asked for (oEmbed 1.0, 2.2).
    """
    if (maxwidth or WIDTH) < WIDTH or (maxheight or HEIGHT) < HEIGHT:
        return {}
    return {
        "thumbnail_url": f"{quote(address, safe=':/')}?{urlencode(query)}",
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
    """Return the frame's fields in the oEmbed document of the page at `path`.

    If no site may frame the page, the document only gets the type "link".
    """
    if not may_be_framed(request):
        return {"type": "link"}
    size = frame_size(maxwidth, maxheight)
    code = frame_code(frame_source(base, path, language), title, size)
    return {"type": "rich", "width": size[0], "height": size[1], "html": code}


def _nothing() -> Response:
    return _refused(404, "there is nothing to show at that address")


def _refused(status: int, detail: str) -> Response:
    return JSONResponse({"detail": detail}, status, {"cache-control": "no-store"})


def services() -> tuple[object, ...]:
    """Return the objects that this extra's routes share within one server."""
    return (CardImages(),)
