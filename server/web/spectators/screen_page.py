"""The big screen, and the page that builds its address.

The address is all its settings: `/screen?show=wall&tables=8&tournament=club`,
`/screen?show=match&matches=club/3`, `/screen?seconds=20`; `theme` and `language` go with each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from rules.identities import MatchId, TournamentId
from server.access import Action, sees_aids
from server.live.encoding import whole_seconds
from server.live.hub import LiveHub
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.persons.naming import Names
from server.web.edge.addresses import address_choice
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.services import LiveHubDep, services_of
from server.web.pages.match_rows import is_playing
from server.web.pages.qr_codes import qr_svg
from server.web.pages.shell import ShellDep
from server.web.schemas.fields import MatchText, TournamentText
from server.web.spectators.dice_rail import age_terms
from server.web.spectators.page_fragments import page_fragments
from server.web.spectators.sight_changes import HiddenMatchesDep, SpectatorSightDep
from server.web.spectators.table_cards import (
    card_terms,
    empty_table,
    featured,
    table_card,
)

OTHERS = 2
"""Matches listed beside the one that is large."""


class Show(Enum):
    """What a big screen shows: one match, several side by side, or one after the other."""

    MATCH = "match"
    WALL = "wall"
    ROTATION = "rotation"


class Tables(IntEnum):
    """How many matches a wall has side by side."""

    FOUR = 4
    EIGHT = 8


@dataclass(frozen=True, slots=True)
class ScreenAsked:
    """A screen's settings, as its address has them.

    `matches` None: all of them. `tournament` None: of every tournament.
    """

    show: Show
    tables: Tables
    seconds: int
    matches: Sequence[str] | None
    tournament: str | None

    @property
    def places(self) -> int:
        """How many matches are on the screen at once."""
        return self.tables if self.show is Show.WALL else 1


async def _asked(
    show: Annotated[Show, Query(description="One match, a wall of them, or a rotation.")] = (
        Show.ROTATION
    ),
    tables: Annotated[Tables, Query(description="Matches side by side on a wall.")] = Tables.FOUR,
    seconds: Annotated[
        int, Query(ge=5, le=600, description="How long a match stays on the screen.")
    ] = 20,
    matches: Annotated[
        list[MatchText] | None, Query(description="Only these matches; all without it.")
    ] = None,
    tournament: Annotated[
        TournamentText | None, Query(description="Only its matches; every tournament's without it.")
    ] = None,
) -> ScreenAsked:
    return ScreenAsked(show, tables, seconds, matches, tournament)


ScreenAskedDep = Annotated[ScreenAsked, Depends(_asked)]

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@dataclass(frozen=True, slots=True)
class _MatchFilter:
    """Which matches a screen may show: of the tournament the `named` ones, None for all."""

    named: frozenset[MatchId] | None
    tournament: TournamentId | None
    hidden: frozenset[MatchId]

    def is_of_tournament(self, match_id: MatchId) -> bool:
        """Whether the screen tells of that match at all."""
        return self.tournament in (None, match_id.tournament) and match_id not in self.hidden

    def __contains__(self, match_id: MatchId) -> bool:
        return self.is_of_tournament(match_id) and (self.named is None or match_id in self.named)


@router.get("/screen")
async def screen(
    request: Request,
    shell: ShellDep,
    hub: LiveHubDep,
    hidden: HiddenMatchesDep,
    sight: SpectatorSightDep,
    asked: ScreenAskedDep,
) -> HTMLResponse:
    """The big screen."""
    words, visitor = shell.words(request), visitor_of(request)
    aids, names = sees_aids(visitor), hub.names_of(words.code)
    match_filter = _match_filter(asked, names, hidden)
    over = _last_finished(hub, match_filter)
    async with hub.known.held(over):
        known = [
            now
            for now in hub.in_play(over)
            if match_filter.is_of_tournament(now.scheduled.match_id)
        ]
    named = [now for now in known if now.scheduled.match_id in match_filter]
    shown = _first_shown(named, asked, hub.featured.match_id)
    for now in shown:
        sight.shown(visitor, now.scheduled.match_id)
    cards = [table_card(now, words, names, aids=aids) for now in shown]
    others = [now for now in _others(known) if now not in shown][:OTHERS]
    large = asked.show is not Show.WALL and bool(shown)
    choice = address_choice(request)
    where = "" if choice.only_here else f"{choice.base}/where"
    return shell.page(
        request,
        "screen.html",
        asked=asked,
        where=where.partition("://")[2],
        where_qr=qr_svg(where) if where else "",
        cards=cards,
        empty=None if cards else empty_table(words, aids=aids),
        others=[table_card(now, words, names, aids=aids) for now in others],
        parts=page_fragments(shown[0], words.code, names) if large else {},
        last=shown[0].last if large else 0,
        served_at=whole_seconds(services_of(request).hall.now()),
        resting=over is not None,
        terms={**card_terms(words, aids=aids), "age": age_terms(words)},
    )


def _match_filter(asked: ScreenAsked, names: Names, hidden: frozenset[MatchId]) -> _MatchFilter:
    named = None if asked.matches is None else frozenset(map(names.match_meant, asked.matches))
    of = None
    if asked.tournament is not None:
        of = names.match_named(asked.tournament, 1).tournament
    return _MatchFilter(named, of, hidden)


def _first_shown(
    known: Sequence[PublicSnapshot], asked: ScreenAsked, chosen: MatchId | None
) -> list[PublicSnapshot]:
    """What the screen begins with: a wall is filled in order, else the match that is featured."""
    playing = [now for now in known if is_playing(now)]
    if asked.show is Show.WALL:
        return (playing or list(known))[: asked.places]
    first = featured(known, None, chosen) or next(iter(known), None)
    return [] if first is None else [first]


def _others(known: Sequence[PublicSnapshot]) -> list[PublicSnapshot]:
    """The matches that are played, then those that are to be."""
    planned = [now for now in known if now.phase is PublicPhase.PLANNED]
    return [*filter(is_playing, known), *planned]


def _last_finished(hub: LiveHub, match_filter: _MatchFilter) -> MatchId | None:
    """What the screen rests on while nothing is there to be played, None where something is."""
    if any(now.scheduled.match_id in match_filter for now in hub.in_play()):
        return None
    return next((each for each in reversed(hub.finished) if each in match_filter), None)
