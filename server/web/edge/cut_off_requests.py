"""What the server cuts off when it stops ends in silence.

uvicorn cancels what is still under way once its time to stop is up, and says how many there were;
but then it logs each as a fault of the application, with a traceback that names none.
"""

import asyncio
import contextlib

from starlette.types import ASGIApp, Receive, Scope, Send


def ends_when_cut_off(app: ASGIApp) -> ASGIApp:
    """The application; a request or socket of it that is cancelled is simply over."""

    async def ending(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await app(scope, receive, send)

    return ending
