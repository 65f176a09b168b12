"""The places where extras add to pages: their routers, links in the header, parts of core pages."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
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

    HEAD, in the head of a page for everybody, is given the page's TournamentView or MatchShown, and
    None on the front page. MATCH_SHARING, below the address by which a match is shared, is given
    the MatchShown. PACING, beside a live board, is given the PublicSnapshot. SCREEN_ADDRESS, below
    the form of a big screen's address, is given the matches that can be chosen: address, home and
    away of each. MATCH_LINKS, among the links below a match that is played in two rooms, is given
    its MatchId. PLAYER_LINKS, among the links of pages of players, is given `before`, the beginning
    of an address of the page's tournament, empty for all of them, and `query`, the query of an
    address for the same days.
    """

    HEAD = "head"
    MATCH_SHARING = "match sharing"
    PACING = "pacing"
    SCREEN_ADDRESS = "screen address"
    MATCH_LINKS = "match links"
    PLAYER_LINKS = "player links"


@dataclass(frozen=True, slots=True)
class MatchSection:
    """A section of a match's page, below its protocol, and the style sheet that it takes.

    `html` makes it of the request and the match's public state: empty while there is nothing to
    show, None on the page of a match that never has it. `place` is its id, by which open pages are
    sent it (`LiveHub.add_parts`). `form` is the kind of the form that is linked, as `label` in the
    language of the sources, if the section is not empty.
    """

    place: str
    style: str
    html: Callable[[Request, PublicSnapshot], Awaitable[str | None]]
    form: str
    label: str


@dataclass(frozen=True, slots=True)
class NavEntry:
    """A link in the header: `label` in the language of the sources, for `roles` who may `action`.

    `is_first`: visitors of these roles start there after they sign in.
    """

    path: str
    label: str
    action: Action
    roles: tuple[Role, ...]
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class PageHooks:
    """An extra's additions to the pages.

    Its `routers` are searched after the core's. A part is made of the request that a page answers
    and of the value of its place (`server.web.shell.shell.Shell.part`), empty for nothing.
    `match_sections` are on each match's page.
    """

    routers: Sequence[APIRouter] = ()
    nav: Sequence[NavEntry] = ()
    match_sections: Sequence[MatchSection] = ()
    parts: Mapping[PagePart, Callable[[Request, Any], Markup]] = field(default_factory=dict)
