"""The address that links and QR codes carry, at which other devices reach this server.

A link is made on one device and opened on another. Its address is the first of these that is known:
the setting `public_url`; the visitor's choice among the offered addresses; the name or address by
which the present request called the server, unless it only works on this machine; the configured
host names; the addresses of this machine's network interfaces. A server that listens only on this
machine has none of the last two. `AddressChoice.only_here` is then true, and pages that give out
links say so.
"""

from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse

from server.platform_support import is_loopback, network_addresses
from server.secret_codes import CODE_SIZE
from server.settings import HTTP_PORT, host_written
from server.web.edge.public_services import public_services_of

ADDRESS_COOKIE = "yalta_address"
"""Name of the cookie with the address that was chosen for links in this browser."""
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "via")


@dataclass(frozen=True, slots=True)
class AddressChoice:
    """The address that links carry, without a path: `base`, which is one of `offered`.

    `only_here` is true if no other device can reach the address. `is_set` is true if the setting
    `public_url` leaves no choice.
    """

    base: str
    offered: tuple[str, ...]
    only_here: bool = False
    is_set: bool = False

    def others(self, path: str) -> tuple[str, ...]:
        """Return the full address of `path` at each offered address except `base`."""
        return tuple(each + path for each in self.offered if each != self.base)


def address_choice(connection: HTTPConnection) -> AddressChoice:
    """Return the addresses that links may carry, and the one that they carry in this answer."""
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
    """Return the full address of a path of this server, as other devices reach it.

    `path` begins with a slash.
    """
    return address_choice(connection).base + path


@dataclass(frozen=True, slots=True)
class SharedAddress:
    """The address by which a page is shared, in two parts.

    `base` is this server's address. `path` is the page's path; it names the page's language unless
    it is this server's default language.
    """

    base: str
    path: str


def shared_address(connection: HTTPConnection, language: str, path: str) -> SharedAddress:
    """Return the address by which the page at `path` is shared in a language."""
    spoken = public_services_of(connection).language == language
    base = address_for_others(connection, "")
    return SharedAddress(base, path + ("" if spoken else f"?language={language}"))


def reached_at(connection: HTTPConnection) -> str:
    """Return this server's address for other devices, without a path.

    Return an empty text if no other device can reach the server.
    """
    choice = address_choice(connection)
    return "" if choice.only_here else choice.base


def public_url(connection: HTTPConnection) -> str:
    """Return the setting `public_url`, the address of all links, without a path.

    Return an empty text if the setting has no value.
    """
    return public_services_of(connection).addresses.public_url


def embed_sites(connection: HTTPConnection) -> tuple[str, ...]:
    """Return the other web sites that may show this server's pages in HTML frames.

    There are none unless some are configured.
    """
    return public_services_of(connection).addresses.embed_sites


def _called(connection: HTTPConnection) -> str:
    """Return the address by which this request called the server, with its port.

    If the Host header has no port, the listening port is added, unless the request's headers show
    that it came through a proxy.
    """
    url, port = connection.url, _port(connection)
    proxied = any(name in connection.headers for name in _FORWARDED)
    if url.port is not None or proxied or port == HTTP_PORT or url.scheme != "http":
        return str(connection.base_url).rstrip("/")
    return f"http://{host_written(url.hostname or '')}:{port}"


def _port(connection: HTTPConnection) -> int:
    """Return the port on which the server listens; a proxy or tunnel may have another one."""
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
    """Return the path of the page that a table's code opens on a phone.

    The path has the code in groups of four characters.
    """
    grouped = "-".join(code[at : at + _GROUP] for at in range(0, CODE_SIZE, _GROUP))
    return f"/seat/{grouped}"


def moved_to(path: str, request: Request, more: str = "") -> RedirectResponse:
    """Return a redirect from an old address to `path`.

    The redirect keeps the request's query and adds the parameters `more`. A form that is sent to
    the old address is sent again to the new one (308).
    """
    query = "&".join(filter(None, (request.url.query, more)))
    return RedirectResponse(
        f"{path}?{query}" if query else path, 308, {"cache-control": "no-store"}
    )


def is_from_elsewhere(connection: HTTPConnection) -> bool:
    """Return True if the request was sent by another device than this machine.

    If `public_url` is set, a proxy is assumed to be in between: then requests count as sent by
    other devices unless the proxy names this machine as their sender.
    """
    sender = connection.client.host if connection.client else ""
    if is_loopback(sender):
        return bool(public_url(connection))
    return sender not in network_addresses().values()
