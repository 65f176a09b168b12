"""Words, names and differences as every form prints them.

The texts of forms are written in English. A `Say` translates them and inserts values by name, such
as `%(game)s`.
"""

from typing import Protocol


class Say(Protocol):
    """A function that translates a form's text and inserts the values into it."""

    def __call__(self, message: str, **values: object) -> str: ...


SOURCE_LANGUAGE = "en"
"""The language in which forms and pages are written and from which they are translated."""


def in_english(message: str, **values: object) -> str:
    """Return the text untranslated, with the values inserted."""
    return message % values


SHORT_NAME = 14
"""Largest number of letters of a team's name in a narrow column."""

HEAD_NAME = 20
"""Largest number of letters of a team's name above its columns, where it may take several lines."""

FULL_NAME = 80
"""Largest number of letters of a name anywhere on a form."""


def shortened(name: str, letters: int) -> str:
    """Return the name, or its beginning and an ellipsis if it is longer than `letters`."""
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def head_name(name: str) -> str:
    """Return a team's name as the header of narrow columns, with HEAD_NAME letters at most.

    A longer name is cut after a whole word, or anywhere with an ellipsis if less than half would be
    left. A word too wide for its column is clipped, not broken, when the form is drawn.
    """
    if len(name) <= HEAD_NAME:
        return name
    whole = name[: HEAD_NAME + 1].rpartition(" ")[0].rstrip()
    return whole if 2 * len(whole) >= HEAD_NAME else shortened(name, HEAD_NAME)


def signed(number: int) -> str:
    """Return a difference as text: "+3", "−3" with a true minus sign, or "0"."""
    return f"{number:+d}".replace("-", "−") if number else "0"
