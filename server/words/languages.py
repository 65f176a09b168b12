"""The languages of the pages and forms: the one list of them, and all differences among them.

A language is a record here and a catalogue, `catalogues/CODE/pages.po`, that `./dev words` begins
and keeps up to date. Everything else follows from these: the choice on pages, fonts, plural forms,
dates, the order of names, the headings of tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from protocol_forms.labels import SOURCE_LANGUAGE

__all__ = ["LANGUAGES", "SOURCE_LANGUAGE", "Language"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language: `code` is its ISO 639 code, `name` is in the language itself, `label` is short.

    `locale` is the language with the territory whose dates and link previews it has. `script` names
    the fonts beside the Latin ones, and the letters in which people's names are shown; `alphabet`
    is the order of that script's letters, small and without accents, and of others among them.
    `direction` is the HTML attribute `dir`, `paper` the default paper of its forms.
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
        """The scripts whose letters the language's pages need, those of every page first."""
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
"""Every language by its code, in the order in which pages offer them."""
