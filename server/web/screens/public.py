"""The big screen, and the page `/screen/address`, which makes its address and shows a preview.

The address of a screen has all of its settings: `/screen?show=wall&tables=8&tournament=club`,
`/screen?show=match&matches=club/3` or `/screen?seconds=20`; `theme` and `language` can be added.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from rules.identities import MatchAddress, MatchId, TournamentId
from server.access import Action, sees_aids
from server.live.encoding import whole_seconds
from server.live.hub import LiveHub
from server.live.public_source import PublicSource
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.values.naming import Names
from server.views.front.public import card_terms, empty_table, featured, table_card
from server.views.games.public import age_terms
from server.views.match.lists import is_playing, match_row
from server.web.edge.addresses import address_choice
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.public_services import LiveHubDep, PublicSourceDep
from server.web.live.sight_changes import HiddenMatchesDep, SpectatorSightDep
from server.web.match_page.parts import page_fragments
from server.web.orders.fields import MatchText, TournamentText
from server.web.shell.secret_shown import qr_svg
from server.web.shell.shell import THEMES, ShellDep
from server.words.languages import LANGUAGES
from server.words.translation import Words

OTHERS = 2
"""Number of other matches that are listed beside the large one."""


class Show(Enum):
    """The contents of a big screen: one match, several side by side, or one match after another."""

    MATCH = "match"
    WALL = "wall"
    ROTATION = "rotation"


class Tables(IntEnum):
    """The possible numbers of matches side by side on a wall."""

    FOUR = 4
    EIGHT = 8


@dataclass(frozen=True, slots=True)
class ScreenAsked:
    """The settings of a screen, from its address.

    If `matches` is None, all matches are shown. If `tournament` is None, matches of every
    tournament are shown.
    """

    show: Show
    tables: Tables
    seconds: int
    matches: Sequence[str] | None
    tournament: str | None

    @property
    def places(self) -> int:
        """The number of matches on the screen at once."""
        return self.tables if self.show is Show.WALL else 1


async def _asked(
    show: Annotated[Show, Query(description="One match, a wall of them, or a rotation.")] = (
        Show.ROTATION
    ),
    tables: Annotated[Tables, Query(description="Matches side by side on a wall.")] = Tables.FOUR,
    seconds: Annotated[
        int, Query(ge=5, le=600, description="Seconds for which a match stays on the screen.")
    ] = 20,
    matches: Annotated[
        list[MatchText] | None, Query(description="Show only these matches; by default all.")
    ] = None,
    tournament: Annotated[
        TournamentText | None,
        Query(description="Show only this tournament's matches; by default every tournament's."),
    ] = None,
) -> ScreenAsked:
    return ScreenAsked(show, tables, seconds, matches, tournament)


ScreenAskedDep = Annotated[ScreenAsked, Depends(_asked)]

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@dataclass(frozen=True, slots=True)
class _MatchFilter:
    """A filter of the matches that a screen may show: those in `named` and of `tournament`.

    If `named` or `tournament` is None, it does not restrict the matches. Matches in `hidden` are
    never shown.
    """

    named: frozenset[MatchId] | None
    tournament: TournamentId | None
    hidden: frozenset[MatchId]

    def is_of_tournament(self, match_id: MatchId) -> bool:
        """Return True if the match is of the screen's tournament and not hidden."""
        return self.tournament in (None, match_id.tournament) and match_id not in self.hidden

    def __contains__(self, match_id: MatchId) -> bool:
        return self.is_of_tournament(match_id) and (self.named is None or match_id in self.named)


