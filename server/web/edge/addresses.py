"""The address at which other devices reach this server, and where former addresses lead.

Links and QR codes carry that address.

A link is made on one device and opened on another. The first of these that is known counts: the
setting `public_url`; the visitor's choice among those offered; the name or address by which the
server is called right now, unless that is this machine's own for itself; names it was given;
addresses of its network interfaces. A server that listens on this machine alone has none of the
last two: `AddressChoice.only_here` says so, and pages that give out links say it in words.
"""

from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse

from server.platform_support import is_loopback, network_addresses
from server.secret_codes import CODE_SIZE
from server.settings import HTTP_PORT, host_written
from server.web.edge.public_services import public_services_of

ADDRESS_COOKIE = "yalta_address"
"""Name of the cookie with the address chosen for links in this browser."""
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "via")


@dataclass(frozen=True, slots=True)
class AddressChoice:
    """The address that links carry, without a path: `base`, one of `offered`.

    `only_here`: no other device reaches it. `is_set`: the setting `public_url` leaves no choice.
    """

    base: str
    offered: tuple[str, ...]
    only_here: bool = False
    is_set: bool = False

    def others(self, path: str) -> tuple[str, ...]:
        """Return the path under each offered address except the one that links carry."""
        return tuple(each + path for each in self.offered if each != self.base)


def address_choice(connection: HTTPConnection) -> AddressChoice:
    """Return the addresses that a link given out in answer to this request may carry.

    `base` is the one that it does carry.
    """
    known = public_services_of(connection).addresses
    if known.public_url:
        return AddressChoice(known.public_url, (known.public_url,), is_set=True)
    here = is_loopback(connection.url.hostname or "")
    called = _called(connection) if here else str(connection.base_url).rstrip("/")
    listened_on = known.listened_on(_port(connection))
    offered = tuple(dict.fromkeys(listened_on if here else (called, *listened_on)))
    if not offered:
        return AddressChoice(called, (called,), only_here=True)
    chosen = connection.cookies.get(ADDRESS_COOKIE, "")
    return AddressChoice(chosen if chosen in offered else offered[0], offered)


def address_for_others(connection: HTTPConnection, path: str) -> str:
    """Return the address of a path here for another device; `path` begins with a slash."""
    return address_choice(connection).base + path


@dataclass(frozen=True, slots=True)
class SharedAddress:
    """The address that is passed on to share a page: `path` below `base`, this server's address.

    The path names the page's language unless it is the one that this server shows by default.
    """

    base: str
    path: str


def shared_address(connection: HTTPConnection, language: str, path: str) -> SharedAddress:
    """Return the address of the page at `path` for others, naming its language where needed."""
    spoken = public_services_of(connection).language == language
    base = address_for_others(connection, "")
    return SharedAddress(base, path + ("" if spoken else f"?language={language}"))


def reached_at(connection: HTTPConnection) -> str:
    """Return this server's address, without a path, for other devices.

    Empty if none reach it.
    """
    choice = address_choice(connection)
    return "" if choice.only_here else choice.base


def public_url(connection: HTTPConnection) -> str:
    """Return the address set for all links, without a path; empty if none is set."""
    return public_services_of(connection).addresses.public_url


def embed_sites(connection: HTTPConnection) -> tuple[str, ...]:
    """Return the other sites that may show pages for frames, none unless some are set."""
    return public_services_of(connection).addresses.embed_sites


def _called(connection: HTTPConnection) -> str:
    """Return the address by which this machine calls the server, with its port.

    A program may have left the port out. Behind a proxy, which its headers reveal, the port is the
    proxy's.
    """
    url, port = connection.url, _port(connection)
    proxied = any(name in connection.headers for name in _FORWARDED)
    if url.port is not None or proxied or port == HTTP_PORT or url.scheme != "http":
        return str(connection.base_url).rstrip("/")
    return f"http://{host_written(url.hostname or '')}:{port}"


def _port(connection: HTTPConnection) -> int:
    """Return the port that is listened on, which a proxy or tunnel before it need not share."""
    server = connection.scope.get("server")
    return server[1] if server and server[1] else connection.url.port or HTTP_PORT


_GROUP = 4


def path_of_link(token: str) -> str:
    """Return the path of the page that a captain's or player's link opens."""
    return f"/l/{token}"


def path_of_invitation(token: str) -> str:
    """Return the path of the page on which the owner of an account sets a passphrase."""
    return f"/passphrase/{token}"


def path_of_code(code: str) -> str:
    """Return the path of the page that a table's code opens on a phone; the code by fours."""
    grouped = "-".join(code[at : at + _GROUP] for at in range(0, CODE_SIZE, _GROUP))
    return f"/seat/{grouped}"


def moved_to(path: str, request: Request, more: str = "") -> RedirectResponse:
    """Return the redirect to an address's new path, with its own query and `more` of one.

    A form that is sent to the old address is sent on as it was (308).
    """
    query = "&".join(filter(None, (request.url.query, more)))
    return RedirectResponse(
        f"{path}?{query}" if query else path, 308, {"cache-control": "no-store"}
    )


def is_from_elsewhere(connection: HTTPConnection) -> bool:
    """Return True if the request was sent by another device than this machine.

    Behind a proxy, which `public_url` gives away, requests count as sent by other devices unless
    the proxy names this machine as their sender.
    """
    sender = connection.client.host if connection.client else ""
    if is_loopback(sender):
        return bool(public_url(connection))
    return sender not in network_addresses().values()
