"""The HTML by which another site shows a match, a game or a position in a frame."""

import html
from urllib.parse import quote, urlencode

from starlette.requests import HTTPConnection

from server.web.edge.addresses import embed_sites

_WIDEST = 800
"""Pixels across: a wider frame shows no more."""
_USUAL = 640
_BESIDE_BOARD = 150
"""Pixels down for names, score and words."""
_BOARD = 558 / 664
"""How tall a board is to its width."""


def may_be_framed(connection: HTTPConnection) -> bool:
    """Whether some other site may show a match in a frame."""
    return bool(embed_sites(connection))


def frame_source(base: str, path: str, language: str) -> str:
    """The address that a frame shows of the page at `path`, on the server at `base`."""
    address = quote(f"{base}/embed{path}", safe=":/")
    return f"{address}?{urlencode({'language': language})}"


def frame_size(maxwidth: int | None = None, maxheight: int | None = None) -> tuple[int, int]:
    """Width and height in pixels, in the room there is."""
    width = min(maxwidth or _USUAL, _WIDEST)
    return width, min(maxheight or 10_000, round(width * _BOARD) + _BESIDE_BOARD)


def frame_code(source: str, title: str, size: tuple[int, int]) -> str:
    """The element to put into another site's page."""
    width, height = size
    return (
        f'<iframe src="{html.escape(source)}" title="{html.escape(title)}" width="{width}"'
        f' height="{height}" style="border:0" loading="lazy" allowfullscreen></iframe>'
    )
