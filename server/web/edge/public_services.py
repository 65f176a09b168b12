"""Services for the routes of public pages: the feeds, and whatever else is public.

Routes read services from the application that serves the request. No route may store a service,
because the same routes serve every application. Nothing here depends on a hall: a hall, or anything
else that has values to show, supplies the services.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Protocol, TypeVar, cast

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.text import N_
from server.access import MatchPlayers, Visitor
from server.command_answers import RequestsUnderWay
from server.live.hub import LiveHub
from server.live.listed_tournaments import LatestResults, ListedTournaments
from server.live.public_outcomes import PublicOutcomes
from server.live.public_source import PublicSource, PublicTournament
from server.live.tournament_feed import AnnouncementFeed, TournamentFeed
from server.settings import ServerAddresses
from server.values.naming import Names
from server.web.edge.format_pages import PageLink, PublicFormat
from server.web.edge.page_hooks import PageHooks

_Service = TypeVar("_Service")


class PackageServices:
    """Services each of which belongs to a single package of server/web, found by their class.

    These packages import the edge, but the edge imports none of their classes. The code that makes
    an application stores the services here, and `package_service` returns them to routes.
    """

    def __init__(self, *services: object) -> None:
        self._services = services

    def of(self, kind: type[_Service]) -> _Service:
        """Return the service of class `kind` or a class derived from it.

        Raises KeyError if there is none.
        """
        for each in self._services:
            if isinstance(each, kind):
                return each
        raise KeyError(kind)

    def every(self, kind: type[_Service]) -> list[_Service]:
        """Return all services of class `kind` or of classes derived from it."""
        return [each for each in self._services if isinstance(each, kind)]


class Visitors(Protocol):
    """Finds visitors by their sessions and devices, and stores what they were shown."""

    @property
    def director_exists(self) -> bool:
        """True once the server has been set up."""

    def visitor(self, token: str) -> Visitor | None:
        """Return the visitor of the session with that token, None if there is none."""

    def is_in_closed_room(self, device: bytes) -> bool:
        """Return True if the device with that digest is at a table of a closed room."""

    def players(self, match_id: MatchId) -> MatchPlayers:
        """Return those who play in a match now, or could be seated in it."""

    def open_room_shown(
        self, visitor: Visitor, match_id: MatchId, *, as_public: bool = False
    ) -> None:
        """Record that a visitor is shown the open room of a match.

        With `as_public` the visitor is shown only what the public sees of it.
        """


class PublicServices(Protocol):
    """The services of an application that routes of public pages may use.

    If `visitors` is None, every visitor counts as the public, and nobody can sign in. Besides the
    matches' feeds (`hub`) public pages use the outcomes of tournaments (`public_outcomes`), lists
    of current and past tournaments (`listed_tournaments`, `latest_results`), and the feeds of
    tournaments and announcements (`tournament_feed`, `announcement_feed`). `public_formats` are the
    formats that a tournament can have, `director_pages` the pages of their directors, `page_hooks`
    the additions of extras, `by_package` the services of single packages of server/web. `addresses`
    are the addresses that links may carry. `language` is the language of pages for browsers that
    ask for none of the available languages. `requests_under_way` makes a repeated command wait
    until the first one is done.
    """

    @property
    def source(self) -> PublicSource: ...
    @property
    def hub(self) -> LiveHub: ...
    @property
    def visitors(self) -> Visitors | None: ...
    @property
    def public_outcomes(self) -> PublicOutcomes: ...
    @property
    def listed_tournaments(self) -> ListedTournaments: ...
    @property
    def latest_results(self) -> LatestResults: ...
    @property
    def tournament_feed(self) -> TournamentFeed: ...
    @property
    def announcement_feed(self) -> AnnouncementFeed: ...
    @property
    def public_formats(self) -> Sequence[PublicFormat]: ...
    @property
    def director_pages(self) -> Sequence[tuple[PublicFormat, PageLink]]: ...
    @property
    def page_hooks(self) -> Sequence[PageHooks]: ...
    @property
    def by_package(self) -> PackageServices: ...
    @property
    def addresses(self) -> ServerAddresses: ...
    @property
    def language(self) -> str: ...
    @property
    def requests_under_way(self) -> RequestsUnderWay: ...


def public_services_of(connection: HTTPConnection) -> PublicServices:
    """Return the public services of the application that serves this request or socket."""
    return cast(PublicServices, connection.app.state.services)


def package_service(kind: type[_Service]) -> Callable[[HTTPConnection], Awaitable[_Service]]:
    """Return a dependency that returns the service of class `kind` of one package of server/web."""

    async def service(connection: HTTPConnection) -> _Service:
        return public_services_of(connection).by_package.of(kind)

    return service


def names_in(connection: HTTPConnection, language: str | None = None) -> Names:
    """Return people's names in a language; with None, the name that each person prefers."""
    return public_services_of(connection).source.names(language)


MATCH_NUMBER = r"^[1-9][0-9]{0,8}$"
"""The pattern of a match's number in an address; numbers in other spellings are refused."""
MatchNumber = Annotated[str, Path(pattern=MATCH_NUMBER)]


# All are coroutines, because FastAPI would call a plain function in a thread.
async def _source(connection: HTTPConnection) -> PublicSource:
    return public_services_of(connection).source


async def _hub(connection: HTTPConnection) -> LiveHub:
    return public_services_of(connection).hub


async def _match_id(connection: HTTPConnection, tournament: str, number: MatchNumber) -> MatchId:
    return names_in(connection).match_named(tournament, int(number))


async def _tournament(connection: HTTPConnection, tournament: str) -> PublicTournament:
    return public_services_of(connection).source.tournaments.named(tournament)


async def _public_outcomes(connection: HTTPConnection) -> PublicOutcomes:
    return public_services_of(connection).public_outcomes


async def _listed_tournaments(connection: HTTPConnection) -> ListedTournaments:
    return public_services_of(connection).listed_tournaments


async def _latest_results(connection: HTTPConnection) -> LatestResults:
    return public_services_of(connection).latest_results


async def _announcement_feed(connection: HTTPConnection) -> AnnouncementFeed:
    return public_services_of(connection).announcement_feed


async def _tournament_feed(connection: HTTPConnection) -> TournamentFeed:
    return public_services_of(connection).tournament_feed


PublicSourceDep = Annotated[PublicSource, Depends(_source)]
PublicTournamentDep = Annotated[PublicTournament, Depends(_tournament)]
MatchIdDep = Annotated[MatchId, Depends(_match_id)]
AnnouncementFeedDep = Annotated[AnnouncementFeed, Depends(_announcement_feed)]
TournamentFeedDep = Annotated[TournamentFeed, Depends(_tournament_feed)]
LiveHubDep = Annotated[LiveHub, Depends(_hub)]
PublicOutcomesDep = Annotated[PublicOutcomes, Depends(_public_outcomes)]
LatestResultsDep = Annotated[LatestResults, Depends(_latest_results)]
ListedTournamentsDep = Annotated[ListedTournaments, Depends(_listed_tournaments)]


async def _match_over(match_id: MatchIdDep, source: PublicSourceDep, hub: LiveHubDep) -> MatchId:
    source.registry.match(match_id)
    if not hub.is_over(match_id):
        raise MatchRefused("match", match_id, N_("a match that is over in both rooms"))
    return match_id


MatchOverDep = Annotated[MatchId, Depends(_match_over)]
"""The match of the path.

Raises MatchRefused if the match is not over, because its rolls are secret until then.
"""
