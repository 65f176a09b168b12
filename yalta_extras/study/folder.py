"""The folder of a study: its plan, the boards played so far, and the results made from them.

The file of boards is CSV with two lines per board, one for each room. A study that was stopped
continues after its last complete board. Several processes play boards at once, and the boards are
stored in order.
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
    """Return the header line of the file of boards."""
    return _line(COLUMNS)


def written(board: Board) -> str:
    """Return the two lines of a board for the file of boards, the open room's first."""
    return "".join(_line(_cells(outcome)) for outcome in board)


def read_boards(file: Path) -> list[Board]:
    """Return every complete board of a file of boards; cut an incomplete last board off the file.

    Raises ValueError if the file has other columns than this version writes.
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
"""The most boards per process that are given to the processes at once.

Some of these boards wait, played or not, until all boards before them have been yielded.
"""


def played_boards(
    plan: Plan, places: Iterable[tuple[Pairing, int]], processes: int
) -> Generator[Board, None, None]:
    """Play these boards in several processes, and yield them in the same order.

    `places` are the pairing and number of each board. Raises BrokenProcessPool if a process dies.
    The processes are not forked, because the nets have global state that forked processes would
    share.
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
    """Ignore Ctrl-C, which reaches every process; only the parent process handles it."""
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
    """The folder cannot be used for this study; the message says why and what can be done."""


class StudyFolder:
    """The folder of a study with its boards, which is created if it does not exist.

    `versions` has the version of each program that figures depend on, keyed by its name. Raises
    StudyRefused if the boards in the folder were played with another seed, other pairings, other
    versions or another `luck_every`.
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
        """Play the boards of the plan that are not in the folder yet.

        After each board `done` is called with the number of boards so far. `processes` is the
        number of processes that play at once.
        """
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
        """Yield the name and the boards of each pairing.

        Each pairing has the same number of boards, at most the number in the plan.
        """
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
