"""GNU Backgammon's nets at 0-ply, asked in a worker process (PyPI gnubg-nn, extra `bots`)."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Self

from rules.position import Counts


class NetsUnavailable(Exception):
    """The nets cannot be asked (operator: pip install 'yalta[bots]', or look why they stopped)."""


@dataclass(frozen=True, slots=True)
class Chances:
    """A side's chances in a game without the cube, each 0 to 1; gammons include backgammons."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """Points expected at cube 1, without the cube."""
        won = self.win + self.win_gammon + self.win_backgammon
        return won - (1 - self.win) - self.lose_gammon - self.lose_backgammon

    def reversed(self) -> "Chances":
        """The same game as its opponent sees it."""
        return Chances(
            1 - self.win,
            self.lose_gammon,
            self.lose_backgammon,
            self.win_gammon,
            self.win_backgammon,
        )


def nets_installed() -> bool:
    """gnubg-nn is there to be used."""
    return find_spec("gnubg_nn") is not None


class GnubgNets:
    """A worker process with the nets loaded; close it, or use it in a `with` block.

    Its session is its own, so that Ctrl-C reaches only who started it.
    Raises NetsUnavailable when gnubg-nn is not installed or the worker has stopped.
    """

    def __init__(self) -> None:
        if not nets_installed():
            raise NetsUnavailable("gnubg-nn is not installed: pip install 'yalta[bots]'")
        self._worker = subprocess.Popen(
            [sys.executable, "-m", "players.gnubg_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def chances(self, tables: Sequence[tuple[Counts, Counts]]) -> list[Chances]:
        """For each pair of the thrower's and its opponent's counts: the thrower's chances."""
        boards = [(other[1:], own[1:]) for own, other in tables]
        stdin, stdout = self._worker.stdin, self._worker.stdout
        if stdin is None or stdout is None:
            raise NetsUnavailable("the worker has no pipes")
        try:
            stdin.write(json.dumps(boards) + "\n")
            stdin.flush()
        except (BrokenPipeError, ValueError):
            raise NetsUnavailable("the worker process has stopped") from None
        answer = stdout.readline()
        if not answer:
            raise NetsUnavailable("the worker process has stopped")
        return [Chances(*five) for five in json.loads(answer)]

    def kill(self) -> None:
        """End the worker at once, from any thread: whoever waits for it gets NetsUnavailable."""
        self._worker.kill()

    def close(self) -> None:
        """End the worker; nothing can be asked afterwards."""
        if self._worker.stdin is not None:
            self._worker.stdin.close()
        self._worker.wait()
        if self._worker.stdout is not None:
            self._worker.stdout.close()
