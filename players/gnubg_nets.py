"""GNU Backgammon's nets at 0-ply in a worker process (PyPI package gnubg-nn, extra `bots`)."""

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
_NOT_INSTALLED = "gnubg-nn is not installed: pipx inject yalta gnubg-nn"


class NetsUnavailable(Exception):
    """GNU Backgammon's nets are not installed, or their worker process has stopped.

    The operator can run `pipx inject yalta gnubg-nn`, or find out why the worker stopped.
    """


def nets_installed() -> bool:
    """Return True if gnubg-nn is installed."""
    return find_spec("gnubg_nn") is not None


def nets_version() -> str:
    """Return the version of gnubg-nn, the package that contains the nets.

    Raises NetsUnavailable if gnubg-nn is not installed.
    """
    if not nets_installed():
        raise NetsUnavailable(_NOT_INSTALLED)
    return version(ENGINE)


class GnubgNets:
    """A worker process in which GNU Backgammon's nets are loaded (a rules.luck.chances.Judge).

    Call `close` at the end, or use the object in a `with` block. The worker is in a process session
    of its own (setsid), so that Ctrl-C reaches only the process that started it. Raises
    NetsUnavailable if gnubg-nn is not installed when the object is created, or if the worker has
    stopped when a question is asked.
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
        """Return, for each position, the chances of the side that is about to throw.

        The parameter `tables` has the positions: each is a pair of counts, those of that side and
        the opponent's.
        """
        return [Chances(*five) for five in self._answer({"tables": tables})]

    def best_after(
        self, own: Counts, other: Counts, rolls: Sequence[Roll], worths: Sequence[Worth]
    ) -> list[tuple[float, ...]]:
        """Return for each roll the value of its best play under each of `worths`.

        Each of `worths` says what a single game, a gammon and a backgammon are worth; the best play
        is chosen under each of them separately. The values are those to the thrower, who has the
        counts `own`; `other` are the opponent's.
        """
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
        """End the worker at once; a caller that waits for an answer gets NetsUnavailable.

        May be called from any thread.
        """
        self._worker.kill()

    def close(self) -> None:
        """End the worker and wait until it has ended. No question can be asked afterwards."""
        if self._worker.stdin is not None:
            # A worker that has stopped does not read the last question any more.
            with contextlib.suppress(BrokenPipeError):
                self._worker.stdin.close()
        self._worker.wait()
        if self._worker.stdout is not None:
            self._worker.stdout.close()
