"""Matches that stay in memory until a request or socket about them has been answered completely.

A FastAPI dependency could keep a match in memory as long, but would cost two KiB more for each of
thousands of spectators' sockets.
"""

import contextlib

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from rules.identities import MatchId
from server.web.edge.public_services import public_services_of

_IN_MEMORY = "yalta.in_memory"
InMemory = contextlib.AbstractAsyncContextManager[None]


class MatchesInMemory:
    """An ASGI layer that lets matches leave the memory when a request about them has ended.

    Before that, `keep_until_answered` keeps these matches in memory for the request or socket.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application, and then no longer keep the matches in memory for this request."""
        kept: list[InMemory] = []
        scope[_IN_MEMORY] = kept
        try:
            await self._app(scope, receive, send)
        finally:
            for each in kept:
                await each.__aexit__(None, None, None)


async def keep_until_answered(connection: HTTPConnection, match: MatchId) -> None:
    """Keep a match in memory until this request or socket has ended; raises LogUnavailable."""
    kept = public_services_of(connection).hub.known.in_memory(match)
    await kept.__aenter__()
    connection.scope[_IN_MEMORY].append(kept)
