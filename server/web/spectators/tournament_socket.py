"""The feed of a tournament's public pages: `WS /t/{name}/live?page=standings&language=uk`.

The first frame has the parts of that page as they are, each other one what they have become;
`rounds=all` are those of the schedule with all of its rounds, `announcements=true` adds frames of
announcements. The feed takes no messages, like those of matches.
"""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.websockets import WebSocket

from server.access import Action
from server.live.tournament_feed import Followed
from server.web.edge.authorization import needs
from server.web.edge.services import (
    AnnouncementFeedDep,
    TournamentDep,
    TournamentFeedDep,
    services_of,
)
from server.web.pages.event_view import OVERVIEW
from server.web.spectators.live_socket import Announcements, Language, serve, write_of
from server.words.languages import SOURCE_LANGUAGE

router = APIRouter(tags=["public"], dependencies=[Depends(needs(Action.WATCH))])


async def _page(
    connection: HTTPConnection,
    page: Annotated[str, Query(description="Which page is followed.")] = OVERVIEW,
) -> str:
    """The page that is followed; hangs up on whoever asks for one that goes not on by itself."""
    formats = services_of(connection).formats
    if page not in (OVERVIEW, *(link.name for each in formats for link in each.public)):
        raise WebSocketException(WS_1008_POLICY_VIOLATION)
    return page


@router.websocket("/t/{tournament}/live")
async def live_tournament(
    socket: WebSocket,
    tournament: TournamentDep,
    feed: TournamentFeedDep,
    announced: AnnouncementFeedDep,
    page: Annotated[str, Depends(_page)],
    language: Language = None,
    rounds: Annotated[Literal["all"] | None, Query()] = None,
    announcements: Announcements = False,
) -> None:
    """The feed of a page of a tournament."""
    of = tournament.tournament
    await socket.accept()
    followed = Followed(of, page, language or SOURCE_LANGUAGE, rounds == "all")
    follower = feed.follow(followed, write_of(socket))
    if announcements:
        announced.follow(follower, of)
    await serve(socket, feed, announced, follower, None)
