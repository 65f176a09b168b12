"""The command `yalta serve`, which runs the server until it is stopped."""

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer
import uvicorn

from server.app import open_extras, running_hall, services_over
from server.extras_on import found_extras
from server.messages.outbox import messages_looked_after
from server.metrics import Metrics
from server.platform_support import event_loop_factory
from server.settings import Settings
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable, StreamDamaged
from server.web.application import create_app
from server.web.edge.authorization import is_watcher
from server.web.edge.connections import (
    ConnectionLimit,
    DirectSocket,
    bounded_http,
    ends_when_cut_off,
    room_for_connections,
)
from server.web.edge.services import ExtraRefused, Services
from yalta.command_settings import (
    check_backup_folder,
    check_devices_folder,
    check_metrics,
    make_records_folder,
    settings_or_exit,
)
from yalta.exit_status import INTERRUPTED, REFUSED
from yalta.serving.web_server import (
    LOOPBACK,
    MetricsListener,
    WebServer,
    address_of,
    bound_or_exit,
    configure_log,
)

_COMMAND: Final = "yalta serve"
_STOP_WITHIN = 5
"""Seconds that open connections may take to close when the server stops."""
_LONGEST_MESSAGE = 64 * 1024
"""Largest size in bytes of one websocket message.

A board sends a few frames of 250 bytes in one message.
"""


_Data = Annotated[
    Path | None,
    typer.Option(help="Folder of the records.", show_default="yalta-data"),
]
_Host = Annotated[
    str | None,
    typer.Option(help="Address to listen on; 0.0.0.0 is all of them.", show_default="127.0.0.1"),
]
_Port = Annotated[
    int | None, typer.Option(help="TCP port; 0 takes a free one.", show_default="8000")
]
_Names = Annotated[
    list[str] | None,
    typer.Option(help="Host name people call the server by; may be given several times."),
]
_PublicUrl = Annotated[
    str | None,
    typer.Option(
        help="Address in links and QR codes, such as https://yalta.example.org; its name need"
        " not be given by --name.",
        show_default="one of this machine's",
    ),
]
_Devices = Annotated[
    Path | None,
    typer.Option(
        help="Folder whose entries are the boards' serial ports; it may appear later.",
        show_default="/dev/serial/by-id",
    ),
]
_BoardPorts = Annotated[
    list[str] | None,
    typer.Option(
        help="One more port that a board is on: COM5, /dev/ttyUSB0, or tcp://host:port of a"
        " serial port on the network; may be given several times.",
        show_default="none",
    ),
]
_PortRooms = Annotated[
    list[str] | None,
    typer.Option(
        help="The room a port ends in, as NAME=open or NAME=closed; NAME as the page Boards"
        " shows it. A board whose table is in the other room is not accepted.",
        show_default="none",
    ),
]
_LogFormat = Annotated[
    str | None,
    typer.Option(
        help="How the log on standard error is written: text, or json, one object per line.",
        show_default="text",
    ),
]
_MetricsPort = Annotated[
    int | None,
    typer.Option(
        help="TCP port of the figures for Prometheus; 0 takes a free one.",
        show_default="no figures",
    ),
]
_BackupFolder = Annotated[
    Path | None,
    typer.Option(
        help="Folder that a backup is kept in, best on another disk; see yalta restore.",
        show_default="no backup",
    ),
]
_BackupEvery = Annotated[
    float | None,
    typer.Option(help="Seconds from one backup to the next.", show_default="60"),
]
_UntilStdinEnds = Annotated[
    bool,
    typer.Option(
        "--until-stdin-ends",
        help="Stop at the end of standard input, when the program that holds it has ended.",
    ),
]


