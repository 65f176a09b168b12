"""What routes work with, injected: made once by the composition root, read from the application.

Routers are made once a process and their routes serve every application made of them, so that no
route may hold a service: each takes those it needs from the application that serves the request.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.text import N_
from server.accounts.sign_in import Authenticator
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_events import LatestResults, PublicEvents
from server.live.public_outcomes import PublicOutcomes
from server.live.tournament_feed import AnnouncementFeed, TournamentFeed
from server.luck.fork_book import ForkTally
from server.luck.luck_sums import LuckKnown
from server.luck.match_luck import MatchLuck
from server.messages.handling import MessageHandling
from server.persons.naming import NO_NAMES, Names
from server.settings import SecondColour
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.format_pages import FormatPages
from server.words.languages import SOURCE_LANGUAGE


@dataclass(frozen=True, slots=True)
class Services:
    """The services of an application; `app.state.services` holds them.

    `language` is that of the pages where a browser asks for none of theirs, `second_colour` what
    printed forms call White's opponent, `formats` what a tournament can be.
    """

    hall: Hall
    hub: LiveHub
    authenticator: Authenticator
    language: str = SOURCE_LANGUAGE
    second_colour: SecondColour = "red"
    formats: tuple[FormatPages, ...] = ()


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that serves this request or socket."""
    return cast(Services, connection.app.state.services)


def names_in(connection: HTTPConnection, language: str | None = None) -> Names:
    """How people are called in a language, None for everybody's preferred name."""
    names_of = getattr(connection.app.state, "names_of", None)
    return NO_NAMES if names_of is None else cast(Names, names_of(language))


async def lucks_of(
    connection: HTTPConnection, matches: Iterable[MatchId | None]
) -> Mapping[MatchId, LuckKnown]:
    """What is known of the luck of those of the matches that are over and in memory."""
    luck = cast(MatchLuck | None, connection.app.state.match_luck)
    if luck is None:
        return {}
    known = {each: await luck.known(each) for each in matches if each is not None}
    return {match_id: each for match_id, each in known.items() if each is not None}


async def forks_of(connection: HTTPConnection) -> Mapping[MatchId, Sequence[ForkTally]]:
    """What everybody's decisions at forks came to, by match; whether it is over is asked of others.

    Of matches that were judged alone.
    """
    luck = cast(MatchLuck | None, connection.app.state.match_luck)
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
    return cast(PublicOutcomes, connection.app.state.public_outcomes)


async def _public_events(connection: HTTPConnection) -> PublicEvents:
    return cast(PublicEvents, connection.app.state.public_events)


async def _latest_results(connection: HTTPConnection) -> LatestResults:
    return cast(LatestResults, connection.app.state.latest_results)


async def _announcement_feed(connection: HTTPConnection) -> AnnouncementFeed:
    return cast(AnnouncementFeed, connection.app.state.announcement_feed)


async def _messages(connection: HTTPConnection) -> MessageHandling:
    return cast(MessageHandling, connection.app.state.messages)


async def _tournament_feed(connection: HTTPConnection) -> TournamentFeed:
    return cast(TournamentFeed, connection.app.state.tournament_feed)


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
