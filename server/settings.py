"""The operator's settings; every value also comes from YALTA_… in the environment."""

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
"""The name on printed forms of the side that plays against White."""

_ALL_ADDRESSES = ("0.0.0.0", "::")

AT_A_DOUBLE = 20.0
"""Seconds that watchers have to think about a double before they see its answer (ours)."""

LogFormat = Literal["text", "json"]
"""The format of the server's log: text for people, or a JSON object a line for programs."""


@dataclass(frozen=True, slots=True)
class ServerAddresses:
    """The addresses at which a server is reached.

    `public_url` is the address set for all links, without a path, or empty. `host` is the address
    it listens on, `names` are the host names set for it. `embed_sites` are the sites that may show
    its pages for frames, as Content Security Policy writes them; `*` is any.
    """

    public_url: str = ""
    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    interfaces: Callable[[], Mapping[str, str]] = network_addresses
    embed_sites: tuple[str, ...] = ()

    @property
    def known_names(self) -> tuple[str, ...]:
        """Host names that requests may have: those set, and that of the address of links."""
        return tuple(filter(None, (*self.names, urlsplit(self.public_url).hostname)))

    def listened_on(self, port: int) -> tuple[str, ...]:
        """Return addresses for other devices on the network, by names and interfaces, if any."""
        if is_loopback(self.host):
            return ()
        every = self.host in _ALL_ADDRESSES
        hosts = self.interfaces().values() if every else (self.host,)
        written = "" if port == HTTP_PORT else f":{port}"
        return tuple(f"http://{host_written(host)}{written}" for host in (*self.names, *hosts))


def host_written(host: str) -> str:
    """Return a host as written in an address: IPv6 in brackets."""
    try:
        return f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:
        return host


class Settings(BaseSettings):
    """Settings of a server: its records, the addresses it listens on, the ports of its boards.

    `data_folder` holds log.sqlite3, accounts.sqlite3, and files of extras. `devices` is the folder
    whose entries are serial ports; it may be missing. `board_ports` are more of them by device
    name, or addresses `tcp://host:port` of serial ports on the network; `port_rooms` gives the
    rooms of some of all these, by name. `baud` is their speed. `host` is the address to listen on,
    `names` the server's host names, with commas in the environment; its addresses and localhost are
    always known. `public_url` is the address in links and QR codes for other devices, without a
    path; empty for one of the machine's own. `embed_sites` are the other sites that may show the
    pages below /embed in a frame, with commas in the environment, `*` for any site; all other pages
    are framed by no other site. A session ends after `session_idle_hours` without use, and after
    `session_days` at the latest. `language` is that of the pages for visitors whose browser asks
    for none of theirs. `second_colour` is the name of White's opponent on printed forms (ruling 5).
    `log_format` is the format of the log on standard error. `double_pause` is the seconds by which
    watchers who are asked get what follows a public double later, 0 for at once.

    Figures for Prometheus are given at `metrics_port`, None for nowhere, of `metrics_host`: to this
    machine alone, unless there is a `metrics_token` that readers have to send.

    Messages of knockouts that are played by them are received as mail at `mail_port`, None for
    nowhere, of `mail_host`, addressed at `mail_domain`; answers are sent through the mail server
    `mail_relay`, a name or address with a port if it is not 25, empty for none. The connection
    to it is encrypted by `mail_relay_tls`: starttls after a greeting in clear, tls from the start.
    `mail_relay_user` signs in there, empty for nobody, with `mail_relay_password` or the first line
    of `mail_relay_password_file`.

    `new_accounts` begins new accounts beside records whose own are lost, `clock_is_right` accepts a
    machine's clock that was ahead when the server last ran.

    `extras` are the names of those that are on, with commas in the environment: empty for none,
    None for the usual ones and those in use.

    A backup is kept in `backup_folder`, None for none, and updated every `backup_every` seconds.
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
        """True if only this machine itself can reach the server."""
        return is_loopback(self.host)

    @property
    def addresses(self) -> ServerAddresses:
        """The addresses at which the server is reached."""
        return ServerAddresses(self.public_url, self.host, self.names, embed_sites=self.embed_sites)

    @property
    def metrics_loopback(self) -> bool:
        """True if only this machine itself can read the figures."""
        return is_loopback(self.metrics_host)

    @property
    def relay(self) -> tuple[str, int] | None:
        """The mail server's host and port to which mail is sent, None for none."""
        return _host_and_port(self.mail_relay) if self.mail_relay else None

    def relay_password(self) -> str:
        """Return the password for the mail server; raises OSError for an unreadable file."""
        if self.mail_relay_password_file is None:
            return self.mail_relay_password.get_secret_value()
        lines = self.mail_relay_password_file.read_text("utf-8", "replace").splitlines()
        return lines[0] if lines else ""

    @property
    def log_file(self) -> Path:
        """The event log's file: opened by nothing but the running server."""
        return self.data_folder / "log.sqlite3"

    @property
    def accounts_file(self) -> Path:
        """The file of board keys, accounts, links, sessions: all that is no fact of a match."""
        return self.data_folder / "accounts.sqlite3"


def _host_and_port(relay: str) -> tuple[str, int]:
    """Return a mail server's name and port, 25 unless it has one; raises ValueError."""
    parts = urlsplit(f"//{relay}")
    host, port = parts.hostname or "", parts.port or SMTP_PORT
    plain = not (parts.path or parts.query or parts.fragment or parts.username)
    if not plain or not _is_host(host) or parts.port == 0:
        raise ValueError
    return host, port


def _is_public_address(url: str) -> bool:
    """Return True if other devices may reach a server at that address, which has no path."""
    return _is_root(url) and not is_loopback(urlsplit(url).hostname or "")


def _is_root(url: str) -> bool:
    """Return True if the address is a site: http or https, a name or address, at most a port."""
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
