"""The command `yalta board-check`, which tests if a board follows the wire's protocol."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import urlsplit

import typer

from board_drivers.conformance.points import POINTS, Finding, try_board
from board_drivers.conformance.trial_end import TrialEnd
from board_drivers.errors import BoardDriverError, FieldRefused
from board_drivers.transports.serial_port import open_port, port_name
from board_drivers.transports.tcp import SCHEME, open_tcp
from board_drivers.transports.transport import Transport
from board_drivers.transports.websocket import a_board_connects
from yalta.command_settings import refuse
from yalta.inputs.match_file_input import key_in_file

_COMMAND: Final = "yalta board-check"
COMES_WITHIN: Final = 60.0
"""Seconds to wait for a board to connect by websocket."""


def board_check(
    board: Annotated[
        str,
        typer.Argument(
            metavar="PORT|URL",
            help="Serial port of the board, tcp://host:port of one behind TCP, or"
            " ws://0.0.0.0:8765 to wait there for one that connects by websocket.",
        ),
    ],
    key_file: Annotated[
        Path | None,
        typer.Option(help="File with the board's key in hexadecimal digits, if it has one."),
    ] = None,
    baud: Annotated[int, typer.Option(min=9_600, help="Speed of a serial line.")] = 115_200,
) -> None:
    """Try a board against docs/wire.md, point by point; it takes half a minute.

    For builders of boards. The board is asked for its HELLO, led through
    handshakes, lost acknowledgements, damaged frames, silence and refusals, and
    each point is told with its section of docs/wire.md. Nobody has to sit at the
    board, and no server has to run.

    Exit status: 0 it keeps to every point, 1 it does not, 2 it cannot be tried.
    """
    key = None if key_file is None else key_in_file(_COMMAND, key_file)
    try:
        findings = asyncio.run(_try(board, baud, key))
    except BoardDriverError as error:
        refuse(_COMMAND, f"PORT|URL: {error}")
    wrong = sum(bool(each.wrong) for each in findings)
    untried = len(POINTS) - len(findings)
    besides = f", {untried} not tried" if untried else ""
    typer.echo(f"{len(findings) - wrong} of {len(POINTS)} points kept, {wrong} not{besides}.")
    raise typer.Exit(1 if wrong or untried else 0)


async def _try(board: str, baud: int, key: bytes | None) -> list[Finding]:
    async with _transport(board, baud) as transport:
        try:
            return await try_board(TrialEnd(transport, key), key, _tell)
        finally:
            await transport.close()


@asynccontextmanager
async def _transport(board: str, baud: int) -> AsyncIterator[Transport]:
    if board.startswith("ws://"):
        parts = urlsplit(board)
        host, port = parts.hostname or "127.0.0.1", parts.port or 8765
        typer.echo(f"Waiting for a board at ws://{host}:{port} …")
        async with a_board_connects(host, port, COMES_WITHIN) as transport:
            yield transport
    elif "://" in board and not board.startswith(SCHEME):
        allowed = f"{SCHEME}host:port, or ws://0.0.0.0:8765 to wait there for a board"
        raise FieldRefused("address", board, allowed)
    elif "://" in board:
        yield await open_tcp(board)
    else:
        yield await open_port(port_name(board), baud)


def _tell(finding: Finding) -> None:
    mark = "WRONG" if finding.wrong else "ok   "
    typer.echo(f"{mark}  {finding.point}")
    if finding.wrong:
        typer.echo(f"       {finding.wrong}  (docs/wire.md, {finding.section})")
