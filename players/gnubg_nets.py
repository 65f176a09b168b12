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
    """The nets cannot be asked.

    The operator can run `pip install 'yalta[bots]'`, or look why the nets stopped.
    """


def nets_installed() -> bool:
    """Return True if gnubg-nn is installed."""
    return find_spec("gnubg_nn") is not None


def nets_version() -> str:
    """Return the version of gnubg-nn, which carries its nets. Raises NetsUnavailable without it."""
    if not nets_installed():
        raise NetsUnavailable(_NOT_INSTALLED)
    return version(ENGINE)


class GnubgNets:
    """Worker process with the nets loaded; close it, or use it in a `with` block.

    It implements rules.luck.chances.Judge. The worker has a session of its own, so that Ctrl-C
    reaches only the process that started it. Raises NetsUnavailable when gnubg-nn is not installed
    or the worker has stopped.
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
        """Return the thrower's chances for each pair of the thrower's and its opponent's counts."""
        return [Chances(*five) for five in self._answer({"tables": tables})]

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        """Return for each roll, for each worth, the value of its best play to the thrower."""
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
        """End the worker at once, from any thread: a caller waiting for it gets NetsUnavailable."""
        self._worker.kill()

    def close(self) -> None:
        """End the worker; nothing can be asked afterwards."""
        if self._worker.stdin is not None:
            # A worker that has stopped does not read the last question any more.
            with contextlib.suppress(BrokenPipeError):
                self._worker.stdin.close()
        self._worker.wait()
        if self._worker.stdout is not None:
            self._worker.stdout.close()
