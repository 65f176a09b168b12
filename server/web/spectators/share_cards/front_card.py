"""The front page's picture for those who share its address: what is played here, or was last.

It is the same for everybody, also for those who play: of a match under way it has the names alone,
figures of finished ones (rulings 12 and 34).
"""

from collections.abc import Sequence

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from protocol_forms.labels import shortened
from protocol_forms.sheets.share_card import LARGEST_LIST, CardRow, ShareCard
from server.access import Action
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_events import LatestResults, PublicEvent, PublicEvents
from server.web.edge.addresses import public_url
from server.web.edge.authorization import needs
from server.web.edge.services import (
    HallDep,
    LatestResultsDep,
    LiveHubDep,
    PublicEventsDep,
    services_of,
)
from server.web.pages.card_head import CardHead, host_of, list_card_head
from server.web.pages.card_images import CardImagesDep, CardLanguage, card_answer, no_card
from server.web.pages.match_rows import MatchRow
from server.web.spectators.front_lists import FrontLists, listed_events
from server.words.translation import Words, words_for

_LONGEST = 60
"""Letters of a name; what is longer could be read on no picture."""
_OTHERS = 2
"""Tournaments named beneath the list."""
_PICTURE = "/front"

router = APIRouter(
    prefix="/cards", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)


@router.get(_PICTURE + ".png")
async def of_front_page(
    request: Request,
    hall: HallDep,
    hub: LiveHubDep,
    events: PublicEventsDep,
    latest: LatestResultsDep,
    images: CardImagesDep,
    language: CardLanguage = None,
) -> Response:
    """What the front page lists, in the language of the address."""
    base = public_url(request)
    if not base:
        return no_card()
    words = words_for(language or services_of(request).language)
    card = _card(hall, hub, events, latest, words, host_of(base))
    return await card_answer(images, card, lambda: card)


def front_head(
    request: Request,
    hall: Hall,
    hub: LiveHub,
    events: PublicEvents,
    latest: LatestResults,
    words: Words,
) -> CardHead | None:
    """The front page's tags, None where `public_url` is not set."""
    base = public_url(request)
    if not base:
        return None
    card = _card(hall, hub, events, latest, words, host_of(base))
    return list_card_head(request, words, "/", card, _PICTURE)


def _card(
    hall: Hall,
    hub: LiveHub,
    events: PublicEvents,
    latest: LatestResults,
    words: Words,
    address: str,
) -> ShareCard:
    lists = FrontLists(hub.in_play(), hall, hub, latest, words)
    listed = listed_events(events.of(hall), words, hall.now())
    return front_card(lists.playing(), lists.results(), listed, words, address)


def front_card(
    playing: Sequence[MatchRow],
    results: Sequence[MatchRow],
    events: Sequence[tuple[PublicEvent, str]],
    words: Words,
    address: str,
) -> ShareCard:
    """Its card, called by the one tournament that goes on, else by the server's address."""
    going = [each for each, _ in events if not each.is_over]
    own = going[0] if len(going) == 1 else None
    named = [each.title for each, _ in events if each is not own][:_OTHERS]
    dates = ", ".join(filter(None, (own.place, own.dates))) if own else ""
    if playing:
        stage, rows = words.gettext("Being played"), [_row(each) for each in playing]
    elif results:
        stage, rows = words.gettext("Latest results"), [_row(each, over=True) for each in results]
    else:
        stage, rows = words.gettext("No match is being played now"), []
    return ShareCard(
        language=words.code,
        title=shortened(own.title, _LONGEST) if own else address,
        stage=stage,
        rows=tuple(rows[:LARGEST_LIST]),
        notes=tuple(filter(None, (dates, *(shortened(each, _LONGEST) for each in named)))),
        address=address,
    )


def _row(match: MatchRow, *, over: bool = False) -> CardRow:
    home, away = (shortened(each, _LONGEST) for each in (match.home, match.away))
    if not over:
        return CardRow(f"{home} – {away}")
    first, second = match.vp or (match.home_sum, match.away_sum)
    return CardRow(f"{home} – {away}", f"{first}–{second}")
