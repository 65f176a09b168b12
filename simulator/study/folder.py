"""A study's folder: what it plays by, its boards so far, and what was made of them.

A study that was stopped goes on from its last whole board.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Final

from simulator.study.boards_file import Board, header, read_boards, written
from simulator.study.plan import PAIRINGS, Plan
from simulator.study.workers import played_boards

_PLAN: Final = "study.json"
_BOARDS: Final = "boards.csv"


class StudyRefused(Exception):
    """The folder cannot be used for this study (whoever runs it: see the message)."""


class StudyFolder:
    """Boards of one seed in a folder, which is made if it is missing.

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
        """Play the boards that are missing; `done` hears after each how many there are."""
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
        """The boards of each pairing, equally many, and no more than planned."""
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
