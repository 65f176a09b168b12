"""What routes work with, injected: made once by the composition root, read from the application.

Routers are made once a process and their routes serve every application made of them, so that no
route may hold a service: each takes those it needs from the application that serves the request.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, TypeVar, cast

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.text import N_
from server.broadcast.safe_video import VideoBook
from server.closed_seats.closed_seats import ClosedSeats
from server.command_answers import RequestsUnderWay
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_events import LatestResults, PublicEvents
from server.live.public_outcomes import PublicOutcomes
from server.live.tournament_feed import AnnouncementFeed, TournamentFeed
from server.luck.fork_book import ForkTally
from server.luck.luck_sums import LuckKnown
from server.luck.match_luck import MatchLuck
from server.messages.handling import MessageHandling
from server.people.sign_in import Authenticator
from server.settings import SecondColour, ServerAddresses
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.web.edge.connections import ConnectionLimit
from server.web.edge.format_pages import FormatPages

_Service = TypeVar("_Service")


class RoomServices:
    """What one room of server/web alone works with, each by its class.

    Rooms rest on the edge, which knows none of their classes: here they are put by who makes an
    application, and taken by `room_service`.
    """

    def __init__(self, *services: object) -> None:
        self._by_class = {type(each): each for each in services}

    def of(self, kind: type[_Service]) -> _Service:
        """The one of that very class; raises KeyError where the application was given none."""
        service = self._by_class[kind]
        assert isinstance(service, kind)
        return service


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the routes of an application may use: all there is in `app.state`.

    Of the public's pages beside the matches' own feeds (`hub`): `public_outcomes` how tournaments
    stand, `public_events` and `latest_results` what is on and what has ended, `tournament_feed` and
    `announcement_feed` who follows. `messages` takes those of knockouts that are played by them,
    `video_book` knows up to when a camera's picture may be shown. `formats` is what a tournament
    can be, `rooms` what single rooms of server/web work with.

    `addresses` are those that links may carry, `language` that of the pages where a browser asks
    for none of theirs, `second_colour` what printed forms call White's opponent.

    `closed_seats` are the games that visitors play from the closed room's seat: None, and none is
    offered, where no file is kept of them. `match_luck` works out the luck of matches that are
    over: None, and none is told, where nothing runs that could judge. `connections` are those that
    the server keeps: None for an application that is not listened for.

    `requests_under_way` has a repeated command wait for the first. `several_forms` is held by the
    one file of a whole event's forms that is made at a time.
    """

    hall: Hall
    hub: LiveHub
    authenticator: Authenticator
    public_outcomes: PublicOutcomes
    public_events: PublicEvents
    latest_results: LatestResults
    tournament_feed: TournamentFeed
    announcement_feed: AnnouncementFeed
    messages: MessageHandling
    video_book: VideoBook
    formats: tuple[FormatPages, ...]
    rooms: RoomServices
    addresses: ServerAddresses
    language: str
    second_colour: SecondColour
    closed_seats: ClosedSeats | None = None
    match_luck: MatchLuck | None = None
    connections: ConnectionLimit | None = None
    requests_under_way: RequestsUnderWay = field(default_factory=RequestsUnderWay)
    several_forms: asyncio.Lock = field(default_factory=asyncio.Lock)


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that serves this request or socket."""
    return cast(Services, connection.app.state.services)


def room_service(kind: type[_Service]) -> Callable[[HTTPConnection], Awaitable[_Service]]:
    """The dependency that gives a room's own service of that class."""

    async def service(connection: HTTPConnection) -> _Service:
        return services_of(connection).rooms.of(kind)

    return service


def names_in(connection: HTTPConnection, language: str | None = None) -> Names:
    """How people are called in a language, None for everybody's preferred name."""
    return services_of(connection).hall.names(language)


async def lucks_of(
    connection: HTTPConnection, matches: Iterable[MatchId | None]
) -> Mapping[MatchId, LuckKnown]:
    """What is known of the luck of those of the matches that are over and in memory."""
    luck = services_of(connection).match_luck
    if luck is None:
        return {}
    known = {each: await luck.known(each) for each in matches if each is not None}
    return {match_id: each for match_id, each in known.items() if each is not None}


async def forks_of(connection: HTTPConnection) -> Mapping[MatchId, Sequence[ForkTally]]:
    """What everybody's decisions at forks came to, by match; whether it is over is asked of others.

    Of matches that were judged alone.
    """
    luck = services_of(connection).match_luck
    return {} if luck is None else await luck.forks.every()


MATCH_NUMBER = r"^[1-9][0-9]{0,8}$"
"""How a match's number is written in an address, and no other way: who may is asked by it."""
MatchNumber = Annotated[str, Path(pattern=MATCH_NUMBER)]


# Coroutines all, though they wait for nothing: FastAPI calls a plain function in a thread.
async def _hall(connection: HTTPConnection) -> Hall:
    return services_of(connection).hall


async def _hub(connection: HTTPConnection) -> LiveHub:
    return services_of(connection).hub


async def _authenticator(connection: HTTPConnection) -> Authenticator:
    return services_of(connection).authenticator


async def _match_id(connection: HTTPConnection, tournament: str, number: MatchNumber) -> MatchId:
    return names_in(connection).match_named(tournament, int(number))


async def _tournament(connection: HTTPConnection, tournament: str) -> TournamentProcess:
    return services_of(connection).hall.tournaments.named(tournament)


async def _public_outcomes(connection: HTTPConnection) -> PublicOutcomes:
    return services_of(connection).public_outcomes


async def _public_events(connection: HTTPConnection) -> PublicEvents:
    return services_of(connection).public_events


async def _latest_results(connection: HTTPConnection) -> LatestResults:
    return services_of(connection).latest_results


async def _announcement_feed(connection: HTTPConnection) -> AnnouncementFeed:
    return services_of(connection).announcement_feed


async def _messages(connection: HTTPConnection) -> MessageHandling:
    return services_of(connection).messages


async def _tournament_feed(connection: HTTPConnection) -> TournamentFeed:
    return services_of(connection).tournament_feed


HallDep = Annotated[Hall, Depends(_hall)]
MatchIdDep = Annotated[MatchId, Depends(_match_id)]
TournamentDep = Annotated[TournamentProcess, Depends(_tournament)]
AnnouncementFeedDep = Annotated[AnnouncementFeed, Depends(_announcement_feed)]
MessagesDep = Annotated[MessageHandling, Depends(_messages)]
TournamentFeedDep = Annotated[TournamentFeed, Depends(_tournament_feed)]
LiveHubDep = Annotated[LiveHub, Depends(_hub)]
PublicOutcomesDep = Annotated[PublicOutcomes, Depends(_public_outcomes)]
LatestResultsDep = Annotated[LatestResults, Depends(_latest_results)]
PublicEventsDep = Annotated[PublicEvents, Depends(_public_events)]
AuthenticatorDep = Annotated[Authenticator, Depends(_authenticator)]


async def _match_over(match_id: MatchIdDep, hall: HallDep, hub: LiveHubDep) -> MatchId:
    hall.match(match_id)
    if not hub.is_over(match_id):
        raise MatchRefused("match", match_id, N_("a match that is over in both rooms"))
    return match_id


MatchOverDep = Annotated[MatchId, Depends(_match_over)]
"""The match of the path; raises MatchRefused for one whose rolls are nobody's business yet."""
