"""`yalta serve`: the server, until it is told to stop."""

import asyncio
import contextlib
import gc
import signal
import socket
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
import uvicorn
from pydantic import ValidationError

from server.app import create_app, running_hall
from server.settings import Settings
from server.store.database_file import DatabaseRefused
from server.web.direct_socket import DirectSocket

_STOP_WITHIN = 5
"""Seconds a connection may take to close once the server is told to stop."""


def serve(
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of the records.", show_default="yalta-data"),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on; loopback only.", show_default="127.0.0.1"),
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="TCP port; 0 takes a free one.", show_default="8000")
    ] = None,
    devices: Annotated[
        Path | None,
        typer.Option(
            help="Folder whose entries are the boards' serial ports.",
            show_default="/dev/serial/by-id",
        ),
    ] = None,
) -> None:
    """Run the tournament server.

    Boards on serial ports are found in the devices folder; boards without a
    cable connect to /boards by websocket. Open the printed address in a
    browser; /docs there describes the operator's API. Ctrl-C stops the
    server; started again, every match goes on where it stood.

    Every option can be set in the environment: YALTA_DATA_FOLDER, YALTA_HOST,
    YALTA_PORT, YALTA_DEVICES, YALTA_BAUD.
    """
    given: dict[str, Any] = {"data_folder": data, "host": host, "port": port, "devices": devices}
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as wrong:
        for error in wrong.errors():
            field = ".".join(map(str, error["loc"]))
            typer.echo(f"yalta serve: {field}: {error['input']!r}: {error['msg']}", err=True)
        raise typer.Exit(2) from wrong
    try:
        loop = uvicorn.Config("").get_loop_factory()
        with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=loop) as runner:
            runner.run(_serve(settings))
    except DatabaseRefused as refused:
        typer.echo(f"yalta serve: data: {refused}", err=True)
        raise typer.Exit(2) from refused
    typer.echo("Yalta has stopped; every match goes on where it stood.")


async def _serve(settings: Settings) -> None:
    listening = _listen(settings)
    address = f"http://{settings.host}:{listening.getsockname()[1]}"
    async with running_hall(settings) as (hall, hub, reception):
        config = uvicorn.Config(
            create_app(hall, hub, reception, settings.names),
            log_level="warning",
            ws=DirectSocket,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=_STOP_WITHIN,
            server_header=False,
        )
        server = _Announcing(config, f"Yalta is listening on {address}")
        await server.serve(sockets=[listening])


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as taken:
        typer.echo(
            f"yalta serve: port: {settings.port} cannot be used on {settings.host} "
            f"({taken.strerror}); allowed: a free port, or 0 for any",
            err=True,
        )
        raise typer.Exit(2) from taken
    return listening


class _Announcing(uvicorn.Server):
    """A server that says where it listens once it does, and lets its records be closed after it."""

    def __init__(self, config: uvicorn.Config, announcement: str) -> None:
        super().__init__(config)
        self._announcement = announcement

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What was made by now stays for good: no collection has to look through it again.
        gc.collect()
        gc.freeze()
        typer.echo(self._announcement)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End serving, without the signal coming again afterwards as uvicorn has it.

        It would cut off what closes the records.
        """
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
