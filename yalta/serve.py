"""The command `yalta serve`, which runs the server until it is stopped."""

from pathlib import Path
from typing import Annotated, Final

import typer

from yalta.command_settings import settings_or_exit
from yalta.serving.hall_server import run_server

_COMMAND: Final = "yalta serve"


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
    run_server(_COMMAND, settings, until_stdin_ends=until_stdin_ends)
