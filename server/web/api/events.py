"""The events of this server over the API, as everybody knows them."""

from datetime import date, datetime

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from server.access import Action
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, PublicEventsDep

router = APIRouter(prefix="/api/events", tags=["operator"])


class EventListedOut(BaseModel):
    """An event; `places` are its first three, several teams where nothing separates them.

    `first` and `last` are the days of its results. `status`, `until` and `since` as in its
    standings; places are empty until it is official.
    """

    name: str
    title: str
    place: str
    dates: str
    teams: int
    status: str
    until: datetime | None
    since: datetime | None
    first: date | None
    last: date | None
    places: list[list[str]]


@router.get("", dependencies=[Depends(needs(Action.WATCH))])
async def events(hall: HallDep, events: PublicEventsDep) -> list[EventListedOut]:
    """Running and coming events first, then those that are official, the latest first."""
    return [
        EventListedOut(
            name=each.name,
            title=each.title,
            place=each.place,
            dates=each.dates,
            teams=each.teams,
            status=each.status.phase.value,
            until=each.status.until,
            since=each.status.since,
            first=each.first,
            last=each.last,
            places=[[*teams] for teams in each.places],
        )
        for each in events.of(hall)
    ]
