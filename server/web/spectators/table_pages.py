"""All tables at once, one of them featured: `/?featured=club/3`, `/?page=2`."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse

from rules.events import MatchPlayScheduled
from rules.identities import MatchAddress
from server.access import Action, may, sees_aids
from server.live.hub import LiveHub
from server.live.public_events import PublicEvent
from server.live.snapshot import PublicSnapshot
from server.persons.naming import Names
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.services import (
    AuthenticatorDep,
    HallDep,
    LatestResultsDep,
    LiveHubDep,
    PublicEventsDep,
)
from server.web.pages.card_head import CardHead
from server.web.pages.match_rows import MatchRow, is_playing
from server.web.pages.paging import PageLinks, PageNumber, page_links, paged
from server.web.pages.shell import ShellDep
from server.web.schemas.fields import MatchText
from server.web.spectators.front_lists import FrontLists, is_kept_by_hand, listed_events
from server.web.spectators.page_fragments import page_fragments
from server.web.spectators.share_cards.front_card import front_head
from server.web.spectators.sight_changes import HiddenMatchesDep, SpectatorSightDep
from server.web.spectators.table_cards import (
    TableCard,
    card_terms,
    featured,
    in_order,
    table_card,
)

router = APIRouter(include_in_schema=False)
_WATCHING = [Depends(needs(Action.WATCH))]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesPage:
    """What the front page shows: the `first` table large with what stands `beside` it, the others.

    `in_duplicate`: a match has the same dice in two rooms. `set_up`: there is a director. `playing`
    are matches under way as people call them, `newest` the highest numbers by tournament. `hidden`
    are those in which the visitor plays, `chosen` is the one that the operator wants to be large.
    """

    card_head: CardHead | None
    in_duplicate: bool
    set_up: bool
    first: TableCard | None
    others: Sequence[TableCard]
    beside: Mapping[str, str] | None
    by_hand: Sequence[MatchRow]
    coming: Sequence[MatchRow]
    results: Sequence[MatchRow]
    playing: Sequence[str]
    newest: Mapping[str, int]
    events: Sequence[tuple[PublicEvent, str]]
    hidden: Sequence[MatchAddress]
    pages: PageLinks
    terms: Mapping[str, object]
    chosen: MatchAddress | None
    may_choose: bool


@router.get("/", dependencies=_WATCHING)
async def tables(
    request: Request,
    shell: ShellDep,
    hub: LiveHubDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
    hidden: HiddenMatchesDep,
    sight: SpectatorSightDep,
    events: PublicEventsDep,
    latest: LatestResultsDep,
    large: Annotated[MatchText | None, Query(alias="featured")] = None,
    page: PageNumber = 1,
) -> HTMLResponse:
    """What is being played, with one table large; what comes next, what was over last.

    A table that is played alone has its score and moves beside it. Until there is a director the
    page tells how to set the server up.
    """
    words, chosen = shell.words(request), hub.featured.match_id
    names = hub.names_of(words.code)
    requested = names.match_meant(large) if large else None
    async with hub.known.held(requested):
        known = hub.in_play(requested)
    matches = [now for now in known if now.scheduled.match_id not in hidden]
    boards = [now for now in matches if not is_kept_by_hand(now)]
    first = featured(boards, requested, chosen)
    playing = [now.scheduled.match_id for now in matches if is_playing(now)]
    alone = first if first and len({*playing, first.scheduled.match_id}) == 1 else None
    large_first = in_order(boards, first)
    shown = paged([now for now in large_first if is_playing(now) or now is first], page)
    visitor = visitor_of(request)
    aids = sees_aids(visitor)
    cards = list[TableCard]()
    for now in shown.items:
        sight.shown(visitor, now.scheduled.match_id)
        cards.append(table_card(now, words, names, aids=aids))
    leading = first is not None and first in shown.items
    large_card, rest = (cards[0], cards[1:]) if leading else (None, cards)
    lists = FrontLists(matches, hall, hub, latest, words)
    results = lists.results()
    in_duplicate = any(map(_is_duplicate, matches)) or any(row.home_team for row in results)
    values = TablesPage(
        card_head=front_head(request, hall, hub, events, latest, words),
        in_duplicate=in_duplicate,
        set_up=authenticator.accounts.director_exists,
        first=large_card,
        others=rest,
        beside=page_fragments(alone, words.code, names) if alone and leading else None,
        by_hand=lists.by_hand(),
        coming=lists.coming(),
        results=results,
        playing=[str(names.match(each)) for each in playing],
        newest=_newest(hub, names),
        events=listed_events(events.of(hall), words, hall.now()),
        hidden=[names.match(each) for each in sorted(hidden)],
        pages=page_links(shown, request.url),
        terms=card_terms(words, aids=aids),
        chosen=names.match(chosen) if chosen else None,
        may_choose=may(visitor, Action.SCHEDULE),
    )
    return shell.page(request, "tables.html", values)


def _is_duplicate(now: PublicSnapshot) -> bool:
    return not isinstance(now.scheduled, MatchPlayScheduled)


def _newest(hub: LiveHub, names: Names) -> dict[str, int]:
    """The highest number by tournament: a match beyond it was set up since."""
    numbers = {str(name): hub.numbers(each) for each, name in names.tournaments.items()}
    return {name: known[-1] for name, known in numbers.items() if known}


@router.post("/featured", dependencies=[Depends(needs(Action.SCHEDULE))])
async def choose_featured(
    hub: LiveHubDep, match: Annotated[MatchText | None, Form()] = None
) -> RedirectResponse:
    """Keep the operator's choice of the match that is shown large; none is the server's own."""
    match_id = hub.names_of(None).match_meant(match) if match else None
    if match_id is not None and not (match_id in hub.known or hub.snapshot(match_id)):
        raise hub.unknown(match_id)
    await asyncio.to_thread(hub.featured.choose, match_id)
    return RedirectResponse("/", 303, {"cache-control": "no-store"})
