"""The HTML tags with which a page describes itself to link previews.

They are made from what is public at the time, as the page itself is (ruling 12).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2s
from urllib.parse import urlencode

from protocol_forms.sheets.share_card import HEIGHT, WIDTH, ShareCard
from server.values.naming import Names
from server.views.tables.words import board_in_words
from server.web.match_page.stories import MatchShown
from server.web.shell.hidden_results import CHOICE
from server.words.translation import Words
from yalta_extras.sharing.match_cards import (
    TableShown,
    ending_now,
    names_line,
    score_line,
    start_shown,
)


@dataclass(frozen=True, slots=True)
class CardHead:
    """The values of the HTML tags with which a page describes itself to link previews.

    `url` is the page's address, `image` the address of its picture, `alt` the picture in words.
    `locale` is the page's language. `oembed` is the address of the page's oEmbed document, empty if
    the page has none. `width` and `height` are the picture's, in pixels.
    """

    title: str
    description: str
    url: str
    image: str
    alt: str
    locale: str
    oembed: str = ""
    width: int = WIDTH
    height: int = HEIGHT


def card_head(
    base: str,
    words: Words,
    path: str,
    *,
    title: str,
    description: str,
    alt: str,
    query: Mapping[str, str] | None = None,
    embeddable: bool = False,
    picture: str = "",
    choice: Mapping[str, str] | None = None,
) -> CardHead:
    """Return the tags of the page at `path` on the server at `base`, in the language of `words`.

    `title` and `description` are those of the page, `alt` is the picture in words. `picture` is the
    path of the picture below `/cards`; if it is empty, the path of the page is used. `query` is
    added to the picture's address, `choice` to the page's. If `embeddable` is True the page has an
    oEmbed document.
    """
    language = {"language": words.code}
    url = f"{base}{path}?{urlencode({**language, **(choice or {})})}"
    shown = urlencode({**language, **(query or {})})
    return CardHead(
        title=title,
        description=description,
        url=url,
        image=f"{base}/cards{picture or path}.png?{shown}",
        alt=alt,
        locale=words.language.locale,
        oembed=f"{base}/oembed?{urlencode({'url': url, 'format': 'json'})}" if embeddable else "",
    )


def list_card_head(
    base: str, words: Words, path: str, card: ShareCard, picture: str, *, hidden: bool = False
) -> CardHead:
    """Return the tags of the page at `path` on the server at `base`, whose picture shows a list.

    `card` is the picture's card, `picture` the path of the picture below `/cards`. The address of
    the picture has a digest of its contents, so that no cache answers with an earlier picture.
    With `hidden` both addresses hide results.
    """
    choice = CHOICE if hidden else {}
    rows = ", ".join(f"{row.name} {row.sum}".rstrip() for row in card.rows)
    description = " · ".join(filter(None, (card.stage, *card.notes)))
    return card_head(
        base,
        words,
        path,
        title=card.title,
        description=description,
        alt=": ".join(filter(None, (description or card.title, rows))),
        query={**choice, "shown": blake2s(repr(card).encode(), digest_size=6).hexdigest()},
        choice=choice,
        picture=picture,
    )


def hidden_head(base: str, page: MatchShown, words: Words, names: Names) -> CardHead:
    """Return the tags of the page of a finished match whose address hides results."""
    now, path = page.now, page.path(names)
    match = words.gettext("Match %(number)s", number=names.match(now.scheduled.match_id).label)
    table = start_shown(now, words).table
    return card_head(
        base,
        words,
        path,
        title=names_line(now, names),
        description=" · ".join(filter(None, (now.scheduled.event, match))),
        alt=board_in_words(table, now.scheduled.game_name, words, aids=False),
        query=CHOICE,
        choice=CHOICE,
    )


def match_head(
    base: str, page: MatchShown, shown: TableShown, words: Words, names: Names
) -> CardHead:
    """Return the tags of the page of a match on the server at `base`.

    `page` is what the page shows: the match as it is now, or one of its positions. `shown` is the
    table in the picture.
    """
    now = page.now
    match = words.gettext("Match %(number)s", number=names.match(now.scheduled.match_id).label)
    ending = ending_now(now, words, names) if page.position is None else None
    title, parts = score_line(now, names), [now.scheduled.event, match, shown.stage, shown.latest]
    if ending is not None:
        title = f"{' – '.join(map(names.by, now.scheduled.opponents))}: {ending.won}"
        parts = [ending.text, now.scheduled.event, match]
    return card_head(
        base,
        words,
        page.path(names),
        title=title,
        description=" · ".join(filter(None, parts)),
        alt=board_in_words(shown.table, now.scheduled.game_name, words, aids=False),
        query={"item": str(now.last)},
        embeddable=True,
    )
