"""The class of soaks (long tests that are run by hand), and what all soaks use."""

import asyncio
import random
import tempfile
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import typer
import uvicorn

ROOT = Path(__file__).parents[2]
"""The folder from which the paths of tests start."""
_SEEDS = 1_000_000
_Result = TypeVar("_Result")

Seed = Annotated[
    int,
    typer.Option(
        default_factory=lambda: random.randrange(_SEEDS),
        show_default="by chance",
        min=0,
        help="What chance follows from.",
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option(show_default="a temporary one", help="New or empty folder of records and logs."),
]


@dataclass(frozen=True, slots=True)
class Soak:
    """A soak: a long test that is run by hand.

    `sentence` says what it tests. `run` is a Typer command with the option `seed` and options of
    its own. It prints its progress and returns, in words, what went wrong: an empty list if nothing
    did. An exception also counts as something wrong. `copies` names tests of the suite that test
    the same on a smaller scale. Raises ValueError if `copies` is empty or one of these tests does
    not exist.
    """

    name: str
    sentence: str
    run: Callable[..., list[str]]
    copies: tuple[str, ...]

    def __post_init__(self) -> None:
        for copy in self.copies:
            path, _, test = copy.partition("::")
            if f"def {test}(" not in (ROOT / path).read_text(encoding="utf-8"):
                raise ValueError(f"soak {self.name}: {path} has no test {test}")
        if not self.copies:
            raise ValueError(f"soak {self.name}: name a test of the suite that is its copy")


def on_the_servers_loop(work: Coroutine[object, object, _Result]) -> _Result:
    """Run a coroutine on the kind of event loop that `yalta serve` uses, and return its result."""
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        return runner.run(work)


def made(folder: Path | None, name: str) -> Path:
    """Create the folder, or a temporary one if `folder` is None, and return it.

    `name` is the soak's name, for the name of a temporary folder. That folder is not deleted,
    because it has the logs.
    """
    place = folder or Path(tempfile.mkdtemp(prefix=f"yalta-{name}-"))
    place.mkdir(parents=True, exist_ok=True)
    return place
