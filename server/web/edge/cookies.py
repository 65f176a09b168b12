"""Cookies that browsers keep: a session, and on a phone one for its seat and one for the browser.

That a browser was in a room is kept for years (ruling 28). Its cookie is random, no script reads
it, and only its digest is kept.
"""

from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from server.people.sign_in import Authenticator, Device
from server.secret_codes import digest_of, new_token
from server.store.accounts_db.seats import PhoneSeat
from server.web.edge.authorization import COOKIE, DEVICE_COOKIE


def device_of(connection: HTTPConnection) -> Device:
    """Return the network address and the name that the browser gives itself."""
    address = connection.client.host if connection.client else ""
    return Device(address, connection.headers.get("user-agent", "")[:200])


def keep_session(
    answer: Response, connection: HTTPConnection, authenticator: Authenticator, token: str
) -> None:
    """Have the browser keep the token as long as a session can last.

    Lax, not strict: a captain's link is opened from a message, and the page after it needs the
    captain's session. Secure if the page came by https.
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
    """Return the session's token that the browser sent, empty for none."""
    return connection.cookies.get(COOKIE, "")


_FOR = 400 * 24 * 3600
"""Seconds that browsers keep a cookie at most."""


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser by its lasting cookie; `new`: it has none yet and is to be given this one."""

    token: str
    new: bool

    @property
    def device(self) -> bytes:
        """Digest of the token, which is all that is kept."""
        return digest_of(self.token)

    def keep(self, answer: Response, connection: HTTPConnection) -> None:
        """Have the browser keep the cookie if it has none."""
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
    """Return the seat that the browser is signed in for.

    None also if its session was carried off.

    A seat's session is valid in the browser that took the seat, and in no other.
    """
    seat = authenticator.seat_of(token_of(connection))
    if seat is None or seat.device != browser_of(connection).device:
        return None
    return seat
