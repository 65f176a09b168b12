"""The names of persons and matches, decided in one place for pages, feeds, forms and exports.

Source: ruling 33. A person may have names in several scripts. The name in the script of the
reader's language is shown. If there is none, the first name in a script that forms can print is
shown; if there is none either, the name that the person prefers. A hidden person is shown by
initials, except to those who enter names. An erased person is shown as "N. N.", as lists of results
write it in every language (our choice). An unknown person is shown by id.

Also here: the order of names by a language's alphabet, for lists in which people look for
themselves. In the order of code points, Ukrainian names with І, Ї, Є and Ґ would come after Я. The
language's own letters come first, then other scripts; accents on Latin letters are ignored.

Also here: a search for names that differ by one typing error. The search does not compare every
name with every other.

Also here: the keys by which a search compares names, in Latin or Cyrillic and in any transcription.
Letters that transcriptions write in several ways become one: the key of Chernihiv begins as that of
Чернігів does, and Sergei, Sergey and Сергей have one key, as Alexandr and Александр have. So two
different names may have the same key; a search then shows both.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rules.errors import MatchRefused
from rules.identities import MatchAddress, MatchId, PersonId, TournamentId, TournamentName
from rules.text import N_
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE, Language

_FIGURES = 9
"""The largest number of figures in a match's number."""
NAMELESS = "N. N."
"""The name shown for an erased person (Latin nomen nescio)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person who plays, leads a team or runs the hall.

    `names` are in several scripts; the first is the one that the person prefers. `hidden` is True
    if only initials are shown. `erased` is True if nothing else is known any more. `merged_into` is
    the id of the person who this one turned out to be.
    """

    person_id: PersonId
    names: tuple[str, ...] = ()
    club: str = ""
    country: str = ""
    federation_number: str = ""
    hidden: bool = False
    erased: bool = False
    merged_into: PersonId | None = None


def person_name(person: Person, language: str | None = None, *, in_full: bool = False) -> str:
    """Return a person's name in the script of a language, if the person has one in that script.

    Otherwise return the first of the person's names in a script that forms can print, or else the
    name that the person prefers. If `language` is None, return the name that the person prefers. A
    hidden person is named by initials unless `in_full` is True.
    """
    if person.erased or not person.names:
        return NAMELESS
    name = _in_script(person.names, LANGUAGES.get(language or ""))
    return initials(name) if person.hidden and not in_full else name


def initials(name: str) -> str:
    """Return the first letter of each part of a name, such as "A. K." for Anna-Maria Kovalenko."""
    letters = (part[0] for part in name.split() if part)
    return " ".join(f"{letter.upper()}." for letter in letters)


_PRINTED = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "HEBREW")
"""The scripts that printed forms can show (protocol_forms/fonts)."""


def _in_script(names: tuple[str, ...], language: Language | None) -> str:
    if language is None:
        return names[0]
    own = (name for name in names if _script(name) == language.script.upper())
    printed = (name for name in names if _script(name) in _PRINTED)
    return next(own, next(printed, names[0]))


