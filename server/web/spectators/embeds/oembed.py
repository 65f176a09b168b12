"""What another site is told that shows a link to a match or a position: oEmbed.

Source: oEmbed 1.0 (oembed.com). `/oembed?url=…` answers for addresses of this server alone, as
JSON. Where no other site may frame its pages, it is told a title and a picture.
"""

import re
from typing import Annotated, Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import JSONResponse, Response

from protocol_forms.sheets.share_card import HEIGHT, WIDTH
from rules.errors import MatchRefused
from server.access import Action
from server.web.edge.addresses import public_url
from server.web.edge.authorization import needs
from server.web.edge.services import LiveHubDep, names_in, services_of
from server.web.spectators.share_cards.frame_code import (
    frame_code,
    frame_size,
    frame_source,
    may_be_framed,
)
from server.web.spectators.share_cards.match_card import score_line
from server.web.spectators.share_cards.shown_tables import position_meant
from server.web.spectators.stories import StoriesDep
from server.words.languages import LANGUAGES
from server.words.translation import words_for

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])
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
    words = words_for(language if language in LANGUAGES else services_of(request).language)
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
