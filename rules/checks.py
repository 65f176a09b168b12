"""Checks of a command's fields; each refusal names the field."""

from collections.abc import Collection

from rules.errors import MatchRefused, ValuesChanged
from rules.text import N_

RANGE = N_("%(least)s to %(most)s")


def check_seen(field_name: str, why: str, was: object, now: object, **named: object) -> None:
    """Raise ValuesChanged if the sender saw, or would change, another value than there is now.

    None means that nothing was seen, which holds only while nothing is set.
    """
    if not is_seen(was, now):
        raise ValuesChanged(field_name, why, was, now, **named)


def is_seen(was: object, now: object) -> bool:
    """Return True if `was` is the present value `now`; None also matches a value not set."""
    return was == now or (was is None and _is_unset(now))


def _is_unset(now: object) -> bool:
    return all(map(_is_unset, now)) if isinstance(now, tuple) else now in (None, "")


def check_among(field_name: str, value: object, known: Collection[object]) -> None:
    """Raise MatchRefused for a value that is not among the known; persons are given by name."""
    if value not in known:
        if not known:
            raise MatchRefused(field_name, value, N_("none yet"))
        raise MatchRefused(field_name, value, "%(these)s", these=tuple(known))


def check_between(field_name: str, value: int, least: int, most: int) -> None:
    """Raise MatchRefused for a number that is not from `least` to `most`."""
    if not least <= value <= most:
        raise MatchRefused(field_name, value, RANGE, least=least, most=most)
