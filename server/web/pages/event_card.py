"""The picture of a tournament for those who share one of its pages: its name, its round, who leads.

It shows what its pages show the public (ruling 12), and of a match under way no figure.
"""

from collections.abc import Iterator

from fastapi import Request

from protocol_forms.labels import shortened
from protocol_forms.sheets.share_card import LARGEST_LIST, CardRow, ShareCard
from server.web.edge.addresses import public_url
from server.web.edge.format_pages import CardList
from server.web.pages.card_head import CardHead, host_of, list_card_head
from server.web.pages.event_view import EventView

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
