"""Errors of the rules; each class says who can act on it."""

from collections.abc import Collection
from enum import Enum


class RulesError(Exception):
    """Base class of every error raised by the rules."""


class InvalidRoll(RulesError):
    """A die outside 1 to 6. The player can key the dice again."""

    def __init__(self, die: int) -> None:
        super().__init__(f"die {die} is not possible: a die shows 1 to 6")
        self.die = die


class InvalidPosition(RulesError):
    """Checkers that cannot lie on one table. The player can correct the checkers."""


class IllegalPlay(RulesError):
    """A play the rules do not allow. The player can correct the play."""


class InvalidCube(RulesError):
    """A cube value or action that does not exist. The player can correct it."""


class LineUpRefused(RulesError):
    """A line-up that cannot be accepted. The operator can submit it again.

    `field` is the field it is about, empty for none. `why` has the values of `named` in it, as
    `%(name)s`, so that it can be put into any language.
    """

    def __init__(self, why: str, field: str = "", **named: object) -> None:
        super().__init__((f"{field}: " if field else "") + why % named)
        self.field, self.why, self.named = field, why, named


class FieldRefused(RulesError):
    """A field that cannot hold that value; `allowed` may have values of `named` in it, as above."""

    def __init__(self, field: str, value: object, allowed: str, **named: object) -> None:
        shown = {name: _in_text(each) for name, each in named.items()}
        allowed_text = allowed % shown if named else allowed
        super().__init__(f"{field}: {_written(value)} is not possible; allowed: {allowed_text}")
        self.field, self.value, self.allowed = field, value, allowed_text
        self.template, self.named = allowed, named


def _in_text(value: object) -> object:
    """Return a value as it is written in a sentence: several with commas."""
    if isinstance(value, Collection) and not isinstance(value, str):
        return ", ".join(str(each) for each in value)
    return value


def _written(value: object) -> str:
    """Return a refused value as people write it: texts in quotes, a match by its number."""
    match value:
        case str():
            return repr(value)
        case None:
            return "nothing"
        case Enum():
            return str(value.value)
        case Collection():
            return ", ".join(map(_written, value)) or "nothing"
        case _:
            return str(getattr(value, "number", value))


class ValuesChanged(RulesError):
    """The values that a command's sender saw have changed. The sender can look and decide again.

    `field` is the field of the command that carries it, `was` the value it was made from, `now` the
    present one; None for nothing. `why` names what has changed, with values of `named` in it, as
    above.
    """

    def __init__(self, field: str, why: str, was: object, now: object, **named: object) -> None:
        super().__init__(f"{field}: {why % named}; nothing was done")
        self.field, self.why, self.was, self.now, self.named = field, why, was, now, named


class MatchRefused(FieldRefused):
    """A match or team that cannot be set up as asked. The operator can change the named field."""


class PersonRefused(FieldRefused):
    """A person who cannot be kept, changed or taken away.

    The operator can correct the named field: the message says what is allowed.
    """
