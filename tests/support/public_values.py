"""Public pages of a tournament that is given as values: no hall stands behind them, no records."""

import asyncio
import json
import pickle
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType

from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient

from rules import events as ev
from rules.directing.announcements import Announcements
from rules.directing.finality import ResultStep
from rules.formats.format import MatchOutcome, PointOutcome
from rules.formats.known_formats import NOTHING_SET_UP
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.formats.team_event.stages import TeamEventState
from rules.games.known_games import GAMES
from rules.identities import MatchAddress, MatchId, PersonId, TournamentId, TournamentName
from server.access import Sight
from server.command_answers import RequestsUnderWay
from server.live.hub import LiveHub, NoneFinished
from server.live.listed_tournaments import LatestResults, ListedTournaments
from server.live.public_outcomes import PublicOutcomes
from server.live.public_source import NothingFinished
from server.live.tournament_feed import AnnouncementFeed, TournamentFeed
from server.settings import ServerAddresses
from server.tournaments.tournament_state import PublicState, RulingTimes
from server.values.finished_match import FinishedMatch, steps_kept
from server.values.naming import Names, Person, unknown_match
from server.values.played_match import DUPLICATE, PlayedMatch
from server.values.scored_match import AnyProtocol
from server.values.stored_events import LedgerCheck, StoredEvent, match_stream
from server.web.duplicate import public as duplicate
from server.web.edge.format_pages import PageLink, PublicFormat
from server.web.edge.matches_in_memory import MatchesInMemory
from server.web.edge.page_hooks import PageHooks
from server.web.edge.public_services import PackageServices, PublicServices
from server.web.front import public as front
from server.web.front.leads import FrontLeads
from server.web.knockouts.public import KNOCKOUT_SHOWN
from server.web.knockouts.public import router as bracket
from server.web.ledger import public as ledger
from server.web.live.sight_changes import SpectatorSight
from server.web.live.sockets import router as live_sockets
from server.web.match_page import public as match_page
from server.web.match_page import stories
from server.web.match_page.parts import page_fragments
from server.web.people import player
from server.web.people import public as people
from server.web.screens import public as screens
from server.web.search import public as search
from server.web.shell.shell import router as shell
from server.web.team_event.public import TEAM_EVENT_SHOWN
from server.web.team_event.public import router as stages
from server.web.tournament import public as tournament
from server.web.ttt.public import TTT_SHOWN
from server.web.ttt.public import router as ttt

CLUB, NAME = TournamentId("clubofharbor"), TournamentName("club")
ADDRESSES = ServerAddresses(public_url="https://club.example")
NOW = datetime(2008, 10, 12, 9, tzinfo=UTC)
ROUTERS = (
    live_sockets,
    stories.router,
    front.router,
    screens.router,
    ledger.router,
    match_page.router,
    duplicate.router,
    tournament.of_all,
    tournament.router,
    people.router,
    player.router,
    search.router,
    search.where_router,
    stages,
    bracket,
    ttt,
    shell,
)


@dataclass(frozen=True)
class PublicValues:
    """A tournament and its matches: of those that are not finished their events, by number."""

    stages: TeamEventState
    teams: Mapping[str, tuple[PersonId, ...]]
    persons: Sequence[Person]
    events: Mapping[int, Sequence[ev.Event]]
    finished: Sequence[FinishedMatch]


@dataclass(frozen=True)
class _Club:
    """The tournament: implements server.live.public_source.PublicTournament."""

    state: PublicState
    tournament: TournamentId = CLUB
    name: TournamentName = NAME
    title: str = "Harbour Cup"
    times: RulingTimes = field(default_factory=RulingTimes)
    is_settled: bool = True

    @property
    def teams(self) -> Mapping[str, tuple[PersonId, ...]]:
        return self.state.teams

    def players_of(self, team: str, game_name: str = "") -> tuple[PersonId, ...]:
        return self.state.teams[team]


@dataclass(frozen=True)
class _Tournaments:
    """That one alone: implements PublicTournaments."""

    club: _Club
    announced: Announcements = field(default_factory=Announcements)

    @property
    def processes(self) -> Mapping[TournamentId, _Club]:
        return {CLUB: self.club}

    @property
    def names(self) -> Mapping[TournamentId, TournamentName]:
        return {CLUB: self.club.name}

    def named(self, name: str) -> _Club:
        assert name == self.club.name.text
        return self.club


