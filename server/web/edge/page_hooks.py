"""Where extras join the pages: their routers, ways on in the header, parts of the core's pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request

from server.access import Action, Role


class PagePart(Enum):
    """A place on a page of the core where extras may add a part, by what templates call it.

    HEAD, in the head of a page for everybody, is given the page's TournamentView or MatchShown, and
    None on the front page. MATCH_SHARING, below the address by which a match is shared, is given
    the MatchShown. SCREEN_ADDRESS, below the form of a big screen's address, is given the matches
    that can be chosen: address, home and away of each. MATCH_LINKS, among the links below a match
    that is played in two rooms, is given its MatchId.
    """

    HEAD = "head"
    MATCH_SHARING = "match sharing"
    SCREEN_ADDRESS = "screen address"
    MATCH_LINKS = "match links"


@dataclass(frozen=True, slots=True)
class NavEntry:
    """A way on in the header: `label` in the language of the sources, for `roles` who may `action`.

    `is_first`: where these roles start who have just come in.
    """

    path: str
    label: str
    action: Action
    roles: tuple[Role, ...]
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class PageHooks:
    """What an extra adds to the pages.

    Its `routers` are looked through after the core's. A part is made of the request that a page
    answers and of what its place gives (`server.web.shell.shell.Shell.part`), empty for nothing.
    """

    routers: Sequence[APIRouter] = ()
    nav: Sequence[NavEntry] = ()
    parts: Mapping[PagePart, Callable[[Request, Any], Markup]] = field(default_factory=dict)
