"""The checks of `yalta doctor`: records, disk, clock, ports and network, each with a remedy."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path

from board_drivers.transports.serial_port import list_ports, port_name
from board_drivers.transports.tcp import SCHEME, tcp_address
from server.platform_support import Obstacle, network_addresses, network_obstacles, system
from server.settings import Settings
from server.store.known_schemas import Schemas
from server.store.records_check import DatabaseLook, DatabaseState, durable_commits, look_at
from server.web.edge.connections import room_for_connections
from yalta.platform_support import is_open_to_others, is_read_only
from yalta.serving.web_server import bound

_LITTLE_ROOM, _NO_ROOM = 1 << 30, 100 << 20
"""Free bytes on the disk below which a finding is a warning, and below which it is an error.

A season of a club takes some 500 MB (our choice).
"""
_SLOW_MS, _TOO_SLOW_MS = 15.0, 100.0
"""Milliseconds for a commit above which a finding is a warning, and above which an error.

A board in the closed room must have its roll within 30 ms. In this time the server may first have
to make two commits for other tables (our choice).
"""
_ANSWERS_WITHIN = 2.0
"""Seconds to wait for an answer from a serial port on the network."""
_FEW_CONNECTIONS = 1000
_FAR_DISKS = ("nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p", "vfat", "exfat", "tmpfs")
"""Kinds of file systems that are on other machines, on sticks or in memory."""


class Level(Enum):
    """The level of a finding, which says how urgent it is to act."""

    WELL = "well"
    ATTEND = "attend"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its subject, its level, what was found, and what to do.

    `to_do` is empty if nothing has to be done.
    """

    subject: str
    level: Level
    found: str
    to_do: str = ""


def findings(settings: Settings) -> Iterator[Finding]:
    """Run all checks and yield their findings, in the order in which to act on them."""
    folder = settings.data_folder
    yield _folder(folder)
    yield _room(folder)
    yield _speed(folder)
    log = look_at(settings.log_file, Schemas.EVENT_LOG)
    yield _database("event log", settings.log_file, log)
    accounts = look_at(settings.accounts_file, Schemas.ACCOUNTS)
    yield _database("accounts", settings.accounts_file, accounts)
    yield _clock(log, datetime.now(UTC))
    served = DatabaseState.IN_USE in (log.state, accounts.state)
    yield _port(settings, served=served)
    yield from _board_ports(settings, served=served)
    yield _connections()
    yield _addresses(settings)
    yield from _obstacles(settings)
    yield from _names(settings)


def _folder(folder: Path) -> Finding:
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK) or is_read_only(folder):
        return Finding(
            "records",
            Level.WRONG,
            f"{folder} cannot be written to by this account",
            "Run this as the account that runs the server, or give it the folder: chown.",
        )
    if is_open_to_others(folder):
        return Finding(
            "records",
            Level.ATTEND,
            f"others on this machine can look into {folder}",
            f"The files in it are their owner's alone; so should the folder be: chmod 700 {folder}",
        )
    return Finding("records", Level.WELL, f"{folder}, its owner's alone")


def _room(folder: Path) -> Finding:
    free, kind = shutil.disk_usage(folder).free, _file_system(folder)
    shown = f"{_size(free)} free on {kind or 'its disk'}"
    if kind in _FAR_DISKS:
        return Finding(
            "disk",
            Level.ATTEND,
            shown,
            "Put the records on a disk of the machine itself: not on a share, a stick or in memory,"
            " where what was stored may be gone after a power cut.",
        )
    if free < _LITTLE_ROOM:
        level = Level.WRONG if free < _NO_ROOM else Level.ATTEND
        return Finding("disk", level, shown, "Make room: 1 GB lasts a club for several seasons.")
    return Finding("disk", Level.WELL, shown)


def _file_system(folder: Path) -> str:
    """Return the kind of the folder's file system, or "" if the operating system does not tell."""
    try:
        mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    except OSError:
        return ""
    inside = [(len(at), kind) for _, at, kind, *_ in mounts if folder.resolve().is_relative_to(at)]
    return max(inside, default=(0, ""))[1]


def _speed(folder: Path) -> Finding:
    try:
        times = durable_commits(folder)
    except OSError as error:
        return Finding(
            "commits",
            Level.WRONG,
            f"nothing can be stored there: {error}",
            "Make room, or let this account write there; a server on it would refuse everything.",
        )
    shown = f"{times.median:.1f} ms for a durable commit, {times.slowest:.1f} ms the slowest"
    if times.median <= _SLOW_MS:
        return Finding("commits", Level.WELL, shown)
    return Finding(
        "commits",
        Level.WRONG if times.median > _TOO_SLOW_MS else Level.ATTEND,
        shown,
        "Every roll waits for one: put the records on an SSD, or stop what else writes to it.",
    )


