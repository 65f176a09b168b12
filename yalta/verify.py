"""`yalta verify`: match files replayed by the rules, every illegal play and wrong result listed."""

import json
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from rules.match_files.findings import Findings
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.mat_text import MatchUnreadable
from rules.match_files.replay import replay

_CLEAN, _VIOLATIONS, _UNREADABLE = 0, 1, 2
_SUFFIXES = {".mat", ".txt"}
_MANY = 40
"""Files from which a second process and a progress bar pay."""


@dataclass(frozen=True, slots=True)
class _Trouble:
    """Why a file could not be read; line and column are 0 when the file itself is the trouble."""

    line: int
    column: int
    why: str


@dataclass(frozen=True, slots=True)
class _Report:
    """What there is to say of one file."""

    file: str
    games: int
    plays: int
    illegal: list[dict[str, Any]]
    result_errors: list[dict[str, Any]]
    score: tuple[int, int] | None
    trouble: _Trouble | None = None


def verify(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="Match files (.mat), or folders of them."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Replay match files by the rules of backgammon.

    Reads .mat files of every program and site that writes them and tells each
    illegal play with game, line and reason, and each printed result or score
    that does not follow from the games. An illegal play is told once and
    applied as written, as it was at the table.

    \b
      yalta verify final.mat
      yalta verify --json archive/ > findings.json

    Exit status: 0 all clean, 1 something is against the rules, 2 a file could
    not be read (the others are still checked).
    """
    names = list(_expanded(files))
    reports = list(_with_progress(names))
    if as_json:
        typer.echo(json.dumps([_as_json(report) for report in reports], ensure_ascii=False))
    for report in reports:
        if not as_json:
            _print(report)
        if report.trouble is not None:
            typer.echo(_trouble_line(report.file, report.trouble), err=True)
    raise typer.Exit(max((_status(report) for report in reports), default=_CLEAN))


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


def _with_progress(files: list[Path]) -> Iterator[_Report]:
    if len(files) < _MANY:
        yield from map(_checked, files)
        return
    console = Console(stderr=True)
    with (
        ProcessPoolExecutor(os.cpu_count()) as pool,
        Progress(console=console, disable=not console.is_terminal, transient=True) as progress,
    ):
        task = progress.add_task("Verifying", total=len(files))
        for report in pool.map(_checked, files, chunksize=8):
            progress.advance(task)
            yield report


def _checked(file: Path) -> _Report:
    if file.is_dir():
        kinds = ", ".join(sorted(_SUFFIXES))
        return _unreadable(file, _Trouble(0, 0, f"this folder holds no match files ({kinds})"))
    try:
        findings = replay(read_mat(decoded(file.read_bytes())))
    except OSError as error:
        return _unreadable(file, _Trouble(0, 0, error.strerror or str(error)))
    except MatchUnreadable as error:
        why = f"{error.found!r}; expected {error.expected}"
        return _unreadable(file, _Trouble(error.line, error.column, why))
    return _report(file, findings)


def _unreadable(file: Path, trouble: _Trouble) -> _Report:
    return _Report(str(file), 0, 0, [], [], None, trouble)


def _report(file: Path, findings: Findings) -> _Report:
    return _Report(
        str(file),
        findings.games,
        findings.plays,
        [asdict(entry) for entry in findings.illegal],
        [asdict(error) for error in findings.result_errors],
        findings.score,
    )


def _status(report: _Report) -> int:
    if report.trouble is not None:
        return _UNREADABLE
    return _VIOLATIONS if report.illegal or report.result_errors else _CLEAN


def _as_json(report: _Report) -> dict[str, Any]:
    fields = asdict(report)
    trouble = fields.pop("trouble")
    return fields if trouble is None else fields | {"unreadable": trouble}


def _print(report: _Report) -> None:
    if report.trouble is not None or report.score is None:
        return
    faults = len(report.illegal) + len(report.result_errors)
    verdict = "clean" if not faults else f"{faults} against the rules"
    left, right = report.score
    typer.echo(
        f"{report.file}: {report.games} games, {report.plays} plays, {left}-{right}, {verdict}"
    )
    for entry in report.illegal:
        typer.echo(
            f"  line {entry['line']}, game {entry['game']}: {entry['play']} – {entry['why']}"
        )
    for error in report.result_errors:
        typer.echo(f"  line {error['line']}, game {error['game']}: result – {error['why']}")


def _trouble_line(file: str, trouble: _Trouble) -> str:
    where = f"line {trouble.line}, column {trouble.column}: " if trouble.line else ""
    return f"{file}: {where}{trouble.why}"
