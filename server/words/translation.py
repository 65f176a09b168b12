"""The texts of the pages in one language, from the catalogues beside this module.

The catalogues are the `.po` files under `catalogues/`, and those beside the modules of extras. They
are read and compiled in memory once. English is the language of the sources, so a text without a
translation is shown in English. Values are filled into a text by name, as in `%(game)s`; a percent
sign that is to be shown is written twice.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Final

from babel.dates import format_date, format_skeleton, format_time, format_timedelta
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from protocol_forms.labels import shortened
from server.extras import server_packages
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE, Language

CORE: Final = "server.words"
"""The package that has the core's catalogues."""


@dataclass(frozen=True, slots=True)
class Words:
    """The texts in one language, given by its `code`; `translations` is its compiled catalogue."""

    code: str
    translations: NullTranslations

    @property
    def language(self) -> Language:
        """The language's record."""
        return LANGUAGES[self.code]

    def gettext(self, message: str, **values: object) -> str:
        """Return the text in this language, with the values filled in."""
        return self.translations.gettext(message) % values

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """Return the text for this number in this language.

        The text may contain the number as `%(num)s`.
        """
        return self.translations.ngettext(one, many, number) % {"num": number, **values}

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """Return the text for this context, for an English word that has several translations."""
        return self.translations.pgettext(context, message) % values

    def clock(self, when: datetime) -> str:
        """Return the time of day in the time zone of `when`, such as 14:05."""
        return format_time(when, "HH:mm", locale=self.code)

    def moment(self, when: datetime) -> str:
        """Return the day and time in this machine's time zone, such as Sat 3 Oct, 10:00."""
        here = when.astimezone()
        day = format_skeleton("MMMEd", here, locale=self.language.locale)
        return f"{day}, {self.clock(here)}"

    def weekday(self, when: datetime) -> str:
        """Return the day in this machine's time zone, such as Saturday, 3 October."""
        day = format_date(when.astimezone(), "EEEE, d MMMM", locale=self.code)
        return f"{day[0].upper()}{day[1:]}"

    def time(self, when: datetime, now: datetime) -> str:
        """Return the time of day in the zone of `when` and how long ago it was.

        For example: 14:05, 3 min ago.
        """
        ago = format_timedelta(when - now, format="short", add_direction=True, locale=self.code)
        return f"{self.clock(when)}, {ago.replace('. ', ' ')}"


def named(name: str) -> str:
    """Return a name for use in a sentence, cut to 48 characters."""
    return shortened(name, 48)


@cache
def words_for(code: str) -> Words:
    """Return the texts in a language; raises KeyError if the code is not in LANGUAGES."""
    LANGUAGES[code]
    if code == SOURCE_LANGUAGE:
        return Words(code, NullTranslations())
    translations = compiled(catalogue(code))
    for package in server_packages().values():
        if catalogue_file(code, package).is_file():
            translations.add_fallback(compiled(catalogue(code, package)))
    return Words(code, translations)


def catalogue_file(code: str, package: str = CORE) -> Traversable:
    """Return the file of a language's catalogue, that of the core or of an extra's package."""
    return files(package).joinpath("catalogues", code, "pages.po")


def catalogue(code: str, package: str = CORE) -> Catalog:
    """Return the catalogue of a language as read from its file."""
    return read_po(BytesIO(catalogue_file(code, package).read_bytes()), locale=code)


def compiled(texts: Catalog) -> GNUTranslations:
    """Return the translations of a catalogue in the form for fast look-ups."""
    written = BytesIO()
    write_mo(written, texts)
    written.seek(0)
    return GNUTranslations(written)


def preferred(chosen: str | None, accepted: str, fallback: str) -> str:
    """Return the language to answer in: the chosen one, or the best accepted, or `fallback`.

    `accepted` is an Accept-Language header. Source: HTTP Semantics (RFC 9110), 12.5.4; regions are
    not distinguished.
    """
    if chosen is not None and chosen in LANGUAGES:
        return chosen
    wishes = [_wish(part) for part in accepted.split(",")]
    known = [(weight, code) for weight, code in wishes if code in LANGUAGES and weight > 0]
    return max(known, key=lambda wish: wish[0])[1] if known else fallback


def _wish(part: str) -> tuple[float, str]:
    tag, _, parameter = part.strip().partition(";")
    name, _, weight = parameter.strip().partition("=")
    code = tag.strip().partition("-")[0].lower()
    if name.strip() != "q":
        return 1.0, code
    try:
        return float(weight), code
    except ValueError:
        return 0.0, code
