"""The pages' style sheets, scripts and fonts, each beside its subject's pages; bodies in gzip.

Only a body that reveals nothing is packed in gzip (RFC 9110, 8.4.1): the packed size shows what
repeats in it. A body is packed only where everything in it is public or was sent by its reader:
never one made for a session or with a form's key, beside which others could put text of their own
and guess the rest.

All files of a release are served under one address that changes with any of them, so that each may
be kept for good and they may name one another by relative addresses.
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

from server.access import Action
from server.extras import server_packages
from server.web.edge.authorization import needs

_REFUSED = re.compile(r"q=0(\.0{0,3})?")
FAST, SMALL = 5, 9
"""Levels of compression: of bodies packed for one answer, and of files packed once and kept."""


def takes_gzip(connection: HTTPConnection) -> bool:
    """Return True if a request accepts gzip (RFC 9110, 12.4.2)."""
    taken = connection.headers.get("accept-encoding", "").lower().split(",")
    codings = (each.partition(";") for each in taken)
    weights = {coding.strip(): weight.strip() for coding, _, weight in codings}
    return "gzip" in weights and not _REFUSED.fullmatch(weights["gzip"])


def packed(content: bytes, level: int) -> bytes:
    """Return the content in gzip: the same bytes in each process and at each time."""
    return gzip.compress(content, level, mtime=0)


_TYPES = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "woff2": "font/woff2",
}
_OF_DEVELOPERS = {"docs", "tests"}
"""Folders of an extra whose files only developers read."""
_COMPRESSED_ALREADY = {"woff2"}
_A_YEAR = 31_536_000


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as served; its `ending` says what it is."""

    content: bytes
    ending: str

    @property
    def media_type(self) -> str:
        """Media type sent to browsers."""
        return _TYPES[self.ending]

    @property
    def packed(self) -> bytes | None:
        """Content in gzip, None if that saves nothing; packed when it is first asked for."""
        return None if self.ending in _COMPRESSED_ALREADY else _packed(self.content)


@cache
def static_files() -> dict[str, StaticFile]:
    """Return every file by its path below its subject's folder, such as "fonts/OFL.txt".

    Raises ValueError for two of one name: they would have one address.
    """
    found = dict[str, StaticFile]()
    subjects = [entry for entry in files("server.web").iterdir() if entry.is_dir()]
    subjects += map(files, server_packages().values())
    for name, content in sorted(each for subject in subjects for each in _contents(subject)):
        if name in found:
            raise ValueError(f"two files are called {name!r}")
        found[name] = StaticFile(content, _ending(name))
    return found


@cache
def release() -> str:
    """Return the digest of all files as they are now, which is in their addresses."""
    digest = hashlib.sha256()
    for name, file in static_files().items():
        digest.update(f"{name}\0{len(file.content)}\0".encode() + file.content)
    return digest.hexdigest()[:12]


@cache
def address_of(name: str) -> str:
    """Return a file's address for pages; raises KeyError for an unknown name."""
    static_files()[name]
    return f"/static/{release()}/{name}"


router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SEE_PUBLIC))])


@router.get("/static/{asked}/{name:path}")
async def static(request: Request, asked: str, name: str) -> Response:
    """Answer with one of the files; raises 404 for an unknown name.

    A page that was opened before the server was replaced still gets the file it asks for, uncached.
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


def _contents(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = above + entry.name
        if entry.is_dir() and entry.name not in _OF_DEVELOPERS:
            yield from _contents(entry, f"{name}/")
        elif _ending(name) in _TYPES and entry.is_file():
            yield name, entry.read_bytes()


@cache
def _packed(content: bytes) -> bytes:
    return packed(content, SMALL)


def _ending(name: str) -> str:
    return name.rpartition(".")[2]
