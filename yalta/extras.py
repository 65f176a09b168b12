"""`yalta extras`: what is installed beside the core."""

from rich.console import Console
from rich.table import Table

from server.extras import Extra, installed_extras


def extras() -> None:
    """List the extras that are installed, and what each adds.

    An extra is a part that no hall needs: it can be deleted, and a package can
    bring another. One whose folder or libraries are missing is named with what is missing;
    everything else works without it.

    Exit status: 0.
    """
    table = Table("extra", "what it adds", "commands", box=None, pad_edge=False)
    for each in installed_extras():
        if isinstance(each, Extra):
            commands = ", ".join(f"yalta {name}" for name in each.commands)
            table.add_row(each.name, each.about, commands)
        else:
            table.add_row(each.name, f"skipped: {each.why}", "")
    console = Console(markup=False)
    console.print(table if table.row_count else "No extras are installed.")
