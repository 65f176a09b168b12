"""One room's games as match files: the operator's at any time, the public's after the match."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from rules.identities import MatchId
from rules.room import Room
from server.access import Action
from server.hall import Hall
from server.results.match_export import WRITERS, room_record
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, MatchIdDep, MatchOverDep

router = APIRouter(tags=["match files"])
_MEDIA_TYPE = {"mat": "text/plain", "sgf": "application/x-go-sgf"}
_SEEING_BOTH_ROOMS = [Depends(needs(Action.SEE_BOTH_ROOMS))]
_WATCHING = [Depends(needs(Action.WATCH))]


async def _format_asked(request: Request) -> str:
    return str(request.scope["path"]).rpartition(".")[2]


FileFormat = Annotated[str, Depends(_format_asked)]
"""The ending of the address, which is one of `WRITERS`."""


@router.get(
    "/api/t/{tournament}/matches/{number}/{room}.mat",
    name="operator_mat",
    dependencies=_SEEING_BOTH_ROOMS,
)
@router.get(
    "/api/t/{tournament}/matches/{number}/{room}.sgf",
    name="operator_sgf",
    dependencies=_SEEING_BOTH_ROOMS,
)
async def as_played(
    match_id: MatchIdDep, room: Room, file_format: FileFormat, hall: HallDep
) -> Response:
    """One room's games so far; never for players or the public."""
    return _file(hall, match_id, room, file_format)


@router.get(
    "/t/{tournament}/matches/{number}/{room}.mat", name="public_mat", dependencies=_WATCHING
)
@router.get(
    "/t/{tournament}/matches/{number}/{room}.sgf", name="public_sgf", dependencies=_WATCHING
)
async def after_the_match(
    match_id: MatchOverDep, room: Room, file_format: FileFormat, hall: HallDep
) -> Response:
    """One room's games, once every game is over in both rooms (ruling 12)."""
    return _file(hall, match_id, room, file_format)


def _file(hall: Hall, match_id: MatchId, room: Room, file_format: str) -> Response:
    text = WRITERS[file_format](room_record(hall.match(match_id).history, room, hall.names()))
    name = f"match-{hall.names().match(match_id).key}-{room.value}.{file_format}"
    return Response(
        text,
        media_type=_MEDIA_TYPE[file_format],
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
