"""Cookies: one for the session of an account, link or phone, and one that identifies a browser.

The server stores for years that a browser was in a room (ruling 28). The cookie that identifies the
browser is random and cannot be read by scripts; the server stores only its digest.
"""

from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from server.people.sign_in import Authenticator, Device
from server.secret_codes import digest_of, new_token
from server.store.accounts_db.seats import PhoneSeat
from server.web.edge.authorization import COOKIE, DEVICE_COOKIE


def device_of(connection: HTTPConnection) -> Device:
    """Return the device that sent a request: its network address and its User-Agent header."""
    address = connection.client.host if connection.client else ""
    return Device(address, connection.headers.get("user-agent", "")[:200])


def keep_session(
    answer: Response, connection: HTTPConnection, authenticator: Authenticator, token: str
) -> None:
    """Set the cookie with the session's token, for as long as a session can last.

    The cookie is SameSite=Lax, not Strict: a captain opens a link in a message, and the page that
    follows needs the captain's session. The cookie is Secure if the page came by https.
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
    """Delete the cookie with the session's token."""
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax")


def token_of(connection: HTTPConnection) -> str:
    """Return the session's token that the browser sent, or an empty text."""
    return connection.cookies.get(COOKIE, "")


_FOR = 400 * 24 * 3600
"""The longest time for which browsers keep a cookie, in seconds."""


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser, identified by its lasting cookie.

    `new` is true if the cookie has not been set yet.
    """

    token: str
    new: bool

    @property
    def device(self) -> bytes:
        """The digest of the cookie's token, which is all that the server stores."""
        return digest_of(self.token)

    def keep(self, answer: Response, connection: HTTPConnection) -> None:
        """Set the lasting cookie if the browser has none yet."""
        if self.new:
            answer.set_cookie(
                DEVICE_COOKIE,
                self.token,
                max_age=_FOR,
                httponly=True,
                samesite="lax",
                secure=connection.url.scheme == "https",
            )


def browser_of(connection: HTTPConnection) -> Browser:
    """Return the browser that sent the request."""
    token = connection.cookies.get(DEVICE_COOKIE, "")
    return Browser(token, new=False) if token else Browser(new_token(), new=True)


def seat_of(connection: HTTPConnection, authenticator: Authenticator) -> PhoneSeat | None:
    """Return the phone's seat for which the browser is signed in, or None.

    A seat's session is valid only in the browser that took the seat: the token is refused if it was
    copied to another browser.
    """
    seat = authenticator.seat_of(token_of(connection))
    if seat is None or seat.device != browser_of(connection).device:
        return None
    return seat
