"""The operator's API: teams, matches, line-ups, boards, confirmations, signatures."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response

from rules.room import Room
from server.access import Action, Visitor
from server.hall import Hall
from server.translation import SOURCE_LANGUAGE, words_for
from server.web import match_deeds, result_deeds
from server.web.api.director_api import director_routes
from server.web.edge.authorization import needs
from server.web.pages.paging import PageNumber, page_links, paged
from server.web.schemas.boards import (
    BoardIn,
    BoardKeyOut,
    BoardOut,
    LinkAlarmOut,
    boards_out,
    link_alarms_out,
)
from server.web.schemas.director import EffectOut
from server.web.schemas.fields import BoardId
from server.web.schemas.line_ups import LineUpIn, LineUpOut
from server.web.schemas.matches import (
    MatchIn,
    MatchOut,
    MatchStateOut,
    NewMatchOut,
    match_out,
    match_state_out,
)
from server.web.schemas.results import ConfirmationIn, HandResultIn, SignatureIn
from server.web.schemas.tables import BoardSeatIn, TableOut, table_out
from server.web.schemas.teams import TeamChangeIn, TeamIn, TeamOut

Size = Annotated[int, Query(ge=1, le=500, description="How many matches a page has.")]


def operator_api(hall: Hall) -> APIRouter:
    """All routes under /api; they answer only once what they did is durable.

    Who did it is whoever is signed in, never what a body says.
    """
    api = APIRouter(prefix="/api", tags=["operator"])
    for routes in (_team_routes, _match_routes, _captain_routes, _table_routes, _board_routes):
        api.include_router(routes(hall))
    api.include_router(director_routes(hall))
    return api


def _team_routes(hall: Hall) -> APIRouter:
    routes = APIRouter()

    @routes.get("/teams", dependencies=[Depends(needs(Action.SEE_TEAMS))])
    async def teams() -> list[TeamOut]:
        """Every registered team."""
        return [TeamOut(name=name, players=list(who)) for name, who in hall.teams.items()]

    @routes.post("/teams", status_code=201)
    async def register_team(
        team: TeamIn, visitor: Annotated[Visitor, Depends(needs(Action.ENTER_TEAM))]
    ) -> TeamOut:
        """Enter a team with its players."""
        await match_deeds.enter_team(hall, team, visitor)
        return TeamOut(name=team.name, players=team.players)

    @routes.put("/teams")
    async def change_team(
        change: TeamChangeIn, visitor: Annotated[Visitor, Depends(needs(Action.ENTER_TEAM))]
    ) -> TeamOut:
        """Mend a team's name, before a match is set up with it, or its players.

        Players that a line-up names stay; while a line-up is sealed, all do.
        """
        await match_deeds.mend_team(hall, change, visitor)
        return TeamOut(name=change.name, players=change.players)

    return routes


def _match_routes(hall: Hall) -> APIRouter:
    routes = APIRouter(prefix="/matches")

    @routes.get("", dependencies=[Depends(needs(Action.SEE_MATCHES))])
    async def matches(
        request: Request, response: Response, page: PageNumber = 1, size: Size = 100
    ) -> list[MatchOut]:
        """A page of the matches, by number; `Link` tells where the pages beside it are."""
        shown = paged([process.record for process in hall.matches.values()], page, size)
        links = page_links(shown, request.url)
        beside = {"prev": links.before, "next": links.after, "last": links.last}
        told = [f'<{address}>; rel="{kind}"' for kind, address in beside.items() if address]
        if told:
            response.headers["link"] = ", ".join(told)
        return [match_out(record) for record in shown.items]

    @routes.post("", status_code=201)
    async def schedule(
        wanted: MatchIn, visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))]
    ) -> NewMatchOut:
        """Set up a match between two registered teams."""
        return NewMatchOut(number=await match_deeds.schedule(hall, wanted, visitor))

    @routes.get("/{number}", dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))])
    async def match(number: int) -> MatchStateOut:
        """One match with both its tables."""
        return match_state_out(hall.match(number).record)

    return routes


def _captain_routes(hall: Hall) -> APIRouter:
    routes = APIRouter(prefix="/matches")

    @routes.post("/{number}/line-ups")
    async def line_up(
        number: int,
        team: LineUpIn,
        visitor: Annotated[Visitor, Depends(needs(Action.LINE_UP, place_follows=True))],
    ) -> LineUpOut:
        """A team's line-up, sealed until both are in; then the match starts."""
        sealed = await match_deeds.hand_in_line_up(hall, number, team, visitor)
        return LineUpOut(sealed=sealed)

    @routes.post("/{number}/signatures")
    async def sign(
        number: int,
        given: SignatureIn,
        visitor: Annotated[Visitor, Depends(needs(Action.SIGN, place_follows=True))],
    ) -> EffectOut:
        """A captain's signature under the match protocol (ruling 15)."""
        return await match_deeds.sign(hall, number, given, visitor)

    return routes


