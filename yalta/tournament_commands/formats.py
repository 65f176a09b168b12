"""The commands for each format of single players; team events have commands of their own."""

from collections.abc import Callable
from dataclasses import dataclass

import typer

from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.ttt.deciding import TTT
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from yalta.tournament_commands.knockout import knockout, print_knockouts
from yalta.tournament_commands.ttt import print_ttt, ttt


def _nothing(_: Hall, __: TournamentProcess) -> None:
    """Print nothing; the default of a format without output of its own."""


@dataclass(frozen=True, slots=True)
class FormatCommands:
    """The commands of a format, and its part in the output of other commands.

    `name` is the format's name. For a tournament of this format, `print_parts` prints what is added
    to the output of `tournament show`, and `print_tables` prints the standings that are added to
    the output of `tournament standings`.
    """

    name: str
    commands: typer.Typer
    print_parts: Callable[[Hall, TournamentProcess], None] = _nothing
    print_tables: Callable[[Hall, TournamentProcess], None] = _nothing


FORMAT_COMMANDS = (
    FormatCommands(KNOCKOUT.name, knockout, print_parts=print_knockouts),
    FormatCommands(TTT.name, ttt, print_tables=print_ttt),
)
