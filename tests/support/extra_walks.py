"""What extras add to walks over all pages and addresses: their modules `tests/walk.py`."""

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

EXTRAS = Path(__file__).parents[2] / "yalta_extras"


@cache
def extra_walks() -> tuple[ModuleType, ...]:
    """Those of the extras whose folders are here: each with `prepare`, `pages_of` and `QUERIES`.

    `prepare` makes what a test of this process opens answer the same each time.
    """
    found = sorted(path.parent.parent.name for path in EXTRAS.glob("*/tests/walk.py"))
    return tuple(import_module(f"yalta_extras.{name}.tests.walk") for name in found)