def _table_routes(hall: Hall) -> APIRouter:
    routes = APIRouter(prefix="/matches/{number}")

    @routes.get("/tables/{room}", dependencies=[Depends(needs(Action.SEE_TABLE))])
    async def table(number: int, room: Room) -> TableOut:
        """One table, for those who sit or serve in its room; nothing of the other room."""
        return table_out(hall.match(number).record, room)

    @routes.post("/boards", status_code=204)
    async def put_board(
        number: int,
        seat: BoardSeatIn,
        visitor: Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))],
    ) -> None:
        """Put a board on a room's table; asks first where that strikes a game under way."""
        await match_deeds.put_board(hall, number, seat, visitor)

    @routes.post("/results")
    async def confirm(
        number: int,
        given: ConfirmationIn,
        visitor: Annotated[Visitor, Depends(needs(Action.CONFIRM, place_follows=True))],
    ) -> EffectOut:
        """A confirmation of a room's result; never by the account that entered it."""
        return await result_deeds.confirm(hall, number, given, visitor)

    @routes.post("/results/by-hand")
    async def enter_result(
        number: int,
        kept: HandResultIn,
        visitor: Annotated[Visitor, Depends(needs(Action.ENTER_RESULT, place_follows=True))],
    ) -> EffectOut:
        """A result that was kept by hand, of a game no board has begun."""
        return await result_deeds.enter_result(hall, number, kept, visitor)

    return routes


def _board_routes(hall: Hall) -> APIRouter:
    routes = APIRouter(prefix="/boards")
    keeping = [Depends(needs(Action.KEEP_BOARDS))]

    @routes.get("", dependencies=[Depends(needs(Action.SEE_BOARDS))])
    async def boards() -> list[BoardOut]:
        """Every board that has a key, a table or a link."""
        known = await asyncio.to_thread(hall.board_keys.list)
        labels = {board.board_id: board.label for board in known}
        return boards_out(hall, labels, words_for(SOURCE_LANGUAGE))

    @routes.get("/alarms", dependencies=[Depends(needs(Action.SEE_BOARDS))])
    async def alarms() -> list[LinkAlarmOut]:
        """What is wrong with ports and with boards that are not let in, the oldest first."""
        return link_alarms_out(hall, words_for(SOURCE_LANGUAGE))

    @routes.delete("/alarms/{number}", status_code=204, dependencies=keeping)
    async def dismiss_alarm(number: int) -> None:
        """Show such an alarm no more while it goes on; 404 where there is none."""
        if not hall.boards.alarms.dismiss(number):
            raise HTTPException(404, f"alarm: {number} is none; allowed: one that is listed")

    @routes.post("", status_code=201, dependencies=keeping)
    async def add_board(board: BoardIn) -> BoardKeyOut:
        """Give a board its key; it is shown this once."""
        key = await hall.give_key(board.board_id, board.label)
        return BoardKeyOut(board_id=board.board_id, key=key.hex())

    @routes.post("/{board_id}/key", status_code=201, dependencies=keeping)
    async def replace_key(board_id: BoardId) -> BoardKeyOut:
        """Give a board a new key, shown this once; the old one is good no more."""
        key = await hall.replace_key(board_id)
        return BoardKeyOut(board_id=board_id, key=key.hex())

    @routes.delete("/{board_id}", status_code=204, dependencies=keeping)
    async def remove_board(board_id: BoardId) -> None:
        """Take a board's key away and hang up on it."""
        await hall.revoke_key(board_id)

    return routes
