"""The command `yalta doctor`, which checks the machine and the records."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from yalta.command_settings import refuse, settings_or_exit
from yalta.machine_checks import Finding, Level, findings

_ATTENDED = 1
_STYLES = {Level.WELL: "green", Level.ATTEND: "yellow", Level.WRONG: "bold red"}


_Records = Annotated[
    Path,
    typer.Argument(metavar="RECORDS", help="The server's folder of records; it may be empty."),
]
_Host = Annotated[
    str | None,
    typer.Option(
        help="Address the server is to listen on; 0.0.0.0 is all of them.",
        show_default="127.0.0.1",
    ),
]
_Port = Annotated[int | None, typer.Option(help="Its TCP port.", show_default="8000")]
_Names = Annotated[
    list[str] | None,
    typer.Option(help="Host name people call it by; may be given several times."),
]
_PublicUrl = Annotated[
    str | None,
    typer.Option(
        help="Address in links and QR codes.",
        show_default="one of this machine's",
    ),
]
_Devices = Annotated[
    Path | None,
    typer.Option(
        help="Folder whose entries are the boards' serial ports.",
        show_default="/dev/serial/by-id",
    ),
]
_BoardPorts = Annotated[
    list[str] | None,
    typer.Option(
        help="One more port of a board, or tcp://host:port; may be given several times.",
        show_default="none",
    ),
]
_PortRooms = Annotated[
    list[str] | None,
    typer.Option(help="The room a port ends in, as NAME=open or NAME=closed.", show_default="none"),
]


def doctor(
    records: _Records,
    host: _Host = None,
    port: _Port = None,
    name: _Names = None,
    public_url: _PublicUrl = None,
    devices: _Devices = None,
    board_port: _BoardPorts = None,
    port_room: _PortRooms = None,
) -> None:
    """Look whether this machine is fit to run a hall, and say what to do.

    Give it the same options as yalta serve, and run it as the account that
    runs the server: before the day, after every change of the machine, and
    when something is wrong. It looks at

    \b
      records      the folder: may it be written to, can others look into it
      disk         room on it, and that it is one of this machine
      commits      how long a durable commit takes: every roll waits for one
      event log,   whether the databases are sound and of a version that this
      accounts     Yalta knows; what a running server has open is not read
      clock        against the records, and whether another clock sets it
      web          whether the address and port can be listened on
      boards       whether the ports of boards may be opened, and are labelled
                   by names they have
      connections  how many people and boards fit in
      network      the addresses under which phones reach the server

    Nothing is changed; a trial file in the folder is taken away again. What
    has to be done is printed under each finding.

    \b
      yalta doctor /srv/yalta --host 0.0.0.0 --name yalta.hall

    Exit status: 0 all is well, 1 something has to be done, 2 an option or
    the folder cannot be used.
    """
    settings = settings_or_exit(
        "yalta doctor",
        data_folder=records,
        host=host,
        port=port,
        names=name,
        public_url=public_url,
        devices=devices,
        board_ports=board_port,
        port_rooms=port_room,
    )
    if not records.is_dir():
        refuse(
            "yalta doctor",
            f"RECORDS: {str(records)!r} is no folder; allowed: the folder that is"
            " given to yalta serve by --data; make an empty one for a new server",
        )
    found = list(findings(settings))
    Console(highlight=False).print(_table(found))
    to_do = sum(finding.level is not Level.WELL for finding in found)
    typer.echo(f"{to_do or 'nothing'} to do")
    if to_do:
        raise typer.Exit(_ATTENDED)


def _table(found: list[Finding]) -> Table:
    table = Table.grid(padding=(0, 2))
    for finding in found:
        text = Text(finding.found)
        if finding.to_do:
            text.append(f"\n→ {finding.to_do}", "bold")
        level = Text(finding.level.value, _STYLES[finding.level])
        table.add_row(level, finding.subject, text)
    return table
