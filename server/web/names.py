"""Names and remarks as they are typed: tidied, and without characters that cannot be seen.

Such a character does nothing good in a name and can do harm where it goes: turn the direction of
what follows in a list, a terminal or a printed form, break a line of an exported file, or make two
names look like one.
"""

import unicodedata

from pydantic_core import PydanticCustomError

UNSEEN = "unseen_characters"
"""The type of the error a name with such characters is refused with; `codes` in its context."""

_JOINERS = "\u200c\u200d"
"""Held together or apart by these: letters of some scripts, and many an emoji."""
_TAGS = range(0xE0020, 0xE0080)
"""Some flags are made of these."""
_REFUSED = ("Cc", "Cf", "Cs", "Zl", "Zp")
_SAID = 8


def tidied(typed: object) -> object:
    """A text with composed letters and single spaces; anything else as it is."""
    if not isinstance(typed, str):
        return typed
    return " ".join(unicodedata.normalize("NFC", typed).split())


def all_seen(text: str) -> str:
    """The text itself; a refusal that names the characters in it which cannot be seen."""
    unseen = dict.fromkeys(f"U+{ord(each):04X}" for each in text if _unseen(each))
    if unseen:
        raise PydanticCustomError(
            UNSEEN,
            "{codes} cannot be seen; allowed: letters, figures, punctuation, spaces",
            {"codes": ", ".join([*unseen][:_SAID])},
        )
    return text


def _unseen(character: str) -> bool:
    if character in _JOINERS or ord(character) in _TAGS:
        return False
    return unicodedata.category(character) in _REFUSED
