"""How a match's page is shared: its address, and what link previews are told of it.

All of it is made from the public snapshot alone (ruling 12).
"""

from typing import Any

from starlette.requests import HTTPConnection

from server.live.snapshot import PublicSnapshot
from server.persons.naming import Names
from server.translation import Words
from server.web.pages.board_terms import board_in_words
from server.web.pages.card_head import card_head, shared_address
from server.web.spectators.share_cards.match_card import score_line
from server.web.spectators.share_cards.shown_tables import TableShown


def match_sharing(
    request: HTTPConnection,
    now: PublicSnapshot,
    shown: TableShown,
    words: Words,
    names: Names,
) -> dict[str, Any]:
    """The values of the page that shows this table of a match: `card_head` and `shared`."""
    address = names.match(now.scheduled.match_id)
    match = words.gettext("Match %(number)s", number=address.label)
    parts = [now.scheduled.event, match, shown.stage, shown.latest]
    path = address.path + shown.place
    head = card_head(
        request,
        words,
        path,
        title=score_line(now, names),
        description=" · ".join(filter(None, parts)),
        alt=board_in_words(shown.table, now.scheduled.game_name, words, aids=False),
        query={"item": str(now.last)},
        embeddable=True,
    )
    return {"card_head": head, "shared": shared_address(request, words, path)}
