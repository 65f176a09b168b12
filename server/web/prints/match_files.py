"""One room's games as match files: the operator's at any time, the public's after the match."""

from fastapi import APIRouter, Depends, Response

from rules.errors import MatchRefused
from rules.room import Room
from server.access import Action
from server.hall import Hall
from server.live.hub import LiveHub
from server.results.match_export import WRITERS, room_record
from server.web.edge.authorization import needs

_MEDIA_TYPE = {"mat": "text/plain", "sgf": "application/x-go-sgf"}


def match_file_routes(hall: Hall, hub: LiveHub) -> APIRouter:
    """Every room's games as .mat and .sgf, for operators under /api and for everyone."""
    routes = APIRouter(tags=["match files"])
    for form in WRITERS:
        routes.include_router(_files(hall, hub, form))
    return routes


def _files(hall: Hall, hub: LiveHub, form: str) -> APIRouter:
    routes = APIRouter()

    @routes.get(
        f"/api/matches/{{number}}/{{room}}.{form}",
        name=f"operator_{form}",
        dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))],
    )
    async def as_played(number: int, room: Room) -> Response:
        """One room's games so far; never for players or the public."""
        return _file(hall, number, room, form)

    @routes.get(
        f"/matches/{{number}}/{{room}}.{form}",
        name=f"public_{form}",
        dependencies=[Depends(needs(Action.WATCH))],
    )
    async def after_the_match(number: int, room: Room) -> Response:
        """One room's games, once every game is over in both rooms (ruling 12)."""
        hall.match(number)
        if not hub.is_over(number):
            raise MatchRefused("match", number, "a match that is over in both rooms")
        return _file(hall, number, room, form)

    return routes


def _file(hall: Hall, number: int, room: Room, form: str) -> Response:
    text = WRITERS[form](room_record(hall.match(number).history, room))
    name = f"match-{number}-{room.value}.{form}"
    return Response(
        text,
        media_type=_MEDIA_TYPE[form],
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
