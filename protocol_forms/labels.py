"""Words, names and differences as every form prints them.

The forms are written in English; a `Say` gives each of their texts in another language, with values
inserted by name, `%(game)s`.
"""

from typing import Protocol


class Say(Protocol):
    """A function that returns a text of a form with its values."""

    def __call__(self, message: str, **values: object) -> str: ...


SOURCE_LANGUAGE = "en"
"""The language in which forms and pages are written; others are translations."""


def in_english(message: str, **values: object) -> str:
    """Return the text as it is written, with its values."""
    return message % values


SHORT_NAME = 14
"""Number of letters of a team's name for which a narrow column has room."""

HEAD_NAME = 20
"""Number of letters of a team's name at the head of its columns, over several lines."""

FULL_NAME = 80
"""Number of letters of a name for which the form has room at all."""


def shortened(name: str, letters: int) -> str:
    """Return the name, or its beginning and an ellipsis if it is longer than `letters`."""
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def head_name(name: str) -> str:
    """Return a team's name for the heads of narrow columns: the first words that fit.

    A word too wide for its column is cut when the form is drawn, never broken.
    """
    if len(name) <= HEAD_NAME:
        return name
    whole = name[: HEAD_NAME + 1].rpartition(" ")[0].rstrip()
    return whole if 2 * len(whole) >= HEAD_NAME else shortened(name, HEAD_NAME)


def signed(number: int) -> str:
    """Return a difference with its sign: a true minus, a plus above 0, and none for 0."""
    return f"{number:+d}".replace("-", "−") if number else "0"
