"""The command `yalta print`, which prints forms or writes them as files, without a browser."""

import asyncio
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from protocol_forms.grids import Paper
from protocol_forms.writers.pdf import FormNotTypeset
from rules.errors import RulesError
from rules.room import Room
from server.views.print_desk import FormsAsked
from server.views.printable import PAPERS, FormFormat, Part
from server.views.printers import PrinterFailed, printed_words, printers, send_to_printer
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE
from server.words.translation import words_for
from yalta.command_settings import refuse, settings_or_exit
from yalta.inputs.match_file_input import counted, printable
from yalta.inputs.stopped_hall import put_in_place
from yalta.printing.sources import (
    COMMAND,
    FormNotServed,
    Made,
    PrintOrder,
    made_from_archive,
    made_from_records,
    named,
    note_prints,
    served_forms,
)

Language = Enum("Language", {code: code for code in LANGUAGES}, type=str)  # type: ignore[misc]
PaperName = Enum("PaperName", {name: name for name in PAPERS}, type=str)  # type: ignore[misc]
_ENGLISH, _A4 = Language(SOURCE_LANGUAGE), PaperName(Paper.A4.name.lower())
_SERVERS = ("http://", "https://")


_Name = Annotated[
    str,
    typer.Argument(metavar="NAME[/N]", help="A tournament, such as club, or a match, club/3."),
]
_Forms = Annotated[
    list[str] | None, typer.Argument(metavar="[FORM]...", help="Which forms: as above.")
]
_Round = Annotated[int | None, typer.Option("--round", min=1, help="Of this round's matches.")]
_Stage = Annotated[
    int | None, typer.Option(min=1, help="Of which stage the round is; else the latest.")
]
_Every = Annotated[bool, typer.Option("--all", help="Of all the tournament's matches.")]
_RoomOption = Annotated[Room | None, typer.Option(help="Of this room alone.")]
_Game = Annotated[int | None, typer.Option(min=1, help="Of this game.")]
_Team = Annotated[str, typer.Option(help="Of this team.")]
_Player = Annotated[str, typer.Option(help="Of this player.")]
_InLanguage = Annotated[Language, typer.Option(help="Language of the forms.")]
_Second = Annotated[Language | None, typer.Option(help="A language beside it.")]
_Paper = Annotated[PaperName, typer.Option(help="Paper of what is printed.")]
_Out = Annotated[
    Path | None,
    typer.Option(help="File to write: .pdf, or of one form .html, .csv, .xlsx, .json."),
]
_Printer = Annotated[
    str | None, typer.Option(help="Printer of this machine; else its default one.")
]
_Data = Annotated[
    Path | None, typer.Option(help="Folder of the records.", show_default="yalta-data")
]
_Source = Annotated[
    str | None,
    typer.Option("--from", metavar="FILE|URL", help="An archive, or a server's address."),
]


