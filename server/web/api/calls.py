"""A hold of the hall, as the API tells it (ruling 31)."""

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from server.access import Action
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep
from server.web.orders.calls import CALL, END_CALL, HOLD_HALL, LIFT_HALL, TAKE_CALL
from server.web.orders.order_routes import add_hall_route, add_match_route


class HoldOut(BaseModel):
    """A hold of a room or of the hall that is on; `by` is the person's id."""

    scope: str
    room: str | None = Field(description="None for the hall.")
    by: str
    reason: str


_TABLE = "/api/t/{tournament}/matches/{number}/tables/{room}"
router = APIRouter(tags=["operator", "director"])

add_match_route(router, CALL, Action.CALL, f"{_TABLE}/call")
add_match_route(router, TAKE_CALL, Action.ANSWER_CALL, f"{_TABLE}/call/taken")
add_match_route(router, END_CALL, Action.ANSWER_CALL, f"{_TABLE}/call/ended")


@router.get("/api/holds", dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))])
async def hall_holds(hall: HallDep) -> list[HoldOut]:
    """What is held of the hall: rooms, or all of it."""
    return [
        HoldOut(
            scope=each.scope.value,
            room=each.room.value if each.room else None,
            by=each.by,
            reason=each.reason,
        )
        for each in hall.tournaments.held.holds.values()
    ]


add_hall_route(router, "/api/holds", HOLD_HALL, Action.DIRECT)
add_hall_route(router, "/api/holds/lifted", LIFT_HALL, Action.DIRECT)
