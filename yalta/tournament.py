"""The command `yalta tournament`, with the subcommands that export and import archives.

Other subcommands run tournaments; they are in yalta.tournament_commands.
"""

import asyncio
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from rules.identities import TournamentName
from server.archive.export_import import (
    ArchivedTournament,
    ArchiveRefused,
    StoppedRecords,
    take_in,
    verified_archive,
)
from server.archive.match_archive import match_files_zip
from server.archive.tournament_archive import (
    LONGEST_LINE,
    MOST_BYTES,
    ArchiveUnreadable,
    TournamentArchive,
    archive_lines,
    read_archive,
)
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable, OutOfSequence, StreamDamaged
from server.values.naming import Names
from yalta.command_settings import make_records_folder, refuse, settings_or_exit
from yalta.inputs.match_file_input import NoMatchFile, counted, open_regular_file, printable
from yalta.inputs.stopped_hall import matches_counted, put_in_place, tournament_or_exit
from yalta.tournament_commands.formats import FORMAT_COMMANDS
from yalta.tournament_commands.results import results, site
from yalta.tournament_commands.stages import correct, draw, new, publish, result, show, standings_

_EXPORT, _IMPORT = "yalta tournament export", "yalta tournament import"

tournament = typer.Typer(
    help="Run a tournament by commands: of teams by new, draw and so on, of single players by"
    " knockout and ttt; take whole tournaments out of the records and into others.",
    no_args_is_help=True,
)
_Data = Annotated[
    Path | None, typer.Option(help="Folder of the records.", show_default="yalta-data")
]


tournament.command()(results)
tournament.command()(site)
for _command in (new, show, draw, publish, result, correct):
    tournament.command()(_command)
tournament.command("standings")(standings_)
for _format in FORMAT_COMMANDS:
    tournament.add_typer(_format.commands, name=_format.name)


@tournament.callback()
def _group() -> None:
    """The commands about tournaments."""


@tournament.command("export")
def export_(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The tournament's short name, such as club.")
    ],
    output: Annotated[Path | None, typer.Option(help="Archive to write.")] = None,
    matches: Annotated[
        Path | None, typer.Option(help="ZIP file to write, with a .mat of each room.")
    ] = None,
    data: _Data = None,
    names: Annotated[
        bool, typer.Option("--names", help="Put people's names beside their ids.")
    ] = False,
    running: Annotated[
        bool, typer.Option("--running", help="Include matches that are not over: secret.")
    ] = False,
) -> None:
    """Write a tournament with all its matches into one file.

    --output names the archive. --matches writes the match files of all its
    matches, as yalta export gives them, into a ZIP; either or both.

    Every event of its teams and matches is in it as it was stored, with hash
    and nonce: anyone can check the file with yalta ledger verify, and a
    server takes it in with yalta tournament import. Accounts, keys, links and
    match files taken in are not. docs/archive-format.md describes the form.

    People are in it by their ids alone, since names are personal data that
    cannot be called back from a file; --names adds them, those of hidden
    people as initials. Such a file is readable by its owner only.

    A tournament with matches that are not over is refused. With --running
    they are included; the file then holds rolls that are still secret, is
    marked so and readable by its owner only.

    \b
      yalta tournament export club --data yalta-data --output club.archive
      yalta tournament export club --matches club.zip

    Stop a server that runs on the same records first.

    Exit status: 0 written, 2 there is no such tournament or it is refused.
    """
    if output is None and matches is None:
        refuse(_EXPORT, "--output: nothing is to be written; allowed: --output, --matches or both")
    archived, persons = tournament_or_exit(
        _EXPORT, name, data, names=names, persons=matches is not None, running=running
    )
    if output is not None:
        _write_archive(archived, output)
    if matches is not None:
        _write_match_files(archived, Names(persons), matches)