_DATABASE = {
    DatabaseState.OF_ANOTHER_VERSION: (
        "was written by another version of Yalta ({detail})",
        "Start the version that wrote it, or name another folder by --data.",
    ),
    DatabaseState.DAMAGED: (
        "is damaged: {detail}",
        "Keep the folder as it is and restore a backup; `yalta ledger verify` names what is whole.",
    ),
    DatabaseState.UNREADABLE: (
        "cannot be read: {detail}",
        "Run this as the account that runs the server, while no other program has the file open.",
    ),
}


def _database(subject: str, path: Path, look: DatabaseLook) -> Finding:
    match look.state:
        case DatabaseState.SOUND:
            return Finding(subject, Level.WELL, f"{path.name} is sound, schema {look.detail}")
        case DatabaseState.MISSING:
            return Finding(subject, Level.WELL, f"no {path.name} yet: the first start makes it")
        case DatabaseState.IN_USE:
            process = f"process {look.detail}" if look.detail else "another process"
            return Finding(
                subject, Level.WELL, f"{path.name} is open in a server ({process}), so not read"
            )
        case _:
            found, to_do = _DATABASE[look.state]
            return Finding(
                subject, Level.WRONG, f"{path.name} {found.format(detail=look.detail)}", to_do
            )


def _clock(log: DatabaseLook, now: datetime) -> Finding:
    shown = f"{now.astimezone():%Y-%m-%d %H:%M:%S %Z}"
    if log.latest is not None and log.latest > now + timedelta(seconds=5):
        last = log.latest.astimezone()
        return Finding(
            "clock",
            Level.WRONG,
            f"{shown}, but the records go to {last:%Y-%m-%d %H:%M:%S}",
            "Set the clock: times in the records cannot go back and would run ahead of real time.",
        )
    if _synchronized() is False:
        return Finding(
            "clock",
            Level.ATTEND,
            f"{shown}, set by no other clock",
            "Compare it with a good one and set it by hand (timedatectl set-time) before the day,"
            " never while the server runs.",
        )
    return Finding("clock", Level.WELL, shown)


def _synchronized() -> bool | None:
    """Return True if the operating system says that another clock sets this machine's clock.

    Return None if this is unknown.
    """
    command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return {"yes": True, "no": False}.get(answer.stdout.strip())


def _port(settings: Settings, *, served: bool) -> Finding:
    shown = f"{settings.host}, port {settings.port}"
    try:
        bound(settings.host, settings.port).close()
    except OSError as error:
        if served:
            return Finding("web", Level.WELL, f"{shown}: taken, by the server that runs")
        return Finding(
            "web",
            Level.WRONG,
            f"{shown} cannot be listened on: {error.strerror}",
            "Stop the program that uses it, or take another --port or an address of this machine.",
        )
    return Finding("web", Level.WELL, f"{shown} is free")


def _board_ports(settings: Settings, *, served: bool) -> Iterator[Finding]:
    folder = settings.devices
    devices = sorted(folder.iterdir()) if folder.is_dir() else []
    if not devices:
        yield Finding("boards", Level.WELL, f"no board on a cable ({folder} has no entry)")
    for device in devices:
        yield _serial_port(device.name, device)
    for port in settings.board_ports:
        if port.startswith(SCHEME):
            yield _network_port(port, served=served)
        else:
            yield _serial_port(port, Path(port))
    known = {*(device.name for device in devices), *settings.board_ports}
    for name in sorted(settings.port_rooms.keys() - known):
        yield Finding(
            "boards",
            Level.ATTEND,
            f"{name} is labelled for a room and is no port here now",
            "Plug it in, or give --port-room its name as the boards' page has it.",
        )


def _serial_port(name: str, device: Path) -> Finding:
    listed = {port_name(port.path) for port in list_ports(device.parent)}
    if not device.exists() and name not in listed:
        return Finding(
            "boards", Level.WRONG, f"{name} is not there", "Plug it in, or correct its name."
        )
    # If ports are not files (COM5), only opening one would show it.
    if os.access(device, os.R_OK | os.W_OK) or not device.exists():
        return Finding("boards", Level.WELL, f"{name} can be opened")
    return Finding(
        "boards",
        Level.WRONG,
        f"{name} may not be opened by this account",
        "Put the server's account into the group of serial ports: adduser NAME dialout",
    )


