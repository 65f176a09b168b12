"""The application put together: its routers are made once, its services are its own."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

from fastapi import APIRouter
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.routing import Match

import server.web
from server.web.routers import ROUTERS
from tests.support.served import DIRECTOR, Served, opened, two_teams


def routers_of_the_web() -> Iterator[tuple[str, APIRouter]]:
    """Every router that a module of the web makes, with where it is."""
    for module in pkgutil.walk_packages(server.web.__path__, "server.web."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, APIRouter):
                yield f"{module.name}.{name}", value


def test_every_router_is_served() -> None:
    served = {id(router) for router in ROUTERS}
    assert [where for where, router in routers_of_the_web() if id(router) not in served] == []


ENTRIES = "/hall/t/{tournament}/tournament/entries"
TWO_ROUTERS = {
    ("/t/{tournament}/forms.pdf", "/t/{tournament}/{kind}.pdf"),
    ("/hall/t/{tournament}/matches/new", "/hall/t/{tournament}/matches/{number}"),
    *(
        (f"{ENTRIES}/{each}", f"{ENTRIES}/{{number}}")
        for each in ("import", "template.csv", "template.xlsx")
    ),
}
"""Routes of two routers to which one address leads: the first stands first."""


def test_whatever_order_routers_stand_in_an_address_leads_to_its_route() -> None:
    served = [(router, route) for router in ROUTERS for route in router.routes]
    two_routers = set[tuple[str, str]]()
    for own, route in served:
        assert isinstance(route, (APIRoute, APIWebSocketRoute))
        kind = "http" if isinstance(route, APIRoute) else "websocket"
        address = re.sub("{.*?}", "7", route.path)
        for method in getattr(route, "methods", [""]):
            scope = {"type": kind, "method": method, "path": address, "headers": []}
            matching = [each for each in served if each[1].matches(scope)[0] is Match.FULL]
            assert matching[0] == (own, route)
            others = {getattr(each, "path", "") for router, each in matching if router is not own}
            two_routers |= {(route.path, other) for other in others}
    assert two_routers == TWO_ROUTERS


def routes_by_identity(served: Served) -> dict[int, str]:
    """The path of each route that FastAPI has analysed, by which object it is."""
    analysed = (APIRoute, APIWebSocketRoute)
    return {id(route): route.path for route in served.app.routes if isinstance(route, analysed)}


async def test_a_second_application_analyses_no_route_again(tmp_path: Path) -> None:
    async with opened(tmp_path / "a") as first, opened(tmp_path / "b") as second:
        before, after = routes_by_identity(first), routes_by_identity(second)
        new = {path for route, path in after.items() if route not in before}
    assert new == {"/docs", "/docs/oauth2-redirect"}
    assert len(before) > 100


async def test_each_application_answers_from_its_own_hall(tmp_path: Path) -> None:
    async with (
        opened(tmp_path / "a") as first,
        opened(tmp_path / "b") as second,
        first.client(DIRECTOR) as here,
        second.client(DIRECTOR) as there,
    ):
        await two_teams(here)
        assert len((await here.get("/api/t/club/teams")).json()) == 2
        assert (await there.get("/api/t/club/teams")).json() == []


async def test_an_application_keeps_nothing_but_its_services(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        assert list(served.app.state) == ["services"]
