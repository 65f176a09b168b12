"""Which letters of a name the fonts of pages and forms are sure to hold.

Latin, Cyrillic and Greek are guaranteed; a name with others is taken as it is, with a warning that
names them, since another device or the printed form may show a box in their place.
"""

import unicodedata

from server.words.translation import Words

SURE = ("LATIN ", "CYRILLIC ", "GREEK ")
_MARKS = "‘’“”„–—…№ʼ×÷"
_MOST_NAMED = 8
"""Characters named at most in one warning."""


def letters_in_doubt(name: str) -> tuple[str, ...]:
    """The characters of a name outside Latin, Cyrillic and Greek, each once in their order.

    Spaces, figures and punctuation of ASCII and of those scripts, and accents that join the letter
    before them, are sure. Controls that turn the direction of writing are in doubt.
    """
    return tuple(dict.fromkeys(each for each in name if not _sure(each)))


def name_warning(name: str, words: Words) -> str:
    """What to say beside the entry of a name; empty when all its letters are sure."""
    doubtful = letters_in_doubt(name)
    if not doubtful:
        return ""
    characters = ", ".join(_shown(each) for each in doubtful[:_MOST_NAMED])
    return words.gettext(
        "This name has characters outside Latin, Cyrillic and Greek (%(characters)s). It "
        "is accepted as it is, but some screens and the printed form may not show them.",
        characters=characters + (" …" if len(doubtful) > _MOST_NAMED else ""),
    )


def _sure(character: str) -> bool:
    if character.isascii():
        return character.isprintable()
    if "\u0300" <= character <= "\u036f" or "\u00a0" <= character <= "\u00bf":
        return True
    return character in _MARKS or unicodedata.name(character, "").startswith(SURE)


def _shown(character: str) -> str:
    code = f"U+{ord(character):04X}"
    return f"{character} {code}" if character.isprintable() else code
