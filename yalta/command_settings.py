"""The settings of a command, and the end of a command whose settings are wrong.

Such a command ends with a sentence and exit status 2, not with a traceback.
"""

import os
from enum import Enum
from pathlib import Path
from typing import NoReturn

import typer
from pydantic import ValidationError

from rules.games.known_games import INFOS
from server.access import Machine
from server.settings import PORT_ROOM_ALLOWED, PUBLIC_URL_ALLOWED, Settings
from yalta.exit_status import REFUSED

COMMAND_LINE = Machine("command line")
"""The actor in the log for orders by commands.

It stands for anybody who may read and write the records on this machine.
"""

_SHORTEST_TOKEN = 20
_ALLOWED = {
    "backup_every": "1 to 86400 seconds",
    "board_ports": "device names such as COM5 or /dev/ttyUSB0, addresses tcp://host:port",
    "baud": "a whole number from 9600, such as 115200",
    "host": "localhost or an IP address of this machine",
    "language": "en, uk, ru",
    "mail_relay_tls": "off, starttls, tls",
    "metrics_host": "localhost or an IP address of this machine",
    "metrics_port": "0 to 65535, another than the server's; 0 for a free one",
    "log_format": "text, json",
    "names": "host names such as yalta.example.org",
    "port_rooms": PORT_ROOM_ALLOWED,
    "public_url": PUBLIC_URL_ALLOWED,
    "port": "0 to 65535, 0 for a free one",
    "second_colour": "red, black",
    "session_days": "1 to 365",
    "session_idle_hours": "1 to 720",
}

PlayedGame = Enum("PlayedGame", {name: name for name in INFOS}, type=str)  # type: ignore[misc]
"""The games that can be chosen as an option of a command."""
USUAL_GAME = PlayedGame(next(iter(INFOS)))


def settings_or_exit(command: str, **given: object) -> Settings:
    """Return a server's settings: those given as options, and the others from the environment.

    An option counts as not given if it is None or an empty list. If values are impossible, print
    each of them with what is allowed, and end the command.
    """
    options = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in given.items()
        if value not in (None, [])
    }
    try:
        return Settings(**options)  # type: ignore[arg-type]
    except ValidationError as wrong:
        for error in wrong.errors():
            field = str(error["loc"][0])
            place = _option(field) if field in options else f"YALTA_{field.upper()}"
            wrong_text = error["msg"].removeprefix("Value error, ")
            if field in _ALLOWED or error["type"] != "value_error":
                allowed = _ALLOWED.get(field, wrong_text)
                wrong_text = f"{_shown(error['input'])} is not possible; allowed: {allowed}"
            sentence = f"{place}: {wrong_text}"
            typer.echo(f"{command}: {sentence}", err=True)
        raise typer.Exit(REFUSED) from wrong


def make_records_folder(command: str, folder: Path) -> None:
    """Create the folder of the records; if this fails, end the command with the reason."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        refuse(command, f"--data: {str(folder)!r} is a file; allowed: a folder, also a new one")
    except OSError as error:
        refuse(
            command,
            f"--data: {str(folder)!r} cannot be made ({error.strerror}). Operator: name a folder"
            " that this account may write to",
        )


def check_metrics(command: str, settings: Settings) -> None:
    """End the command if strangers could read the server's metrics.

    Strangers could read the metrics if these were served at the server's own port, or beyond this
    machine without a long token.
    """
    if settings.metrics_port is None:
        return
    if settings.metrics_port == settings.port != 0:
        refuse(
            command,
            f"--metrics-port: {settings.metrics_port} is the server's own port; allowed: another,"
            " since the public must not read the figures",
        )
    token = settings.metrics_token.get_secret_value()
    if not settings.metrics_loopback and len(token) < _SHORTEST_TOKEN:
        refuse(
            command,
            f"YALTA_METRICS_HOST: {settings.metrics_host!r} is reached by others; allowed with a"
            f" YALTA_METRICS_TOKEN of {_SHORTEST_TOKEN} characters or more, which readers have to"
            " send, or 127.0.0.1",
        )


def check_backup_folder(command: str, settings: Settings) -> None:
    """End the command if the backup folder is a file or is the folder of the records."""
    folder = settings.backup_folder
    if folder is None:
        return
    if folder.resolve() == settings.data_folder.resolve():
        refuse(
            command,
            f"--backup-folder: {str(folder)!r} is the folder of the records; allowed: another one,"
            " best on another disk",
        )
    if folder.exists() and not folder.is_dir():
        refuse(
            command,
            f"--backup-folder: {str(folder)!r} is a file; allowed: a folder, also a new one in one"
            " that is there",
        )


def check_devices_folder(command: str, folder: Path) -> None:
    """End the command if the folder of the boards' serial ports is a file; it need not exist."""
    if os.path.exists(folder) and not os.path.isdir(folder):
        refuse(
            command,
            f"--devices: {str(folder)!r} is a file; allowed: a folder whose entries are serial"
            " ports, also one that appears later",
        )


def _option(field: str) -> str:
    plural = {"names": "--name", "board_ports": "--board-port", "port_rooms": "--port-room"}
    return {"data_folder": "--data", **plural}.get(field, f"--{field.replace('_', '-')}")


def _shown(value: object) -> str:
    return ", ".join(map(repr, value)) if isinstance(value, tuple) else repr(value)


def check_has_records(command: str, settings: Settings, field: str = "--data") -> None:
    """End the command if the folder of the records has no event log. Nothing is written.

    `command` and `field` are named in the message: the command, and its option or argument by which
    the folder was given.
    """
    if not settings.log_file.exists():
        folder = str(settings.log_file.parent)
        refuse(command, f"{field}: {folder!r} holds no records; allowed: a server's folder")


def refuse(command: str, sentence: str) -> NoReturn:
    """Print a sentence after the command's name, and end the command with exit status 2.

    Call it only while nothing has been done, since status 2 means that nothing was done.
    """
    typer.echo(f"{command}: {sentence}", err=True)
    raise typer.Exit(REFUSED)
