"""Checks of a field of a command, which refuse it by its name."""

from collections.abc import Collection

from rules.errors import MatchRefused, ValuesChanged
from rules.text import N_

RANGE = N_("%(least)s to %(most)s")


def check_seen(field_name: str, why: str, was: object, now: object, **named: object) -> None:
    """Raise ValuesChanged where somebody saw, or would change, another value than there is now.

    None says that nothing was seen, which is so only where nothing was set yet.
    """
    if not is_seen(was, now):
        raise ValuesChanged(field_name, why, was, now, **named)


def is_seen(was: object, now: object) -> bool:
    """Whether somebody who says `was` saw what there is now; None is nothing, as long as it is."""
    return was == now or (was is None and _is_unset(now))


def _is_unset(now: object) -> bool:
    return all(map(_is_unset, now)) if isinstance(now, tuple) else now in (None, "")


def check_among(field_name: str, value: object, known: Collection[object]) -> None:
    """Raise MatchRefused for a value that is none of those known; persons are named by name."""
    if value not in known:
        if not known:
            raise MatchRefused(field_name, value, N_("none yet"))
        raise MatchRefused(field_name, value, "%(these)s", these=tuple(known))


def check_between(field_name: str, value: int, least: int, most: int) -> None:
    """Raise MatchRefused for a number that is not from `least` to `most`."""
    if not least <= value <= most:
        raise MatchRefused(field_name, value, RANGE, least=least, most=most)
