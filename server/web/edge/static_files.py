"""The style sheets, scripts and fonts of the pages, and the compression of answers with gzip.

A body is compressed (gzip: RFC 9110, 8.4.1) only if everything in it is public or was sent by its
reader. The reason is that the compressed size reveals repetitions: if a body has secrets, such as
the key of a form, somebody who can add text of their own to that body could guess the secrets from
its size.

All files of a release are served below one address, which changes if any of them changes. Browsers
may therefore keep each file for good, and the files may refer to one another by relative addresses.

A style sheet of our own may import others (`@import "theme.css";`): it is served with their rules
in place of that line, so that a page needs one request for all of them.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse

from server.access import Action
from server.extras import server_packages
from server.web.edge.authorization import needs

_REFUSED = re.compile(r"q=0(\.0{0,3})?")
_IMPORT = re.compile(rb'^@import "([^"]+)";$', re.MULTILINE)
FAST, SMALL = 5, 9
"""Levels of compression: for bodies compressed for one answer, and for files compressed once."""


def takes_gzip(connection: HTTPConnection) -> bool:
    """Return True if a request accepts gzip (RFC 9110, 12.4.2)."""
    taken = connection.headers.get("accept-encoding", "").lower().split(",")
    codings = (each.partition(";") for each in taken)
    weights = {coding.strip(): weight.strip() for coding, _, weight in codings}
    return "gzip" in weights and not _REFUSED.fullmatch(weights["gzip"])


def packed(content: bytes, level: int) -> bytes:
    """Return the content in gzip; `level` is the level of compression, from 1 to 9.

    Equal contents give equal bytes in every process and at every time.
    """
    return gzip.compress(content, level, mtime=0)


_TYPES = {
    "css": "text/css",
    "js": "text/javascript",
    "mp4": "video/mp4",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
_OF_DEVELOPERS = {"docs", "tests"}
"""Folders of an extra whose files are not served, since only developers read them."""
_COMPRESSED_ALREADY = {"mp4", "png", "woff2"}
_A_YEAR = 31_536_000


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file to be served; `ending` is its name's ending, which determines the media type."""

    content: bytes
    ending: str

    @property
    def media_type(self) -> str:
        """The media type that is sent to browsers."""
        return _TYPES[self.ending]

    @property
    def packed(self) -> bytes | None:
        """The content in gzip, or None if that saves nothing; compressed on first use."""
        return None if self.ending in _COMPRESSED_ALREADY else _packed(self.content)


@cache
def static_files() -> dict[str, StaticFile]:
    """Return every file by its path below its subject's folder, such as "fonts/OFL.txt".

    Raises ValueError if two files have the same path, since they would have one address, and
    KeyError if a style sheet imports one that does not exist.
    """
    found = dict[str, StaticFile]()
    subjects = [entry for entry in files("server.web").iterdir() if entry.is_dir()]
    subjects += map(files, server_packages().values())
    for name, content in sorted(each for subject in subjects for each in _contents(subject)):
        if name in found:
            raise ValueError(f"two files are called {name!r}")
        found[name] = StaticFile(content, _ending(name))
    joined = {name: _joined(found, file) for name, file in found.items() if file.ending == "css"}
    return found | joined


@cache
def release() -> str:
    """Return the digest of all served files as they are now, which their addresses contain."""
    digest = hashlib.sha256()
    for name, file in static_files().items():
        digest.update(f"{name}\0{len(file.content)}\0".encode() + file.content)
    return digest.hexdigest()[:12]


@cache
def address_of(name: str) -> str:
    """Return a file's address for pages. Raises KeyError for an unknown name."""
    static_files()[name]
    return f"/static/{release()}/{name}"


router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SEE_PUBLIC))])


@router.get("/static/{asked}/{name:path}")
async def static(request: Request, asked: str, name: str) -> Response:
    """Answer with one of the files; with 404 if the name is unknown.

    `asked` is the digest of the release in the address. A page that was opened before the server
    was replaced asks for a file of an older release: it gets the present file, which caches must
    not store for good.
    """
    found = static_files().get(name)
    if found is None:
        raise HTTPException(404, f"no file {name!r} here")
    kept = f"public, max-age={_A_YEAR}, immutable" if asked == release() else "no-cache"
    headers = {"cache-control": kept, "vary": "Accept-Encoding"}
    content = found.content
    if takes_gzip(request) and (in_gzip := found.packed):
        content, headers["content-encoding"] = in_gzip, "gzip"
    return Response(content, media_type=found.media_type, headers=headers)


@router.get("/favicon.ico")
async def favicon() -> RedirectResponse:
    """Lead programs that read no page, and so find no other icon, to the icon."""
    return RedirectResponse(address_of("icon-180.png"), 302, {"cache-control": "no-cache"})


@router.get("/robots.txt")
async def robots() -> PlainTextResponse:
    """Tell search engines to leave out the pages of staff and the API."""
    return PlainTextResponse("User-agent: *\nDisallow: /hall\nDisallow: /api\n")


def _contents(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = above + entry.name
        if entry.is_dir() and entry.name not in _OF_DEVELOPERS:
            yield from _contents(entry, f"{name}/")
        elif _ending(name) in _TYPES and entry.is_file():
            yield name, entry.read_bytes()


def _joined(found: dict[str, StaticFile], sheet: StaticFile) -> StaticFile:
    """Return a style sheet with the sheets it imports in place of the lines that import them."""
    content = _IMPORT.sub(lambda line: found[line[1].decode()].content, sheet.content)
    return StaticFile(content, sheet.ending)


@cache
def _packed(content: bytes) -> bytes:
    return packed(content, SMALL)


def _ending(name: str) -> str:
    return name.rpartition(".")[2]
