"""The command `yalta extras`, which lists the installed extras."""

import typer

from server.extras_on import found_extras
from yalta.command_settings import settings_or_exit


def extras() -> None:
    """List the extras that are installed, and what each adds.

    An extra is a part that no hall needs: it can be deleted, and a package can
    bring another. One whose folder or libraries are missing is skipped and named with what is
    missing; everything else works without it.

    A server has those that YALTA_EXTRAS names, with commas, or none if it is
    empty; without it the usual ones, and those that its records have something of.
    What an extra has stored is kept while it is off, and commands of the command line are always
    there.

    Exit status: 0, 2 YALTA_EXTRAS cannot be used.
    """
    found = found_extras(settings_or_exit("yalta extras"), trying_all=True).listed.every
    widest = max((len(each.name) for each in found), default=0)
    for each in found:
        commands = "".join(f" (yalta {name})" for name in each.commands)
        line = f"{each.state.value:7}  {each.about or each.why}{commands}"
        typer.echo(f"{each.name:{widest}}  {line}")
    if not found:
        typer.echo("No extra is installed.")
