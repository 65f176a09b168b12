"""Addresses at which nobody is known: whoever asks there is the public, signed in or not.

What stands there is fetched by others' servers, or shown in a frame on others' sites. Without the
visitor's cookies neither page nor image, feed or refusal there can differ from the public's
(ruling 12), and nothing framed elsewhere acts for somebody who has signed in.
"""

from starlette.types import ASGIApp, Receive, Scope, Send

COOKIELESS = ("/cards/", "/embed/", "/oembed")
"""How their paths begin."""


class Cookieless:
    """An ASGI layer that takes the cookies off requests and sockets at those addresses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request or socket on."""
        if scope["type"] in ("http", "websocket") and scope["path"].startswith(COOKIELESS):
            headers = [each for each in scope["headers"] if each[0].lower() != b"cookie"]
            scope = {**scope, "headers": headers}
        await self._app(scope, receive, send)
