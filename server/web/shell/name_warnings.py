"""Warnings about names with letters that forms cannot print, for the pages where names are entered.

Such a name is accepted; forms show question marks for these letters.
"""

from protocol_forms.writers.pdf import undrawn
from server.words.translation import Words

_UNSEEN = "\u00a0\u00ad\u200c\u200d"
"""Characters that are not seen and do no harm."""
_MOST_NAMED = 8
"""Greatest number of characters that one warning names."""


def letters_in_doubt(name: str) -> tuple[str, ...]:
    """Return the characters of a name that forms cannot print, each once, in their order.

    Characters that change the direction of writing are returned, too.
    """
    return tuple(dict.fromkeys(each for each in name if not _sure(each)))


def name_warning(name: str, words: Words) -> str:
    """Return the warning about a name's characters; empty if all of them are sure to be shown."""
    doubtful = letters_in_doubt(name)
    if not doubtful:
        return ""
    characters = ", ".join(_shown(each) for each in doubtful[:_MOST_NAMED])
    return words.gettext(
        "Forms cannot print some characters of this name (%(characters)s) and show question marks "
        "instead. Please write the name in Latin letters.",
        characters=characters + (" …" if len(doubtful) > _MOST_NAMED else ""),
    )


def _sure(character: str) -> bool:
    return character in _UNSEEN or (character.isprintable() and not undrawn(character))


def _shown(character: str) -> str:
    code = f"U+{ord(character):04X}"
    return f"{character} {code}" if character.isprintable() else code
