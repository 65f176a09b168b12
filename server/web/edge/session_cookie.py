"""The cookie that holds a session's token, and what is known of the device that sends it."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from server.accounts.sign_in import Authenticator, Device
from server.web.edge.authorization import COOKIE


def device_of(connection: HTTPConnection) -> Device:
    """The network address and the name the browser gives itself."""
    address = connection.client.host if connection.client else ""
    return Device(address, connection.headers.get("user-agent", "")[:200])


def keep_session(
    answer: Response, connection: HTTPConnection, authenticator: Authenticator, token: str
) -> None:
    """Have the browser keep the token as long as a session can last.

    Lax, not strict: a captain's link is opened from a message, and the page after it has to know
    him. Secure where the page came by https.
    """
    answer.set_cookie(
        COOKIE,
        token,
        max_age=int(authenticator.sessions.longest.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme == "https",
    )


def drop_session(answer: Response) -> None:
    """Have the browser forget its token."""
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax")


def token_of(connection: HTTPConnection) -> str:
    """The session's token the browser sent, empty for none."""
    return connection.cookies.get(COOKIE, "")
