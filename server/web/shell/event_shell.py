"""A tournament's public pages: its view injected, their frame, the picture that links to them show.

The picture has what the pages show the public (ruling 12), and of a match under way no figure.
"""

from collections.abc import Iterator
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Request
from starlette.responses import HTMLResponse

from protocol_forms.labels import shortened
from protocol_forms.sheets.share_card import LARGEST_LIST, CardRow, ShareCard
from server.web.edge.addresses import public_url
from server.web.edge.format_pages import CardList
from server.web.edge.services import (
    HallDep,
    LatestResultsDep,
    LiveHubDep,
    PublicOutcomesDep,
    TournamentDep,
    services_of,
)
from server.web.shell.cards import CardHead, host_of, list_card_head
from server.web.shell.event_view import EventView, rendered_parts
from server.web.shell.shell import Shell, ShellDep

_LONGEST = 60
"""Letters of a name; what is longer could be read on no picture."""


def event_head(request: Request, view: EventView, path: str) -> CardHead | None:
    """The tags of a tournament's page at `path`; None where `public_url` is not set."""
    base = public_url(request)
    if not base:
        return None
    card = event_card(view, host_of(base))
    return list_card_head(request, view.words, path, card, f"/t/{view.name}")


def event_card(view: EventView, address: str) -> ShareCard:
    """Its card: the head of what it plays now, a table, its pairs or its players."""
    stage, rows = next(_lists(view), ("", []))
    return ShareCard(
        language=view.words.code,
        title=shortened(view.title, _LONGEST),
        stage=stage or view.place_and_dates,
        rows=tuple(rows[:LARGEST_LIST]),
        notes=tuple(filter(None, (view.place_and_dates if stage else "", view.standing.text))),
        address=address,
    )


def _lists(view: EventView) -> Iterator[CardList]:
    """What the tournament plays, of each format the latest first, each with what heads its list."""
    for each in view.formats:
        yield from each.lists(view)
    if view.tournament.teams:
        yield view.words.gettext("Teams"), [card_row(team) for team in view.tournament.teams]


def card_row(name: str, figure: str = "") -> CardRow:
    """A line of the list: a name, as long as a picture shows one, and a figure."""
    return CardRow(shortened(name, _LONGEST), figure)


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
