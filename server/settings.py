"""The operator's settings; each can also be set by a YALTA_… variable of the environment."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from board_drivers.errors import FieldRefused
from board_drivers.transports.serial_port import port_name
from board_drivers.transports.tcp import tcp_address
from rules import errors
from rules.room import Room
from server.extras import check_extras
from server.platform_support import is_loopback, network_addresses
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE

_HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")


def _known_language(code: str) -> str:
    if code not in LANGUAGES:
        raise ValueError(f"{code!r} is not possible; allowed: {', '.join(LANGUAGES)}")
    return code


_ROOMS = [room.value for room in Room]
PUBLIC_URL_ALLOWED = (
    "http:// or https://, a name or address that other devices reach, a port where it needs one,"
    " and no path, such as https://yalta.example.org"
)
EMBED_SITES_ALLOWED = (
    "* for any site, or sites by http:// or https://, name and port, and no path, such as"
    " https://club.example.org"
)
RELAY_ALLOWED = "a mail server's name or address, with its port where it is not 25"
HTTP_PORT, SMTP_PORT = 80, 25
PORT_ROOM_ALLOWED = "a port's name and its room, such as COM5=open or usb-FTDI_1-if00-port0=closed"


SecondColour = Literal["red", "black"]
"""The name of White's opponent on printed forms."""

_ALL_ADDRESSES = ("0.0.0.0", "::")

AT_A_DOUBLE = 20.0
"""Seconds for which watchers may think about a double before they see the answer (our choice)."""

LogFormat = Literal["text", "json"]
"""The format of the server's log: text for people, or one JSON object per line for programs."""


@dataclass(frozen=True, slots=True)
class ServerAddresses:
    """The addresses at which a server is reached.

    `public_url` is the address that begins all links, without a path, or empty if none is set.
    `host` is the address on which the server listens, `names` are its host names. `interfaces`
    returns the machine's addresses by the name of the interface. Some of the server's pages are
    made to be shown inside pages of other sites. `embed_sites` are the sites that may show them, as
    Content Security Policy writes sites; `*` is any site.
    """

    public_url: str = ""
    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    interfaces: Callable[[], Mapping[str, str]] = network_addresses
    embed_sites: tuple[str, ...] = ()

    @property
    def known_names(self) -> tuple[str, ...]:
        """The host names that requests may use: those in `names`, and that of `public_url`."""
        return tuple(filter(None, (*self.names, urlsplit(self.public_url).hostname)))

    def listened_on(self, port: int) -> tuple[str, ...]:
        """Return the addresses at which other devices on the network reach the server at this port.

        The addresses have the server's names and the machine's IP addresses. The result is empty if
        the server listens on loopback only.
        """
        if is_loopback(self.host):
            return ()
        every = self.host in _ALL_ADDRESSES
        hosts = self.interfaces().values() if every else (self.host,)
        written = "" if port == HTTP_PORT else f":{port}"
        return tuple(f"http://{host_written(host)}{written}" for host in (*self.names, *hosts))


def host_written(host: str) -> str:
    """Return a host as it is written in an address: IPv6 addresses in brackets."""
    try:
        return f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:
        return host


