"""The installed extras: what each adds to the core, which are on, and which cannot be used.

An extra is a folder outside the core that describes itself by one `Extra`. Installed packages list
their extras in the entry-point group `yalta.extras`. No module of the core names an extra, so
another package can add its own without a change here.
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
"""The group of entry points in which a package lists its extras."""


@dataclass(frozen=True, slots=True)
class Extra:
    """The description of an extra.

    Its module is imported at each start and must not import the server. `about` states the purpose
    of the extra in one line. `server` is the ServerHooks object that the extra adds to a server,
    written "module:name", or empty if it adds nothing; templates, static files and catalogues lie
    beside that module. `schema` is the Schema of the extra's own database file, written
    "module:name", and `file` is the name of this file in the data folder. `rows` is the name of a
    database table of the accounts file to which only the extra writes. `settings` are the names of
    server settings that have no use without the extra.

    If the server's setting `extras` lists the extras that are on, nothing else counts. Otherwise
    the extra is on if `is_usual` is True, if `file` exists, if the database table `rows` has a row,
    or if one of `settings` is given.

    `commands` maps the name of each command that the extra adds to `yalta` to the module of the
    command, which has a function of the same name.
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
    """An extra that cannot be used, with the reason: its folder or a library is missing."""

    name: str
    why: str


class ExtraState(Enum):
    """The state of an extra on a server.

    COMMANDS_ALONE is the state of an extra that only adds commands, and nothing to a server.
    """

    ON = "on"
    OFF = "off"
    SKIPPED = "skipped"
    COMMANDS_ALONE = "-"


@dataclass(frozen=True, slots=True)
class ListedExtra:
    """An extra in a list: `about` is in English, `why` is the reason if the extra is skipped."""

    name: str
    state: ExtraState
    about: str = ""
    commands: tuple[str, ...] = ()
    why: str = ""


class ListedExtras(NamedTuple):
    """All installed extras with their states on this server."""

    every: tuple[ListedExtra, ...]


def read_extras(entries: Iterable[EntryPoint]) -> tuple[Extra | MissingExtra, ...]:
    """Return the extras that these entry points describe, in the order of their names.

    An extra that fails to load is a MissingExtra.
    """
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
    """Return the extras that add something to a server, whether they are on or off."""
    return tuple(each for each in installed_extras() if isinstance(each, Extra) and each.server)


@cache
def server_packages() -> dict[str, str]:
    """Return the Python package of each extra that adds something to a server, by extra's name.

    Extras that are off are included.
    """
    return {each.name: each.server.partition(":")[0].rpartition(".")[0] for each in server_extras()}


def check_extras(names: Collection[str]) -> None:
    """Raise FieldRefused if one of `names` is not the name of an installed extra for servers."""
    able = [each.name for each in server_extras()]
    for name in names:
        if name not in able:
            raise FieldRefused("extras", name, ", ".join(able) or "none: no extra is installed")


def named(place: str) -> object:
    """Import and return the object that `place` names, written "module:name"."""
    module, _, name = place.partition(":")
    value: object = getattr(import_module(module), name)
    return value


def extra_commands() -> dict[str, str]:
    """Return the commands that extras add to `yalta`: the module of each command by its name."""
    extras = [each for each in installed_extras() if isinstance(each, Extra)]
    return {name: module for each in extras for name, module in each.commands.items()}
