"""What a request brings along: whole, not longer than allowed, and in time.

A route reads its body before it knows who asks, so that without a limit anybody could fill the
memory, and hold a connection open for ever by a body that never ends.
"""

import asyncio
from collections.abc import Mapping

from starlette.responses import JSONResponse
from starlette.types import Message, Receive

LONGEST = 64 * 1024
"""Bytes of a body at most; a team with its players has a tenth of that."""
WITHIN = 20.0
"""Seconds in which a body has to arrive."""


class BodyRefused(Exception):
    """A body that is not taken; `answer` says why, after which the connection is closed."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        headers = {"cache-control": "no-store", "connection": "close"}
        self.answer = JSONResponse({"detail": detail}, status, headers)


class Gone(Exception):
    """Whoever asked has left before the body was whole."""


async def with_whole_body(
    headers: Mapping[str, str], receive: Receive, within: float = WITHIN
) -> Receive:
    """A `receive` that gives the body in one piece; the same one where there is none.

    `within`: seconds. Raises BodyRefused or Gone.
    """
    if "transfer-encoding" in headers:
        raise BodyRefused(411, "body: its length is not said; allowed: one with a Content-Length")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LONGEST:
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


async def _whole(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)
