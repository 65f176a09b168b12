"""The overlay, a page with a match's score or board that is laid over a stream's picture.

Its address is such as `/t/club/matches/3/overlay?show=score` and contains all settings of the
overlay, including `theme` and `language`. The page at `…/overlay/address` builds the address.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse

from rules.identities import MatchAddress
from server.access import Action, sees_aids
from server.views.front.public import card_terms, table_card
from server.web.edge.addresses import address_choice
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.public_services import LiveHubDep, MatchIdDep, public_services_of
from server.web.screens.public import LanguageOfStage, ThemeOfStage, with_frames
from server.web.shell.shell import Shell, ShellDep


class Shown(Enum):
    """The kinds of overlay, by what they show."""

    SCORE = "score"
    BOARD = "board"
    BOTH = "both"


class Part(Enum):
    """A part of an overlay's score that can be left out; `NAMES` stands for the players' names."""

    NAMES = "names"
    SCORE = "score"
    TURN = "turn"
    CUBE = "cube"


class Place(Enum):
    """The position of an overlay in the picture."""

    TOP_LEFT = "top-left"
    TOP = "top"
    TOP_RIGHT = "top-right"
    BOTTOM_LEFT = "bottom-left"
    BOTTOM = "bottom"
    BOTTOM_RIGHT = "bottom-right"


class Size(Enum):
    """The size of an overlay."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class Ground(Enum):
    """The background of an overlay: transparent, or a colour that the streaming program removes."""

    CLEAR = "clear"
    GREEN = "green"
    BLUE = "blue"
    MAGENTA = "magenta"


@dataclass(frozen=True, slots=True)
class OverlayAsked:
    """The settings of an overlay, read from its address."""

    show: Shown
    parts: Sequence[Part]
    place: Place
    size: Size
    ground: Ground

    def query(self, theme: str, language: str) -> str:
        """Return the settings as the query of the overlay's address.

        The query has no `parts` if all parts are shown. It has `theme` and `language` unless they
        are empty.
        """
        all_parts = set(self.parts) == set(Part) or self.show is Shown.BOARD
        settings = [
            ("show", self.show.value),
            *(("parts", part.value) for part in self.parts if not all_parts),
            ("place", self.place.value),
            ("size", self.size.value),
            ("ground", self.ground.value),
            ("theme", theme),
            ("language", language),
        ]
        return urlencode([(name, value) for name, value in settings if value])


async def _asked(
    show: Shown = Shown.SCORE,
    parts: Annotated[
        list[Part] | None, Query(description="Parts of the score; all without it.")
    ] = None,
    place: Place = Place.TOP_LEFT,
    size: Size = Size.MEDIUM,
    ground: Ground = Ground.CLEAR,
) -> OverlayAsked:
    return OverlayAsked(show, tuple(Part) if parts is None else parts, place, size, ground)


OverlayAskedDep = Annotated[OverlayAsked, Depends(_asked)]
router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@router.get("/t/{tournament}/matches/{number}/overlay")
async def overlay(
    request: Request, shell: ShellDep, hub: LiveHubDep, match_id: MatchIdDep, asked: OverlayAskedDep
) -> HTMLResponse:
    """Show the overlay: a transparent page that is laid over a stream's picture."""
    now, words = hub.snapshot(match_id), shell.words(request)
    if now is None:
        raise hub.unknown(match_id)
    aids = sees_aids(visitor_of(request))
    card = table_card(now, words, hub.names_of(words.code), aids=aids)
    terms = card_terms(words, aids=aids)
    return shell.page(
        request,
        "broadcast/overlay.html",
        card=card,
        last=now.last,
        asked=asked,
        parts={part.value for part in asked.parts},
        terms=terms,
    )


@router.get("/t/{tournament}/matches/{number}/overlay/address")
async def overlay_address(
    request: Request,
    shell: ShellDep,
    hub: LiveHubDep,
    match_id: MatchIdDep,
    asked: OverlayAskedDep,
    overlay_theme: ThemeOfStage = "dark",
    overlay_language: LanguageOfStage = "",
) -> HTMLResponse:
    """Show a page with a form that builds an overlay's address, and a preview of the overlay.

    `overlay_theme` and `overlay_language` are settings of the overlay; the page itself is shown in
    the visitor's own theme and language.
    """
    now = hub.snapshot(match_id)
    if now is None:
        raise hub.unknown(match_id)
    names, choice = hub.names_of(shell.words(request).code), address_choice(request)
    address = names.match(match_id)
    path = f"{address.path}/overlay?{asked.query(overlay_theme, overlay_language)}"
    answer = shell.page(
        request,
        "broadcast/overlay_address.html",
        match=address,
        home=names.by(now.opponents.home),
        away=names.by(now.opponents.away),
        asked=asked,
        chosen={"overlay_theme": overlay_theme, "overlay_language": overlay_language},
        parts={part.value for part in asked.parts},
        path=path,
        address=f"{choice.base}{path}",
        only_here=choice.only_here,
    )
    return with_frames(answer)


def overlays_listed(request: Request, matches: Sequence[tuple[MatchAddress, str, str]]) -> Markup:
    """Return HTML with links to the overlays of these matches, empty if there are none.

    Each match is given as its address and the names of home and away.
    """
    if not matches:
        return Markup("")
    shell = Shell(public_services_of(request).language)
    return shell.part(request, "broadcast/_overlays.html", matches=matches)
