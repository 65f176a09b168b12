"""Names in the order of a language's alphabet, for lists that people look themselves up in.

By code points Ukrainian names with І, Ї, Є and Ґ would stand behind Я. A language's own letters
come first, then other scripts; accents on Latin letters are passed over.
"""

import unicodedata

_CYRILLIC = {
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ",
    "ru": "абвгґдеёєжзиіїйклмнопрстуфхцчшщъыьэюя",
}
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_BEHIND = 1_000

OrderKey = tuple[tuple[int, ...], str]


def alphabetical(name: str, language: str) -> OrderKey:
    """What a name is sorted by in lists of a language; other letters stand behind its own."""
    cyrillic = _CYRILLIC.get(language, _CYRILLIC["ru"])
    own_first = cyrillic + _LATIN if language in _CYRILLIC else _LATIN + cyrillic
    ranks = {letter: rank for rank, letter in enumerate(own_first, 1)}
    plain = (_plain(letter) for letter in unicodedata.normalize("NFC", name).casefold())
    order = tuple(ranks.get(each, _BEHIND + ord(each) if each.isalnum() else 0) for each in plain)
    return order, name


def _plain(letter: str) -> str:
    """A Latin letter without its accent; any other as it is."""
    base = unicodedata.normalize("NFD", letter)[0]
    return base if base in _LATIN else letter
