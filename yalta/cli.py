"""The `yalta` command: gathers the command modules into one typer application.

A command is a module of this package with one public function of its own name; importing it here
and adding the function to `COMMANDS` is all it takes to register it. A name that Python keeps for
itself ends in an underscore, which the command drops.
"""

from collections.abc import Callable
from functools import wraps
from importlib.metadata import version
from typing import Annotated

import typer

from yalta.demo import demo
from yalta.director import director
from yalta.exit_status import INTERRUPTED
from yalta.export import export
from yalta.import_ import import_
from yalta.score import score
from yalta.serve import serve
from yalta.trictrac import trictrac
from yalta.verify import verify

COMMANDS: tuple[Callable[..., None], ...] = (
    demo,
    serve,
    director,
    score,
    verify,
    export,
    import_,
    trictrac,
)

app = typer.Typer(
    name="yalta",
    help="Duplicate backgammon for teams: sensor boards in two rooms, the same dice in both.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"yalta {version('yalta')}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Options that go before a command."""


def _interruptible(name: str, command: Callable[..., None]) -> Callable[..., None]:
    """The command; where it has no answer of its own to Ctrl-C, it ends in a line."""

    @wraps(command)
    def run(*values: object, **options: object) -> None:
        try:
            command(*values, **options)
        except KeyboardInterrupt:
            typer.echo(f"yalta {name}: interrupted.", err=True)
            raise typer.Exit(INTERRUPTED) from None

    return run


for _command in COMMANDS:
    _name = _command.__name__.rstrip("_")
    app.command(_name)(_interruptible(_name, _command))


def main() -> None:
    """Run the command line."""
    app()
