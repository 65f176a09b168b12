"""Errors of the rules; the docstring of each class says who can act on it."""

from collections.abc import Collection
from enum import Enum


class RulesError(Exception):
    """The base class of all errors that the rules raise."""


class InvalidRoll(RulesError):
    """Raised for a die outside 1 to 6. The player can key the dice again."""

    def __init__(self, die: int) -> None:
        super().__init__(f"die {die} is not possible: a die shows 1 to 6")
        self.die = die


class InvalidPosition(RulesError):
    """Raised for a position that cannot occur. The player can correct the checkers."""


class IllegalPlay(RulesError):
    """Raised for a play that the rules do not allow. The player can correct the play."""


class InvalidCube(RulesError):
    """Raised for an impossible cube value or cube action. The player can correct it."""


class LineUpRefused(RulesError):
    """Raised for a line-up that cannot be accepted. The operator can submit another.

    `field` is the name of the wrong field, empty if the fault is in no single field. `why` is a
    template with placeholders such as `%(name)s` for the values in `named`, so that it can be
    translated.
    """

    def __init__(self, why: str, field: str = "", **named: object) -> None:
        super().__init__((f"{field}: " if field else "") + why % named)
        self.field, self.why, self.named = field, why, named


class FieldRefused(RulesError):
    """Raised for a field with a value that is not allowed. The sender can correct the field.

    `field` is its name and `value` the refused value. `allowed` says what is allowed; it can be a
    template with placeholders such as `%(name)s` for the values in `named`.
    """

    def __init__(self, field: str, value: object, allowed: str, **named: object) -> None:
        shown = {name: _in_text(each) for name, each in named.items()}
        allowed_text = allowed % shown if named else allowed
        super().__init__(f"{field}: {_written(value)} is not possible; allowed: {allowed_text}")
        self.field, self.value, self.allowed = field, value, allowed_text
        self.template, self.named = allowed, named


def _in_text(value: object) -> object:
    """Return a value as it is written in a sentence, with commas between several values."""
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
    """Raised if values that a command's sender saw have changed. The sender can decide again.

    `field` is the name of the command's field that carries the value, `was` the value that the
    sender saw and `now` the present value; None means no value. `why` says what has changed; it is
    a template with placeholders such as `%(name)s` for the values in `named`.
    """

    def __init__(self, field: str, why: str, was: object, now: object, **named: object) -> None:
        super().__init__(f"{field}: {why % named}; nothing was done")
        self.field, self.why, self.was, self.now, self.named = field, why, was, now, named


class MatchRefused(FieldRefused):
    """Raised if a match or team cannot be set up as asked.

    The operator can change the named field.
    """


class PersonRefused(FieldRefused):
    """Raised if a person cannot be added, changed or removed.

    The operator can correct the named field; the message says what is allowed.
    """