def print_forms(
    name: _Name,
    forms: _Forms = None,
    round_: _Round = None,
    stage: _Stage = None,
    every: _Every = False,
    room: _RoomOption = None,
    game: _Game = None,
    team: _Team = "",
    player: _Player = "",
    language: _InLanguage = _ENGLISH,
    second: _Second = None,
    paper: _Paper = _A4,
    out: _Out = None,
    printer: _Printer = None,
    data: _Data = None,
    source: _Source = None,
) -> None:
    """Print forms and sheets of a tournament, or write them into a file.

    A match alone stands for its protocol. --round without a form stands for
    the protocols of its matches that are over, or, before any is, for who
    plays where; --all for the protocols of every match that is over.

    Of a match: protocol, room-results, score-sheet, blank-protocol, board …
    Of a round: pairings-by-name, pairings-by-table, table-plates. Of the
    event: standings, schedule, cross-tables, ranking. For the hall: signs,
    house-rules, where, player-plates, team-plates, call-slips, ruling-slips,
    empty-board. A name that is not known is answered with all of them.

    \b
      yalta print club/3                            on the default printer
      yalta print club --round 2 --out round2.pdf
      yalta print club signs house-rules --language uk --second en
      yalta print club --round 2 score-sheet --paper a5 --printer Hall
      yalta print club/3 protocol --from http://192.0.2.1:8000
      yalta print club --round 2 --from http://192.0.2.1:8000
      yalta print club standings --from club.archive --out standings.xlsx

    Records are read directly, which needs the server to be stopped; a running
    one gives forms as everybody sees them, with --from. What was printed out
    of records is stored there, and the server's print desk shows it.

    Exit status: 0 printed or written, 2 refused: nothing was printed.
    """
    part = Part(stage=stage, round=round_, room=room, game=game, team=team, player=player)
    tournament, number = _named_or_exit(name)
    colour = settings_or_exit(COMMAND).second_colour
    order = PrintOrder(
        tournament=tournament,
        asked=FormsAsked(kinds=tuple(forms or ()), number=number, whole=every),
        part=part,
        words=printed_words(words_for(language.value), colour),
        second=None if second is None else printed_words(words_for(second.value), colour),
        paper=PAPERS[paper.value],
    )
    if out is not None:
        _write(out, _made(order, _ending_or_exit(out), data, source))
        return
    chosen = _printer_or_exit(printer)
    made = _made(order, FormFormat.PDF, data, source)
    _print(made, order, chosen)
    if source is None:
        note_prints(order, made, chosen, data)
    typer.echo(f"{tournament}: {counted(made.forms, 'form')} sent to {printable(chosen)}")


def _named_or_exit(name: str) -> tuple[str, int]:
    try:
        return named(name)
    except RulesError as refused:
        refuse(COMMAND, str(refused))


def _made(order: PrintOrder, ending: FormFormat, data: Path | None, source: str | None) -> Made:
    """Make the forms that the order asks for; if this fails, end the command with the reason."""
    if order.second is not None and ending not in (FormFormat.PDF, FormFormat.HTML):
        refuse(COMMAND, "--second: allowed: --out with .pdf or .html")
    try:
        if source is None:
            return made_from_records(order, ending, data)
        if source.startswith(_SERVERS):
            return Made(*served_forms(order, ending, source), ())
        return made_from_archive(order, ending, Path(source))
    except (RulesError, FormNotServed, FormNotTypeset) as refused:
        refuse(COMMAND, printable(str(refused)))


def _ending_or_exit(out: Path) -> FormFormat:
    endings = {f".{each.value}": each for each in FormFormat}
    ending = endings.get(out.suffix.lower())
    if ending is None:
        shown, allowed = printable(str(out)), ", ".join(endings)
        refuse(COMMAND, f"--out: {shown}; allowed: a name that ends in {allowed}")
    return ending


def _write(out: Path, made: Made) -> None:
    shown = printable(str(out))
    try:
        put_in_place(out, [made.content], owner_only=False)
    except OSError as error:
        refuse(COMMAND, f"--out: {shown} cannot be written: {error.strerror}")
    typer.echo(f"{counted(made.forms, 'form')} in {shown}")


def _printer_or_exit(name: str | None) -> str:
    """Return the name of the printer that was asked for or, for None, of the default printer.

    End the command if there is no such printer.
    """
    try:
        known = asyncio.run(printers())
    except PrinterFailed as failed:
        refuse(COMMAND, f"--printer: {failed}")
    names = [each.name for each in known]
    if name is None and known and known[0].default:
        return names[0]
    if name not in names:
        allowed = ", ".join(names) or "none on this machine: use --out FILE"
        refuse(COMMAND, f"--printer: {name or ''!r}; allowed: {printable(allowed)}")
    assert name is not None
    return name


def _print(made: Made, order: PrintOrder, printer: str) -> None:
    try:
        asyncio.run(send_to_printer(made.content, order.tournament, printer, order.paper))
    except PrinterFailed as failed:
        refuse(COMMAND, f"--printer: {printable(str(failed))}")