def serve(
    data: _Data = None,
    host: _Host = None,
    port: _Port = None,
    name: _Names = None,
    public_url: _PublicUrl = None,
    devices: _Devices = None,
    board_port: _BoardPorts = None,
    port_room: _PortRooms = None,
    log_format: _LogFormat = None,
    metrics_port: _MetricsPort = None,
    backup_folder: _BackupFolder = None,
    backup_every: _BackupEvery = None,
    until_stdin_ends: _UntilStdinEnds = False,
) -> None:
    """Run the tournament server.

    Boards on serial ports are found in the devices folder and at the ports
    named by --board-port; boards without a cable connect to /boards by
    websocket, a board on another machine by yalta board there. Open the printed address in a
    browser; /docs there describes the operator's API. Ctrl-C stops the
    server; when it is started again, every match goes on where it was.

    The first start prints an address that works once: there you become the
    director; until then only this machine is served. docs/hall-network.md
    describes how to serve a hall.

    Settings can be given in the environment, too: YALTA_DATA_FOLDER, YALTA_HOST,
    YALTA_PORT, YALTA_NAMES (with commas), YALTA_PUBLIC_URL, YALTA_DEVICES,
    YALTA_BOARD_PORTS and YALTA_PORT_ROOMS (with commas), YALTA_LOG_FORMAT,
    YALTA_METRICS_PORT, YALTA_BACKUP_FOLDER, YALTA_BACKUP_EVERY. There only:
    YALTA_BAUD (115200), YALTA_LANGUAGE (en, uk or ru, for browsers that ask for
    none of these), YALTA_SESSION_IDLE_HOURS (16), YALTA_SESSION_DAYS (14),
    YALTA_NEW_ACCOUNTS (1 begins new accounts beside records whose own are lost),
    YALTA_EXTRAS (which extras are on, with commas, none if it is empty; yalta
    extras), YALTA_EMBED_SITES (the sites that may show matches in a frame, with commas,
    * for any; the extra "sharing"), YALTA_METRICS_HOST (127.0.0.1; another one needs
    YALTA_METRICS_TOKEN, which readers send), and for knockouts played by messages
    YALTA_MAIL_PORT (no mail is received without it), YALTA_MAIL_HOST (127.0.0.1),
    YALTA_MAIL_DOMAIN (localhost) and YALTA_MAIL_RELAY (yalta_extras/mail/docs/mail.md).

    Exit status: 0 stopped, 2 a setting, the address, the records or the devices
    folder cannot be used, 130 interrupted before it had started.
    """
    settings = settings_or_exit(
        _COMMAND,
        data_folder=data,
        host=host,
        port=port,
        devices=devices,
        names=name,
        public_url=public_url,
        board_ports=board_port,
        port_rooms=port_room,
        log_format=log_format,
        metrics_port=metrics_port,
        backup_folder=backup_folder,
        backup_every=backup_every,
    )
    _prepare(settings)
    started = threading.Event()
    _run(_serve(settings, until_stdin_ends, started))
    if not started.is_set():
        typer.echo(f"{_COMMAND}: interrupted before it had started; the records are whole.")
        raise typer.Exit(INTERRUPTED)
    typer.echo("Yalta has stopped; every match goes on where it was.")


def _prepare(settings: Settings) -> None:
    """Check and create what the server needs before it starts; end the command if this fails."""
    check_metrics(_COMMAND, settings)
    check_backup_folder(_COMMAND, settings)
    configure_log(settings.log_format)
    check_devices_folder(_COMMAND, settings.devices)
    make_records_folder(_COMMAND, settings.data_folder)
    # An address that is served only once there is a director is tried now, while somebody watches.
    bound_or_exit(settings.host, settings.port).close()


def _run(serving: Coroutine[Any, Any, None]) -> None:
    """Run the server until it ends or is interrupted.

    End the command with a sentence if the records or an extra are refused.
    """
    try:
        with (
            contextlib.suppress(KeyboardInterrupt),
            asyncio.Runner(loop_factory=event_loop_factory()) as runner,
        ):
            runner.run(serving)
    except (DatabaseRefused, StreamDamaged, LogUnavailable, AccountsUnavailable) as refused:
        typer.echo(f"{_COMMAND}: data: {refused}", err=True)
        raise typer.Exit(REFUSED) from refused
    except ExtraRefused as refused:
        typer.echo(f"{_COMMAND}: {refused}", err=True)
        raise typer.Exit(REFUSED) from refused


