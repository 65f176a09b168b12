"""Pictures of matches, games and positions, at addresses under which nobody is known.

`/cards/t/{name}/matches/{n}.png` is the match as it stands, `…/g2.png` its game 2, `…/g2/m14.png`
the position after a step of it: what the page at that address shows the public. There are none
unless `public_url` is set.
"""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from protocol_forms.sheets.share_card import ShareCard
from server.access import Action
from server.web.edge.addresses import public_url
from server.web.edge.authorization import needs
from server.web.edge.services import LiveHubDep, MatchIdDep, services_of
from server.web.pages.card_head import host_of
from server.web.pages.card_images import CardImagesDep, CardLanguage, card_answer, no_card
from server.web.spectators.share_cards.match_card import match_card
from server.web.spectators.share_cards.shown_tables import position_meant, table_at, table_now
from server.web.spectators.stories import StoriesDep
from server.words.translation import words_for

router = APIRouter(
    prefix="/cards", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)
Item = Annotated[int, Query(ge=0)]


_MATCH = "/t/{tournament}/matches/{number}"


@router.get(_MATCH + ".png")
@router.get(_MATCH + "/g{game}.png")
@router.get(_MATCH + "/g{game}/{step}.png")
async def of_match(
    request: Request,
    match_id: MatchIdDep,
    hub: LiveHubDep,
    images: CardImagesDep,
    stories: StoriesDep,
    game: str | None = None,
    step: str | None = None,
    language: CardLanguage = None,
    item: Item = 0,
) -> Response:
    """A match as it stands, or a position, at or after the public item `item`.

    Pages name the latest: so a later picture has another address, and no cache answers with the one
    before.
    """
    now, base = hub.snapshot(match_id), public_url(request)
    if now is None or not base or item > now.last:
        return no_card()
    words = words_for(language or services_of(request).language)
    position = None if game is None else position_meant(now, stories, game, step, words)
    if game is not None and position is None:
        return no_card()
    names = hub.names_of(words.code)
    label = names.match(match_id).label
    key = (now.scheduled, game, step, now.last, words.code, names.revision, label)

    def card() -> ShareCard:
        shown = table_now(now, words) if position is None else table_at(now, position, words)
        return match_card(now, shown, words, names, address=host_of(base))

    return await card_answer(images, key, card)
