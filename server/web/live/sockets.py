"""The public's live feeds: websockets for one match, for all matches, and for a tournament's page.

`WS /t/{name}/matches/{n}/live` sends a frame with the present state at once, and then a frame for
every change. `?after=N` adds to the first frame the items that became public after number N.
`?language=uk` adds to each frame the changing parts of the match's page in that language; with
`&shown=R` the first frame leaves these parts out if R, the value of `data-shown` on the open page,
is still the current revision.

`WS /live` sends the same frames for every match, without parts of pages. It begins with all matches
except those that ended a while ago; `?now=club/3&now=club/4` begins with these two matches only.
Changes of all other matches are sent too.

`?heartbeat=true` adds a heartbeat every ten seconds: the same bytes for all, at the same time.

`?announcements=true` adds frames with announcements to either feed. The feed of a match gets the
announcements of its tournament and of the hall, the feed of all matches gets all announcements.

For a client that reads slowly, items may be missing before the first item of a frame; the frame's
state is always complete. The feeds accept no messages: a client that sends one is disconnected.
Nothing is sent about a match in which the visitor plays. If the visitor begins or ceases to play in
a match, the feed ends with the code 4003, and the client should load the page again (ruling 34).

`WS /t/{name}/live?page=standings&language=uk` is the feed of a tournament's page. Its first frame
has the present parts of the page, each later frame the parts that have changed. `rounds=all` means
the schedule with all of its rounds; `announcements=true` adds frames with announcements. This feed
accepts no messages either.
"""

import asyncio
import contextlib
from collections.abc import Coroutine, Sequence
from typing import Annotated, Any, Literal, Protocol

from fastapi import APIRouter, Depends, Query, Response
from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.access import Action
from server.live.follower import Follower, Write
from server.live.tournament_feed import Followed
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
"""The close code for a client that sends something to a feed.

It means a policy violation (RFC 6455, 7.4.1).
"""
OTHERS_HIDDEN = 4003
"""The close code if the set of matches hidden from the visitor has changed.

It is one of the codes for private use (RFC 6455, 7.4.2).
"""
SEATED = "other matches are hidden from you now: you play in them, or may be seated"


class Leaving(Protocol):
    """A feed from which a follower can be removed."""

    def leave(self, follower: Follower) -> None:
        """Send nothing more to this follower."""


Language = Annotated[
    str | None,
    Query(pattern=f"^({'|'.join(LANGUAGES)})$", description="Language of the page's parts."),
]
Now = Annotated[
    list[MatchText] | None,
    Query(
        description="Matches whose state is sent at once; by default all but those long finished.",
        max_length=AT_MOST,
    ),
]
Announcements = Annotated[bool, Query(description="Send frames with announcements too.")]
Heartbeat = Annotated[
    bool, Query(description='Send a heartbeat every ten seconds, too: `{"heartbeat":true}`.')
]
Shown = Annotated[
    int | None,
    Query(
        ge=0,
        description=(
            "The revision of the page that the client shows, as of item `after`. The first frame "
            "leaves the page's parts out if there is nothing newer."
        ),
    ),
]
After = Annotated[int | None, Query(ge=0, description="Number of the last item the client has.")]


router = APIRouter(tags=["public"], dependencies=[Depends(needs(Action.WATCH))])


