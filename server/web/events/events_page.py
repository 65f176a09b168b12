"""The events of this server: what is running and what was, by year, with winners."""

from dataclasses import dataclass

from babel.dates import format_date
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from server.access import Action
from server.live.public_events import PublicEvent, by_year
from server.results.event_status_words import StatusShown, status_shown
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, PublicEventsDep
from server.web.pages.shell import ShellDep
from server.words.translation import Words

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event on the page; `when` is what its organiser says, else the days of its results."""

    event: PublicEvent
    when: str
    standing: StatusShown


@router.get("/events")
async def every_event(
    request: Request, shell: ShellDep, hall: HallDep, events: PublicEventsDep
) -> Response:
    """Running and coming events first, then those that are official by year."""
    words, every = shell.words(request), events.of(hall)

    def row(event: PublicEvent) -> EventRow:
        return EventRow(event, _when(event, words), status_shown(event.status, words, hall.now()))

    return shell.page(
        request,
        "tournament/events.html",
        running=[row(each) for each in every if not each.is_over],
        years={year: [row(each) for each in past] for year, past in by_year(every).items()},
    )


def _when(event: PublicEvent, words: Words) -> str:
    if event.dates or event.first is None or event.last is None:
        return event.dates
    first, last = (
        format_date(each, "d MMMM y", locale=words.code) for each in (event.first, event.last)
    )
    return first if first == last else f"{first} – {last}"
