"""A study's folder: its plan, its boards so far, and the results made of them.

The file of boards has two lines of CSV a board. A study that was stopped continues from its last
complete board. Boards are played by processes, as many as there are cores, and collected in order.
"""

import csv
import io
import json
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import asdict, astuple, fields
from itertools import islice
from pathlib import Path
from typing import Final

from rules.room import Room
from simulator.dice_supply import SeededDice
from yalta_extras.study.board import (
    DIGITS,
    PAIRINGS,
    Judged,
    Pairing,
    Plan,
    RoomOutcome,
    play_board,
)

_JUDGED: Final = tuple(field.name for field in fields(Judged))
_PLAIN: Final = tuple(field.name for field in fields(RoomOutcome))[:-1]
COLUMNS: Final = (*_PLAIN, *_JUDGED)

Board = tuple[RoomOutcome, RoomOutcome]


def header() -> str:
    """Return the file's first line."""
    return _line(COLUMNS)


def written(board: Board) -> str:
    """Return a board's two lines, the open room's first."""
    return "".join(_line(_cells(outcome)) for outcome in board)


def read_boards(file: Path) -> list[Board]:
    """Return every complete board of the file; cut off an incomplete last one.

    Raises ValueError if it has other columns than this version writes.
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


_AHEAD = 8
"""The number of boards each process may be ahead of the one that is waited for."""


def played_boards(
    plan: Plan, places: Iterable[tuple[Pairing, int]], processes: int
) -> Generator[Board, None, None]:
    """Yield the boards of those places, in order; raises BrokenProcessPool if a process dies.

    The nets keep global state, which a forked process would share: each process is started new.
    """
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[Board]] = deque()
    with ProcessPoolExecutor(processes, context, initializer=_begin) as pool:
        try:
            for pairing, number in places:
                waiting.append(pool.submit(_play, plan, pairing, number))
                if len(waiting) >= _AHEAD * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Ignore Ctrl-C, which reaches every process; only the one that keeps the file handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(plan: Plan, pairing: Pairing, number: int) -> Board:
    from players.gnubg_in_process import NetsInProcess

    dice = SeededDice(f"{plan.seed}/{pairing.name}")
    return play_board(
        pairing,
        number,
        NetsInProcess(),
        seed=plan.seed,
        dice=(dice, dice),
        judged=plan.judged(number),
    )


_PLAN: Final = "study.json"
_BOARDS: Final = "boards.csv"


class StudyRefused(Exception):
    """The folder cannot be used for this study (whoever runs it: see the message)."""


class StudyFolder:
    """Boards of one seed in a folder, which is created if it is missing.

    Raises StudyRefused for a folder with boards that were played otherwise.
    """

    def __init__(self, folder: Path, plan: Plan, versions: dict[str, str]) -> None:
        self.folder = folder
        self.plan = plan
        folder.mkdir(parents=True, exist_ok=True)
        self._begin(versions)
        try:
            self.boards = read_boards(self._file)
        except ValueError as error:
            raise StudyRefused(f"{error}; allowed: those of this version") from None

    def play(self, processes: int, done: Callable[[int], None]) -> None:
        """Play the missing boards; call `done` after each with the number of boards there are."""
        missing = islice(self.plan.places(), len(self.boards), None)
        with (
            self._file.open("a", encoding="utf-8", newline="") as file,
            closing(played_boards(self.plan, missing, processes)) as boards,
        ):
            for board in boards:
                file.write(written(board))
                file.flush()
                self.boards.append(board)
                done(len(self.boards))

    def by_pairing(self) -> Iterator[tuple[str, list[Board]]]:
        """Yield the boards of each pairing, equally many, and no more than planned."""
        whole = min(len(self.boards) // len(PAIRINGS), self.plan.boards)
        kept = self.boards[: whole * len(PAIRINGS)]
        for pairing in PAIRINGS:
            yield pairing.name, [board for board in kept if board[0].pairing == pairing.name]

    @property
    def _file(self) -> Path:
        return self.folder / _BOARDS

    def _begin(self, versions: dict[str, str]) -> None:
        described = {
            "seed": self.plan.seed,
            "luck_every": self.plan.luck_every,
            "pairings": [asdict(pairing) for pairing in PAIRINGS],
            "versions": versions,
        }
        file = self.folder / _PLAN
        if not file.exists():
            file.write_text(json.dumps(described, indent=2) + "\n")
            self._file.write_text(header())
        elif (there := json.loads(file.read_text())) != described:
            other = ", ".join(key for key in described if there.get(key) != described[key])
            raise StudyRefused(
                f"{str(self.folder)!r} holds a study with other {other}; allowed: a new folder,"
                f" or what {str(file)!r} says"
            )