async def _serve(settings: Settings, until_stdin_ends: bool, started: threading.Event) -> None:
    metrics = None if settings.metrics_port is None else Metrics(datetime.now(UTC))
    with _metrics_listener(settings, metrics):
        await _serve_hall(settings, metrics, until_stdin_ends, started)


async def _serve_hall(
    settings: Settings, metrics: Metrics | None, until_stdin_ends: bool, started: threading.Event
) -> None:
    found = found_extras(settings)
    async with (
        running_hall(settings, metrics=metrics) as running,
        open_extras(running, settings, found) as extras,
    ):
        connections = ConnectionLimit(room_for_connections())
        services = services_over(running, settings, extras=extras, connections=connections)
        door = _Door(settings, services, connections, started)
        if until_stdin_ends:
            door.server.stop_at_end_of(sys.stdin.fileno())
        try:
            async with messages_looked_after(running.hall, running.messages):
                await door.server.serve(sockets=[door.listening])
        finally:
            await door.close()


@contextlib.contextmanager
def _metrics_listener(settings: Settings, metrics: Metrics | None) -> Iterator[None]:
    """Serve the figures for Prometheus while the `with` block runs, if the settings ask for it.

    End the command if their address cannot be used.
    """
    if metrics is None or settings.metrics_port is None:
        yield
        return
    host, token = settings.metrics_host, settings.metrics_token.get_secret_value()
    bound_or_exit(host, settings.metrics_port, "--metrics-port").close()
    listener = MetricsListener(host, settings.metrics_port, lambda: metrics.text, token)
    typer.echo(f"Figures for Prometheus: {address_of(host, listener.port)}/metrics")
    try:
        yield
    finally:
        listener.close()


class _Door:
    """The address on which a server listens.

    As long as there is no director, only this machine can reach the server.
    """

    def __init__(
        self,
        settings: Settings,
        services: Services,
        connections: ConnectionLimit,
        started: threading.Event,
    ) -> None:
        self._settings, self._authenticator = settings, services.authenticator
        self._started = started
        self._waits = not settings.loopback and not self._authenticator.director_made.is_set()
        host = LOOPBACK if self._waits else settings.host
        self.listening = bound_or_exit(host, settings.port)
        self._port: int = self.listening.getsockname()[1]
        self._address = address_of(host, self._port)
        self._opening: asyncio.Task[None] | None = None
        app = create_app(services)
        config = uvicorn.Config(
            ends_when_cut_off(app),
            log_config=None,
            log_level="warning",
            http=bounded_http(connections, partial(is_watcher, app)),
            ws=DirectSocket,
            ws_max_size=_LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=_STOP_WITHIN,
            server_header=False,
        )
        self.server = WebServer(config, self._announce)

    async def close(self) -> None:
        """Stop waiting for the first director."""
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)

    async def _announce(self) -> None:
        self._started.set()
        token = await self._authenticator.set_up_link()
        if token is not None:
            typer.echo("Nobody is director yet. Open this address, which works once, to become it:")
            typer.echo(f"  {self._address}/set-up/{token}")
        if self._waits:
            typer.echo(f"Until then only this machine is served, not yet {self._settings.host}.")
            self._opening = asyncio.create_task(self._open_when_there_is_a_director())
        _tell_of_missing(self._settings.devices)
        typer.echo(f"Yalta is listening on {self._address}")

    async def _open_when_there_is_a_director(self) -> None:
        await self._authenticator.director_made.wait()
        host = self._settings.host
        try:
            await self.server.listen_also(host, self._port)
        except OSError as error:
            typer.echo(
                f"{_COMMAND}: host: {host} cannot be listened on ({error.strerror}); only this "
                "machine is served. Operator: start again with an address this machine has",
                err=True,
            )
        else:
            typer.echo(f"There is a director: Yalta is listening on {host}, port {self._port}, too")


def _tell_of_missing(devices: Path) -> None:
    if not os.path.isdir(devices):
        typer.echo(
            f"The folder of serial ports, {devices}, is not there yet: boards on a cable are served"
            " as soon as it is."
        )
