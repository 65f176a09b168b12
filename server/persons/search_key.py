"""What names are compared by where people search: in Latin or Cyrillic, however it is transcribed.

Letters that transcriptions write in several ways fall together: Chernihiv begins as Чернігів does,
Sergei is Sergey and Сергей, Alexandr is Александр. Two names may so be taken for one; a search
shows both.
"""

import unicodedata
from functools import lru_cache

_LETTERS = "абвдезклмнопрстуфэыёґгийії" + "łøđ"
_WRITTEN = "abvdezklmnoprstufeieggiiii" + "lod"
_PLAIN = str.maketrans(
    {
        **dict(zip(_LETTERS, _WRITTEN, strict=True)),
        "ж": "zh",
        "є": "ie",
        "х": "kh",
        "ц": "ts",
        "ч": "ch",
        "ш": "sh",
        "щ": "shch",
        "ю": "iu",
        "я": "ia",
        "ь": "",
        "ъ": "",
        "ў": "u",
    }
)
_ALIKE = (
    ("shch", "s"),
    ("sch", "s"),
    ("tch", "q"),
    ("ch", "q"),
    ("sh", "s"),
    ("zh", "z"),
    ("kh", "h"),
    ("ph", "f"),
    ("ts", "q"),
    ("tz", "q"),
    ("c", "k"),
    ("y", "i"),
    ("j", "i"),
    ("w", "v"),
    ("x", "ks"),
    ("g", "h"),
    ("ie", "e"),
)
"""What transcriptions write for one another, in the order in which it is put in place."""


@lru_cache(maxsize=65_536)
def search_key(name: str) -> str:
    """Letters and figures that names are compared by, words apart by one space."""
    bare = unicodedata.normalize("NFKC", name).casefold().translate(_PLAIN)
    plain = (each for each in unicodedata.normalize("NFD", bare) if not unicodedata.combining(each))
    text = "".join(each if each.isalnum() else _between(each) for each in plain)
    for written, alike in _ALIKE:
        text = text.replace(written, alike)
    once = (each for place, each in enumerate(text) if place == 0 or each != text[place - 1])
    return " ".join("".join(once).split())


def _between(sign: str) -> str:
    """An apostrophe parts no word; any other sign does."""
    return "" if sign in "'’ʼ`" else " "


def is_found(asked: str, name: str) -> bool:
    """Whether every word of what is asked for begins some word of a name; both are keys."""
    words = name.split()
    return all(any(word.startswith(part) for word in words) for part in asked.split())
