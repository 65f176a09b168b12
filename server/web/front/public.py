"""The front page: all tables, one of them shown large, the coming matches and the latest results.

Everybody gets the same page, players too. Of a match under way, the lists show only the names; they
show results only of finished matches (rulings 12 and 34).
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse

from rules.dice import Roll
from rules.events import MatchPlayScheduled
from rules.identities import MatchAddress, MatchId
from server.access import Action, may, sees_aids
from server.live.hub import LiveHub
from server.live.listed_tournaments import LatestResults, ListedTournament
from server.live.public_source import PublicSource
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.values.naming import Names
from server.views.front.lead import headline, won_event
from server.views.front.public import TableCard, card_terms, featured, in_order, table_card
from server.views.match.lists import (
    MatchRow,
    finished_row,
    is_playing,
    match_row,
    soonest_first,
)
from server.views.team_event.values import StartRow, start_rows
from server.views.tournament.words import status_shown
from server.web.duplicate.public import EXAMPLE_ROLL, DrawnTable, example_plays
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.public_services import (
    LatestResultsDep,
    ListedTournamentsDep,
    LiveHubDep,
    PublicSourceDep,
    public_services_of,
)
from server.web.front.leads import FrontLeadsDep, LeadingMatch
from server.web.live.sight_changes import HiddenMatchesDep, SpectatorSightDep
from server.web.match_page.parts import page_fragments
from server.web.match_page.stories import StoriesDep
from server.web.orders.fields import MatchText
from server.web.shell.hidden_results import hides_results
from server.web.shell.lists import PageLinks, PageNumber, page_links, paged
from server.web.shell.shell import ShellDep
from server.words.translation import Words

LATEST_EVENTS = 3
"""Number of official events on the front page; a link leads to the others."""
LATEST, COMING, STARTS = 6, 6, 2
"""Number of results, of coming matches, and of starts of later rounds, on the front page."""


class NamedMatch(NamedTuple):
    """A match by both sides, and by its tournament and round."""

    home: str
    away: str
    about: str


class FrontLists:
    """The front page's lists of matches and results, of all tournaments."""

    def __init__(
        self,
        matches: Sequence[PublicSnapshot],
        source: PublicSource,
        hub: LiveHub,
        latest: LatestResults,
        words: Words,
    ) -> None:
        self._matches, self._latest, self._words = matches, latest, words
        self._finished, self._names = hub.known.finished, hub.names_of(words.code)
        self._is_finished = hub.is_finished
        self._posted = source.result_steps.of_match
        processes = source.tournaments.processes
        self._processes = [*processes.values()]
        self.events = {each: process.state for each, process in processes.items()}

    def playing(self) -> list[MatchRow]:
        """Return the matches under way."""
        return [self._row(now) for now in self._matches if is_playing(now)]

    def by_hand(self) -> list[MatchRow]:
        """Return the matches under way whose results are entered by hand: no board can be shown."""
        playing = [now for now in self._matches if is_playing(now)]
        return [self._row(now) for now in playing if now.kept_by_hand]

    def coming(self) -> list[MatchRow]:
        """Return the matches that are set up but have not begun, the next one first."""
        planned = [now for now in self._matches if now.phase is PublicPhase.PLANNED]
        return soonest_first(map(self._row, planned))[:COMING]

    def starts(self, now: datetime) -> list[tuple[str, str, StartRow]]:
        """Return the soonest starts of rounds whose pairs are not known yet, in running events.

        Each comes with the name and the title of its tournament.
        """
        every = [
            (str(process.name), process.title, row)
            for process in self._processes
            for row in start_rows(process.state.event, self._words)
            if row.at > now and not row.published
        ]
        return sorted(every, key=lambda each: each[2].at)[:STARTS]

    def named(self, now: PublicSnapshot) -> NamedMatch:
        """Return what a list calls a match, without its score."""
        row = self._row(now)
        number = self._words.gettext("Match %(number)s", number=row.address.number)
        about = row.event or row.address.tournament, row.round or number
        return NamedMatch(row.home, row.away, " · ".join(about))

    def results(self) -> dict[MatchId, MatchRow]:
        """Return the matches that ended last, keyed by their ids.

        Those that have just ended, and are not among the finished ones yet, come first.
        """
        over = [now for now in reversed(self._matches) if now.phase is PublicPhase.OVER]
        every = {now.scheduled.match_id: now for now in over}
        rows = {each: self._row(now) for each, now in every.items() if not self._is_finished(each)}
        for match_id in self._latest.of_all([*self.events], LATEST - len(rows)):
            kept = self._finished.of(match_id)
            rows[match_id] = finished_row(kept, self._words, self._names, self.events)
        return dict(islice(rows.items(), LATEST))

    def _row(self, now: PublicSnapshot) -> MatchRow:
        posted = self._posted(now.scheduled.match_id) if now.phase is PublicPhase.OVER else ()
        return match_row(now, self._words, self._names, self.events, posted)


