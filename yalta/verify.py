"""The command `yalta verify`, which replays match files and lists what is against the rules."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from rules.match_files.mat_reader import decoded, read_mats
from rules.match_files.mat_text import MatchUnreadable
from rules.match_files.record import Findings
from rules.match_files.replay import replay
from yalta.inputs.match_file_input import NoMatchFile, counted, printable, read_match_file

_CLEAN, _VIOLATIONS, _UNREADABLE = 0, 1, 2
_SUFFIXES = {".mat", ".txt"}
_MANY = 40
"""Number of files from which several processes and a progress bar are used."""


@dataclass(frozen=True, slots=True)
class _Trouble:
    """The reason why a file could not be read.

    `line` and `column` are 0 if the whole file is meant.
    """

    line: int
    column: int
    why: str


@dataclass(frozen=True, slots=True)
class _Report:
    """The report on one match.

    `match` is the match's number in a file with several matches, from 1, or else None.
    """

    file: str
    games: int
    plays: int
    illegal: list[dict[str, Any]]
    result_errors: list[dict[str, Any]]
    notes: list[dict[str, Any]]
    score: tuple[int, int] | None
    trouble: _Trouble | None = None
    match: int | None = None

    @property
    def status(self) -> int:
        if self.trouble is not None:
            return _UNREADABLE
        return _VIOLATIONS if self.illegal or self.result_errors else _CLEAN


def verify(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="Match files (.mat), or folders of them."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Leave out the matches that are clean.")
    ] = False,
) -> None:
    """Replay match files by the rules of backgammon.

    Reads .mat files of every program and site that writes them and tells each
    illegal play with game, line and reason, and each printed result or score
    that does not follow from the games. An illegal play is reported once and
    applied as written, as it was at the table.

    A note is no error: fewer points printed than won, since the match needed
    no more, a result in the other player's column, text outside the match.
    Several files end with a line that counts them.

    \b
      yalta verify final.mat
      yalta verify --quiet archive/
      yalta verify --json archive/ > findings.json

    Exit status: 0 all clean, with or without notes, 1 something is against
    the rules, 2 a file could not be read (the others are still checked).
    """
    names = list(_expanded(files))
    all_reports: list[_Report] = []
    for reports in _with_progress(names):
        all_reports += reports
        for report in reports:
            if report.trouble is not None:
                typer.echo(_trouble_line(report.file, report.trouble), err=True)
            elif not as_json and not (quiet and report.status == _CLEAN):
                _print(report)
    if as_json:
        typer.echo(json.dumps([_as_json(report) for report in all_reports], ensure_ascii=False))
    elif len(names) > 1:
        typer.echo(_summary(all_reports))
    raise typer.Exit(max((report.status for report in all_reports), default=_CLEAN))


def _expanded(files: Iterable[Path]) -> Iterator[Path]:
    for file in files:
        if file.is_dir():
            yield from _match_files_of(file) or [file]
        else:
            yield file


def _match_files_of(folder: Path) -> list[Path]:
    return sorted(
        found
        for found in folder.rglob("*")
        if found.is_file() and found.suffix.lower() in _SUFFIXES
    )


def _with_progress(files: list[Path]) -> Iterator[list[_Report]]:
    """Yield the reports on each file, in the order of the files.

    A progress bar is shown unless the reports are printed on the terminal.
    """
    if len(files) < _MANY:
        yield from map(_checked, files)
        return
    console = Console(stderr=True)
    hidden = not console.is_terminal or sys.stdout.isatty()
    bar = Progress(
        console=console,
        disable=hidden,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with ProcessPoolExecutor(os.cpu_count()) as pool, bar as progress:
        task = progress.add_task("Verifying", total=len(files))
        for reports in pool.map(_checked, files, chunksize=8):
            progress.advance(task)
            yield reports


def _checked(file: Path) -> list[_Report]:
    if file.is_dir():
        kinds = ", ".join(sorted(_SUFFIXES))
        return [_unreadable(file, _Trouble(0, 0, f"this folder holds no match files ({kinds})"))]
    try:
        matches = read_mats(decoded(read_match_file(file)))
    except OSError as error:
        return [_unreadable(file, _Trouble(0, 0, error.strerror or str(error)))]
    except NoMatchFile as refused:
        return [_unreadable(file, _Trouble(0, 0, str(refused)))]
    except MatchUnreadable as error:
        why = f"{error.found!r}; expected {error.expected}"
        return [_unreadable(file, _Trouble(error.line, error.column, why))]
    reports = [_report(file, replay(match)) for match in matches]
    if len(reports) == 1:
        return reports
    return [replace(report, match=number) for number, report in enumerate(reports, start=1)]


def _unreadable(file: Path, trouble: _Trouble) -> _Report:
    return _Report(printable(str(file)), 0, 0, [], [], [], None, trouble)


def _report(file: Path, findings: Findings) -> _Report:
    return _Report(
        printable(str(file)),
        findings.games,
        findings.plays,
        [asdict(entry) for entry in findings.illegal],
        [asdict(error) for error in findings.result_errors],
        [asdict(note) for note in findings.notes],
        findings.score,
    )


def _as_json(report: _Report) -> dict[str, Any]:
    fields = asdict(report)
    trouble, match = fields.pop("trouble"), fields.pop("match")
    if match is not None:
        fields["match"] = match
    return fields if trouble is None else fields | {"unreadable": trouble}


def _print(report: _Report) -> None:
    assert report.score is not None
    name = report.file if report.match is None else f"{report.file}, match {report.match}"
    left, right = report.score
    games, plays = counted(report.games, "game"), counted(report.plays, "play")
    typer.echo(f"{name}: {games}, {plays}, {left}-{right}, {_verdict(report)}")
    for entry in report.illegal:
        _print_at(entry, f"{entry['play']} – {entry['why']}")
    for error in report.result_errors:
        _print_at(error, f"result – {error['why']}")
    for note in report.notes:
        _print_at(note, f"note – {note['why']}")


def _print_at(entry: dict[str, Any], text: str) -> None:
    game = f", game {entry['game']}" if entry["game"] else ""
    typer.echo(printable(f"  line {entry['line']}{game}: {text}"))


def _verdict(report: _Report) -> str:
    faults = len(report.illegal) + len(report.result_errors)
    verdict = f"{faults} against the rules" if faults else "clean"
    return f"{verdict}, {counted(len(report.notes), 'note')}" if report.notes else verdict


def _summary(reports: list[_Report]) -> str:
    """Return a line that says how many files are clean, against the rules, and unreadable."""
    by_file = {report.file: list[_Report]() for report in reports}
    for report in reports:
        by_file[report.file].append(report)
    worst = [max(report.status for report in of_file) for of_file in by_file.values()]
    noted = sum(
        any(report.notes for report in of_file) and status == _CLEAN
        for of_file, status in zip(by_file.values(), worst, strict=True)
    )
    clean = f"{worst.count(_CLEAN)} clean" + (f" ({noted} with notes)" if noted else "")
    against = f"{worst.count(_VIOLATIONS)} with something against the rules"
    return f"{len(worst)} files: {clean}, {against}, {worst.count(_UNREADABLE)} unreadable"


def _trouble_line(file: str, trouble: _Trouble) -> str:
    where = f"line {trouble.line}, column {trouble.column}: " if trouble.line else ""
    return printable(f"{file}: {where}{trouble.why}")
