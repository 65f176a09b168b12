"""Checks of a command's fields; the errors name the field."""

from collections.abc import Collection

from rules.errors import MatchRefused, ValuesChanged
from rules.text import N_

RANGE = N_("%(least)s to %(most)s")


def check_seen(field_name: str, why: str, was: object, now: object, **named: object) -> None:
    """Raise ValuesChanged if `was`, the value the sender saw, is not the present value `now`.

    `field_name` is the name of the command's field and `why` says what has changed, with
    placeholders for the values in `named`; see ValuesChanged. If `was` is None, the sender saw no
    value; then the error is raised only if a value is set now.
    """
    if not is_seen(was, now):
        raise ValuesChanged(field_name, why, was, now, **named)


def is_seen(was: object, now: object) -> bool:
    """Return True if `was` equals the present value `now`, or is None while no value is set.

    None, an empty text, and a tuple that has only such elements count as no value.
    """
    return was == now or (was is None and _is_unset(now))


def _is_unset(now: object) -> bool:
    return all(map(_is_unset, now)) if isinstance(now, tuple) else now in (None, "")


def check_among(field_name: str, value: object, known: Collection[object]) -> None:
    """Raise MatchRefused if `value` is not among the values `known`, which the error lists.

    `field_name` is the name of the command's field. A person is passed by name, not by id, because
    the error is shown to people.
    """
    if value not in known:
        if not known:
            raise MatchRefused(field_name, value, N_("none yet"))
        raise MatchRefused(field_name, value, "%(these)s", these=tuple(known))


def check_between(field_name: str, value: int, least: int, most: int) -> None:
    """Raise MatchRefused if `value` is below `least` or above `most`.

    `field_name` is the name of the command's field.
    """
    if not least <= value <= most:
        raise MatchRefused(field_name, value, RANGE, least=least, most=most)
