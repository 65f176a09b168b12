"""The public's live feed: a websocket a match, one for all, and each state as a JSON document.

`WS /matches/{n}/live` sends a frame with the state at once and one for every change; `?after=N`
adds the items that became public after number N to the first, `?language=uk` the changing parts of
the match's page in that language to each. `WS /live` sends the same frames of every match, without
pages; `?now=3&now=4` begins with those matches only, the others are sent as they change. A frame's
items may leave a gap after the number before for a client that reads slowly; its state is whole.
The feeds take no messages: a client that sends one is cut off.
"""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from rules.errors import MatchRefused
from server.access import Action
from server.live.follower import Follower, Write
from server.live.hub import LiveHub
from server.translation import LANGUAGES
from server.web.edge.authorization import needs
from server.web.edge.direct_socket import direct_socket
from server.web.edge.services import LiveHubDep

TAKES_NO_MESSAGES = 1008
"""The close code of a client that talks to the feed (RFC 6455, 7.4.1: policy violation)."""

Language = Annotated[
    str | None,
    Query(pattern=f"^({'|'.join(LANGUAGES)})$", description="Language of the page's parts."),
]
Now = Annotated[
    list[int] | None, Query(description="Matches whose state is sent at once; all without it.")
]
After = Annotated[int | None, Query(ge=0, description="Number of the last item the client has.")]


router = APIRouter(tags=["public"], dependencies=[Depends(needs(Action.WATCH))])


@router.get("/matches/{number}/live.json")
async def live_json(number: int, hub: LiveHubDep, after: After = None) -> Response:
    """What the public knows of a match, with the items after a number when one is given."""
    if hub.snapshot(number) is None:
        raise unknown_match(hub, number)
    body = hub.frame(number, after).payload
    headers = {"cache-control": "no-store"}
    return Response(body, media_type="application/json", headers=headers)


@router.websocket("/live")
async def live_all(socket: WebSocket, hub: LiveHubDep, now: Now = None) -> None:
    """The feed of all matches."""
    await socket.accept()
    await _serve(socket, hub, hub.follow_all(_write_of(socket), now))


@router.websocket("/matches/{number}/live")
async def live(
    socket: WebSocket,
    number: int,
    hub: LiveHubDep,
    after: After = None,
    language: Language = None,
) -> None:
    """The feed of one match."""
    if hub.snapshot(number) is None:
        detail = {"detail": str(unknown_match(hub, number))}
        await socket.send_denial_response(JSONResponse(detail, status_code=404))
        return
    await socket.accept()
    await _serve(socket, hub, hub.follow(number, after, language, _write_of(socket)))


def unknown_match(hub: LiveHub, number: int) -> MatchRefused:
    """The refusal of a match nobody has scheduled."""
    known = ", ".join(str(now.scheduled.number) for now in hub.snapshots())
    return MatchRefused("match", number, known or "none yet")


def _write_of(socket: WebSocket) -> Write | None:
    """How a payload goes straight to the line; None when another server runs the application."""
    direct = direct_socket(socket.scope)
    return None if direct is None else direct.write_text


async def _serve(socket: WebSocket, hub: LiveHub, follower: Follower) -> None:
    """Send until the client goes, talks or the server stops: whichever comes first."""
    hearing = asyncio.create_task(_hear(socket))
    telling = asyncio.create_task(_tell(socket, follower))
    try:
        await asyncio.wait((hearing, telling), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.leave(follower)
        hearing.cancel()
        telling.cancel()
        await asyncio.gather(hearing, telling, return_exceptions=True)


async def _hear(socket: WebSocket) -> None:
    message = await socket.receive()
    if message["type"] == "websocket.receive":
        await socket.close(TAKES_NO_MESSAGES, "the feed takes no messages")


async def _tell(socket: WebSocket, follower: Follower) -> None:
    try:
        while True:
            payload = await follower.next_frame()
            await socket.send_text(payload.decode())
    except (WebSocketDisconnect, RuntimeError):
        return
