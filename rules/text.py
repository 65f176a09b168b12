"""Texts that people read in their language: written here in English, marked for the catalogues."""

from collections.abc import Callable

Say = Callable[[str], str]
"""Gives a text marked here in somebody's language."""


def N_(message: str) -> str:
    """Mark a text where it stands; whoever shows it translates it."""
    return message
