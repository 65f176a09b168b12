"""The public's live feeds: a websocket a match, one for all, one for a tournament's pages.

`WS /t/{name}/matches/{n}/live` sends a frame with the state at once and one for every change;
`?after=N` adds the items that became public after number N to the first, `?language=uk` the
changing parts of the match's page in that language to each, `&shown=R` not to a first frame
without news where R is still the page's revision, its `data-shown`. `?announcements=true` adds
frames of announcements to either feed, of the match's tournament or of all. `WS /live` sends the
same frames of every match, without pages, beginning with all but those that ended a while ago;
`?now=club/3&now=club/4` begins with these matches, whenever they ended. All others are sent as they
change. A frame's items may leave a gap after the number before for a client that reads slowly; its
state is whole. The feeds take no messages: a client that sends one is cut off. Nothing is sent of a
match in which the visitor plays; where that changes, the feed ends with the code 4003 and the page
is asked for again (ruling 34).

`WS /t/{name}/live?page=standings&language=uk` is the feed of a tournament's page. Its first frame
has the parts of that page as they are, each later one those that have changed; `rounds=all` are
those of the schedule with all of its rounds, `announcements=true` adds frames of announcements. The
feed takes no messages, like those of matches.
"""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Annotated, Any, Literal, Protocol

from fastapi import APIRouter, Depends, Query, Response
from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.access import Action
from server.live.follower import Follower, Write
from server.live.tournament_feed import AnnouncementFeed, Followed
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.connections import direct_socket
from server.web.edge.public_services import (
    AnnouncementFeedDep,
    LiveHubDep,
    MatchIdDep,
    PublicTournamentDep,
    TournamentFeedDep,
    public_services_of,
)
from server.web.live.sight_changes import SpectatorSightDep, Watch
from server.web.orders.fields import MatchText
from server.web.shell.lists import AT_MOST
from server.web.shell.tournament_view import OVERVIEW
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE

TAKES_NO_MESSAGES = 1008
"""The close code of a client that talks to the feed (RFC 6455, 7.4.1: policy violation)."""
OTHERS_HIDDEN = 4003
"""The close code once other matches are hidden from the visitor (RFC 6455, 7.4.2: private use)."""
SEATED = "other matches are hidden from you now: you play in them, or may be seated"


class Leaving(Protocol):
    """A feed that a follower can be removed from."""

    def leave(self, follower: Follower) -> None:
        """Send this follower nothing more."""


Language = Annotated[
    str | None,
    Query(pattern=f"^({'|'.join(LANGUAGES)})$", description="Language of the page's parts."),
]
Now = Annotated[
    list[MatchText] | None,
    Query(
        description="Matches whose state is sent at once; all but long finished ones without it.",
        max_length=AT_MOST,
    ),
]
Announcements = Annotated[bool, Query(description="Frames of announcements as well.")]
Shown = Annotated[
    int | None,
    Query(
        ge=0,
        description=(
            "The client shows the page's parts as of item `after` and of this revision of the page:"
            " a first frame that has nothing newer leaves them out."
        ),
    ),
]
After = Annotated[int | None, Query(ge=0, description="Number of the last item the client has.")]


router = APIRouter(tags=["public"], dependencies=[Depends(needs(Action.WATCH))])


@router.get("/t/{tournament}/matches/{number}/live.json")
async def live_json(match_id: MatchIdDep, hub: LiveHubDep, after: After = None) -> Response:
    """What the public knows of a match, with the items after a number when one is given."""
    if hub.snapshot(match_id) is None:
        raise hub.unknown(match_id)
    body = hub.frame(match_id, after).payload
    headers = {"cache-control": "no-store"}
    return Response(body, media_type="application/json", headers=headers)


@router.websocket("/live")
async def live_all(
    socket: WebSocket,
    hub: LiveHubDep,
    sight: SpectatorSightDep,
    announced: AnnouncementFeedDep,
    now: Now = None,
    announcements: Announcements = False,
) -> None:
    """Serve the feed of all matches."""
    visitor, names = visitor_of(socket), hub.names_of(None)
    at_once = None if now is None else [names.match_meant(each) for each in now]
    await socket.accept()
    async with contextlib.AsyncExitStack() as until_framed:
        for match_id in at_once or ():
            await until_framed.enter_async_context(hub.known.held(match_id))
        hidden = sight.hidden_from(visitor)
        follower = hub.follow_all(write_of(socket), at_once, hidden)
    if announcements:
        announced.follow(follower)
    await serve(socket, hub, announced, follower, sight.watching(visitor, follower))


