"""Services that are injected into routes: made once, and read from the application.

Routers are made once per process, and their routes serve every application. Therefore no route may
store a service: it takes the services from the application that serves the request.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from rules.identities import MatchId
from server.access import MatchPlayers, Visitor
from server.command_answers import RequestsUnderWay
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.listed_tournaments import LatestResults, ListedTournaments
from server.live.public_outcomes import PublicOutcomes
from server.live.public_source import PublicSource
from server.live.tournament_feed import AnnouncementFeed, TournamentFeed
from server.messages.handling import MessageHandling
from server.people.sign_in import Authenticator
from server.settings import SecondColour, ServerAddresses, Settings
from server.tournaments.tournament_process import TournamentProcess
from server.views.printable import AddedFacts, FormSource, Printable
from server.web.edge.connections import ConnectionLimit
from server.web.edge.format_pages import FormatPages, PageLink, PublicFormat
from server.web.edge.page_hooks import PageHooks
from server.web.edge.public_services import PackageServices, Visitors


class ExtraRefused(Exception):
    """An extra cannot be opened with these settings.

    The technician can correct them: the text says what is allowed.
    """


@dataclass(frozen=True, slots=True)
class Opening:
    """The values from which an extra makes its services when a server starts.

    These values are the server's settings, its hall, the matches' feeds (`hub`), and `messages`,
    which handles the messages of PBeM knockouts.
    """

    settings: Settings
    hall: Hall
    hub: LiveHub
    messages: MessageHandling


@contextlib.asynccontextmanager
async def _no_services(opening: Opening) -> AsyncIterator[Sequence[object]]:
    yield ()


@dataclass(frozen=True, slots=True)
class ServerHooks:
    """An extra's additions to a server.

    `services` is a function that makes the services for the extra's routes, which get them by
    `package_service`. The services exist as long as the server runs. The function may subscribe
    them to what is stored or published, and raises ExtraRefused if the extra cannot be opened.
    `pages` are the extra's additions to pages, `prints` its own printed forms. One of the services
    may be a FormSource: it reads what the extra's printed forms show besides the core's records.
    `form_source` makes a FormSource for a command that prints without a server.
    """

    pages: PageHooks
    prints: Sequence[Printable] = ()
    form_source: Callable[[Settings, Hall, LiveHub], FormSource] | None = None
    services: Callable[[Opening], AbstractAsyncContextManager[Sequence[object]]] = _no_services


@dataclass(frozen=True, slots=True)
class HallVisitors:
    """The visitors of a hall's pages; implements server.web.edge.public_services.Visitors."""

    hall: Hall
    authenticator: Authenticator

    @property
    def director_exists(self) -> bool:
        """True if somebody can sign in as director."""
        return self.authenticator.accounts.director_exists

    def visitor(self, token: str) -> Visitor | None:
        """Return the visitor of the session with that token, None if there is none."""
        return self.authenticator.visitor(token)

    def is_in_closed_room(self, device: bytes) -> bool:
        """Return True if the device with that digest is at a table of a closed room."""
        return self.hall.seating.is_in_closed_room(device)

    def players(self, match_id: MatchId) -> MatchPlayers:
        """Return those who play in a match now, or could be seated in it."""
        return self.hall.players(match_id)

    def open_room_shown(
        self, visitor: Visitor, match_id: MatchId, *, as_public: bool = False
    ) -> None:
        """Record that a visitor is shown the open room of a match.

        With `as_public` the visitor is shown only what the public sees of it.
        """
        self.hall.open_room_shown(visitor, match_id, as_public=as_public)


@dataclass(frozen=True, slots=True)
class Services:
    """The services that the routes of an application may use, stored in `app.state`.

    As PublicServices it has the services of public pages. `messages` handles the messages of PBeM
    knockouts. `formats` are the formats that a tournament can have, `page_hooks` the additions of
    extras to pages, `printables` everything that can be printed, `second_colour` the name of
    White's opponent on printed forms. `connections` are the server's open connections, or None for
    an application without a listener. `several_forms` is a lock, so that only one file with all
    forms of an event is made at a time.
    """

    hall: Hall
    hub: LiveHub
    authenticator: Authenticator
    public_outcomes: PublicOutcomes
    listed_tournaments: ListedTournaments
    latest_results: LatestResults
    tournament_feed: TournamentFeed
    announcement_feed: AnnouncementFeed
    messages: MessageHandling
    formats: tuple[FormatPages, ...]
    page_hooks: tuple[PageHooks, ...]
    printables: tuple[Printable, ...]
    by_package: PackageServices
    addresses: ServerAddresses
    language: str
    second_colour: SecondColour
    connections: ConnectionLimit | None = None
    requests_under_way: RequestsUnderWay = field(default_factory=RequestsUnderWay)
    several_forms: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def source(self) -> PublicSource:
        """The source of what public pages show besides the feeds."""
        return self.hall

    @property
    def visitors(self) -> Visitors:
        """The visitors, found by their sessions and devices."""
        return HallVisitors(self.hall, self.authenticator)

    @property
    def public_formats(self) -> Sequence[PublicFormat]:
        """The public side of each format."""
        return [each.shown for each in self.formats]

    @property
    def director_pages(self) -> Sequence[tuple[PublicFormat, PageLink]]:
        """Each format that has a director's page, with a link below a tournament's address."""
        return [(each.shown, each.director) for each in self.formats if each.director is not None]


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the application that serves this request or socket."""
    return cast(Services, connection.app.state.services)


async def facts_of(
    connection: HTTPConnection, matches: Iterable[MatchId | None]
) -> tuple[AddedFacts, ...]:
    """Return what extras add to the printed forms of these matches: one item per FormSource.

    Call it only while the matches are in memory. An item of `matches` is None for a form that is
    about no match; such items are skipped.
    """
    named = [each for each in dict.fromkeys(matches) if each is not None]
    sources = services_of(connection).by_package.every(FormSource)
    return tuple([await each.facts(named) for each in sources])


# All are coroutines, because FastAPI would call a plain function in a thread.
async def _hall(connection: HTTPConnection) -> Hall:
    return services_of(connection).hall


async def _authenticator(connection: HTTPConnection) -> Authenticator:
    return services_of(connection).authenticator


async def _tournament(connection: HTTPConnection, tournament: str) -> TournamentProcess:
    return services_of(connection).hall.tournaments.named(tournament)


async def _messages(connection: HTTPConnection) -> MessageHandling:
    return services_of(connection).messages


HallDep = Annotated[Hall, Depends(_hall)]
TournamentDep = Annotated[TournamentProcess, Depends(_tournament)]
MessagesDep = Annotated[MessageHandling, Depends(_messages)]
AuthenticatorDep = Annotated[Authenticator, Depends(_authenticator)]