@router.get("/t/{tournament}/matches/{number}/live.json")
async def live_json(match_id: MatchIdDep, hub: LiveHubDep, after: After = None) -> Response:
    """Return the public state of a match.

    With `after`, also return the items that were published after that number.
    """
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
    heartbeat: Heartbeat = False,
) -> None:
    """Serve the feed of all matches."""
    visitor, names = visitor_of(socket), hub.names_of(None)
    at_once = None if now is None else [names.match_meant(each) for each in now]
    await socket.accept()
    async with contextlib.AsyncExitStack() as until_framed:
        for match_id in at_once or ():
            await until_framed.enter_async_context(hub.known.in_memory(match_id))
        hidden = sight.hidden_from(visitor)
        follower = hub.follow_all(write_of(socket), at_once, hidden)
    if announcements:
        announced.follow(follower)
    if heartbeat:
        hub.heartbeats.follow(follower)
    feeds = (hub, announced, hub.heartbeats)
    await serve(socket, feeds, follower, sight.watching(visitor, follower))


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
    heartbeat: Heartbeat = False,
) -> None:
    """Serve the feed of one match. Below /embed every visitor is served as the public."""
    if hub.snapshot(match_id) is None:
        raise hub.unknown(match_id)
    await socket.accept()
    visitor = visitor_of(socket)
    if match_id in sight.hidden_from(visitor):  # has become hidden since the request
        await socket.close(OTHERS_HIDDEN, SEATED)
        return
    follower = hub.follow(match_id, after, language, write_of(socket), shown=shown)
    if announcements:
        announced.follow(follower, match_id.tournament)
    if heartbeat:
        hub.heartbeats.follow(follower)
    feeds = (hub, announced, hub.heartbeats)
    await serve(socket, feeds, follower, sight.watching(visitor, follower, match_id))


def write_of(socket: WebSocket) -> Write | None:
    """Return the function that sends a payload on the websocket at once.

    Return None if another server than ours runs the application.
    """
    direct = direct_socket(socket.scope)
    return None if direct is None else direct.write_text


async def serve(
    socket: WebSocket,
    feeds: Sequence[Leaving],
    follower: Follower,
    watching: contextlib.AbstractContextManager[Watch] | None,
) -> None:
    """Serve a follower until the client disconnects or sends something, or the server stops.

    `feeds` are those from which the follower is removed at the end. A signed-in visitor's feed also
    ends when the set of matches that are hidden from them changes; `watching` is None for the
    public.
    """
    tell = _Telling(socket, follower)
    try:
        if watching is None:
            await _hear(socket)
        else:
            with watching as watch:
                await _first_of(_hear(socket), _close_when_hidden(socket, watch))
    finally:
        tell.end()
        for feed in feeds:
            feed.leave(follower)


class _Telling:
    """Sends waiting messages to a follower, in a task that exists only while messages wait.

    Of the many followers, nearly all have no messages waiting most of the time.
    """

    __slots__ = ("_follower", "_socket", "_task")

    def __init__(self, socket: WebSocket, follower: Follower) -> None:
        self._socket, self._follower = socket, follower
        self._task: asyncio.Task[None] | None = None
        follower.on_filled = self
        self()

    def __call__(self) -> None:
        """Start the task that sends the messages, if it is not running."""
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
    page: Annotated[str, Query(description="Name of the page to follow.")] = OVERVIEW,
) -> str:
    """Return the name of the tournament's page to follow.

    If no part of that page changes, close the socket.
    """
    formats = public_services_of(connection).public_formats
    if page not in (OVERVIEW, *(link.name for each in formats for link in each.public)):
        raise WebSocketException(WS_1008_POLICY_VIOLATION)
    return page


@router.websocket("/t/{tournament}/live")
async def live_tournament(
    socket: WebSocket,
    tournament: PublicTournamentDep,
    feed: TournamentFeedDep,
    hub: LiveHubDep,
    announced: AnnouncementFeedDep,
    page: Annotated[str, Depends(_page)],
    language: Language = None,
    rounds: Annotated[Literal["all"] | None, Query()] = None,
    announcements: Announcements = False,
    heartbeat: Heartbeat = False,
) -> None:
    """Serve the feed of a page of a tournament."""
    of = tournament.tournament
    await socket.accept()
    followed = Followed(of, page, language or SOURCE_LANGUAGE, rounds == "all")
    follower = feed.follow(followed, write_of(socket))
    if announcements:
        announced.follow(follower, of)
    if heartbeat:
        hub.heartbeats.follow(follower)
    await serve(socket, (feed, announced, hub.heartbeats), follower, None)
