"""All tables at once: the grid with one featured, the big screen, the overlay for a stream.

Addresses are stable and their queries are all their settings: `/?featured=3`, `/screen?seconds=20
&matches=1&matches=3`, `/overlay/3?show=score`; `language` and `theme` go with each.
"""

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse

from server.access import Action, may
from server.live.hub import LiveHub
from server.web.gate import needs, visitor_of
from server.web.live_socket import unknown_match
from server.web.page_fragments import page_fragments
from server.web.shell import Shell
from server.web.table_cards import card_terms, featured, table_card

Seconds = Annotated[int, Query(ge=5, le=600, description="How long a table stays on the screen.")]
Matches = Annotated[list[int] | None, Query(description="Only these matches; all without it.")]


class Shown(Enum):
    """What an overlay shows."""

    SCORE = "score"
    BOARD = "board"
    BOTH = "both"


def featured_routes(hub: LiveHub) -> APIRouter:
    """The operator's choice of the match that is shown large."""
    routes = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SCHEDULE))])

    @routes.post("/featured")
    async def choose(match: Annotated[int | None, Form()] = None) -> RedirectResponse:
        if match is not None and hub.snapshot(match) is None:
            raise unknown_match(hub, match)
        await asyncio.to_thread(hub.featured.choose, match)
        return RedirectResponse("/", 303, {"cache-control": "no-store"})

    return routes


def table_pages(hub: LiveHub, shell: Shell, set_up: Callable[[], bool]) -> APIRouter:
    """The pages over the open tables of all matches."""
    routes = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])

    @routes.get("/")
    async def tables(
        request: Request, large: Annotated[int | None, Query(alias="featured")] = None
    ) -> HTMLResponse:
        words = shell.words(request)
        cards = [table_card(now, words) for now in hub.snapshots()]
        first = featured(cards, large, hub.featured.number)
        others = [card for card in cards if card.playing and card is not first]
        alone = hub.snapshot(first.number) if first and not others else None
        return shell.page(
            request,
            "tables.html",
            set_up=set_up(),
            first=first,
            others=others,
            beside=page_fragments(alone, words.code) if alone else None,
            listed=[card for card in cards if not card.playing and card is not first],
            terms=card_terms(words),
            chosen=hub.featured.number,
            may_choose=may(visitor_of(request), Action.SCHEDULE),
        )

    @routes.get("/screen")
    async def screen(
        request: Request, seconds: Seconds = 20, matches: Matches = None
    ) -> HTMLResponse:
        words = shell.words(request)
        cards = [
            table_card(now, words)
            for now in hub.snapshots()
            if matches is None or now.scheduled.number in matches
        ]
        return shell.page(
            request,
            "screen.html",
            card=featured(cards, None) or next(iter(cards), None),
            seconds=seconds,
            matches=matches or [],
            terms=card_terms(words),
        )

    @routes.get("/overlay/{number}")
    async def overlay(request: Request, number: int, show: Shown = Shown.SCORE) -> HTMLResponse:
        now, words = hub.snapshot(number), shell.words(request)
        if now is None:
            raise unknown_match(hub, number)
        card, terms = table_card(now, words), card_terms(words)
        return shell.page(
            request, "overlay.html", card=card, last=now.last, show=show.value, terms=terms
        )

    return routes
