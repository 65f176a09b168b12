"""The installed extras: what each adds to the core, which are on, and which cannot be used.

An extra is a folder outside the core that describes itself by one `Extra`. The list of them is the
entry-point group `yalta.extras` of the installed packages: no module of the core names one, and
another package adds its own without a change here.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final, NamedTuple

from rules.errors import FieldRefused

GROUP: Final = "yalta.extras"
"""The group of entry points under which a package names its extras."""


@dataclass(frozen=True, slots=True)
class Extra:
    """An extra's description; its module is read at each start and imports no server.

    `about` describes its purpose in a line. `server` is what it adds to a server, a ServerHooks as
    "module:name", empty for nothing; templates, static files and catalogues are beside that module.
    `is_usual`: it is on unless the settings list the extras. `schema` is that of a file of its own,
    a Schema as "module:name", and `file` the name of that file in the data folder; `rows` is a
    table of the accounts file that it alone writes. Unless the settings list the extras, it is also
    on if that file or such a row exists, and if one of `settings` is given: those of a server
    that have no use without it. `commands` are commands of `yalta`, by name: the module of each,
    with a function of the same name.
    """

    name: str
    about: str
    server: str = ""
    is_usual: bool = False
    schema: str = ""
    file: str = ""
    rows: str = ""
    settings: tuple[str, ...] = ()
    commands: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class MissingExtra:
    """An entry that cannot be used, with the reason: its folder or a library is missing."""

    name: str
    why: str


class ExtraState(Enum):
    """The state of an extra on a server: COMMANDS_ALONE adds nothing to one."""

    ON = "on"
    OFF = "off"
    SKIPPED = "skipped"
    COMMANDS_ALONE = "-"


@dataclass(frozen=True, slots=True)
class ListedExtra:
    """An extra in a list: `about` in the language of the sources, `why` it is skipped."""

    name: str
    state: ExtraState
    about: str = ""
    commands: tuple[str, ...] = ()
    why: str = ""


class ListedExtras(NamedTuple):
    """All installed extras with their states on this server."""

    every: tuple[ListedExtra, ...]


def read_extras(entries: Iterable[EntryPoint]) -> tuple[Extra | MissingExtra, ...]:
    """Return the extras that these entries describe, by name; one that fails is marked missing."""
    return tuple(_read(each) for each in sorted(entries, key=lambda each: each.name))


def _read(entry: EntryPoint) -> Extra | MissingExtra:
    try:
        extra = entry.load()
    except (ImportError, AttributeError) as error:
        return MissingExtra(entry.name, f"{entry.value}: {error}")
    if not isinstance(extra, Extra):
        return MissingExtra(entry.name, f"{entry.value}: {extra!r}; allowed: an Extra")
    return extra


@cache
def installed_extras() -> tuple[Extra | MissingExtra, ...]:
    """Return all extras of this installation."""
    return read_extras(entry_points(group=GROUP))


def server_extras() -> tuple[Extra, ...]:
    """Return the extras that add something to a server, on or off."""
    return tuple(each for each in installed_extras() if isinstance(each, Extra) and each.server)


@cache
def server_packages() -> dict[str, str]:
    """Return the packages of extras that add to a server, by the extra's name, on or off."""
    return {each.name: each.server.partition(":")[0].rpartition(".")[0] for each in server_extras()}


def check_extras(names: Collection[str]) -> None:
    """Check that these add something to a server; raises FieldRefused for a name of none."""
    able = [each.name for each in server_extras()]
    for name in names:
        if name not in able:
            raise FieldRefused("extras", name, ", ".join(able) or "none: no extra is installed")


def named(place: str) -> object:
    """Return the object that is written "module:name"."""
    module, _, name = place.partition(":")
    value: object = getattr(import_module(module), name)
    return value


def extra_commands() -> dict[str, str]:
    """Return the commands that extras add: the module of each, by its name."""
    extras = [each for each in installed_extras() if isinstance(each, Extra)]
    return {name: module for each in extras for name, module in each.commands.items()}
