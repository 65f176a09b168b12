"""The list of all languages of the pages and forms, with everything in which they differ.

A language consists of a record here and a catalogue, `catalogues/CODE/pages.po`, which `./dev
words` creates and keeps up to date. Everything else follows from the two: the choice on pages,
fonts, plural forms, dates, the order of names, the headings of grids.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from protocol_forms.labels import SOURCE_LANGUAGE

__all__ = ["LANGUAGES", "SOURCE_LANGUAGE", "Language"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language: `code` is its ISO 639 code, `name` is in the language itself, `label` is short.

    `locale` is the language with a territory, which decides the form of dates and of link previews.
    `script` names the fonts needed beside the Latin ones, and the script in which persons' names
    are shown. `alphabet` has the letters of that script in order, in small letters without accents;
    letters of other languages have a place among them. `direction` is the HTML attribute `dir`.
    `paper` is the default paper size of forms.
    """

    code: str
    name: str
    label: str
    locale: str
    script: str = "latin"
    alphabet: str = "abcdefghijklmnopqrstuvwxyz"
    direction: str = "ltr"
    paper: str = "a4"

    @property
    def fonts(self) -> tuple[str, ...]:
        """The scripts whose letters the language's pages need.

        Latin, which every page needs, is first.
        """
        return tuple(dict.fromkeys(("latin", self.script)))


_ALL = (
    Language(code=SOURCE_LANGUAGE, name="English", label="EN", locale="en_GB"),
    Language(
        code="uk",
        name="Українська",
        label="УКР",
        locale="uk_UA",
        script="cyrillic",
        alphabet="абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэ",
    ),
    Language(
        code="ru",
        name="Русский",
        label="РУС",
        locale="ru_RU",
        script="cyrillic",
        alphabet="абвгґдеёєжзиіїйклмнопрстуфхцчшщъыьэюя",
    ),
)

LANGUAGES: Mapping[str, Language] = {each.code: each for each in _ALL}
"""All languages, keyed by code, in the order in which pages offer them."""
