"""Which routes a path can be meant for, without trying all the others.

Starlette tries its routes one after the other, and pages of the public stand behind three hundred.
Here a path leads, segment by segment, to the few that it can match; among these Starlette's own
router decides as ever: the first that matches in the order of declaration, 405 where only the
method is wrong, the way to the address with or without its last slash.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fastapi import APIRouter
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

_BY_PATH = (Route, WebSocketRoute, Mount)


def index_routes(router: APIRouter) -> None:
    """Have a router that has all its routes ask only those that a path can be meant for."""
    router.middleware_stack = RouteIndex(router)


@dataclass(slots=True)
class _Node:
    """What may follow a beginning of a path; routes by their places in the order of declaration."""

    ending: list[int] = field(default_factory=list)
    """Those whose path ends here."""
    deeper: list[int] = field(default_factory=list)
    """Those that take whatever follows, slashes and nothing at all included."""
    any_segment: "_Node | None" = None
    by_segment: dict[str, "_Node"] = field(default_factory=dict)


class RouteIndex:
    """The router of an application, asking for each path only the routes that it can match.

    Those found for a path are all that match it or the same path with other slashes at its end; to
    find some that do not is allowed. What is mounted below a path is found by that path.
    """

    def __init__(self, router: APIRouter) -> None:
        self._router = router
        self._root = _Node()
        self._by_places: dict[tuple[int, ...], APIRouter] = {}
        for place, route in enumerate(router.routes):
            _insert(self._root, place, route)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the router does."""
        if scope["type"] == "lifespan" or scope.get("root_path"):
            await self._router.app(scope, receive, send)
            return
        scope["router"] = self._router
        await self._few(scope["path"]).app(scope, receive, send)

    def routes_for(self, path: str) -> Sequence[BaseRoute]:
        """Every route that could match that path, in the order of declaration."""
        return self._few(path).routes

    def _few(self, path: str) -> APIRouter:
        """A router of these alone; there are as many as ways through the routes' paths at most."""
        found = set(_found(self._root, _segments(path)))
        if "\n" in path:  # which a part of a route's path takes in, too
            found.update(_found(self._root, path.rstrip("/").split("/")))
        places = tuple(sorted(found))
        if places not in self._by_places:
            routes = [self._router.routes[place] for place in places]
            self._by_places[places] = APIRouter(
                routes=routes, redirect_slashes=self._router.redirect_slashes
            )
        return self._by_places[places]


def _segments(path: str) -> list[str]:
    """A path's segments; a route's pattern ends also before a last line break, so none counts."""
    return path.rstrip("/\n").split("/")


def _insert(node: _Node, place: int, route: BaseRoute) -> None:
    """Put a route where the literal segments of its path lead."""
    if not isinstance(route, _BY_PATH):
        node.deeper.append(place)  # such as one by host: it is tried for every path
        return
    for segment in _segments(route.path):
        if "{" not in segment:
            node = node.by_segment.setdefault(segment, _Node())
        elif ":path}" in segment:
            node.deeper.append(place)
            return
        else:
            node.any_segment = node.any_segment or _Node()
            node = node.any_segment
    (node.deeper if isinstance(route, Mount) else node.ending).append(place)


def _found(node: _Node, segments: Sequence[str]) -> list[int]:
    """The places of all routes to which the segments can lead from a node."""
    if not segments:
        return node.deeper + node.ending
    found = list(node.deeper)
    literal = node.by_segment.get(segments[0])
    if literal is not None:
        found += _found(literal, segments[1:])
    if node.any_segment is not None:
        found += _found(node.any_segment, segments[1:])
    return found
