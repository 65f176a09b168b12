"""Announcements over the API: read by everybody, made and taken down by who runs the hall."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from server.access import Action, Visitor
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep
from server.web.requests.announcements import announce, announcements_out, take_down
from server.web.requests.effects import EffectOut, effect_of
from server.web.schemas.announcements import AnnouncementIn, AnnouncementOut

Announcing = Annotated[Visitor, Depends(needs(Action.ANNOUNCE))]
Whose = Annotated[
    str,
    Query(
        max_length=30, description="Short name of a tournament, whose are given with the hall's."
    ),
]
router = APIRouter()


@router.get(
    "/announcements.json", tags=["public"], dependencies=[Depends(needs(Action.SEE_PAIRINGS))]
)
async def announcements(hall: HallDep, tournament: Whose = "") -> list[AnnouncementOut]:
    """What is announced now, the latest first."""
    return announcements_out(hall, tournament)


@router.post("/api/announcements", status_code=201, tags=["operator"])
async def make(
    asked: AnnouncementIn, visitor: Announcing, command_id: CommandIdDep, hall: HallDep
) -> EffectOut:
    """Announce something to everybody, both rooms included."""
    return effect_of((await announce(hall, asked, visitor, command_id),))


@router.delete("/api/announcements/{announcement}", status_code=204, tags=["operator"])
async def end(
    announcement: int, visitor: Announcing, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Show an announcement to nobody any more."""
    await take_down(hall, announcement, visitor, command_id)
