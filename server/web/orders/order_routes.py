"""The routes by which orders are given: those of the API, and those of forms."""

import inspect
from collections.abc import Awaitable, Callable
from http.client import NO_CONTENT
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request
from starlette.responses import RedirectResponse, Response

from rules.room import Room
from server.access import Action, Visitor
from server.tournaments.tournament_process import TournamentProcess
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import check_each_once, check_keys_once, posted
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import HallDep, MessagesDep, TournamentDep
from server.web.orders.fields import BoardId
from server.web.orders.order_list import (
    EffectOut,
    Fields,
    Order,
    OrderList,
    Sender,
    SingleOrder,
    effect_of,
)
from server.web.shell.form_errors import REFUSALS, Refused, refused
from server.web.shell.shell import ShellDep

_EACH_ONCE = [Depends(check_keys_once)]
ShowRefused = Callable[[Fields, Refused], Response | Awaitable[Response]]
"""A function that makes the page for a refused form, with the reason for the refusal.

The form's fields decide which part of the page is shown.
"""
Back = Callable[[Fields, TournamentProcess], str]
"""A function that returns the end of the address to redirect to after the form's order is done."""


def add_api_route(router: APIRouter, orders: OrderList, summary: str) -> None:
    """Add to the router the route by which programs give the orders of a list.

    `summary` describes the route in the API's documentation.
    """

    async def order(
        order: orders.body,  # type: ignore[name-defined] # made from the list
        visitor: Annotated[Visitor, Depends(needs(orders.action))],
        command_id: CommandIdDep,
        tournament: TournamentDep,
        hall: HallDep,
    ) -> EffectOut:
        return effect_of(await orders.give(Sender(hall, visitor, tournament), order, command_id))

    path = orders.api.removeprefix(router.prefix)
    router.add_api_route(
        path, order, methods=["POST"], description=summary, dependencies=_EACH_ONCE
    )


def add_form_route(
    router: APIRouter,
    orders: OrderList,
    page: Callable[..., Awaitable[ShowRefused]],
    back: Back = lambda *_: "",
) -> None:
    """Add the route by which the forms of a tournament's page give the orders of a list.

    `page` is a dependency that returns the function for refused forms. `back` returns the end of
    the page's address once the order is carried out.
    """

    async def order(
        request: Request,
        visitor: Annotated[Visitor, Depends(needs(orders.action))],
        command_id: CommandIdDep,
        shell: ShellDep,
        hall: HallDep,
        tournament: TournamentDep,
        messages: MessagesDep,
        show_refused: Annotated[ShowRefused, Depends(page)],
    ) -> Response:
        fields, words = await posted(request), shell.words(request)
        try:
            await check_each_once(request)
            body = orders.read_form(fields)
            sender = Sender(hall, visitor, tournament, say=words.gettext, messages=messages)
            await orders.give(sender, body, command_id)
        except REFUSALS as error:
            names = hall.names(words.code, in_full=True)
            why = refused(orders.form_of(fields), fields, error, words, names)
            shown = show_refused(fields, why)
            return await shown if inspect.isawaitable(shown) else shown
        return RedirectResponse(f"{request.url.path}{back(fields, tournament)}", 303)

    path = orders.page.removeprefix(router.prefix)
    router.add_api_route(path, order, methods=["POST"])


async def _room_of_path(room: Room) -> Room:
    return room


async def _no_room() -> None:
    return None


async def _board_of_path(board_id: BoardId) -> str:
    return board_id


async def _no_board() -> str:
    return ""


def add_single_route(router: APIRouter, single: SingleOrder, **route: Any) -> None:
    """Add to the router the route by which programs give an order at an address of its own.

    `route` has further arguments for FastAPI.
    """
    path = single.api.removeprefix(router.prefix)
    route |= {"methods": [single.method], "status_code": single.status}
    if single.status == NO_CONTENT:
        route["response_model"] = None
    add = add_match_route if "{number}" in single.api else _add_hall_route
    add(router, single.order, single.action, path, **route)


def add_match_route(
    router: APIRouter, named: Order, action: Action, path: str = "", **route: Any
) -> None:
    """Add to the router the route by which programs give an order about a match.

    The route's address is `path`, or else the order's name. A `{room}` in the address is the room
    of the table. If all fields of the order are optional, the request needs no body. `route` has
    further arguments for FastAPI.
    """
    address = path or f"/{named.name}"
    room_of = _room_of_path if "{room}" in address else _no_room
    needed = any(each.is_required() for each in named.body.model_fields.values())
    kind: Any = named.body if needed else named.body | None
    default = Body(...) if needed else Body(None)

    async def give(
        match_id: MatchIdDep,
        visitor: Annotated[Visitor, Depends(needs(action))],
        room: Annotated[Room | None, Depends(room_of)],
        command_id: CommandIdDep,
        hall: HallDep,
        order: kind = default,
    ) -> EffectOut:
        sender = Sender(hall, visitor, match_id=match_id, room=room)
        body = named.body() if order is None else order
        return effect_of(await named.give(sender, body, command_id))

    _add(router, address, give, named, route)


def _add_hall_route(
    router: APIRouter, named: Order, action: Action, path: str, **route: Any
) -> None:
    board_of = _board_of_path if "{board_id}" in path else _no_board

    async def give(
        order: named.body,  # type: ignore[name-defined] # made from its command
        visitor: Annotated[Visitor, Depends(needs(action))],
        board_id: Annotated[str, Depends(board_of)],
        command_id: CommandIdDep,
        hall: HallDep,
    ) -> EffectOut:
        sender = Sender(hall, visitor, board_id=board_id)
        return effect_of(await named.give(sender, order, command_id))

    _add(router, path, give, named, route)


def _add(
    router: APIRouter, path: str, give: Callable[..., Any], named: Order, route: dict[str, Any]
) -> None:
    plain = {
        "methods": ["POST"],
        "name": named.name.replace("-", "_"),
        "description": (named.body.__doc__ or "").partition("\n")[0],
        "dependencies": _EACH_ONCE,
    }
    router.add_api_route(path, give, **{**plain, **route})
