"""A match's page, and the pages of people with one place: a room's clerk, a captain, a player.

All of them hold the same forms, which come back to the page of whoever sent them.
"""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from rules.scoring.teams import PerTeam
from rules.scoring.terms import TERMS
from server.access import Action, Role, Visitor, may, may_somewhere, sees_aids
from server.console.desk import ConsoleDesk
from server.console.match_view import MatchView
from server.web.console.match_forms import DEEDS, Deed
from server.web.console.order_pages import DirectorOrder, Stage, orders_at
from server.web.console.order_values import HandValues, hand_values
from server.web.console.page_parts import ConsoleParts
from server.web.edge.authorization import needs
from server.web.edge.form_fields import posted
from server.web.pages.board_terms import board_terms
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.paging import PageNumber, page_links
from server.web.pages.shell import Shell

HOMES = {Role.CLERK: "/room", Role.CAPTAIN: "/captain", Role.PLAYER: "/seat"}
"""Where people with one place come back to; others to the match's page."""


class OwnPages:
    """The pages with a match's forms, and where the forms go."""

    def __init__(self, desk: ConsoleDesk, parts: ConsoleParts, shell: Shell) -> None:
        self._desk, self._parts, self._shell = desk, parts, shell

    def routes(self) -> APIRouter:
        """The match's page, /room, /captain, /seat, and every form in them."""
        routes = APIRouter(include_in_schema=False)
        routes.include_router(self._page_routes())
        for path, (action, deed) in DEEDS.items():
            routes.include_router(self._deed_route(path, action, deed))
        return routes

    def _page_routes(self) -> APIRouter:
        routes = APIRouter()
        at_table = needs(Action.SEE_TABLE, place_follows=True)
        of_team = needs(Action.SEE_LINE_UP, place_follows=True)

        @routes.get("/hall/matches/{number}")
        async def match(
            request: Request,
            number: int,
            visitor: Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS))],
        ) -> Response:
            return self._match(request, number, visitor)

        @routes.get("/room")
        async def room(
            request: Request,
            visitor: Annotated[Visitor, Depends(at_table)],
            page: PageNumber = 1,
            match: Annotated[int | None, Query()] = None,
        ) -> Response:
            return self._tables(request, visitor, page=page, match=match)

        @routes.get("/seat")
        async def seat(
            request: Request, visitor: Annotated[Visitor, Depends(at_table)]
        ) -> Response:
            return self._tables(request, visitor)

        @routes.get("/captain")
        async def captain(
            request: Request, visitor: Annotated[Visitor, Depends(of_team)]
        ) -> Response:
            return self._captain(request, visitor)

        return routes

    def _deed_route(self, path: str, action: Action, deed: Deed) -> APIRouter:
        routes = APIRouter()

        @routes.post(f"/hall/matches/{{number}}/{path}")
        async def carry(
            request: Request,
            number: int,
            visitor: Annotated[Visitor, Depends(needs(action, place_follows=True))],
        ) -> Response:
            fields = dict(await posted(request))
            form = fields.pop("form", path)
            try:
                await deed(self._desk.hall, number, fields, visitor)
            except REFUSALS as error:
                why = refused(form, fields, error, self._shell.words(request))
                return self._home(request, number, visitor, why)
            return RedirectResponse(HOMES.get(visitor.role, f"/hall/matches/{number}"), 303)

        return routes

    def _home(self, request: Request, number: int, visitor: Visitor, why: Refused) -> Response:
        match visitor.role:
            case Role.CAPTAIN:
                return self._captain(request, visitor, why)
            case Role.CLERK | Role.PLAYER:
                return self._tables(request, visitor, why)
            case _:
                return self._match(request, number, visitor, why)

    def _match(
        self, request: Request, number: int, visitor: Visitor, why: Refused = NOTHING_REFUSED
    ) -> Response:
        view = self._desk.view(number, visitor)
        return self._shell.page(
            request,
            "console/match.html",
            status=why.status if why.form else 200,
            view=view,
            live=self._parts.match(number, visitor, self._shell.words(request)),
            players=self._players(view.teams),
            boards=self._desk.boards(),
            board_terms=self._board_terms(request, visitor),
            orders=self._orders(view, visitor),
            may_give_links=may(visitor, Action.GIVE_LINKS),
            may_seat=may(visitor, Action.SEAT_BOARD),
            may_direct=may(visitor, Action.DIRECT),
            hand=self._hand_values(request, visitor),
            embargo=self._desk.embargo(number).value,
            refused=why,
        )

    def _tables(
        self,
        request: Request,
        visitor: Visitor,
        why: Refused = NOTHING_REFUSED,
        page: int = 1,
        match: int | None = None,
    ) -> Response:
        shown = self._parts.own_views(visitor, page, match)
        home = HOMES.get(visitor.role, "/room")
        return self._shell.page(
            request,
            "console/tables.html",
            status=why.status if why.form else 200,
            views=shown.items,
            live=self._parts.tables(visitor, self._shell.words(request), shown.number),
            home=home,
            pages=page_links(shown, request.url.replace(path=home).remove_query_params("match")),
            hand=self._hand_values(request, visitor),
            board_terms=self._board_terms(request, visitor),
            refused=why,
        )

    def _hand_values(self, request: Request, visitor: Visitor) -> Mapping[str, HandValues]:
        """What forms of results kept by hand offer; nothing to those who may enter none."""
        if not may_somewhere(visitor, Action.ENTER_RESULT):
            return {}
        return hand_values(self._shell.words(request))

    def _captain(
        self, request: Request, visitor: Visitor, why: Refused = NOTHING_REFUSED
    ) -> Response:
        if visitor.match is None:
            return RedirectResponse("/hall", 303)
        view = self._desk.view(visitor.match, visitor)
        line_up = self._desk.match(view.number).record.line_ups.get(visitor.team or "")
        return self._shell.page(
            request,
            "console/captain.html",
            status=why.status if why.form else 200,
            view=view,
            team=visitor.team,
            line_up=line_up,
            live=self._parts.team(visitor, self._shell.words(request)),
            players=self._players(view.teams),
            refused=why,
        )

    def _board_terms(self, request: Request, visitor: Visitor) -> Mapping[str, object]:
        return board_terms(self._shell.words(request), aids=sees_aids(visitor))

    def _orders(self, view: MatchView, visitor: Visitor) -> list[DirectorOrder]:
        """The orders a director can give now."""
        if not may(visitor, Action.DIRECT):
            return []
        now = Stage.OVER if view.over else Stage.PLAYED if view.game else Stage.PLANNED
        return orders_at(now, counted=TERMS[view.game_name].counted)

    def _players(self, teams: PerTeam[str]) -> dict[str, tuple[str, ...]]:
        known = self._desk.hall.teams
        return {name: known.get(name, ()) for name in (teams.home, teams.away)}
