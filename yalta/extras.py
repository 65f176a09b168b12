"""`yalta extras`: what is installed beside the core."""

import typer

from server.app import extras_missing, extras_on
from server.extras import Extra, MissingExtra, installed_extras
from yalta.command_settings import settings_or_exit


def extras() -> None:
    """List the extras that are installed, and what each adds.

    An extra is a part that no hall needs: it can be deleted, and a package can
    bring another. One whose folder or libraries are missing is skipped and named with what is
    missing; everything else works without it.

    A server has those that YALTA_EXTRAS names, with commas, or none where it is
    empty; without it the usual ones, and those that its records have something of.
    What an extra has stored is kept while it is off, and commands of the command line are always
    there.

    Exit status: 0, 2 YALTA_EXTRAS cannot be used.
    """
    on = extras_on(settings_or_exit("yalta extras"))
    missing = {each.name: each for each in extras_missing()}
    found = [missing.get(each.name, each) for each in installed_extras()]
    widest = max((len(each.name) for each in found), default=0)
    for each in found:
        typer.echo(f"{each.name:{widest}}  {_line(each, each.name in on)}")
    if not found:
        typer.echo("No extra is installed.")


def _line(extra: Extra | MissingExtra, on: bool) -> str:
    if isinstance(extra, MissingExtra):
        return f"skipped  {extra.why}"
    state = ("on" if on else "off") if extra.server else "-"
    commands = "".join(f" (yalta {name})" for name in extra.commands)
    return f"{state:7}  {extra.about}{commands}"
