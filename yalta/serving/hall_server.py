"""A server over its records, run until it is stopped; `yalta serve` and `yalta` alone run one."""

import asyncio
import contextlib
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import typer
import uvicorn

from server.app import open_extras, running_hall, services_over
from server.extras_on import found_extras
from server.messages.outbox import messages_looked_after
from server.metrics import Metrics
from server.people.sign_in import Authenticator
from server.platform_support import StayAwake, event_loop_factory
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

_STOP_WITHIN = 5
"""Seconds that a connection may take to close once the server is told to stop."""
_LONGEST_MESSAGE = 64 * 1024
"""Largest size of a websocket's message in bytes; a board sends a few frames of 250 in one."""


def _unneeded(_: str) -> None:
    """Ignore the address of the first page; for commands that open no browser."""


def run_server(
    command: str,
    settings: Settings,
    *,
    until_stdin_ends: bool = False,
    first_page: Callable[[str], None] = _unneeded,
) -> None:
    """Serve the records until the server is stopped or interrupted.

    `command` is the command's name in front of messages. `first_page` is called once the server
    listens, and again after the first director has been made. It gets the address at which a
    browser on this machine finds the page to begin with. `until_stdin_ends` stops the server at the
    end of standard input. Ends the command with status 2 if a setting, the address, the records or
    an extra cannot be used, and with 130 if it is interrupted before it listens.
    """
    _prepare(command, settings)
    server = _Server(command, settings, first_page)
    try:
        with (
            contextlib.suppress(KeyboardInterrupt),
            asyncio.Runner(loop_factory=event_loop_factory()) as runner,
        ):
            runner.run(server.run(until_stdin_ends))
    except (DatabaseRefused, StreamDamaged, LogUnavailable, AccountsUnavailable) as refused:
        typer.echo(f"{command}: data: {refused}", err=True)
        raise typer.Exit(REFUSED) from refused
    except ExtraRefused as refused:
        typer.echo(f"{command}: {refused}", err=True)
        raise typer.Exit(REFUSED) from refused
    if not server.started:
        typer.echo(f"{command}: interrupted before it had started; the records are whole.")
        raise typer.Exit(INTERRUPTED)
    typer.echo("Yalta has stopped; every match goes on where it was.")


def _prepare(command: str, settings: Settings) -> None:
    """Check the requirements before anything is started; end the command if one is missing."""
    check_metrics(command, settings)
    check_backup_folder(command, settings)
    configure_log(settings.log_format)
    check_devices_folder(command, settings.devices)
    make_records_folder(command, settings.data_folder)
    # An address that is served only once there is a director is tried now, while somebody watches.
    bound_or_exit(command, settings.host, settings.port).close()


class _Server:
    """A server that listens beyond this machine only once there is a director."""

    def __init__(self, command: str, settings: Settings, first_page: Callable[[str], None]) -> None:
        self.started = False
        self._command, self._settings, self._first_page = command, settings, first_page

    async def run(self, until_stdin_ends: bool) -> None:
        """Serve until the web server is told to stop."""
        metrics = None if self._settings.metrics_port is None else Metrics(datetime.now(UTC))
        with self._metrics_listener(metrics):
            await self._serve_hall(metrics, until_stdin_ends)

    @contextlib.contextmanager
    def _metrics_listener(self, metrics: Metrics | None) -> Iterator[None]:
        """Serve the metrics, if they are wanted; end the command if their address is taken."""
        settings = self._settings
        if metrics is None or settings.metrics_port is None:
            yield
            return
        host, token = settings.metrics_host, settings.metrics_token.get_secret_value()
        bound_or_exit(self._command, host, settings.metrics_port, "--metrics-port").close()
        listener = MetricsListener(host, settings.metrics_port, lambda: metrics.text, token)
        typer.echo(f"Figures for Prometheus: {address_of(host, listener.port)}/metrics")
        try:
            yield
        finally:
            listener.close()

    async def _serve_hall(self, metrics: Metrics | None, until_stdin_ends: bool) -> None:
        found = found_extras(self._settings)
        async with (
            running_hall(self._settings, metrics=metrics, sleep_lock=StayAwake()) as running,
            open_extras(running, self._settings, found) as extras,
        ):
            connections = ConnectionLimit(room_for_connections())
            services = services_over(
                running, self._settings, extras=extras, connections=connections
            )
            async with messages_looked_after(running.hall, running.messages):
                await self._serve(services, connections, until_stdin_ends)

    async def _serve(
        self, services: Services, connections: ConnectionLimit, until_stdin_ends: bool
    ) -> None:
        """Listen, and serve the pages until the web server is told to stop."""
        director_made = services.authenticator.director_made
        local = not self._settings.loopback and not director_made.is_set()
        host = LOOPBACK if local else self._settings.host
        listening = bound_or_exit(self._command, host, self._settings.port)
        port: int = listening.getsockname()[1]
        web = WebServer(
            _configuration(services, connections),
            partial(self._announce, services.authenticator, host, port),
        )
        if until_stdin_ends:
            web.stop_at_end_of(sys.stdin.fileno())
        waiting = asyncio.create_task(self._welcome_director(web, director_made, host, port))
        try:
            await web.serve(sockets=[listening])
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    async def _announce(self, authenticator: Authenticator, host: str, port: int) -> None:
        """Print where the server listens, and how to become the first director."""
        self.started = True
        address, token = address_of(host, port), await authenticator.set_up_link()
        first_page = address if token is None else f"{address}/set-up/{token}"
        if token is not None:
            typer.echo("Nobody is director yet. Open this address, which works once, to become it:")
            typer.echo(f"  {first_page}")
            if host != self._settings.host:
                typer.echo(
                    f"Until then only this machine is served, not yet {self._settings.host}."
                )
        _report_missing(self._settings.devices)
        typer.echo(f"Yalta is listening on {address}")
        self._first_page(first_page)

    async def _welcome_director(
        self, web: WebServer, director_made: asyncio.Event, host: str, port: int
    ) -> None:
        """Once there is a first director, listen on the address that the settings name."""
        if director_made.is_set():
            return
        await director_made.wait()
        self._first_page(address_of(host, port))
        wanted = self._settings.host
        if host == wanted:
            return
        try:
            await web.listen_also(wanted, port)
        except OSError as error:
            typer.echo(
                f"{self._command}: host: {wanted} cannot be listened on ({error.strerror}); only"
                " this machine is served. Operator: start again with an address this machine has",
                err=True,
            )
        else:
            typer.echo(f"There is a director: Yalta is listening on {wanted}, port {port}, too")


def _configuration(services: Services, connections: ConnectionLimit) -> uvicorn.Config:
    app = create_app(services)
    return uvicorn.Config(
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


def _report_missing(devices: Path) -> None:
    if not devices.is_dir():
        typer.echo(
            f"The folder of serial ports, {devices}, is not there yet: boards on a cable are served"
            " as soon as it is."
        )