def listed_tournaments(
    events: Sequence[ListedTournament], words: Words, now: datetime
) -> list[tuple[ListedTournament, str]]:
    """Return the running, coming and latest official tournaments, each with its status in words."""
    running = [each for each in events if not each.is_over]
    over = [each for each in events if each.is_over][:LATEST_EVENTS]
    return [(each, status_shown(each.status, words, now).text) for each in (*running, *over)]


router = APIRouter(include_in_schema=False)
_WATCHING = [Depends(needs(Action.WATCH))]


class ExampleDifference(NamedTuple):
    """A roll of the invented match on the page about duplicate, and each room's play of it."""

    roll: Roll
    plays: Mapping[str, DrawnTable]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesPage:
    """Values of the front page: the large table `first`, page parts `beside` it, and the `others`.

    `in_duplicate` is true if some match is played in two rooms with the same dice. `set_up` is true
    if the server has a director. `playing` are the matches under way, such as "club/3". `newest` is
    each tournament's highest match number. `hidden` are the matches in which the visitor plays.
    `chosen` is the match that the operator wants to be large. While nothing is played, `leading` is
    a finished match that is shown in place of tables, and `headline` its heading; if no match has
    ended yet, there is the `example` of an invented one.
    """

    in_duplicate: bool
    set_up: bool
    first: TableCard | None
    others: Sequence[TableCard]
    beside: Mapping[str, str] | None
    by_hand: Sequence[MatchRow]
    coming: Sequence[MatchRow]
    starts: Sequence[tuple[str, str, StartRow]]
    results: Sequence[MatchRow]
    playing: Sequence[str]
    newest: Mapping[str, int]
    events: Sequence[tuple[ListedTournament, str]]
    hidden: Sequence[NamedMatch]
    pages: PageLinks
    terms: Mapping[str, object]
    chosen: MatchAddress | None
    may_choose: bool
    leading: LeadingMatch | None
    leading_row: MatchRow | None
    headline: str
    example: ExampleDifference | None


