"""How a match's page is shared: its address, and what link previews are told of it.

All of it is made from the public snapshot alone (ruling 12).
"""

from typing import Any, NamedTuple

from starlette.requests import HTTPConnection

from server.live.snapshot import PublicSnapshot
from server.persons.naming import Names
from server.web.edge.addresses import public_url
from server.web.pages.board_terms import board_in_words
from server.web.pages.card_head import card_head, shared_address
from server.web.spectators.share_cards.frame_code import (
    frame_code,
    frame_size,
    frame_source,
    may_be_framed,
)
from server.web.spectators.share_cards.match_card import score_line
from server.web.spectators.share_cards.shown_tables import TableShown
from server.words.translation import Words


class FramedPage(NamedTuple):
    """The address that a frame shows, and the HTML with that frame."""

    source: str
    code: str


def match_sharing(
    request: HTTPConnection,
    now: PublicSnapshot,
    shown: TableShown,
    words: Words,
    names: Names,
) -> dict[str, Any]:
    """The values of the page that shows this table of a match: `card_head`, `shared` and `framed`.

    `framed` is what other sites put into their pages, None where none may.
    """
    address = names.match(now.scheduled.match_id)
    match = words.gettext("Match %(number)s", number=address.label)
    parts = [now.scheduled.event, match, shown.stage, shown.latest]
    path = address.path + shown.place
    title, base = score_line(now, names), public_url(request)
    framed = None
    if base and may_be_framed(request):
        source = frame_source(base, path, words.code)
        framed = FramedPage(source, frame_code(source, title, frame_size()))
    head = card_head(
        request,
        words,
        path,
        title=title,
        description=" · ".join(filter(None, parts)),
        alt=board_in_words(shown.table, now.scheduled.game_name, words, aids=False),
        query={"item": str(now.last)},
        embeddable=True,
    )
    shared = shared_address(request, words, path)
    return {"card_head": head, "shared": shared, "framed": framed}