@router.websocket("/t/{tournament}/matches/{number}/live")
@router.websocket("/embed/t/{tournament}/matches/{number}/live")
async def live(
    socket: WebSocket,
    match_id: MatchIdDep,
    hub: LiveHubDep,
    sight: SpectatorSightDep,
    announced: AnnouncementFeedDep,
    after: After = None,
    language: Language = None,
    shown: Shown = None,
    announcements: Announcements = False,
) -> None:
    """Serve the feed of one match; below /embed it is the public's for every visitor."""
    if hub.snapshot(match_id) is None:
        raise hub.unknown(match_id)
    await socket.accept()
    visitor = visitor_of(socket)
    if match_id in sight.hidden_from(visitor):  # since the socket was asked for
        await socket.close(OTHERS_HIDDEN, SEATED)
        return
    follower = hub.follow(match_id, after, language, write_of(socket), shown=shown)
    if announcements:
        announced.follow(follower, match_id.tournament)
    await serve(socket, hub, announced, follower, sight.watching(visitor, follower, match_id))


def write_of(socket: WebSocket) -> Write | None:
    """Return the function that writes a payload at once.

    None when another server runs the application.
    """
    direct = direct_socket(socket.scope)
    return None if direct is None else direct.write_text


async def serve(
    socket: WebSocket,
    hub: Leaving,
    announced: AnnouncementFeed,
    follower: Follower,
    watching: contextlib.AbstractContextManager[Watch] | None,
) -> None:
    """Send until the client goes, sends something, takes a seat or the server stops."""
    tell = _Telling(socket, follower)
    try:
        if watching is None:
            await _hear(socket)
        else:
            with watching as watch:
                await _first_of(_hear(socket), _close_when_hidden(socket, watch))
    finally:
        tell.end()
        hub.leave(follower)
        announced.leave(follower)


class _Telling:
    """Sends waiting messages to a follower, by a task that lasts as long as there are any.

    Nearly all of the many followers have none nearly always.
    """

    __slots__ = ("_follower", "_socket", "_task")

    def __init__(self, socket: WebSocket, follower: Follower) -> None:
        self._socket, self._follower = socket, follower
        self._task: asyncio.Task[None] | None = None
        follower.on_filled = self
        self()

    def __call__(self) -> None:
        """Send the messages that wait now."""
        if self._task is None:
            self._task = asyncio.create_task(self._tell())

    def end(self) -> None:
        """Stop sending."""
        self._follower.on_filled = None
        if self._task is not None:
            self._task.cancel()

    async def _tell(self) -> None:
        try:
            while not self._follower.rests():
                payload = await self._follower.next_frame()
                await self._socket.send_text(payload.decode())
        except (WebSocketDisconnect, RuntimeError):
            return
        finally:
            self._task = None


async def _first_of(*waits: Coroutine[Any, Any, None]) -> None:
    doing = [asyncio.create_task(each) for each in waits]
    try:
        await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)


async def _close_when_hidden(socket: WebSocket, watch: Watch) -> None:
    await watch.changed.wait()
    await socket.close(OTHERS_HIDDEN, SEATED)


async def _hear(socket: WebSocket) -> None:
    message = await socket.receive()
    if message["type"] == "websocket.receive":
        await socket.close(TAKES_NO_MESSAGES, "the feed takes no messages")


async def _page(
    connection: HTTPConnection,
    page: Annotated[str, Query(description="Which page is followed.")] = OVERVIEW,
) -> str:
    """Return the page that is followed; close the socket for a page without parts that change."""
    formats = public_services_of(connection).public_formats
    if page not in (OVERVIEW, *(link.name for each in formats for link in each.public)):
        raise WebSocketException(WS_1008_POLICY_VIOLATION)
    return page


@router.websocket("/t/{tournament}/live")
async def live_tournament(
    socket: WebSocket,
    tournament: PublicTournamentDep,
    feed: TournamentFeedDep,
    announced: AnnouncementFeedDep,
    page: Annotated[str, Depends(_page)],
    language: Language = None,
    rounds: Annotated[Literal["all"] | None, Query()] = None,
    announcements: Announcements = False,
) -> None:
    """Serve the feed of a page of a tournament."""
    of = tournament.tournament
    await socket.accept()
    followed = Followed(of, page, language or SOURCE_LANGUAGE, rounds == "all")
    follower = feed.follow(followed, write_of(socket))
    if announcements:
        announced.follow(follower, of)
    await serve(socket, feed, announced, follower, None)
