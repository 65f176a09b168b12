"""Under which address other devices reach this server: what links and QR codes carry.

A link is made on one device and opened on another. The first that is known counts: the setting
`public_url`; what the visitor has chosen among those offered; the name or address by which the
server is called right now, unless that is this machine's own for itself; names it was given;
addresses of its network interfaces. A server that listens on this machine alone has none of the
last two: `AddressChoice.only_here` says so, and pages that give out links say it in words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import cast
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from server.platform_support import is_loopback, network_addresses

ADDRESS_COOKIE = "yalta_address"
"""Holds the address chosen for links in this browser."""
_ALL_ADDRESSES = ("0.0.0.0", "::")
_HTTP_PORT = 80
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "via")


@dataclass(frozen=True, slots=True)
class ServerAddresses:
    """What is known of how a server is reached.

    `public_url` is the address set for all links, without a path, or empty. `host` is the address
    it listens on, `names` are host names it was told people call it by. `embed_sites` are the sites
    that may show its pages for frames, as Content Security Policy writes them; `*` is any.
    """

    public_url: str = ""
    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    interfaces: Callable[[], Mapping[str, str]] = network_addresses
    embed_sites: tuple[str, ...] = ()

    @property
    def known_names(self) -> tuple[str, ...]:
        """Host names that requests come under: those told, and that of the address of links."""
        return tuple(filter(None, (*self.names, urlsplit(self.public_url).hostname)))

    def listened_on(self, port: int) -> tuple[str, ...]:
        """Addresses for other devices in the same network, by names and interfaces; may be none."""
        if is_loopback(self.host):
            return ()
        every = self.host in _ALL_ADDRESSES
        hosts = self.interfaces().values() if every else (self.host,)
        written = "" if port == _HTTP_PORT else f":{port}"
        return tuple(f"http://{_written(host)}{written}" for host in (*self.names, *hosts))


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
        """That path under each address offered besides the one that links carry."""
        return tuple(each + path for each in self.offered if each != self.base)


def address_choice(connection: HTTPConnection) -> AddressChoice:
    """Which addresses a link given out in answer to this request may carry, and which it does."""
    known = _known(connection)
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
    """The address of a path of this server for another device; `path` begins with a slash."""
    return address_choice(connection).base + path


def reached_at(connection: HTTPConnection) -> str:
    """The address without a path at which other devices reach this server; empty where none do."""
    choice = address_choice(connection)
    return "" if choice.only_here else choice.base


def public_url(connection: HTTPConnection) -> str:
    """The address set for all links, without a path; empty where none is set."""
    return _known(connection).public_url


def embed_sites(connection: HTTPConnection) -> tuple[str, ...]:
    """The other sites that may show pages for frames, none unless some are set."""
    return _known(connection).embed_sites


def _known(connection: HTTPConnection) -> ServerAddresses:
    known = getattr(connection.app.state, "addresses", None)
    return ServerAddresses() if known is None else cast(ServerAddresses, known)


def _called(connection: HTTPConnection) -> str:
    """How this machine calls the server, with its port: a program may have left it out.

    Behind a proxy it is the proxy's, which says of itself that it is there.
    """
    url, port = connection.url, _port(connection)
    proxied = any(name in connection.headers for name in _FORWARDED)
    if url.port is not None or proxied or port == _HTTP_PORT or url.scheme != "http":
        return str(connection.base_url).rstrip("/")
    return f"http://{_written(url.hostname or '')}:{port}"


def _port(connection: HTTPConnection) -> int:
    """The port that is listened on, which a proxy or tunnel before it need not share."""
    server = connection.scope.get("server")
    return server[1] if server and server[1] else connection.url.port or _HTTP_PORT


def _written(host: str) -> str:
    """A host as it stands in an address: IPv6 in brackets."""
    try:
        return f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:
        return host
