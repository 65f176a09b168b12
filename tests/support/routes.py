"""Every route of an application with the action it names."""

from collections.abc import Iterator
from dataclasses import dataclass

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import iter_route_contexts

from server.web.edge.authorization import Asked, asked_of


@dataclass(frozen=True, slots=True)
class AuthorizedRoute:
    """A route; `method` is WS for a socket, `asked` what it and its routers ask for."""

    method: str
    path: str
    asked: frozenset[Asked]


def authorized_routes(app: FastAPI) -> list[AuthorizedRoute]:
    """All routes of the application, one for each method."""
    found = []
    for route in iter_route_contexts(app.routes):
        dependant = getattr(route, "dependant", None)
        asked = frozenset(_asked(dependant)) if dependant is not None else frozenset()
        methods = sorted(getattr(route, "methods", None) or {"WS"})
        found += [AuthorizedRoute(each, str(getattr(route, "path", "")), asked) for each in methods]
    return found


def _asked(dependant: Dependant) -> Iterator[Asked]:
    asked = asked_of(dependant.call)
    if asked is not None:
        yield asked
    for each in dependant.dependencies:
        yield from _asked(each)
