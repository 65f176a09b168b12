"""How a form says its words: in the language of whoever asks for it.

The forms are written in English; a `Say` gives each of their texts in another language, with values
put in by name, `%(game)s`.
"""

from typing import Protocol


class Say(Protocol):
    """Gives a text of a form with its values."""

    def __call__(self, message: str, **values: object) -> str: ...


def N_(message: str) -> str:
    """Mark a text for the catalogues where it stands; it is translated where it is said."""
    return message


def in_english(message: str, **values: object) -> str:
    """The text as it is written."""
    return message % values
