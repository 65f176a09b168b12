"""The pages of the hall: its tiles, its teams, the set-up of a match, the director's orders."""

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from rules.games.known_games import GAMES
from rules.room import Room
from rules.scoring.terms import TERMS
from server.access import Action, Visitor
from server.console.desk import ConsoleDesk
from server.web.console.match_forms import TeamDeed, enter_team, mend_team, schedule
from server.web.console.order_pages import ORDERS, DirectorOrder
from server.web.console.order_values import order_values
from server.web.console.page_parts import ConsoleParts
from server.web.edge.authorization import needs
from server.web.edge.form_fields import posted
from server.web.pages.board_terms import board_terms
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.letters_in_doubt import name_warning
from server.web.pages.paging import PageNumber, page_links
from server.web.pages.shell import Shell

PROPOSED_GAMES = 6
"""Games a room of the final in Fair Backgammon Duplicated Team Tournament (Garal, 2008)."""

LENGTHS = sorted({length for terms in TERMS.values() for length in terms.lengths})
"""Games a room of a match of any game; which go with which, the page says."""

Director = Annotated[Visitor, Depends(needs(Action.DIRECT))]


class ConsolePages:
    """The hall's pages over the desk; whoever has no business with a page is turned away."""

    def __init__(self, desk: ConsoleDesk, parts: ConsoleParts, shell: Shell) -> None:
        self._desk, self._parts, self._shell = desk, parts, shell

    def routes(self) -> APIRouter:
        """Every page under /hall, but a match's own, and the forms in them."""
        routes = APIRouter(include_in_schema=False)
        routes.include_router(self._hall_routes())
        routes.include_router(self._team_routes())
        routes.include_router(self._set_up_routes())
        routes.include_router(self._order_routes())
        return routes

    def _hall_routes(self) -> APIRouter:
        routes = APIRouter()

        @routes.get("/hall")
        async def hall(
            request: Request,
            visitor: Annotated[Visitor, Depends(needs(Action.SEE_CONSOLE))],
            needy: Annotated[bool, Query()] = False,
            page: PageNumber = 1,
        ) -> Response:
            words = self._shell.words(request)
            shown = self._parts.hall_page(visitor, words, needy=needy, page=page)
            return self._shell.page(
                request,
                "console/hall.html",
                tiles=shown.items,
                matches=len(self._desk.hall.matches),
                live=self._parts.hall(visitor, words, shown),
                feed=_feed(needy=needy, page=shown.number),
                pages=page_links(shown, request.url),
                needy=needy,
                teams=self._desk.hall.teams,
                damaged={} if visitor.room else self._desk.hall.damaged,
            )

        return routes

    def _team_routes(self) -> APIRouter:
        routes = APIRouter(prefix="/hall/teams")
        entering = needs(Action.ENTER_TEAM)

        @routes.get("", dependencies=[Depends(entering)])
        async def teams(
            request: Request, mend: Annotated[str, Query(max_length=80)] = ""
        ) -> Response:
            return self._team_page(request, mend)

        @routes.post("")
        async def enter(
            request: Request, visitor: Annotated[Visitor, Depends(entering)]
        ) -> Response:
            return await self._done_with_teams(request, visitor, enter_team)

        @routes.post("/mended")
        async def mended(
            request: Request, visitor: Annotated[Visitor, Depends(entering)]
        ) -> Response:
            return await self._done_with_teams(request, visitor, mend_team)

        return routes

    async def _done_with_teams(
        self, request: Request, visitor: Visitor, deed: TeamDeed
    ) -> Response:
        """Do what a form asks; refused, it comes back, for the team that `team` names if any."""
        fields = await posted(request)
        try:
            await deed(self._desk.hall, fields, visitor)
        except REFUSALS as error:
            why = refused("team", fields, error, self._shell.words(request))
            return self._team_page(request, fields.get("team", ""), why)
        return RedirectResponse("/hall/teams", 303)

    def _team_page(self, request: Request, mend: str, why: Refused = NOTHING_REFUSED) -> Response:
        words, known = self._shell.words(request), self._desk.hall.teams
        return self._shell.page(
            request,
            "console/teams.html",
            status=_status(why),
            teams={
                name: (players, name_warning(", ".join((name, *players)), words))
                for name, players in known.items()
            },
            mended=mend if mend in known else "",
            refused=why,
        )

    def _set_up_routes(self) -> APIRouter:
        routes = APIRouter()

        def page(request: Request, why: Refused = NOTHING_REFUSED) -> Response:
            return self._shell.page(
                request,
                "console/new_match.html",
                status=_status(why),
                teams=list(self._desk.hall.teams),
                kinds=list(GAMES),
                games=LENGTHS,
                proposed=PROPOSED_GAMES,
                refused=why,
            )

        @routes.get("/hall/matches/new", dependencies=[Depends(needs(Action.SCHEDULE))])
        async def new_match(request: Request) -> Response:
            return page(request)

        @routes.post("/hall/matches/new")
        async def set_up(
            request: Request, visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))]
        ) -> Response:
            fields = await posted(request)
            try:
                number = await schedule(self._desk.hall, fields, visitor)
            except REFUSALS as error:
                return page(request, refused("match", fields, error, self._shell.words(request)))
            return RedirectResponse(f"/hall/matches/{number}", 303)

        return routes

    def _order_routes(self) -> APIRouter:
        routes = APIRouter(prefix="/hall/matches/{number}/orders")

        @routes.get("/{name}")
        async def order(
            request: Request, number: int, name: str, director: Director, room: Room = Room.OPEN
        ) -> Response:
            return self._order_page(request, number, _order(name), room=room)

        @routes.post("/{name}")
        async def carry(request: Request, number: int, name: str, director: Director) -> Response:
            wanted, fields = _order(name), await posted(request)
            try:
                await wanted.carry(self._desk.hall, number, fields, director)
            except REFUSALS as error:
                why = refused("order", fields, error, self._shell.words(request))
                return self._order_page(request, number, wanted, why, _room(fields))
            return RedirectResponse(f"/hall/matches/{number}", 303)

        return routes

    def _order_page(
        self,
        request: Request,
        number: int,
        order: DirectorOrder,
        why: Refused = NOTHING_REFUSED,
        room: Room = Room.OPEN,
    ) -> Response:
        words = self._shell.words(request)
        return self._shell.page(
            request,
            "console/order.html",
            status=_status(why),
            order=order,
            number=number,
            board_terms=board_terms(words, aids=True),
            refused=why,
            **order_values(self._desk.hall, self._desk.match(number).record, room, words),
        )


def _feed(*, needy: bool, page: int) -> str:
    """The address of the socket that keeps this page of the hall as it is."""
    return "/hall/live?" + urlencode({**({"needy": 1} if needy else {}), "page": page})


def _order(name: str) -> DirectorOrder:
    if name not in ORDERS:
        raise HTTPException(404, f"no order {name!r}; there are: {', '.join(ORDERS)}")
    return ORDERS[name]


def _room(fields: Mapping[str, str]) -> Room:
    return Room.CLOSED if fields.get("room") == Room.CLOSED.value else Room.OPEN


def _status(why: Refused) -> int:
    return why.status if why.form else 200
