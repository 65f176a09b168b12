"""The public's live feed: a websocket a match, and its state as one JSON document.

`WS /matches/{n}/live` sends a frame with the state at once and one for every change;
`?after=N` adds the items that became public after number N to the first. A frame's items may leave
a gap after the number before for a client that reads slowly; its state is whole. The feed takes no
messages: a client that sends one is cut off.
"""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from rules.errors import MatchRefused
from server.live.hub import Follower, LiveHub

TAKES_NO_MESSAGES = 1008
"""The close code of a client that talks to the feed (RFC 6455, 7.4.1: policy violation)."""

After = Annotated[int | None, Query(ge=0, description="Number of the last item the client has.")]


def live_routes(hub: LiveHub) -> APIRouter:
    """The feed's two routes for every match the hub knows."""
    routes = APIRouter(tags=["public"])

    @routes.get("/matches/{number}/live.json")
    async def live_json(number: int, after: After = None) -> Response:
        """What the public knows of a match, with the items after a number when one is given."""
        if hub.snapshot(number) is None:
            raise unknown_match(hub, number)
        body = hub.text(number, after).encode()
        headers = {"cache-control": "no-store"}
        return Response(body, media_type="application/json", headers=headers)

    @routes.websocket("/matches/{number}/live")
    async def live(socket: WebSocket, number: int, after: After = None) -> None:
        if hub.snapshot(number) is None:
            detail = {"detail": str(unknown_match(hub, number))}
            await socket.send_denial_response(JSONResponse(detail, status_code=404))
            return
        await socket.accept()
        follower = hub.follow(number, after)
        try:
            await _serve(socket, follower)
        finally:
            hub.leave(number, follower)

    return routes


def unknown_match(hub: LiveHub, number: int) -> MatchRefused:
    """The refusal of a match nobody has scheduled."""
    known = ", ".join(str(now.scheduled.number) for now in hub.snapshots())
    return MatchRefused("match", number, known or "none yet")


async def _serve(socket: WebSocket, follower: Follower) -> None:
    """Send until the client goes, talks or the server stops: whichever comes first."""
    hearing = asyncio.create_task(_hear(socket))
    telling = asyncio.create_task(_tell(socket, follower))
    try:
        await asyncio.wait((hearing, telling), return_when=asyncio.FIRST_COMPLETED)
    finally:
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
            await socket.send_text(await follower.next_frame())
    except (WebSocketDisconnect, RuntimeError):
        return
