"""The additions of extras to pages: routers, links in the header, and parts of core pages."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request

from server.access import Action, Role
from server.live.snapshot import PublicSnapshot


class PagePart(Enum):
    """A place on a page of the core where extras may add a part, by its name in templates.

    The functions that make the parts get a value from the page:

    - HEAD, in the head of a page for everybody: the page's TournamentView or MatchShown, None on
      the front page
    - MATCH_SHARING, below the address by which a match is shared: the MatchShown
    - PACING, beside a live board: the PublicSnapshot
    - SCREEN_ADDRESS, below the form of a big screen's address: the matches that can be chosen, each
      with address, home and away
    - MATCH_LINKS, among the links below a match that is played in two rooms: the match's MatchId
    - PLAYER_LINKS, among the links of pages of players: `before`, the beginning of all addresses of
      the page's tournament (empty on a page about all tournaments), and `query`, the query that
      asks for the same days
    - SUBSCRIBING, among the links at the end of the front page and of a tournament's pages: the
      short name of the page's `tournament`, empty on the front page, and the name of its `team`,
      empty on other pages than a team's
    """

    HEAD = "head"
    MATCH_SHARING = "match sharing"
    PACING = "pacing"
    SCREEN_ADDRESS = "screen address"
    MATCH_LINKS = "match links"
    PLAYER_LINKS = "player links"
    SUBSCRIBING = "subscribing"


@dataclass(frozen=True, slots=True)
class MatchSection:
    """A section that an extra adds to a match's page, below the match protocol.

    `style` is the style sheet that the section needs. `html` makes the section from the request and
    the match's public state. It returns an empty text while there is nothing to show, and None for
    a match that never has the section. `place` is the section's id, by which open pages are updated
    (`LiveHub.add_parts`). If the section is not empty, it links a printed form: `form` is the kind
    of that form, and `label` the text of the link, in the language of the sources. A headline has
    no form: it is shown below the sentence on the match's end, as an addition to it.
    """

    place: str
    style: str
    html: Callable[[Request, PublicSnapshot], Awaitable[str | None]]
    form: str = ""
    label: str = ""
    is_headline: bool = False


@dataclass(frozen=True, slots=True)
class NavEntry:
    """A link in the header, shown to visitors with one of `roles` and the right to `action`.

    `label` is in the language of the sources. With `is_first`, visitors of these roles start at
    this page after signing in.
    """

    path: str
    label: str
    action: Action
    roles: tuple[Role, ...]
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class PageHooks:
    """An extra's additions to the pages.

    Its `routers` are searched after the core's. `parts` has a function for each PagePart to which
    the extra adds something: it is called with the request and with the value that PagePart names
    for this place, and returns the HTML to add, or an empty text to add nothing. `match_sections`
    are shown on each match's page. `result_pages` are the templates of those pages that consist of
    results: a visitor who hides results is told so in place of them.
    """

    routers: Sequence[APIRouter] = ()
    nav: Sequence[NavEntry] = ()
    match_sections: Sequence[MatchSection] = ()
    parts: Mapping[PagePart, Callable[[Request, Any], Markup]] = field(default_factory=dict)
    result_pages: Collection[str] = ()