@router.get("/screen")
async def screen(
    request: Request,
    shell: ShellDep,
    hub: LiveHubDep,
    source: PublicSourceDep,
    hidden: HiddenMatchesDep,
    sight: SpectatorSightDep,
    asked: ScreenAskedDep,
) -> HTMLResponse:
    """Show the big screen."""
    words, visitor = shell.words(request), visitor_of(request)
    aids, names = sees_aids(visitor), hub.names_of(words.code)
    match_filter = _match_filter(asked, names, hidden)
    over = _last_finished(hub, match_filter)
    async with hub.known.in_memory(over):
        known = [
            now
            for now in hub.in_play(over)
            if match_filter.is_of_tournament(now.scheduled.match_id)
        ]
    named = [now for now in known if now.scheduled.match_id in match_filter]
    shown = _first_shown(named, asked, hub.featured.match_id)
    for now in shown:
        sight.shown(visitor, now.scheduled.match_id)
    cards = [table_card(now, words, names, aids=aids, drawn=True) for now in shown]
    others = _others([now for now in known if now not in shown])
    starts = _starts(known, source, words, names)
    large = len(shown) == 1
    choice = address_choice(request)
    where = "" if choice.only_here else f"{choice.base}/where"
    return shell.page(
        request,
        "screens/screen.html",
        asked=asked,
        one=large,
        where=where.partition("://")[2],
        where_qr=qr_svg(where) if where else "",
        cards=cards,
        empty=None if cards else empty_table(words, aids=aids),
        others=[table_card(now, words, names, aids=aids) for now in others],
        starts=starts,
        parts=page_fragments(shown[0], words.code, names) if large else {},
        last=shown[0].last if large else 0,
        served_at=whole_seconds(source.now()),
        resting=over is not None,
        terms={
            **card_terms(words, aids=aids),
            "age": age_terms(words),
            "ended": words.gettext("how game %(game)s ended", game="{game}"),
        },
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
    """Return the matches that the screen shows first.

    A wall shows several matches in order; any other screen shows the featured match. `chosen` is
    the match that the operator wants to be large, if any.
    """
    playing = [now for now in known if is_playing(now)]
    if asked.show is Show.WALL:
        return (playing or list(known))[: asked.places]
    first = featured(known, None, chosen) or next(iter(known), None)
    return [] if first is None else [first]


def _others(known: Sequence[PublicSnapshot]) -> list[PublicSnapshot]:
    """Return the matches to be listed beside those shown: under way, then one or more to come."""
    playing = [now for now in known if is_playing(now)]
    planned = [now for now in known if now.phase is PublicPhase.PLANNED]
    return [*playing[: OTHERS - bool(planned)], *planned][:OTHERS]


def _starts(
    known: Sequence[PublicSnapshot], source: PublicSource, words: Words, names: Names
) -> dict[str, str]:
    """Return when each match to come begins, in words, keyed by address.

    It is the announced time of the round, or else the round itself, or else empty.
    """
    processes = source.tournaments.processes
    events = {each: process.state for each, process in processes.items()}
    planned = [now for now in known if now.phase is PublicPhase.PLANNED]
    rows = [match_row(now, words, names, events) for now in planned]
    return {str(row.address): f"{row.day}, {row.time}" if row.day else row.round for row in rows}


def _last_finished(hub: LiveHub, match_filter: _MatchFilter) -> MatchId | None:
    """Return the finished match to show if no match is under way or yet to come, or else None."""
    if any(now.scheduled.match_id in match_filter for now in hub.in_play()):
        return None
    return next((each for each in reversed(hub.finished) if each in match_filter), None)


LanguageOfStage = Annotated[str, Query(pattern=f"^({'|'.join(LANGUAGES)}|)$")]
"""The language of a page made for an audience ("stage"): a screen or an overlay.

It is empty for the language that the browser asks for.
"""
ThemeOfStage = Annotated[str, Query(pattern=f"^({'|'.join(THEMES)})$")]
"""The colours of a screen or overlay."""


@dataclass(frozen=True, slots=True)
class ScreenForm:
    """The settings in the form of a big screen; an empty text means that nothing was chosen."""

    show: Show
    tables: Tables
    seconds: int
    match: str
    tournament: str
    screen_theme: str
    screen_language: str

    @property
    def path(self) -> str:
        """The path of the screen, with those settings that have an effect."""
        matters = {
            "show": self.show.value,
            "matches": self.match if self.show is Show.MATCH else "",
            "tables": str(self.tables.value) if self.show is Show.WALL else "",
            "seconds": "" if self.show is Show.MATCH else str(self.seconds),
            "tournament": "" if self.show is Show.MATCH and self.match else self.tournament,
            "theme": self.screen_theme,
            "language": self.screen_language,
        }
        settings = {name: value for name, value in matters.items() if value}
        return f"/screen?{urlencode(settings, safe='/')}"


async def _form(
    show: Show = Show.ROTATION,
    tables: Tables = Tables.FOUR,
    seconds: Annotated[int, Query(ge=5, le=600)] = 20,
    match: MatchText | Literal[""] = "",
    tournament: TournamentText | Literal[""] = "",
    screen_theme: ThemeOfStage = "dark",
    screen_language: LanguageOfStage = "",
) -> ScreenForm:
    return ScreenForm(show, tables, seconds, match, tournament, screen_theme, screen_language)


@router.get("/screen/address")
async def screen_address(
    request: Request,
    shell: ShellDep,
    hub: LiveHubDep,
    source: PublicSourceDep,
    hidden: HiddenMatchesDep,
    form: Annotated[ScreenForm, Depends(_form)],
) -> HTMLResponse:
    """Show the form with the settings, and the address that they make."""
    names, choice = hub.names_of(shell.words(request).code), address_choice(request)
    answer = shell.page(
        request,
        "screens/screen_address.html",
        form=form,
        matches=_matches(hub, names, hidden),
        tournaments=sorted(
            ((str(each.name), each.title) for each in source.tournaments.processes.values()),
            key=lambda named: named[1].casefold(),
        ),
        path=form.path,
        address=f"{choice.base}{form.path}",
        only_here=choice.only_here,
    )
    return with_frames(answer)


def with_frames(answer: HTMLResponse) -> HTMLResponse:
    """Return the page, allowed to show other pages of this server in HTML frames."""
    policy = answer.headers["content-security-policy"]
    answer.headers["content-security-policy"] = f"{policy}; frame-src 'self'"
    return answer


def _matches(
    hub: LiveHub, names: Names, hidden: frozenset[MatchId]
) -> list[tuple[MatchAddress, str, str]]:
    """Return the matches to choose from: the address of each, and the names of its opponents."""
    return [
        (address, names.by(of.home), names.by(of.away))
        for now in hub.in_play()
        if now.scheduled.match_id not in hidden
        for address, of in [(names.match(now.scheduled.match_id), now.opponents)]
    ]
