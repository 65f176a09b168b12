"""Checks of every request before it is handled: its host, its origin, and the size of its body.

A route reads the body before it knows the visitor. Without limits anybody could fill the memory, or
keep a connection open for ever with a body that never ends.

The host must be an address of this machine, localhost or a configured name, so that another name
that is made to point here (DNS rebinding) reaches nothing. The origin of writes and sockets must be
one of our own pages, since a browser sends our cookie with a write from any page (RFC 6454,
RFC 6455 section 10.2).
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from server.web.edge.authorization import (
    COOKIE,
    COOKIELESS,
    DEVICE_COOKIE,
    expects_page,
    without_cookies,
)

LONGEST = 64 * 1024
"""Greatest number of bytes of a body. A team with its players needs a tenth of this."""
MOST_DISCARDED = 64 * 1024 * 1024
"""Greatest number of bytes that are read and thrown away of a body that is too long.

A client that is still sending when the connection is closed would not see the answer.
"""
WITHIN = 20.0
"""Seconds in which the whole body has to arrive."""
Page = Callable[[Request, int], Response]
"""Returns the page that a person gets for a body that is too long, given the most bytes allowed."""


class BodyRefused(Exception):
    """A body that is refused. `answer` says why; the connection is closed after it."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        headers = {"cache-control": "no-store", "connection": "close"}
        self.answer = JSONResponse({"detail": detail}, status, headers)


class Gone(Exception):
    """The sender disconnected before the whole body had arrived."""


async def with_whole_body(
    headers: Mapping[str, str], receive: Receive, within: float = WITHIN
) -> Receive:
    """Read the whole body of a request; return an ASGI `receive` that returns it in one piece.

    Without a body, return the given `receive` unchanged. `within` is the time in seconds for the
    body to arrive. Raises BodyRefused if the body is too long, too late or of unknown length, and
    Gone if the sender disconnects before the end of the body.
    """
    if "transfer-encoding" in headers:
        raise BodyRefused(411, "body: its length is not said; allowed: one with a Content-Length")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LONGEST:
        if length.isdecimal() and int(length) <= MOST_DISCARDED:
            await _discard(receive, within)
        raise BodyRefused(413, f"body: {length} bytes; allowed: up to {LONGEST}")
    if int(length) == 0:
        return receive
    try:
        async with asyncio.timeout(within):
            whole = await _whole(receive)
    except TimeoutError:
        raise BodyRefused(408, f"body: not whole after {within:g} s") from None
    waiting: list[Message] = [{"type": "http.request", "body": whole, "more_body": False}]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


async def _discard(receive: Receive, within: float) -> None:
    """Read a body and keep nothing of it, for at most `within` seconds; raises Gone."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(within):
            more = True
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    raise Gone
                more = message.get("more_body", False)


async def _whole(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}
_DENIAL = "websocket.http.response"


class OriginCheck:
    """The outermost ASGI layer, which refuses requests by their host, origin and body.

    `names` are the host names allowed besides localhost and IP addresses. `too_long` makes the page
    for a person whose body is too long; programs get JSON.
    """

    def __init__(
        self, app: ASGIApp, names: Collection[str] = (), too_long: Page | None = None
    ) -> None:
        self._app = app
        self._too_long = too_long
        self._names = frozenset({"localhost", *names})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass an allowed request on to the application, and refuse any other.

        Refused requests are answered with 421, 403, 408, 411 or 413.
        """
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if scope["path"].startswith(COOKIELESS):
            scope = without_cookies(scope, (COOKIE, DEVICE_COOKIE))
        refusal = self._refusal(HTTPConnection(scope))
        if refusal is None and scope["type"] == "http":
            await self._hear(scope, receive, _guarded(send))
        elif refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await refusal(scope, receive, send)
        elif _DENIAL in scope.get("extensions", {}):
            await WebSocket(scope, receive, send).send_denial_response(refusal)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": "not from here"})

    async def _hear(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            receive = await with_whole_body(Headers(scope=scope), receive)
        except BodyRefused as refused:
            await self._answer(Request(scope), refused)(scope, receive, send)
        except Gone:
            return
        else:
            await self._app(scope, receive, send)

    def _answer(self, request: Request, refused: BodyRefused) -> Response:
        if refused.status != 413 or self._too_long is None or not expects_page(request):
            return refused.answer
        page = self._too_long(request, LONGEST)
        page.headers["connection"] = "close"
        return page

    def _refusal(self, connection: HTTPConnection) -> JSONResponse | None:
        host = connection.headers.get("host", "")
        if not self._known(host):
            return _no(
                421,
                f"host: this server is not known as {host!r}. Operator: start it with --name and "
                "that name, or open it by its address",
            )
        kind = connection.scope["type"]
        if kind == "http" and connection.scope["method"] in _SAFE:
            return None
        origin = connection.headers.get("origin")
        if origin is None and COOKIE not in connection.cookies:
            return None
        if origin is None or not _same(origin, host):
            return _no(
                403,
                f"origin: {origin or 'none'!r} is not this server ({host!r}): only its own pages "
                "may write here. Programs that sign in send an Origin header with its address",
            )
        return None

    def _known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            urlsplit(f"//{host}").port  # noqa: B018 - raises for a port that is none
        except ValueError:
            return False
        return name in self._names or _is_address(name)


def _guarded(send: Send) -> Send:
    """Return a `send` that adds two headers to an answer, unless the answer already has them.

    These headers forbid caches to store the answer, and browsers to guess the answer's type.
    """

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_guarded


def _no(status: int, detail: str) -> JSONResponse:
    return JSONResponse({"detail": detail}, status, {"cache-control": "no-store"})


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _same(origin: str, host: str) -> bool:
    """Return True if the origin names this host.

    A Host header has no scheme, so a missing port means the default port of the origin's scheme.
    """
    scheme = origin.partition("://")[0].lower()
    asking = _authority(origin)
    return asking is not None and asking == _authority(f"{scheme}://{host}")


def _authority(address: str) -> tuple[str, int] | None:
    """Return the host and port of an address; None for other texts, such as the origin "null"."""
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname and port else None
