"""A tournament's public pages: its view injected, their frame, what link previews read of them."""

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Request
from starlette.responses import HTMLResponse

from server.web.edge.services import (
    HallDep,
    LatestResultsDep,
    LiveHubDep,
    PublicOutcomesDep,
    TournamentDep,
    services_of,
)
from server.web.pages.event_card import event_head
from server.web.pages.event_view import EventView, rendered_parts
from server.web.pages.shell import Shell, ShellDep


async def _event_view(
    request: Request,
    shell: ShellDep,
    hall: HallDep,
    hub: LiveHubDep,
    tournament: TournamentDep,
    public: PublicOutcomesDep,
    latest: LatestResultsDep,
) -> EventView:
    """In the visitor's language."""
    every_round = request.query_params.get("rounds") == "all"
    words = shell.words(request)
    formats = services_of(request).formats
    return EventView(hall, hub, public, latest, tournament, words, formats, every_round)


EventViewDep = Annotated[EventView, Depends(_event_view)]


def event_page(
    request: Request, shell: Shell, view: EventView, template: str, **values: Any
) -> HTMLResponse:
    """A page by its template with these values and those of its frame.

    The frame's: `view`, `tournament` (its short name) and `card_head`.
    """
    head = event_head(request, view, quote(request.scope["path"]))
    values |= {"view": view, "tournament": view.name, "card_head": head}
    return shell.page(request, template, **values)


def live_page(request: Request, shell: Shell, view: EventView, page: str) -> HTMLResponse:
    """A page of a format whose part goes on while the tournament is played, by its name."""
    link, parts = view.followed(page), rendered_parts(view, page)
    heading = view.words.gettext(link.label)
    return event_page(request, shell, view, link.page, parts=parts, heading=heading, page=page)
