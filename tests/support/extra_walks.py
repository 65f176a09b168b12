"""What extras add to walks over all pages, addresses and forms: modules in their `tests`."""

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from server.extras_on import every_hooks
from server.views.printable import Printable
from server.views.printables import with_added

EXTRAS = Path(__file__).parents[2] / "yalta_extras"


@cache
def extra_walks() -> tuple[ModuleType, ...]:
    """Their modules `walk`: each with `prepare`, `pages_of` and `QUERIES`.

    `prepare` makes what a test of this process opens answer the same each time; with `engines` it
    says that it has those that judge matches.
    """
    return _modules("walk")


def extra_forms() -> tuple[ModuleType, ...]:
    """Their modules `worst_forms`: each with `WORST` and `SMALL`, as tests.support.worst_forms."""
    return _modules("worst_forms")


def every_printable() -> tuple[Printable, ...]:
    """Everything that can be printed where all extras are on."""
    return with_added(form for hooks in every_hooks() for form in hooks.prints)


def _modules(name: str) -> tuple[ModuleType, ...]:
    """Those of that name in the tests of the extras whose folders are here."""
    found = sorted(path.parent.parent.name for path in EXTRAS.glob(f"*/tests/{name}.py"))
    return tuple(import_module(f"yalta_extras.{each}.tests.{name}") for each in found)


def deleted_extras() -> set[str]:
    """The extras of pyproject.toml whose folders are gone: everything else does without them."""
    entries = tomllib.loads((EXTRAS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    names = entries["project"]["entry-points"]["yalta.extras"]
    return {name for name in names if not (EXTRAS / name).is_dir()}
