"""What link previews read of a page: Open Graph's tags and Twitter's, with a picture.

Sources: The Open Graph protocol (ogp.me); oEmbed 1.0, 4 (oembed.com). They need addresses that
others reach: without the setting `public_url` a page has none of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2s
from urllib.parse import urlencode, urlsplit

from starlette.requests import HTTPConnection

from protocol_forms.sheets.share_card import HEIGHT, WIDTH, ShareCard
from server.web.edge.addresses import address_for_others, public_url
from server.web.edge.services import services_of
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
    spoken = services_of(request).language == words.code
    base = address_for_others(request, "")
    return SharedAddress(base, path + ("" if spoken else f"?language={words.code}"))


def host_of(address: str) -> str:
    """Name and port of an address, as people read it."""
    return urlsplit(address).netloc
