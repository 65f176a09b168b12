"""Amounts of money as people type them, turned into hundredths."""

from pydantic_core import PydanticCustomError

from rules.formats.team_event.entries import amount

AMOUNT = "amount"
"""The type of the error of what is no amount."""


def typed_amount(typed: object) -> object:
    """Hundredths of a typed amount; what is no text as it is, what is no amount refused."""
    if not isinstance(typed, str):
        return typed
    try:
        return amount(typed)
    except ValueError as error:
        raise PydanticCustomError(AMOUNT, "an amount such as 1500 or 12.50") from error