@dataclass(frozen=True)
class _Listed:
    """A finished match in a list: implements ListedMatch."""

    match_id: MatchId
    home: str
    away: str
    head: int = 1


class _Finished(NothingFinished):
    """Those that are given: implements FinishedList."""

    def __init__(self, every: Sequence[FinishedMatch]) -> None:
        self.every = {each.match_id: each for each in every}
        self.ids = list(self.every)
        self._listed = {each.match_id: _Listed(each.match_id, *each.teams) for each in every}

    def __contains__(self, match_id: object) -> bool:
        return match_id in self.every

    def of(self, match_id: MatchId) -> FinishedMatch:
        return self.every[match_id]

    def kept(self, match_id: MatchId) -> _Listed | None:
        return self._listed.get(match_id)

    def numbered(self, tournament: TournamentId) -> Mapping[int, _Listed]:
        return {each.number: listed for each, listed in self._listed.items()}

    def in_tournament(self, tournament: TournamentId) -> Sequence[MatchId]:
        return self.ids

    def with_team(self, tournament: TournamentId, team: str) -> Sequence[FinishedMatch]:
        return [each for each in self.every.values() if team in each.teams]

    def in_two_rooms(self, match_id: MatchId) -> bool:
        return self.every[match_id].duplicate is not None


class _Outcomes:
    """What came of them: implements FinishedOutcomes, FinishedPoints and PostedResults."""

    def __init__(self, finished: _Finished) -> None:
        self._finished = finished

    def played(self, tournament: TournamentId) -> list[PlayedMatch]:
        return [
            PlayedMatch(
                each.match_id,
                each.teams,
                each.scheduled.game_name,
                DUPLICATE,
                each.persons,
                steps_kept(each)[0].at,
                each.sums,
                frozenset(each.seated(each.teams[0])),
            )
            for each in self._finished.every.values()
        ]

    def finished(self, tournament: TournamentId) -> dict[int, MatchOutcome]:
        return {
            each.match_id.number: MatchOutcome(each.sums, each.smp, each.final_score, 2 * each.game)
            for each in self._finished.every.values()
        }

    def so_far(self, match_id: MatchId, protocol: AnyProtocol) -> PlayedMatch | None:
        return None


