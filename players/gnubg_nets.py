"""GNU Backgammon's nets at 0-ply, asked in a worker process (PyPI gnubg-nn, extra `bots`)."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, Final, Self

from rules.dice import Roll
from rules.luck.chances import Chances, Worth
from rules.position import Counts

ENGINE: Final = "gnubg-nn"
PLIES: Final = 0
_NOT_INSTALLED = "gnubg-nn is not installed: pip install 'yalta[bots]'"


class NetsUnavailable(Exception):
    """The nets cannot be asked (operator: pip install 'yalta[bots]', or look why they stopped)."""


def nets_installed() -> bool:
    """gnubg-nn is there to be used."""
    return find_spec("gnubg_nn") is not None


def nets_version() -> str:
    """The version of gnubg-nn, which carries its nets. Raises NetsUnavailable without it."""
    if not nets_installed():
        raise NetsUnavailable(_NOT_INSTALLED)
    return version(ENGINE)


class GnubgNets:
    """A worker process with the nets loaded; close it, or use it in a `with` block.

    It implements rules.luck.chances.Judge. The worker's session is its own, so that Ctrl-C reaches
    only who started it.
    Raises NetsUnavailable when gnubg-nn is not installed or the worker has stopped.
    """

    def __init__(self) -> None:
        if not nets_installed():
            raise NetsUnavailable(_NOT_INSTALLED)
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
        return [Chances(*five) for five in self._answer({"tables": tables})]

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        """For each roll, for each worth, what its best play leaves the thrower with."""
        asked = {
            "table": (own, other),
            "rolls": [(roll.first, roll.second) for roll in rolls],
            "worths": [(worth.single, worth.gammon, worth.backgammon) for worth in worths],
        }
        return [tuple(values) for values in self._answer(asked)]

    def _answer(self, asked: dict[str, Any]) -> list[list[float]]:
        stdin, stdout = self._worker.stdin, self._worker.stdout
        if stdin is None or stdout is None:
            raise NetsUnavailable("the worker has no pipes")
        try:
            stdin.write(json.dumps(asked) + "\n")
            stdin.flush()
        except (BrokenPipeError, ValueError):
            raise NetsUnavailable("the worker process has stopped") from None
        line = stdout.readline()
        if not line.endswith("\n"):
            raise NetsUnavailable("the worker process has stopped")
        answer: list[list[float]] = json.loads(line)
        return answer

    def kill(self) -> None:
        """End the worker at once, from any thread: whoever waits for it gets NetsUnavailable."""
        self._worker.kill()

    def close(self) -> None:
        """End the worker; nothing can be asked afterwards."""
        if self._worker.stdin is not None:
            # What was asked last of a worker that has stopped is not read any more.
            with contextlib.suppress(BrokenPipeError):
                self._worker.stdin.close()
        self._worker.wait()
        if self._worker.stdout is not None:
            self._worker.stdout.close()
