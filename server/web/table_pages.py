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

from server.access import Action, may, sees_aids
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


class TablePages:
    """The pages over the open tables of all matches; `set_up` tells whether there is a director."""

    def __init__(self, hub: LiveHub, shell: Shell, set_up: Callable[[], bool]) -> None:
        self._hub, self._shell, self._set_up = hub, shell, set_up

    def routes(self) -> APIRouter:
        """All of them."""
        routes = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])
        routes.get("/")(self.tables)
        routes.get("/screen")(self.screen)
        routes.get("/overlay/{number}")(self.overlay)
        return routes

    async def tables(
        self, request: Request, large: Annotated[int | None, Query(alias="featured")] = None
    ) -> HTMLResponse:
        """The grid of tables with one featured, and its score and moves where it is alone."""
        words, chosen = self._shell.words(request), self._hub.featured.number
        aids = sees_aids(visitor_of(request))
        cards = [table_card(now, words, aids=aids) for now in self._hub.snapshots()]
        first = featured(cards, large, chosen)
        others = [card for card in cards if card.playing and card is not first]
        alone = self._hub.snapshot(first.number) if first and not others else None
        return self._shell.page(
            request,
            "tables.html",
            set_up=self._set_up(),
            first=first,
            others=others,
            beside=page_fragments(alone, words.code) if alone else None,
            listed=[card for card in cards if not card.playing and card is not first],
            terms=card_terms(words, aids=aids),
            chosen=chosen,
            may_choose=may(visitor_of(request), Action.SCHEDULE),
        )

    async def screen(
        self, request: Request, seconds: Seconds = 20, matches: Matches = None
    ) -> HTMLResponse:
        """The big screen: one table after the other."""
        words, aids = self._shell.words(request), sees_aids(visitor_of(request))
        cards = [
            table_card(now, words, aids=aids)
            for now in self._hub.snapshots()
            if matches is None or now.scheduled.number in matches
        ]
        return self._shell.page(
            request,
            "screen.html",
            card=featured(cards, None) or next(iter(cards), None),
            seconds=seconds,
            matches=matches or [],
            terms=card_terms(words, aids=aids),
        )

    async def overlay(
        self, request: Request, number: int, show: Shown = Shown.SCORE
    ) -> HTMLResponse:
        """A transparent page over a stream's picture."""
        now, words = self._hub.snapshot(number), self._shell.words(request)
        if now is None:
            raise unknown_match(self._hub, number)
        aids = sees_aids(visitor_of(request))
        card, terms = table_card(now, words, aids=aids), card_terms(words, aids=aids)
        return self._shell.page(
            request, "overlay.html", card=card, last=now.last, show=show.value, terms=terms
        )