class Settings(BaseSettings):
    """Settings of a server: its records, its addresses, the ports of its boards.

    `data_folder` holds log.sqlite3, accounts.sqlite3, and the files of extras. `devices` is the
    folder whose entries are serial ports; it may be missing. `board_ports` are further serial ports
    by device name, or serial ports on the network by address, `tcp://host:port`. `port_rooms` maps
    the names of some ports to rooms. `baud` is the speed of all ports.

    `host` is the address on which the server listens. `names` are the server's host names,
    separated by commas in the environment; requests to the server's addresses and to localhost are
    always accepted. `public_url` is the address in links and QR codes for other devices, without a
    path; if it is empty, one of the machine's addresses is used. `embed_sites` are other sites that
    may show the pages below /embed in a frame, separated by commas in the environment; `*` is any
    site. No site may frame any other page.

    A session ends after `session_idle_hours` hours without use, and after `session_days` days at
    the latest. `language` is the language of pages if the visitor's browser asks for none that is
    known. `second_colour` is the name of White's opponent on printed forms (ruling 5). `log_format`
    is the format of the log on standard error. `double_pause` is the number of seconds for which
    watchers are not shown what follows a public double, while they are asked whether they would
    take; 0 is no delay.

    Figures for Prometheus are served at the port `metrics_port` of `metrics_host`, or not at all if
    the port is None. Only this machine can read them, unless there is a `metrics_token`, which
    readers have to send.

    Messages of PBeM knockouts are received as mail at the port `mail_port` of `mail_host`, or not
    at all if the port is None; `mail_domain` is the domain of their addresses. Answers are sent
    through the mail server `mail_relay`, a name or address with a port if that is not 25; no
    answers are sent if it is empty. `mail_relay_tls` is how the connection to the mail server is
    encrypted: starttls begins after a greeting in clear, tls encrypts from the start. The server
    signs in there as `mail_relay_user`, or not at all if it is empty, with `mail_relay_password` or
    the first line of `mail_relay_password_file`.

    `new_accounts` creates a new accounts file for records whose accounts file is lost.
    `clock_is_right` accepts the machine's clock although it was ahead when the server last ran.

    `extras` are the names of the extras that are on, separated by commas in the environment. If it
    is empty, none are on; if it is None, the usual extras and those in use are on.

    Every `backup_every` seconds a backup is written to `backup_folder`; if that is None, no backups
    are written.
    """

    model_config = SettingsConfigDict(env_prefix="YALTA_", frozen=True)

    data_folder: Path = Path("yalta-data")
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    devices: Path = Path("/dev/serial/by-id")
    board_ports: Annotated[tuple[str, ...], NoDecode] = ()
    port_rooms: Annotated[Mapping[str, Room], NoDecode] = {}
    baud: int = Field(default=115_200, ge=9_600)

    names: Annotated[tuple[str, ...], NoDecode] = ()
    public_url: str = ""
    embed_sites: Annotated[tuple[str, ...], NoDecode] = ()
    session_idle_hours: int = Field(default=16, ge=1, le=24 * 30)
    session_days: int = Field(default=14, ge=1, le=365)
    language: Annotated[str, AfterValidator(_known_language)] = SOURCE_LANGUAGE
    second_colour: SecondColour = "red"
    double_pause: float = Field(default=AT_A_DOUBLE, ge=0, le=120)
    log_format: LogFormat = "text"
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    metrics_host: str = "127.0.0.1"
    metrics_token: SecretStr = SecretStr("")
    mail_port: int | None = Field(default=None, ge=0, le=65535)
    mail_host: str = "127.0.0.1"
    mail_domain: str = "localhost"
    mail_relay: str = ""
    mail_relay_tls: Literal["off", "starttls", "tls"] = "off"
    mail_relay_user: str = ""
    mail_relay_password: SecretStr = SecretStr("")
    mail_relay_password_file: Path | None = None
    new_accounts: bool = False
    clock_is_right: bool = False
    backup_folder: Path | None = None
    extras: Annotated[tuple[str, ...] | None, NoDecode] = None
    backup_every: float = Field(default=60, ge=1, le=86_400)

    @field_validator("host", "metrics_host", "mail_host")
    @classmethod
    def _an_address(cls, host: str) -> str:
        if host != "localhost":
            try:
                ip_address(host)
            except ValueError:
                raise ValueError("allowed: localhost or an IP address of this machine") from None
        return host

    @field_validator("names", "board_ports", "embed_sites", "extras", mode="before")
    @classmethod
    def _split(cls, names: object) -> object:
        return tuple(filter(None, names.split(","))) if isinstance(names, str) else names

    @field_validator("extras")
    @classmethod
    def _installed(cls, names: tuple[str, ...] | None) -> tuple[str, ...] | None:
        try:
            check_extras(names or ())
        except errors.FieldRefused as refused:
            wrong = f"{refused.value!r} is not possible; allowed: {refused.allowed}"
            raise ValueError(wrong) from None
        return names

    @field_validator("board_ports")
    @classmethod
    def _ports(cls, ports: tuple[str, ...]) -> tuple[str, ...]:
        named = tuple(map(port_name, ports))
        for port in named:
            if "://" in port:
                try:
                    tcp_address(port)
                except FieldRefused as refused:
                    raise ValueError(f"{port!r}: allowed: {refused.allowed}") from None
        return tuple(dict.fromkeys(named))

    @field_validator("port_rooms", mode="before")
    @classmethod
    def _labels(cls, labels: object) -> object:
        each = tuple(filter(None, labels.split(","))) if isinstance(labels, str) else labels
        if not isinstance(each, tuple):
            return labels
        rooms = dict[str, str]()
        for label in each:
            name, _, room = label.rpartition("=")
            if not name or room not in _ROOMS:
                raise ValueError(f"{label!r}: allowed: {PORT_ROOM_ALLOWED}")
            if rooms.setdefault(port_name(name), room) != room:
                raise ValueError(f"{name!r}: two rooms; allowed: one")
        return rooms

    @field_validator("names")
    @classmethod
    def _host_names(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if not _HOST_NAME.fullmatch(name.lower()):
                raise ValueError(f"{name!r}: allowed: host names such as yalta.example.org")
        return tuple(name.lower() for name in names)

    @field_validator("mail_domain")
    @classmethod
    def _mail_domain(cls, domain: str) -> str:
        if not _HOST_NAME.fullmatch(domain.lower()):
            raise ValueError(f"{domain!r}: allowed: a domain such as yalta.example.org")
        return domain.lower()

    @field_validator("mail_relay")
    @classmethod
    def _mail_server(cls, relay: str) -> str:
        try:
            if relay:
                _host_and_port(relay)
        except ValueError:
            raise ValueError(f"{relay!r}: allowed: {RELAY_ALLOWED}") from None
        return relay

    @field_validator("embed_sites")
    @classmethod
    def _sites(cls, sites: tuple[str, ...]) -> tuple[str, ...]:
        for site in sites:
            if site != "*" and not _is_root(site):
                raise ValueError(f"{site!r}: allowed: {EMBED_SITES_ALLOWED}")
        return tuple(site.rstrip("/") for site in sites)

    @field_validator("public_url")
    @classmethod
    def _public_address(cls, url: str) -> str:
        if url and not _is_public_address(url):
            raise ValueError(f"{url!r}: allowed: {PUBLIC_URL_ALLOWED}")
        return url.rstrip("/")

    @property
    def loopback(self) -> bool:
        """True if the server can be reached from this machine only."""
        return is_loopback(self.host)

    @property
    def addresses(self) -> ServerAddresses:
        """The addresses at which the server is reached."""
        return ServerAddresses(self.public_url, self.host, self.names, embed_sites=self.embed_sites)

    @property
    def metrics_loopback(self) -> bool:
        """True if the figures can be read from this machine only."""
        return is_loopback(self.metrics_host)

    @property
    def relay(self) -> tuple[str, int] | None:
        """The host and port of the mail server through which mail is sent, or None."""
        return _host_and_port(self.mail_relay) if self.mail_relay else None

    def relay_password(self) -> str:
        """Return the password for the mail server; raises OSError if its file cannot be read."""
        if self.mail_relay_password_file is None:
            return self.mail_relay_password.get_secret_value()
        lines = self.mail_relay_password_file.read_text("utf-8", "replace").splitlines()
        return lines[0] if lines else ""

    @property
    def log_file(self) -> Path:
        """The path of the event log, which only the running server opens."""
        return self.data_folder / "log.sqlite3"

    @property
    def accounts_file(self) -> Path:
        """The path of the database of board keys, accounts, links and sessions.

        Facts of matches are in the event log instead.
        """
        return self.data_folder / "accounts.sqlite3"


def _host_and_port(relay: str) -> tuple[str, int]:
    """Return the host and port of a mail server, port 25 if none is given. Raises ValueError."""
    parts = urlsplit(f"//{relay}")
    host, port = parts.hostname or "", parts.port or SMTP_PORT
    plain = not (parts.path or parts.query or parts.fragment or parts.username)
    if not plain or not _is_host(host) or parts.port == 0:
        raise ValueError
    return host, port


def _is_public_address(url: str) -> bool:
    """Return True if the address has no path and other devices may reach a server there."""
    return _is_root(url) and not is_loopback(urlsplit(url).hostname or "")


def _is_root(url: str) -> bool:
    """Return True if the address is http or https, a name or IP address, and at most a port."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        bare = f"{parts.scheme}://{parts.netloc}"
        good_port = parts.port != 0
    except ValueError:
        return False
    known = parts.scheme in ("http", "https") and "@" not in parts.netloc
    whole = url.rstrip("/").lower() == bare.lower()
    return known and whole and good_port and _is_host(host)


def _is_host(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return _HOST_NAME.fullmatch(host) is not None
    return True
