"""HEAD is answered wherever the public's pages are: as GET is, without the body (RFC 9110, 9.3.2).

What a form stands behind, such as a link that signs in, is not among them: nothing but GET leads
there. The server cuts the body off.
"""

from collections.abc import Iterable

from fastapi.dependencies.models import Dependant
from starlette.routing import BaseRoute

from server.access import Action
from server.web.edge.authorization import asked_of

_PUBLIC = frozenset({Action.SEE_PUBLIC, Action.SEE_PAIRINGS, Action.WATCH})


def answering_head(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """The same routes; those of public pages hear HEAD as well as GET."""
    found = list(routes)
    for route in found:
        methods: set[str] = getattr(route, "methods", None) or set()
        if "GET" in methods and not getattr(route, "include_in_schema", True) and _public(route):
            methods.add("HEAD")
    return found


def _public(route: BaseRoute) -> bool:
    dependant = getattr(route, "dependant", None)
    return dependant is not None and any(action in _PUBLIC for action in _actions(dependant))


def _actions(dependant: Dependant) -> Iterable[Action]:
    asked = asked_of(dependant.call)
    if asked is not None:
        yield asked.action
    for each in dependant.dependencies:
        yield from _actions(each)
