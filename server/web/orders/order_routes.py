"""The routes of lists of orders: one of the API, one of the forms."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from server.access import Action, Visitor
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import HallDep, MatchIdDep, MessagesDep, TournamentDep
from server.web.orders.order_list import Fields, Order, OrderList, Sender
from server.web.pages.form_errors import REFUSALS, Refused, refused
from server.web.pages.shell import ShellDep
from server.web.requests.effects import EffectOut, effect_of

ShowRefused = Callable[[Fields, Refused], Response | Awaitable[Response]]
"""Makes the page of a form that was refused, with why; its fields say which part of it shows."""
Back = Callable[[Fields, TournamentProcess], str]
"""What follows a page's address once the order of a form with these fields is carried out."""


def add_api_route(router: APIRouter, path: str, orders: OrderList, summary: str) -> None:
    """Let programs give the orders at that address of a tournament."""

    async def order(
        order: orders.body,  # type: ignore[name-defined] # made from the list
        visitor: Annotated[Visitor, Depends(needs(orders.action))],
        command_id: CommandIdDep,
        tournament: TournamentDep,
        hall: HallDep,
    ) -> EffectOut:
        return effect_of(await orders.give(Sender(hall, visitor, tournament), order, command_id))

    router.add_api_route(path, order, methods=["POST"], description=summary)


def add_form_route(
    router: APIRouter,
    orders: OrderList,
    page: Callable[..., Awaitable[ShowRefused]],
    back: Back = lambda *_: "",
    path: str = "",
) -> None:
    """Let forms of a tournament's page give the orders.

    `page` is a dependency that gives what makes it, `back` what follows its address once the order
    is carried out.
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
            body = orders.read_form(fields)
            sender = Sender(hall, visitor, tournament, say=words.gettext, messages=messages)
            await orders.give(sender, body, command_id)
        except REFUSALS as error:
            names = hall.names(words.code, in_full=True)
            why = refused(orders.form_of(fields), fields, error, words, names)
            shown = show_refused(fields, why)
            return await shown if inspect.isawaitable(shown) else shown
        return RedirectResponse(f"{request.url.path}{back(fields, tournament)}", 303)

    router.add_api_route(path, order, methods=["POST"])


def add_match_route(router: APIRouter, named: Order, action: Action, path: str = "") -> None:
    """Let programs give an order about a match, at the address that has its name or this one."""

    async def give(
        order: named.body,  # type: ignore[name-defined] # made from its command
        match_id: MatchIdDep,
        visitor: Annotated[Visitor, Depends(needs(action))],
        command_id: CommandIdDep,
        hall: HallDep,
    ) -> EffectOut:
        sender = Sender(hall, visitor, hall.tournaments.of(match_id), match_id)
        return effect_of(await named.give(sender, order, command_id))

    name, about = named.name.replace("-", "_"), (named.body.__doc__ or "").partition("\n")[0]
    router.add_api_route(
        path or f"/{named.name}", give, methods=["POST"], name=name, description=about
    )
