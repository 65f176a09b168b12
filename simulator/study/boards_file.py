"""The file of a study's boards: two lines of CSV a board, and how far it goes."""

import csv
import io
from collections.abc import Iterable
from dataclasses import astuple, fields
from pathlib import Path
from typing import Final

from rules.room import Room
from simulator.study.board import DIGITS, Judged, RoomOutcome

_JUDGED: Final = tuple(field.name for field in fields(Judged))
_PLAIN: Final = tuple(field.name for field in fields(RoomOutcome))[:-1]
COLUMNS: Final = (*_PLAIN, *_JUDGED)

Board = tuple[RoomOutcome, RoomOutcome]


def header() -> str:
    """The file's first line."""
    return _line(COLUMNS)


def written(board: Board) -> str:
    """A board's two lines, the open room's first."""
    return "".join(_line(_cells(outcome)) for outcome in board)


def read_boards(file: Path) -> list[Board]:
    """Every whole board of the file; a last one that was cut off in writing is cut from the file.

    Raises ValueError where it has other columns than this version writes.
    """
    whole = file.read_bytes()
    lines = whole.decode().splitlines(keepends=True)
    if not lines or lines[0] != header():
        raise ValueError(f"{file} has other columns")
    lines = [line for line in lines[1:] if line.endswith("\n")]
    del lines[len(lines) // 2 * 2 :]
    kept = header() + "".join(lines)
    if len(kept.encode()) != len(whole):
        file.write_bytes(kept.encode())
    outcomes = [_outcome(cells) for cells in csv.reader(lines)]
    return list(zip(outcomes[::2], outcomes[1::2], strict=True))


def _cells(outcome: RoomOutcome) -> list[object]:
    plain = [getattr(outcome, name) for name in _PLAIN]
    plain[_PLAIN.index("room")] = outcome.room.value
    if outcome.judged is None:
        return [*plain, *("" for _ in _JUDGED)]
    return [*plain, *(round(figure, DIGITS) for figure in astuple(outcome.judged))]


def _outcome(cells: list[str]) -> RoomOutcome:
    plain, judged = cells[: len(_PLAIN)], cells[len(_PLAIN) :]
    pairing, board, room, ending, row, *figures = plain
    cube, imp, smp, points, home, away, shared = map(int, figures)
    return RoomOutcome(
        pairing, int(board), Room(room), ending, row, cube, imp, smp, points,
        home, away, shared, Judged(*map(float, judged)) if all(judged) else None,
    )  # fmt: skip


def _line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
