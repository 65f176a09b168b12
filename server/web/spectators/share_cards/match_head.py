"""What link previews are told of a match's page: from the public snapshot alone (ruling 12)."""

from starlette.requests import HTTPConnection

from server.live.snapshot import PublicSnapshot
from server.persons.naming import Names
from server.translation import Words
from server.web.pages.board_terms import board_in_words
from server.web.pages.card_head import CardHead, card_head
from server.web.spectators.share_cards.match_card import score_line
from server.web.spectators.share_cards.shown_tables import TableShown


def match_head(
    request: HTTPConnection,
    now: PublicSnapshot,
    shown: TableShown,
    words: Words,
    names: Names,
) -> CardHead | None:
    """The tags of the page that shows this table of a match."""
    address = names.match(now.scheduled.match_id)
    match = words.gettext("Match %(number)s", number=address.label)
    parts = [now.scheduled.event, match, shown.stage, shown.latest]
    return card_head(
        request,
        words,
        address.path + shown.place,
        title=score_line(now, names),
        description=" · ".join(filter(None, parts)),
        alt=board_in_words(shown.table, now.scheduled.game_name, words, aids=False),
        query={"item": str(now.last)},
        embeddable=True,
    )
