"""The commands `yalta tournament results` and `site`, which write a tournament's public results."""

import shutil
import tempfile
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from server.tournaments.person_results import person_results
from server.values.naming import Names
from server.views.people.prints import person_csv, person_rows, person_xlsx
from server.views.printers import printed_words
from server.views.public_site import public_site
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE
from server.words.translation import words_for
from yalta.command_settings import refuse, settings_or_exit
from yalta.inputs.match_file_input import counted, printable
from yalta.inputs.stopped_hall import matches_counted, put_in_place, tournament_or_exit

_RESULTS, _SITE = "yalta tournament results", "yalta tournament site"
_WRITERS = {".csv": person_csv, ".xlsx": person_xlsx}
Language = Enum("Language", {code: code for code in LANGUAGES}, type=str)  # type: ignore[misc]
_ENGLISH = Language(SOURCE_LANGUAGE)

_Name = Annotated[
    str, typer.Argument(metavar="NAME", help="The tournament's short name, such as club.")
]
_Data = Annotated[
    Path | None, typer.Option(help="Folder of the records.", show_default="yalta-data")
]


def results(
    name: _Name,
    output: Annotated[Path, typer.Option(help="File to write, ending in .csv or .xlsx.")],
    data: _Data = None,
) -> None:
    """Write the results of every person in a tournament, for a spreadsheet.

    A row for each person, game and kind of match: federation number, club and
    country, matches and games played, games won, small match points, IMP and
    points for and against. Matches that are not over are left out. People
    who are hidden are listed by their initials and nothing else.

    \b
      yalta tournament results club --output club.xlsx
      yalta tournament results club --output club.csv --data yalta-data

    Stop a server that runs on the same records first.

    Exit status: 0 written, 2 there is no such tournament or it is refused.
    """
    writer = _WRITERS.get(output.suffix.lower())
    if writer is None:
        refuse(_RESULTS, f"--output: {printable(str(output))}; allowed: a name in .csv or .xlsx")
    archived, persons = tournament_or_exit(_RESULTS, name, data, running=True)
    over, names = [each for each in archived.records.values() if each.is_over], Names(persons)
    rows = person_rows(person_results(over, names), names)
    try:
        put_in_place(output, [writer(rows)], owner_only=False)
    except OSError as error:
        shown = printable(str(output))
        refuse(_RESULTS, f"--output: {shown} cannot be written: {error.strerror}")
    played = matches_counted(len(over))
    typer.echo(f"{name}: {counted(len(rows), 'row')} of {played} in {printable(str(output))}")


def site(
    name: _Name,
    output: Annotated[Path, typer.Option(help="New folder, or an empty one.")],
    data: _Data = None,
    language: Annotated[Language, typer.Option(help="Language of the pages.")] = _ENGLISH,
) -> None:
    """Write a tournament's public results as a web site for any host.

    Plain pages without scripts: an index with all matches and the results of
    every person, the form of each match that is over, its match files and
    its ledger, which anyone can check with yalta ledger verify. Copy the
    folder to a web host. It holds nothing that the server does not show to
    everyone.

    \b
      yalta tournament site club --output club-site --language uk

    Stop a server that runs on the same records first.

    Exit status: 0 written, 2 there is no such tournament or it is refused.
    """
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        shown = printable(str(output))
        refuse(_SITE, f"--output: {shown} is there already; allowed: a new or empty folder")
    archived, persons = tournament_or_exit(_SITE, name, data, running=True)
    colour = settings_or_exit(_SITE).second_colour
    words = printed_words(words_for(language.value), colour)
    files = public_site(archived, Names(persons), words)
    try:
        _lay_out(files, output)
    except OSError as error:
        shown = printable(str(output))
        refuse(_SITE, f"--output: {shown} cannot be written: {error.strerror}")
    typer.echo(f"{name}: {counted(len(files), 'file')} in {printable(str(output))}")


def _lay_out(files: Mapping[str, bytes], output: Path) -> None:
    """Write all files into a new folder, and rename the folder to `output` once it is complete.

    If a file cannot be written, the new folder is deleted.
    """
    made = Path(tempfile.mkdtemp(prefix=".yalta-", dir=output.absolute().parent))
    try:
        for path, content in files.items():
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_bytes(content)
        made.chmod(0o755)
        made.replace(output)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
