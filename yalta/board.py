"""The command `yalta board`, an agent that runs beside a board on a small computer at its table."""

import asyncio
import contextlib
import os
import signal
import sys
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Annotated, Final, NoReturn
from urllib.parse import urlsplit

import typer

from board_drivers.agent.board_agent import BoardAgent
from board_drivers.agent.reports import Report, news_of, topic_of, words_of
from board_drivers.agent.store import BoardStore
from board_drivers.errors import JournalDamaged
from board_drivers.link.timers import LineTimers
from board_drivers.transports.serial_port import list_ports, open_port, port_name
from board_drivers.transports.transport import Transport
from board_drivers.transports.websocket import open_websocket
from board_drivers.wire.values import WireRoom
from server.platform_support import is_loopback, lock_file
from yalta.command_settings import refuse
from yalta.inputs.match_file_input import checked_key, key_in_file

_COMMAND: Final = "yalta board"
_PATHS: Final = ("", "/", "/boards", "/boards/")
_SECURE: Final = {"http": "ws", "ws": "ws", "https": "wss", "wss": "wss"}


class _Room(Enum):
    OPEN = "open"
    CLOSED = "closed"


_Port = Annotated[
    str | None,
    typer.Argument(
        help="Serial port of the board: /dev/serial/by-id/…, /dev/ttyUSB0, COM5. Without it"
        " the ports of this machine are listed.",
        show_default=False,
    ),
]
_Server = Annotated[
    str | None,
    typer.Option(
        help="Address of the server: http://192.0.2.10:8000 or https://yalta.example.org."
    ),
]
_RoomOption = Annotated[
    _Room | None,
    typer.Option(
        help="The room of this table: the server does not accept the board on a table of"
        " the other one.",
        show_default="none",
    ),
]
_Store = Annotated[Path, typer.Option(help="Folder for what the board sends and for its key.")]
_KeyFile = Annotated[
    Path | None,
    typer.Option(
        help="File with the board's key, as the server's page Boards shows it.",
        show_default="key in the folder",
    ),
]
_Baud = Annotated[int, typer.Option(min=9_600, help="Speed of the board's line.")]


def board(
    port: _Port = None,
    server: _Server = None,
    room: _RoomOption = None,
    store: _Store = Path("yalta-board"),
    key_file: _KeyFile = None,
    baud: _Baud = 115_200,
) -> None:
    """Connect a board on a cable here to a server elsewhere.

    For a laptop or a Raspberry Pi at the table. What the board sends is stored
    on this machine's disk before the board gets an answer, and passed on to the
    server when it can be reached: the network may fail, this command may be
    killed and the board switched off, and no roll is lost or sent twice.

    On the server's page Boards give the board its key. It is asked for once
    and kept in the folder; YALTA_BOARD_KEY or --key-file give it where nobody
    is there to type. Over http anyone on the network can read what is sent:
    use https, or a network for officials only. SSL_CERT_FILE names the
    certificate of an authority of your own.

    It prints what it does and what is wrong, and keeps trying by itself. Ctrl-C
    or SIGTERM ends it; started again with the same folder it goes on.

    Exit status: 0 ended, 2 a setting, the key or the folder cannot be used.
    """
    if port is None:
        _list_ports()
    if "://" in port:
        refuse(_COMMAND, f"PORT: {port!r} is an address; allowed: a serial port of this machine")
    address = _boards_address(server)
    kept, key = _opened(store, key_file)
    typer.echo(f"Board on {port} for {address}. Ctrl-C ends this.")
    _tell_if_readable(address)
    label = WireRoom.NONE if room is None else WireRoom[room.name]
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(kept, key, label, (port_name(port), baud), address))
    waiting = sum(journal.waiting for journal in kept.waiting)
    kept.close()
    left = f"{waiting} events wait here for the server" if waiting else "nothing waits here"
    typer.echo(f"Ended; {left}.")


def _opened(store: Path, key_file: Path | None) -> tuple[BoardStore, bytes]:
    """Return the agent's folder, locked while this process runs, and the board's key.

    End the command with an error if the folder or the key cannot be used.
    """
    try:
        store.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(store / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        if not lock_file(lock):
            refuse(_COMMAND, f"--store: another agent uses {str(store)!r}; allowed: one for each")
        key = _key(store / "key", key_file)
        return BoardStore(store), key
    except (OSError, JournalDamaged) as error:
        refuse(_COMMAND, f"--store: {str(store)!r} cannot be used: {error}")


async def _serve(
    kept: BoardStore, key: bytes, room: WireRoom, port: tuple[str, int], address: str
) -> None:
    name, baud = port
    agent = BoardAgent(kept, key, room, LineTimers.at_baud(baud), _Telling())

    async def open_board() -> Transport:
        return await open_port(name, baud)

    async def open_server() -> Transport:
        return await open_websocket(address)

    serving = asyncio.create_task(agent.run(open_board, open_server))
    for number in (signal.SIGINT, signal.SIGTERM):
        # In a loop without signal handlers, Ctrl-C is KeyboardInterrupt.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await serving


class _Telling:
    """A printer of the agent's reports, each with the time of day.

    A report is not printed if it says the same as the last report on its subject.
    """

    def __init__(self) -> None:
        self._last: dict[str, object] = {}

    def __call__(self, report: Report) -> None:
        topic, news = topic_of(report), news_of(report)
        if self._last.get(topic) != news:
            self._last[topic] = news
            typer.echo(f"{datetime.now().astimezone():%H:%M:%S} {words_of(report)}")


def _list_ports() -> NoReturn:
    ports = list_ports()
    for port in ports:
        typer.echo(f"  {port.path}  {port.description}", err=True)
    here = "one of these" if ports else "a serial port; this machine has none now"
    refuse(_COMMAND, f"PORT: missing; allowed: {here}")


def _boards_address(server: str | None) -> str:
    allowed = "allowed: http://host:port or https://host, as people open the server"
    if server is None:
        refuse(_COMMAND, f"--server: missing; {allowed}")
    try:
        parts = urlsplit(server)
        known = parts.hostname and (parts.port or True)
    except ValueError:
        known = None
    if not known or parts.scheme not in _SECURE or parts.path not in _PATHS or parts.query:
        refuse(_COMMAND, f"--server: {server!r} is not possible; {allowed}")
    return f"{_SECURE[parts.scheme]}://{parts.netloc}/boards"


def _tell_if_readable(address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme == "ws" and not is_loopback(parts.hostname or ""):
        typer.echo("Not encrypted: anyone on that network can read what is sent. See --help.")


def _key(beside: Path, named: Path | None) -> bytes:
    """Return the board's key from a file, the environment, the agent's folder, or a prompt.

    `named` is the file given as an option, `beside` the file in the agent's folder.
    """
    given = os.environ.get("YALTA_BOARD_KEY", "")
    place = "YALTA_BOARD_KEY" if given else str(beside)
    if named is not None:
        return key_in_file(_COMMAND, named)
    if not given and beside.exists():
        given = beside.read_text(encoding="utf-8", errors="replace")
    elif not given:
        if not sys.stdin.isatty():
            refuse(
                _COMMAND,
                f"key: missing; allowed: YALTA_BOARD_KEY, --key-file, or the file {str(beside)!r}."
                " The server's page Boards gives one",
            )
        given = str(typer.prompt("The board's key, from the server's page Boards", hide_input=True))
        checked_key(_COMMAND, given, "the key")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(f"{given.strip()}\n")
    return checked_key(_COMMAND, given, place)
