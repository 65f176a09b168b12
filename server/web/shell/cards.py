"""What link previews read of a page, and the pictures of shared addresses.

Sources: The Open Graph protocol (ogp.me); oEmbed 1.0, 4 (oembed.com). They need addresses that
others reach: without the setting `public_url` a page has none of it.

A picture that many ask for at once is made once. Whoever asks while too many others wait is
refused at once: play goes on beside, and never waits for a picture. All that there is not is
answered alike: what is unknown, and what is under embargo (ruling 12).
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2s
from typing import Annotated
from urllib.parse import urlencode, urlsplit

from fastapi import Depends, Query
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from protocol_forms.sheets.share_card import HEIGHT, WIDTH, ShareCard, card_png
from server.platform_support import give_way
from server.web.edge.addresses import address_for_others, public_url
from server.web.edge.public_services import public_services_of, room_service
from server.words.languages import LANGUAGES
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class CardHead:
    """The tags of a page: `url` is its address, `image` its picture's and `alt` that in words.

    `oembed` is where the page's oEmbed document is, empty for a page that has none.
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


@dataclass(frozen=True, slots=True)
class SharedAddress:
    """What somebody gives on who shares a page: `path` below `base`, this server's address.

    The path names the page's language unless it is the one this server speaks to everybody.
    """

    base: str
    path: str


def card_head(
    request: HTTPConnection,
    words: Words,
    path: str,
    *,
    title: str,
    description: str,
    alt: str,
    query: Mapping[str, str] | None = None,
    embeddable: bool = False,
    picture: str = "",
) -> CardHead | None:
    """The tags of the page at `path`, in its language; None where `public_url` is not set.

    `query` is added to the address of the picture: `picture` below `/cards`, else that of the page.
    """
    base = public_url(request)
    if not base:
        return None
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


def list_card_head(
    request: HTTPConnection, words: Words, path: str, card: ShareCard, picture: str
) -> CardHead | None:
    """The tags of a page whose picture is a list, at `picture` below `/cards`.

    The picture's address names what is on it, so that no cache answers with an earlier one.
    """
    rows = ", ".join(f"{row.name} {row.sum}".rstrip() for row in card.rows)
    description = " · ".join(filter(None, (card.stage, *card.notes)))
    return card_head(
        request,
        words,
        path,
        title=card.title,
        description=description,
        alt=": ".join(filter(None, (description or card.title, rows))),
        query={"shown": blake2s(repr(card).encode(), digest_size=6).hexdigest()},
        picture=picture,
    )


def shared_address(request: HTTPConnection, words: Words, path: str) -> SharedAddress:
    """The address of the page at `path` for others, with its language where it has to be named."""
    spoken = public_services_of(request).language == words.code
    base = address_for_others(request, "")
    return SharedAddress(base, path + ("" if spoken else f"?language={words.code}"))


def host_of(address: str) -> str:
    """Name and port of an address, as people read it."""
    return urlsplit(address).netloc


MOST_WAITING = 8
"""Pictures that wait or are made: at a quarter of a second each two seconds of work (ours)."""
MOST_BYTES = 32 * 1024 * 1024
"""Bytes of pictures that are kept, those asked for last: some 250 (ours)."""
RETRY_AFTER = 3
"""Seconds after which whoever was refused may ask again (ours)."""
_KEPT = "public, max-age=300"
"""Who is named otherwise or erased is gone from others' caches soon, too (ruling 33)."""
_UNSTORED = {"cache-control": "no-store"}

CardLanguage = Annotated[str | None, Query(alias="language", pattern=f"^({'|'.join(LANGUAGES)})$")]
"""The language of a picture: that of its address alone."""


class CardsBusy(Exception):
    """Too many pictures wait to be made; visitor: ask again after RETRY_AFTER seconds."""


class CardImages:
    """The pictures of an application.

    `made` makes a picture of a card, in a thread of its own.
    """

    def __init__(
        self,
        made: Callable[[ShareCard], bytes] = card_png,
        most_waiting: int = MOST_WAITING,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._made, self._most_waiting, self._most_bytes = made, most_waiting, most_bytes
        self._worker = ThreadPoolExecutor(1, "card images", give_way)
        self._waiting: dict[Hashable, asyncio.Future[bytes]] = {}
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0

    async def image(self, key: Hashable, card: Callable[[], ShareCard]) -> bytes:
        """The PNG of the card with that key, which stands for everything that is on it.

        `card` is asked for where the picture has to be made. Raises CardsBusy or FormNotTypeset.
        """
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        waiting = self._waiting.get(key)
        if waiting is None:
            if len(self._waiting) >= self._most_waiting:
                raise CardsBusy
            loop = asyncio.get_running_loop()
            waiting = loop.run_in_executor(self._worker, self._made, card())
            self._waiting[key] = waiting
            waiting.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(waiting)

    def _keep(self, key: Hashable, done: "asyncio.Future[bytes]") -> None:
        del self._waiting[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        self._bytes += len(done.result())
        while self._bytes > self._most_bytes:
            self._bytes -= len(self._kept.popitem(last=False)[1])


CardImagesDep = Annotated[CardImages, Depends(room_service(CardImages))]


async def card_answer(images: CardImages, key: Hashable, card: Callable[[], ShareCard]) -> Response:
    """The picture of the card with that key; 503 while too many others wait to be made."""
    try:
        png = await images.image(key, card)
    except CardsBusy:
        content = {"detail": "too many pictures are being made; ask again in a few seconds"}
        return JSONResponse(content, 503, {**_UNSTORED, "retry-after": str(RETRY_AFTER)})
    return Response(png, media_type="image/png", headers={"cache-control": _KEPT})


def no_card() -> Response:
    """The one answer where there is no picture."""
    return JSONResponse({"detail": "there is no such picture"}, 404, _UNSTORED)
