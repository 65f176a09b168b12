"""The extras of a server, which are chosen once at its start, before its records are opened."""

from collections.abc import Mapping
from typing import NamedTuple

from server.extras import (
    Extra,
    ExtraState,
    ListedExtra,
    ListedExtras,
    MissingExtra,
    installed_extras,
    named,
    server_extras,
)
from server.settings import Settings
from server.store.database_file import has_rows
from server.web.edge.services import ExtraRefused, ServerHooks


class FoundExtras(NamedTuple):
    """The hooks of the extras that are on, by the extra's name, and a list of all extras."""

    on: Mapping[str, ServerHooks]
    listed: ListedExtras

    @property
    def skipped(self) -> dict[str, str]:
        """The reason why each skipped extra cannot be used, by the extra's name."""
        return {each.name: each.why for each in self.listed.every if each.why}


def found_extras(settings: Settings, *, trying_all: bool = False) -> FoundExtras:
    """Return which extras are on, off or skipped with these settings.

    If the settings do not list the extras, an extra is on if it is a usual one, if one of its
    settings is given, or if the records hold something of it. The module of an extra that is off is
    imported only if `trying_all` is True, to find out whether it could be used.
    """
    on, listed = dict[str, ServerHooks](), list[ListedExtra]()
    for each in installed_extras():
        if isinstance(each, MissingExtra):
            listed.append(ListedExtra(each.name, ExtraState.SKIPPED, why=each.why))
            continue
        state = ExtraState.COMMANDS_ALONE
        if each.server:
            state = ExtraState.ON if _is_on(each, settings) else ExtraState.OFF
        hooks = None
        if state is ExtraState.ON or (state is ExtraState.OFF and trying_all):
            hooks = _hooks_of(each)
        if isinstance(hooks, MissingExtra):
            listed.append(ListedExtra(each.name, ExtraState.SKIPPED, why=hooks.why))
            continue
        if hooks is not None and state is ExtraState.ON:
            on[each.name] = hooks
        listed.append(ListedExtra(each.name, state, each.about, tuple(each.commands)))
    return FoundExtras(on, ListedExtras(tuple(listed)))


def _is_on(extra: Extra, settings: Settings) -> bool:
    """Return True if a server with these settings uses what the extra adds to a server."""
    if settings.extras is not None:
        return extra.name in settings.extras
    return extra.is_usual or bool(_given_for(extra, settings)) or _is_in_use(extra, settings)


def _given_for(extra: Extra, settings: Settings) -> list[str]:
    """Return the names of the extra's settings that differ from their defaults."""
    fields = Settings.model_fields
    return [each for each in extra.settings if getattr(settings, each) != fields[each].default]


def _is_in_use(extra: Extra, settings: Settings) -> bool:
    if extra.file and (settings.data_folder / extra.file).exists():
        return True
    return bool(extra.rows) and has_rows(settings.accounts_file, extra.rows)


def check_settings(settings: Settings, found: FoundExtras) -> None:
    """Raise ExtraRefused if a setting is given for an extra that is not on.

    These are the settings that have no use without their extra.
    """
    for extra in server_extras():
        given = _given_for(extra, settings)
        if given and extra.name not in found.on:
            why = "is off: YALTA_EXTRAS does not name it"
            if extra.name in found.skipped:
                why = (
                    f"cannot be had ({found.skipped[extra.name]}): pipx inject yalta adds a library"
                )
            raise ExtraRefused(f"YALTA_{given[0].upper()}: the extra {extra.name} {why}")


def every_hooks() -> list[ServerHooks]:
    """Return the hooks of all extras that can be used on a server, whether they are on or off."""
    found = [_hooks_of(extra) for extra in server_extras()]
    return [hooks for hooks in found if isinstance(hooks, ServerHooks)]


def _hooks_of(extra: Extra) -> ServerHooks | MissingExtra:
    try:
        hooks = named(extra.server)
    except ImportError as error:
        return MissingExtra(extra.name, f"{extra.server}: {error}")
    assert isinstance(hooks, ServerHooks), extra
    return hooks
