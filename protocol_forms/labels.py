"""How every form says its words, names and differences.

The forms are written in English; a `Say` gives each of their texts in another language, with values
put in by name, `%(game)s`.
"""

from typing import Protocol


class Say(Protocol):
    """Gives a text of a form with its values."""

    def __call__(self, message: str, **values: object) -> str: ...


SOURCE_LANGUAGE = "en"
"""The language in which forms and pages are written; others are its translations."""


def in_english(message: str, **values: object) -> str:
    """The text as it is written."""
    return message % values


SHORT_NAME = 14
"""Letters of a team's name a narrow column has room for."""

HEAD_NAME = 20
"""Letters of a team's name at the head of its columns, over some lines."""

FULL_NAME = 80
"""Letters of a name the form has room for at all."""


def shortened(name: str, letters: int) -> str:
    """The name, or its beginning and an ellipsis where it is longer than so many letters."""
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def head_name(name: str) -> str:
    """A team's name for the heads of narrow columns: as many of its first words as there is room.

    A word that is too wide for its column is cut where the form is drawn, never broken.
    """
    if len(name) <= HEAD_NAME:
        return name
    whole = name[: HEAD_NAME + 1].rpartition(" ")[0].rstrip()
    return whole if 2 * len(whole) >= HEAD_NAME else shortened(name, HEAD_NAME)


def signed(number: int) -> str:
    """A difference with its sign: a true minus, and a plus for what is above nothing."""
    return f"{number:+d}".replace("-", "−") if number else "0"
