"""The `yalta` command: all command modules as one typer application.

A command is a module of this package with one public function of the module's name. To register a
command, add its name to `COMMANDS`. In the names of the module and the function, a dash is written
as an underscore, and a name that is a Python keyword ends in an underscore. Extras register
commands of their own. Only the module of the requested command is imported, because importing the
server takes more than a second.
"""

import gc
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from importlib.metadata import version
from keyword import iskeyword
from typing import Annotated, Final

import typer

from server.extras import extra_commands
from yalta.exit_status import INTERRUPTED

COMMANDS: Final = (
    "demo",
    "serve",
    "simulate",
    "board",
    "board-check",
    "director",
    "score",
    "verify",
    "export",
    "print",
    "import",
    "doctor",
    "backup",
    "restore",
    "rebuild",
    "extras",
)
_ELSEWHERE: Final = {"print": "printing.print_forms"}
"""The module with a command's function, for each command that has more than one module.

The function's name is the last part of the module's name.
"""
GROUPS: Final = ("tournament", "ledger")
"""Commands with subcommands; the module of each has a typer application of the command's name."""
OLDER: Final = {"event": "tournament"}
"""Former names of commands and their current names.

Scripts may still use the former names; the help does not list them.
"""


def application(*names: str) -> typer.Typer:
    """Return the `yalta` application with the commands of these names, or with all commands."""
    app = typer.Typer(
        name="yalta",
        help="Duplicate backgammon for teams: the same dice in two rooms.\n\n"
        "Without a command, yalta starts a hall whose records are in your own folder, and opens its"
        " first page in the browser.",
        invoke_without_command=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    for name in names or (*COMMANDS, *extra_commands(), *GROUPS, *OLDER):
        if name in GROUPS:
            app.add_typer(_group(name), name=name)
        elif name in OLDER:
            app.add_typer(_group(OLDER[name]), name=name, hidden=True)
        else:
            app.command(name)(_interruptible(name, _command(name)))
    return app


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"yalta {version('yalta')}")
        raise typer.Exit


def _options(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Start a hall if no command is given."""
    if context.invoked_subcommand is None:
        from yalta.start import start

        start()


def _command(name: str) -> Callable[..., None]:
    own = f"{name}_" if iskeyword(name) else name.replace("-", "_")
    of_core = f"yalta.{_ELSEWHERE.get(name, own)}"
    place = of_core if name in COMMANDS else extra_commands()[name]
    command: Callable[..., None] = getattr(import_module(place), place.rpartition(".")[2])
    return command


def _group(name: str) -> typer.Typer:
    group: typer.Typer = getattr(import_module(f"yalta.{name}"), name)
    return group


def _interruptible(name: str, command: Callable[..., None]) -> Callable[..., None]:
    """Wrap a command: if Ctrl-C interrupts it, print a line and exit with INTERRUPTED."""

    @wraps(command)
    def run(*values: object, **options: object) -> None:
        try:
            command(*values, **options)
        except KeyboardInterrupt:
            typer.echo(f"yalta {name}: interrupted.", err=True)
            raise typer.Exit(INTERRUPTED) from None

    return run


def _is_known(name: str) -> bool:
    return name in (*COMMANDS, *GROUPS, *OLDER) or name in extra_commands()


def main() -> None:
    """Run the command that is given on the command line."""
    # All that is imported stays: a search for garbage in it would take a fifth of every start.
    gc.disable()
    # Without arguments no command is run: any one will do, so that not all of them are imported.
    named = sys.argv[1:2] or ["serve"]
    run = application(*(name for name in named if _is_known(name)))
    gc.freeze()
    gc.enable()
    run()