@tournament.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An archive of a tournament.")],
    data: _Data = None,
    name: Annotated[
        str | None,
        typer.Option(help="Short name here, where the archive's is another tournament's."),
    ] = None,
) -> None:
    """Take a tournament's archive into the records.

    Every hash is computed again first. Tournament and matches keep their ids
    and numbers; people not known here come with the names the archive has.
    A tournament that is there already is refused, and so is a file that is
    damaged, cut short or in a form this program does not know: the reason is
    printed, and nothing has changed.

    \b
      yalta tournament import odesa.archive --data yalta-data
      yalta tournament import club.archive --name club-2008

    Stop a server that runs on the same records first.

    Exit status: 0 taken in, 2 refused.
    """
    short_name = _short_name(name)
    shown = printable(str(file))
    try:
        archived = asyncio.run(verified_archive(read_archive_file(file)))
    except OSError as error:
        refuse(_IMPORT, f"{shown}: {error.strerror}")
    except (NoMatchFile, ArchiveUnreadable, ArchiveRefused) as refused:
        refuse(_IMPORT, f"{shown}: {refused}")
    except StreamDamaged as damaged:
        refuse(_IMPORT, f"{shown}: {damaged.stream}, event {damaged.sequence}: {damaged.why}")
    settings = settings_or_exit(_IMPORT, data_folder=data)
    make_records_folder(_IMPORT, settings.log_file.parent)
    records = StoppedRecords(settings.log_file, settings.accounts_file)
    try:
        known_as = asyncio.run(take_in(archived, short_name, records, datetime.now(UTC)))
    except OSError as error:
        refuse(_IMPORT, f"--data: {records.log_file.parent} cannot be used: {error.strerror}")
    except (DatabaseRefused, LogUnavailable, AccountsUnavailable, StreamDamaged) as error:
        refuse(_IMPORT, f"--data: {error}")
    except (ArchiveRefused, OutOfSequence) as refused:
        refuse(_IMPORT, f"{shown}: {refused}")
    typer.echo(f"{known_as}: {_contents(archived)} from {shown}")


def read_archive_file(file: Path) -> TournamentArchive:
    """Return the archive in a regular file.

    Raises the errors of `open_regular_file` and `read_archive`.
    """
    with open_regular_file(file) as opened:
        return read_archive(opened)


def _write_archive(archived: ArchivedTournament, output: Path) -> None:
    archive = archived.archive
    owner_only = archive.secret or archive.persons is not None
    lines = _bounded(archive_lines(archive, archived.streams))
    _write("--output", output, lines, owner_only=owner_only)
    _echo_written(archived, _contents(archived), output)


def _bounded(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of an archive; end the command if it becomes too large to be read again."""
    total = 0
    for line in lines:
        total += len(line)
        if len(line) > LONGEST_LINE or total > MOST_BYTES:
            refuse(_EXPORT, f"--output: more than the {MOST_BYTES} bytes an archive may have")
        yield line


def _write_match_files(archived: ArchivedTournament, names: Names, output: Path) -> None:
    zipped = match_files_zip(archived, names)
    archive = archived.archive
    if zipped.left_out:
        numbers = ", ".join(f"{archive.name}/{number}" for number in zipped.left_out)
        why = "no game of backgammon was played, and match files have no other"
        typer.echo(f"{_EXPORT}: left out of the match files: {numbers}; {why}", err=True)
    _write("--matches", output, [zipped.content], owner_only=archive.secret)
    _echo_written(archived, counted(len(zipped.files), "match file"), output)


def _echo_written(archived: ArchivedTournament, contents: str, output: Path) -> None:
    archive = archived.archive
    secret = "; secret until its last match is over" if archive.secret else ""
    typer.echo(f"{archive.name}: {contents} in {printable(str(output))}{secret}")


def _write(option: str, output: Path, parts: Iterable[bytes], *, owner_only: bool) -> None:
    try:
        put_in_place(output, parts, owner_only=owner_only)
    except OSError as error:
        refuse(_EXPORT, f"{option}: {printable(str(output))} cannot be written: {error.strerror}")


def _short_name(name: str | None) -> TournamentName | None:
    try:
        return None if name is None else TournamentName(name)
    except ValueError as error:
        refuse(_IMPORT, f"--name: {error}")


def _contents(archived: ArchivedTournament) -> str:
    events = sum(map(len, archived.streams.values()))
    return f"{matches_counted(archived.matches)}, {counted(events, 'event')}"
