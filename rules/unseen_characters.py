"""Characters that cannot be seen, in names and remarks that come from people, files and boards.

Such a character does nothing good in a name and can do harm where it goes: turn the direction of
what follows in a list, a terminal or a printed form, break a line of an exported file, or make two
names look like one. Nothing of this is in the rules of play (ours).
"""

import unicodedata

_JOINERS = "\u200c\u200d"
"""Held together or apart by these: letters of some scripts, and many an emoji."""
_TAGS = range(0xE0020, 0xE0080)
"""Some flags are made of these."""
_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Controls, formats, surrogates, and what ends a line or paragraph, as Unicode has them."""
_STAND_IN = "\N{REPLACEMENT CHARACTER}"


def is_unseen(character: str) -> bool:
    """Tell whether a character cannot be seen; the joiners of some scripts are let pass."""
    if character in _JOINERS or ord(character) in _TAGS:
        return False
    return unicodedata.category(character) in _CATEGORIES


def unseen_codes(text: str) -> tuple[str, ...]:
    """Name those in a text, such as U+202E, each once in the order they come."""
    return tuple(dict.fromkeys(f"U+{ord(each):04X}" for each in text if is_unseen(each)))


def all_visible(text: str) -> str:
    """The text with a replacement character for each that cannot be seen."""
    return "".join(_STAND_IN if is_unseen(each) else each for each in text)


def without_unseen(text: str) -> str:
    """The text with single spaces and none of them: one that ends a line is a space like others."""
    spaced = (" " if each.isspace() else each for each in text)
    return " ".join("".join(each for each in spaced if not is_unseen(each)).split())
