"""A mark for texts that are shown to people: written in English here and listed for translation."""

from collections.abc import Callable

Say = Callable[[str], str]
"""A function that returns a marked text in some language."""


def N_(message: str) -> str:
    """Return `message` unchanged; the call marks it as a text to translate when it is shown."""
    return message