def _network_port(address: str, *, served: bool) -> Finding:
    """Check that a device server can be reached, unless a Yalta server is running.

    The device server accepts only one connection at a time, which a running server needs.
    """
    if served:
        return Finding("boards", Level.WELL, f"{address}: left to the server that runs")
    try:
        socket.create_connection(tcp_address(address), _ANSWERS_WITHIN).close()
    except OSError as error:
        return Finding(
            "boards",
            Level.WRONG,
            f"{address} cannot be reached: {error}",
            "Check its power, its cable and its address.",
        )
    return Finding("boards", Level.WELL, f"{address} answers")


def _connections() -> Finding:
    most = room_for_connections()
    if most >= _FEW_CONNECTIONS:
        return Finding("connections", Level.WELL, f"{most} at once")
    return Finding(
        "connections",
        Level.ATTEND,
        f"{most} at once",
        "For a large public let the account have more open files: LimitNOFILE=20000, or ulimit -n.",
    )


def _addresses(settings: Settings) -> Finding:
    if settings.loopback:
        return Finding(
            "network",
            Level.ATTEND,
            f"{settings.host}: only this machine reaches the server",
            "For phones and boards without a cable: --host 0.0.0.0 (docs/hall-network.md).",
        )
    found = network_addresses()
    if settings.host not in ("0.0.0.0", "::"):
        found = {name: each for name, each in found.items() if each == settings.host}
    if not found:
        return Finding(
            "network",
            Level.WRONG,
            "this machine has no address that others could reach it under",
            "Connect it to the hall's network, and look again.",
        )
    addresses = ", ".join(f"http://{each}:{settings.port} ({name})" for name, each in found.items())
    return Finding("network", Level.WELL, f"phones in the same network open {addresses}")


_REMEDIES = {
    (Obstacle.FIREWALL, "linux"): "Let phones in: sudo ufw allow {port}/tcp (ufw), or sudo"
    " firewall-cmd --permanent --add-port={port}/tcp && sudo firewall-cmd --reload (firewalld).",
    (Obstacle.FIREWALL, "macos"): "System Settings, Network, Firewall, Options: let Python accept"
    " incoming connections.",
    (Obstacle.FIREWALL, "windows"): "Press Allow when Windows asks, or make the rule in a terminal"
    ' of an administrator: netsh advfirewall firewall add rule name="Yalta" dir=in action=allow'
    " protocol=TCP localport={port}",
    (Obstacle.PROGRAM_BLOCKED, "windows"): "Remove the rule that blocks it, in a terminal of an"
    ' administrator: netsh advfirewall firewall delete rule name=all program="{program}"',
    (Obstacle.PUBLIC_NETWORK, "windows"): "Settings, Network & internet, the name of the network:"
    " choose Private network.",
}
"""The remedy for an obstacle to phones, by the obstacle and the operating system.

An obstacle that has no remedy here is not reported.
"""
_SEEN = {
    Obstacle.FIREWALL: "a firewall is on, and may keep phones out",
    Obstacle.PROGRAM_BLOCKED: "the firewall blocks this program",
    Obstacle.PUBLIC_NETWORK: "Windows treats the network as public, and keeps phones out",
}


def _obstacles(settings: Settings) -> Iterator[Finding]:
    """Yield a finding for each obstacle to phones that can be seen on this machine."""
    if settings.loopback:
        return
    for each in network_obstacles():
        remedy = _REMEDIES.get((each, system()))
        if remedy is not None:
            to_do = remedy.format(port=settings.port, program=sys.executable)
            yield Finding("network", Level.ATTEND, _SEEN[each], to_do)


def _names(settings: Settings) -> Iterator[Finding]:
    own = {*network_addresses().values(), "127.0.0.1", "127.0.1.1"}
    if settings.public_url:
        yield Finding("network", Level.WELL, f"links and QR codes carry {settings.public_url}")
    for name in settings.addresses.known_names:
        try:
            found = {str(entry[4][0]) for entry in socket.getaddrinfo(name, None, socket.AF_INET)}
        except OSError:
            found = set()
        if found & own:
            yield Finding("network", Level.WELL, f"{name} is this machine, seen from here")
        else:
            yield Finding(
                "network",
                Level.ATTEND,
                f"{name} leads to {', '.join(sorted(found)) or 'nowhere'}, not to this machine",
                "Give the name this machine's address in the hall's router or DNS"
                " (docs/hall-network.md), or use the address.",
            )


def _size(number: int) -> str:
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.0f} MB"
