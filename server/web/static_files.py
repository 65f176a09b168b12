"""The pages' style sheet and script, from the package itself; nothing comes from elsewhere."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Response
from starlette.exceptions import HTTPException

_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_A_YEAR = 31_536_000


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as served; `address` changes with its content, so that it may be kept for good."""

    address: str
    content: bytes
    media_type: str


@cache
def static_files() -> dict[str, StaticFile]:
    """Every file by its name."""
    folder = files("server.web").joinpath("static")
    contents = {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}
    return {name: _static_file(name, content) for name, content in sorted(contents.items())}


def address_of(name: str) -> str:
    """Where pages find a file."""
    return static_files()[name].address


def static_routes() -> APIRouter:
    """One route for all files; raises 404 for a name that is none."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/static/{name}")
    async def static(name: str) -> Response:
        found = static_files().get(name)
        if found is None:
            raise HTTPException(404, f"no file {name!r} here")
        kept = {"cache-control": f"public, max-age={_A_YEAR}, immutable"}
        return Response(found.content, media_type=found.media_type, headers=kept)

    return routes


def _static_file(name: str, content: bytes) -> StaticFile:
    digest = hashlib.sha256(content).hexdigest()[:12]
    kind = _TYPES[name.rpartition(".")[2]]
    return StaticFile(f"/static/{name}?v={digest}", content, kind)