class _Points:
    """No match is played at one table: implements FinishedPoints."""

    def finished(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        return {}


class _Posted:
    """When results were posted: implements PostedResults."""

    def __init__(self, finished: _Finished) -> None:
        self._finished = finished

    def of(self, tournament: TournamentId) -> Mapping[int, Sequence[ResultStep]]:
        return {each.number: self.of_match(each) for each in self._finished.ids}

    def of_match(self, match_id: MatchId) -> Sequence[ResultStep]:
        known = self._finished.every.get(match_id)
        return () if known is None else steps_kept(known)


class _Matches(NoneFinished):
    """Which matches there are: implements PublicMatches and server.live.hub.KnownMatches."""

    finished: _Finished

    def __init__(self, finished: _Finished, in_play: Collection[MatchId]) -> None:
        self.finished, self._in_play = finished, in_play

    def __contains__(self, match_id: object) -> bool:
        return match_id in self.finished or match_id in self._in_play

    def in_play(self) -> Collection[MatchId]:
        return self._in_play

    def numbers(self, tournament: TournamentId) -> Sequence[int]:
        return sorted(each.number for each in (*self.finished.ids, *self._in_play))

    def match(self, match_id: MatchId) -> object:
        if match_id not in self._in_play:
            raise unknown_match(match_id, self.numbers(match_id.tournament))
        return match_id


class ValuesSource:
    """Everything that public pages ask for: implements server.live.public_source.PublicSource."""

    def __init__(self, values: PublicValues) -> None:
        formats = {**NOTHING_SET_UP, TEAM_EVENT.name: values.stages}
        finished = _Finished(values.finished)
        in_play = [MatchId(CLUB, number) for number in values.events]
        self.tournaments = _Tournaments(_Club(PublicState(values.teams, formats=formats)))
        self.registry = _Matches(finished, in_play)
        self.outcomes, self.point_outcomes = _Outcomes(finished), _Points()
        self.result_steps = _Posted(finished)
        self._persons = {each.person_id: each for each in values.persons}

    def now(self) -> datetime:
        return NOW

    def names(self, language: str | None = None) -> Names:
        return Names(self._persons, language, tournaments=self.tournaments.names)

    def addresses(self, tournament: TournamentId) -> Mapping[int, MatchAddress]:
        names, numbers = self.names(), self.registry.numbers(tournament)
        return {number: names.match(MatchId(tournament, number)) for number in numbers}


class _Ledgers(ledger.PublicLedgers):
    """Ledgers of one entry that hold."""

    async def file(self, match_id: MatchId) -> bytes:
        return b"{}\n"

    async def checked(self, match_id: MatchId) -> ledger.ShownLedger:
        check = LedgerCheck(match_stream(match_id), 1, "ab" * 32)
        return ledger.ShownLedger(check, "Lviv", "Kherson", True, None)


@dataclass(frozen=True)
class ReadersServices:
    """What pages for readers are made with, who can do nothing there: implements PublicServices."""

    source: ValuesSource
    hub: LiveHub
    public_outcomes: PublicOutcomes
    listed_tournaments: ListedTournaments
    latest_results: LatestResults
    tournament_feed: TournamentFeed
    announcement_feed: AnnouncementFeed
    by_package: PackageServices
    public_formats: Sequence[PublicFormat]
    director_pages: Sequence[tuple[PublicFormat, PageLink]] = ()
    page_hooks: Sequence[PageHooks] = ()
    visitors: None = None
    addresses: ServerAddresses = ADDRESSES
    language: str = "en"
    requests_under_way: RequestsUnderWay = field(default_factory=RequestsUnderWay)


def readers_app(values: PublicValues, more: Iterable[ModuleType] = ()) -> FastAPI:
    """An application of the public's pages alone over these values.

    `more` are modules of extras, each with its `router` and, where that takes any, `services`.
    """
    source = ValuesSource(values)
    hub = LiveHub(
        GAMES,
        page_fragments,
        names_of=source.names,
        known=source.registry,
        clock=source.now,
    )
    for number, events in values.events.items():
        hub.begin(_stored(MatchId(CLUB, number), events))
    outcomes, latest = PublicOutcomes(hub, source.outcomes), LatestResults(hub)
    formats = (TEAM_EVENT_SHOWN, KNOCKOUT_SHOWN, TTT_SHOWN)
    services: PublicServices = ReadersServices(
        source=source,
        hub=hub,
        public_outcomes=outcomes,
        listed_tournaments=ListedTournaments(outcomes),
        latest_results=latest,
        tournament_feed=tournament.event_feed(source, hub, outcomes, latest, formats),
        announcement_feed=AnnouncementFeed(Announcements, source.names, source.now),
        by_package=PackageServices(
            SpectatorSight(hub, lambda *_: Sight.BY_ROLE, lambda *_: None),
            stories.StoryCache(hub),
            FrontLeads(),
            _Ledgers(),
            *(each for module in more for each in getattr(module, "services", tuple)()),
        ),
        public_formats=formats,
    )
    routers = (*ROUTERS, *(module.router for module in more))
    app = FastAPI(routes=[each for router in routers for each in router.routes])
    app.add_middleware(MatchesInMemory)
    app.state.services = services
    return app


def _stored(match_id: MatchId, events: Sequence[ev.Event]) -> list[StoredEvent]:
    """Events in their places, with no hash: nobody looks at any."""
    stream = match_stream(match_id)
    return [
        StoredEvent(stream, place, NOW, "table", "", "", 1, b"", b"", b"", event)
        for place, event in enumerate(events, 1)
    ]


def answers_over(values: Path, more: Sequence[str], addresses: Sequence[str]) -> str:
    """What those addresses are answered with over the pickled values: JSON, status and text.

    `more` are the names of modules of extras.
    """
    modules = [import_module(each) for each in more if each]
    app = readers_app(pickle.loads(values.read_bytes()), modules)

    async def answers() -> dict[str, tuple[int, str]]:
        transport = ASGITransport(app)
        async with AsyncClient(transport=transport, base_url="http://localhost") as client:
            found = [(address, await client.get(address)) for address in addresses]
        return {
            address: (answer.status_code, answer.content.decode("utf-8", "replace"))
            for address, answer in found
        }

    return json.dumps(asyncio.run(answers()))
