"""Mark for texts that people read in their language: English here, listed for catalogues."""

from collections.abc import Callable

Say = Callable[[str], str]
"""Function that returns a marked text in some language."""


def N_(message: str) -> str:
    """Mark a text in the code; it is translated where it is shown."""
    return message
