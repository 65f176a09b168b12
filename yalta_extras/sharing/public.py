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
from dataclasses import dataclass, replace
from hashlib import blake2s
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
from server.values.naming import Names
from server.views.front.public import card_terms, table_card
from server.views.tables.words import board_in_words
from server.web.edge.addresses import address_for_others, embed_sites, public_url
from server.web.edge.authorization import needs
from server.web.edge.public_services import (
    LiveHubDep,
    MatchIdDep,
    names_in,
    public_services_of,
    room_service,
)
from server.web.match_page.stories import MatchShown, StoriesDep, position_meant
from server.web.shell.shell import PAGE_HEADERS, Shell, ShellDep
from server.web.shell.tournament_view import TournamentView, TournamentViewDep
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for
from yalta_extras.sharing.cards import RETRY_AFTER, CardImages, CardsBusy
from yalta_extras.sharing.list_cards import card_of_front, tournament_card
from yalta_extras.sharing.match_cards import (
    ending_now,
    frame_code,
    frame_size,
    match_card,
    score_line,
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
CardImagesDep = Annotated[CardImages, Depends(room_service(CardImages))]


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
    label = names.match(match_id).label
    key = (now.scheduled, game, step, now.last, words.code, names.revision, label)

    def card() -> ShareCard:
        shown = table_shown(MatchShown(now, position), words, names)
        return match_card(now, shown, words, names, address=host_of(base))

    return await card_answer(images, key, card)


@router.get("/cards/front.png")
async def of_front_page(
    request: Request, images: CardImagesDep, language: CardLanguage = None
) -> Response:
    """Return the picture of the front page's list, in the language that the address names."""
    base = public_url(request)
    if not base:
        return no_card()
    services = public_services_of(request)
    card = card_of_front(services, words_for(language or services.language), host_of(base))
    return await card_answer(images, card, lambda: card)


@router.get("/cards/t/{tournament}.png")
async def of_tournament(
    request: Request, view: TournamentViewDep, images: CardImagesDep, language: CardLanguage = None
) -> Response:
    """Return the picture of a tournament's standings, in the language that the address names."""
    base = public_url(request)
    if not base:
        return no_card()
    words = words_for(language or public_services_of(request).language)
    card = tournament_card(replace(view, words=words), host_of(base))
    return await card_answer(images, card, lambda: card)


@dataclass(frozen=True, slots=True)
class CardHead:
    """The values of the HTML tags with which a page describes itself to link previews.

    `url` is the page's address, `image` the address of its picture, `alt` the picture in words.
    `locale` is the page's language. `oembed` is the address of the page's oEmbed document, empty if
    the page has none. `width` and `height` are the picture's, in pixels.
    """

    title: str
    description: str
    url: str
    image: str
    alt: str
    locale: str
    oembed: str = ""
    width: int = WIDTH
    height: int = HEIGHT


def card_head(
    base: str,
    words: Words,
    path: str,
    *,
    title: str,
    description: str,
    alt: str,
    query: Mapping[str, str] | None = None,
    embeddable: bool = False,
    picture: str = "",
) -> CardHead:
    """Return the tags of the page at `path` on the server at `base`, in the language of `words`.

    `title` and `description` are those of the page, `alt` is the picture in words. `picture` is the
    path of the picture below `/cards`; if it is empty, the path of the page is used. `query` is
    added to the picture's address. If `embeddable` is True the page has an oEmbed document.
    """
    language = {"language": words.code}
    url = f"{base}{path}?{urlencode(language)}"
    shown = urlencode({**language, **(query or {})})
    return CardHead(
        title=title,
        description=description,
        url=url,
        image=f"{base}/cards{picture or path}.png?{shown}",
        alt=alt,
        locale=words.language.locale,
        oembed=f"{base}/oembed?{urlencode({'url': url, 'format': 'json'})}" if embeddable else "",
    )


def list_card_head(base: str, words: Words, path: str, card: ShareCard, picture: str) -> CardHead:
    """Return the tags of the page at `path` on the server at `base`, whose picture shows a list.

    `card` is the picture's card, `picture` the path of the picture below `/cards`. The address of
    the picture has a digest of its contents, so that no cache answers with an earlier picture.
    """
    rows = ", ".join(f"{row.name} {row.sum}".rstrip() for row in card.rows)
    description = " · ".join(filter(None, (card.stage, *card.notes)))
    return card_head(
        base,
        words,
        path,
        title=card.title,
        description=description,
        alt=": ".join(filter(None, (description or card.title, rows))),
        query={"shown": blake2s(repr(card).encode(), digest_size=6).hexdigest()},
        picture=picture,
    )


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


def match_head(base: str, page: MatchShown, words: Words, names: Names) -> CardHead:
    """Return the tags of the page of a match on the server at `base`.

    `page` is what the page shows: the match as it is now, or one of its positions.
    """
    now, shown = page.now, table_shown(page, words, names)
    match = words.gettext("Match %(number)s", number=names.match(now.scheduled.match_id).label)
    ending = ending_now(now, words, names) if page.position is None else None
    title, parts = score_line(now, names), [now.scheduled.event, match, shown.stage, shown.latest]
    if ending is not None:
        title = f"{' – '.join(map(names.by, now.scheduled.opponents))}: {ending.won}"
        parts = [ending.text, now.scheduled.event, match]
    return card_head(
        base,
        words,
        page.path(names),
        title=title,
        description=" · ".join(filter(None, parts)),
        alt=board_in_words(shown.table, now.scheduled.game_name, words, aids=False),
        query={"item": str(now.last)},
        embeddable=True,
    )


def head(request: Request, shown: TournamentView | MatchShown | None) -> Markup:
    """Return the HTML tags of a page for link previews; empty if `public_url` is not set.

    `shown` is the tournament or match that the page shows, None for the front page.
    """
    base, services = public_url(request), public_services_of(request)
    if not base:
        return Markup()
    shell = Shell(services.language)
    words = shell.words(request)
    match shown:
        case MatchShown():
            tags = match_head(base, shown, words, services.hub.names_of(words.code))
        case TournamentView():
            card, path = tournament_card(shown, host_of(base)), quote(request.scope["path"])
            tags = list_card_head(base, words, path, card, f"/t/{shown.name}")
        case None:
            card = card_of_front(services, words, host_of(base))
            tags = list_card_head(base, words, "/", card, "/front")
    return shell.part(request, "sharing/_card_head.html", card_head=tags)


def frame_offered(request: Request, shown: MatchShown) -> Markup:
    """Return the part of a match's page that offers the HTML of a frame with the match.

    It is empty if the settings name no site that may show one.
    """
    services = public_services_of(request)
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
    card, shown = table_card(now, words, names, aids=False), table_shown(meant, words, names)
    if position is not None:
        in_words = board_in_words(shown.table, now.scheduled.game_name, words, aids=False)
        card = replace(card, table=public_table_form(shown.table), in_words=in_words)
    return _framed(
        request,
        shell,
        "sharing/embed.html",
        card=card,
        shown=shown,
        live=position is None,
        last=now.last,
        page=address_for_others(request, meant.path(names)),
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
    language = parse_qs(asked.query).get("language", [""])[0]
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
    """Return the picture's fields in the oEmbed document of the page at `address`.

    `item` is the number of the match's latest public item. Return no fields if the picture is
    larger than was asked for (oEmbed 1.0, 2.2).
    """
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