def _script(name: str) -> str:
    """Return the script of the first letter, as the name of that letter in Unicode gives it."""
    letter = next((each for each in name if each.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of persons and tournaments for one kind of reader.

    Two objects are equal if no name has changed from one to the other, so that caches can compare
    them. If `language` is None, each person is named as they prefer. `in_full` also shows the names
    of hidden persons.
    """

    persons: Mapping[PersonId, Person] = field(default_factory=dict, repr=False, compare=False)
    language: str | None = None
    in_full: bool = False
    revision: int = 0
    tournaments: Mapping[TournamentId, TournamentName] = field(default_factory=dict, repr=False)

    def match(self, match_id: MatchId) -> MatchAddress:
        """Return a match's address as shown to people.

        A tournament whose name is unknown is shown by its id.
        """
        name = str(self.tournaments.get(match_id.tournament, match_id.tournament))
        number = str(match_id.number)
        label = number if len(self.tournaments) == 1 else f"{name}/{number}"
        return MatchAddress(name, match_id.number, label)

    def match_named(self, tournament: str, number: int) -> MatchId:
        """Return the id of the match with this number in the tournament with this short name.

        The match need not exist. Raises MatchRefused if the tournament is unknown.
        """
        for tournament_id, name in self.tournaments.items():
            if name.text == tournament:
                return MatchId(tournament_id, number)
        known = ", ".join(name.text for name in self.tournaments.values())
        raise MatchRefused("tournament", tournament, known)

    def match_meant(self, text: str) -> MatchId:
        """Return the id of the match in a text such as "club/3".

        Raises MatchRefused if the text names no match.
        """
        tournament, _, number = text.rpartition("/")
        if not number.isdecimal() or not number.isascii() or len(number) > _FIGURES:
            raise MatchRefused("match", text, "a tournament's name and a number, such as club/3")
        return self.match_named(tournament, int(number))

    def of(self, person_id: PersonId) -> str:
        """Return a person's name, or the id itself if it is unknown."""
        person = resolved(self.persons, person_id)
        if person is None:
            return person_id.text
        return person_name(person, self.language, in_full=self.in_full)

    def by(self, text: str) -> str:
        """Return the name of the person in the `by` of an event; return any other text as it is.

        A text such as "board BZ-2" names no person.
        """
        try:
            return self.of(PersonId(text))
        except ValueError:
            return text

    def same(self, by: str, other: str) -> bool:
        """Return True if the `by` of two events names the same person, who may have been merged."""
        return by == other or (bool(by) and self._who(by) == self._who(other))

    def _who(self, by: str) -> str:
        try:
            person = resolved(self.persons, PersonId(by))
        except ValueError:
            return by
        return by if person is None else person.person_id.text

    def actor(self, text: str) -> str:
        """Return an actor of the log for display, with a person's name in place of the id.

        An actor that is not a person is returned as it is.
        """
        role, space, person = text.partition(" ")
        if role in ("board", "") or not space:
            return text
        return f"{role} {self.by(person)}"

    def in_refusals(self, named: Mapping[str, object]) -> dict[str, object]:
        """Return a refusal's values, for its text, with the names of persons and matches."""
        return {key: self.in_refusal(value) for key, value in named.items()}

    def in_refusal(self, value: object) -> object:
        """Return a value of a refusal for display, with the names of persons and matches.

        Several persons or matches are listed in one line.
        """
        match value:
            case PersonId():
                return self.of(value)
            case MatchId():
                label = self.match(value).label
                return value.number if label.isdecimal() else label
            case tuple():
                return ", ".join(str(self.in_refusal(each)) for each in value)
            case _:
                return value


_NAMED_SINGLY = 12
"""The largest number of matches whose numbers are all listed in a refusal.

If there are more matches, the refusal names only the first and the last.
"""


def unknown_match(match_id: MatchId, known: Sequence[int]) -> MatchRefused:
    """Return the refusal of a match whose number is not among the `known` numbers.

    The `known` numbers are sorted.
    """
    if len(known) > _NAMED_SINGLY:
        return MatchRefused("match", match_id, f"{known[0]} to {known[-1]}")
    return MatchRefused("match", match_id, ", ".join(map(str, known)) or N_("none yet"))


NO_NAMES = Names()
"""An empty set of names, with which each person is shown by id."""


def resolved(persons: Mapping[PersonId, Person], person_id: PersonId) -> Person | None:
    """Return the person with this id, or the one into whom they were merged; None if unknown."""
    person = persons.get(person_id)
    seen = {person_id}
    while person is not None and person.merged_into is not None and person.merged_into not in seen:
        seen.add(person.merged_into)
        person = persons.get(person.merged_into, person)
    return person


_ALPHABETS = {each.script: each.alphabet for each in LANGUAGES.values()}
"""The letters of each script in order, for readers of languages in another script."""
_LATIN = LANGUAGES[SOURCE_LANGUAGE].alphabet
_BEHIND = 1_000

OrderKey = tuple[tuple[int, ...], str]


def alphabetical(name: str, language: str) -> OrderKey:
    """Return the sort key of a name in a language's lists, with other languages' letters last."""
    own = LANGUAGES.get(language, LANGUAGES[SOURCE_LANGUAGE])
    others = (letters for script, letters in _ALPHABETS.items() if script != own.script)
    own_first = "".join((own.alphabet, *others))
    ranks = {letter: rank for rank, letter in enumerate(own_first, 1)}
    plain = (_plain(letter) for letter in unicodedata.normalize("NFC", name).casefold())
    order = tuple(ranks.get(each, _BEHIND + ord(each) if each.isalnum() else 0) for each in plain)
    return order, name


def _plain(letter: str) -> str:
    """Return a Latin letter without its accent, and any other letter as it is."""
    base = unicodedata.normalize("NFD", letter)[0]
    return base if base in _LATIN else letter


def folded(name: str) -> str:
    """Return the form in which names are compared; names that look alike in a list are equal."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


_SHORTEST = 5
"""The fewest letters of a name for which similar names are searched.

Many shorter names differ in only one letter although they are names of different persons.
"""


class SimilarNames:
    """A search for known names that differ from a typed name by one error.

    The error is a letter more, a letter fewer, another letter, two neighbouring letters exchanged,
    or another order of the words. A name that differs only in spacing or capitals is the same name,
    and not found.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._by_variant: dict[str, list[str]] = {}
        for name in known:
            for variant in _variants(folded(name)):
                self._by_variant.setdefault(variant, []).append(name)

    def like(self, name: str) -> str | None:
        """Return a known name that may have been meant, or None."""
        typed = folded(name)
        bearers = (name for each in _variants(typed) for name in self._by_variant.get(each, ()))
        return next((name for name in bearers if folded(name) != typed), None)


def _variants(name: str) -> Iterator[str]:
    """Yield the name with its words sorted; yield the name and its shortened forms if it is long.

    In each shortened form one letter of the name is left out.
    """
    yield " ".join(sorted(name.split()))
    if len(name) >= _SHORTEST:
        yield name
        yield from (name[:place] + name[place + 1 :] for place in range(len(name)))


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
"""Spellings that transcriptions use for one another, in the order in which they are replaced."""


@lru_cache(maxsize=65_536)
def search_key(name: str) -> str:
    """Return the form of a name that searches compare: letters and figures, with single spaces."""
    bare = unicodedata.normalize("NFKC", name).casefold().translate(_PLAIN)
    plain = (each for each in unicodedata.normalize("NFD", bare) if not unicodedata.combining(each))
    text = "".join(each if each.isalnum() else _between(each) for each in plain)
    for written, alike in _ALIKE:
        text = text.replace(written, alike)
    once = (each for place, each in enumerate(text) if place == 0 or each != text[place - 1])
    return " ".join("".join(once).split())


def _between(sign: str) -> str:
    """Return what replaces a sign: nothing for an apostrophe, a space for any other sign."""
    return "" if sign in "'’ʼ`" else " "


def is_found(asked: str, name: str) -> bool:
    """Return True if every word of the search is the beginning of some word of the name.

    Both texts are search keys, which `search_key` returns.
    """
    words = name.split()
    return all(any(word.startswith(part) for word in words) for part in asked.split())
