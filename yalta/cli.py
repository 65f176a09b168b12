"""The `yalta` command: gathers the command modules into one typer application.

A command is a module of this package with one public function of its own name; importing it here
and adding the function to `COMMANDS` is all it takes to register it. A name that Python keeps for
itself ends in an underscore, which the command drops.
"""

from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated

import typer

from yalta.demo import demo
from yalta.director import director
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


for _command in COMMANDS:
    app.command(_command.__name__.rstrip("_"))(_command)


def main() -> None:
    """Run the command line; the entry point of the `yalta` script."""
    app()