@router.get("/", dependencies=_WATCHING)
async def tables(
    request: Request,
    shell: ShellDep,
    hub: LiveHubDep,
    source: PublicSourceDep,
    hidden: HiddenMatchesDep,
    sight: SpectatorSightDep,
    events: ListedTournamentsDep,
    latest: LatestResultsDep,
    leads: FrontLeadsDep,
    stories: StoriesDep,
    large: Annotated[MatchText | None, Query(alias="featured")] = None,
    page: PageNumber = 1,
) -> HTMLResponse:
    """Show the tables of matches under way, coming matches and the latest results.

    One table is shown large. If only one is in play, its score and moves are shown beside it. If
    none is, a match that ended last is shown where its rooms first differed. Until there is a
    director, the page says how to set the server up.
    """
    words, chosen = shell.words(request), hub.featured.match_id
    names = hub.names_of(words.code)
    requested = names.match_meant(large) if large else None
    async with hub.known.in_memory(requested):
        known = hub.in_play(requested)
    matches = [now for now in known if now.scheduled.match_id not in hidden]
    boards = [now for now in matches if not now.kept_by_hand]
    first = featured(boards, requested, chosen)
    playing = [now.scheduled.match_id for now in matches if is_playing(now)]
    alone = first if first and len({*playing, first.scheduled.match_id}) == 1 else None
    large_first = in_order(boards, first)
    shown = paged([now for now in large_first if is_playing(now) or now is first], page)
    visitor, visitors = visitor_of(request), public_services_of(request).visitors
    aids = sees_aids(visitor)
    cards, lists = list[TableCard](), FrontLists(matches, source, hub, latest, words)
    for now in shown.items:
        sight.shown(visitor, now.scheduled.match_id)
        drawn = now is first
        cards.append(table_card(now, words, names, lists.events, aids=aids, drawn=drawn))
    leading = first is not None and first in shown.items
    large_card, rest = (cards[0], cards[1:]) if leading else (None, cards)
    results, by_hand = lists.results(), lists.by_hand()
    at_rest = not (cards or by_hand)
    may_lead = at_rest and not hides_results(request)
    lead = await leads.of([*results], hub, stories, words, aids=aids) if may_lead else None
    in_duplicate = any(row.home_team for row in results.values()) or any(
        not isinstance(now.scheduled, MatchPlayScheduled) for now in matches
    )
    lead_row = results[lead.match_id] if lead else None
    every = events.of(source)
    values = TablesPage(
        in_duplicate=in_duplicate,
        set_up=visitors is None or visitors.director_exists,
        first=large_card,
        others=rest,
        beside=page_fragments(alone, words.code, names) if alone and leading else None,
        by_hand=by_hand,
        coming=lists.coming(),
        starts=lists.starts(source.now()),
        results=[*results.values()],
        playing=[str(names.match(each)) for each in playing],
        newest=_newest(hub, names),
        events=listed_tournaments(every, words, source.now()),
        hidden=[lists.named(now) for now in known if now.scheduled.match_id in hidden],
        pages=page_links(shown, request.url),
        terms=card_terms(words, aids=aids),
        chosen=names.match(chosen) if chosen else None,
        may_choose=may(visitor, Action.SCHEDULE),
        leading=lead,
        leading_row=lead_row,
        headline=_headline(lead, lead_row, [*results.values()], every, words),
        example=ExampleDifference(EXAMPLE_ROLL, example_plays(words))
        if at_rest and not lead
        else None,
    )
    async with hub.known.in_memory(lead.match_id if lead else None):
        return shell.page(request, "front/tables.html", values)


def _headline(
    lead: LeadingMatch | None,
    row: MatchRow | None,
    results: Sequence[MatchRow],
    events: Sequence[ListedTournament],
    words: Words,
) -> str:
    """Return the heading of the leading match, empty if there is none."""
    if lead is None or row is None:
        return ""
    return headline(row, lead.lead, words, won_event(row, results, events))


def _newest(hub: LiveHub, names: Names) -> dict[str, int]:
    """Return each tournament's highest match number, by the tournament's short name.

    An open page compares these numbers with later ones: if a number has become higher, a match has
    been added.
    """
    numbers = {str(name): hub.numbers(each) for each, name in names.tournaments.items()}
    return {name: known[-1] for name, known in numbers.items() if known}


@router.post("/featured", dependencies=[Depends(needs(Action.SCHEDULE))])
async def choose_featured(
    hub: LiveHubDep, match: Annotated[MatchText | None, Form()] = None
) -> RedirectResponse:
    """Store the operator's choice of the match that is shown large.

    Without a match the server chooses.
    """
    match_id = hub.names_of(None).match_meant(match) if match else None
    if match_id is not None and not (match_id in hub.known or hub.snapshot(match_id)):
        raise hub.unknown(match_id)
    await asyncio.to_thread(hub.featured.choose, match_id)
    return RedirectResponse("/", 303, {"cache-control": "no-store"})
