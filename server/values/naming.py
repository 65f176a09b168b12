"""The names of persons and matches, decided in one place for pages, feeds, forms and exports.

Source: ruling 33. The name is the one in the script of the reader's language, else the preferred
one. A hidden person is shown by initials, except to those who enter names. An erased person is
shown as "N. N.", as tables of results write it in every language (ours). An unknown id is shown
itself.

Also here: names in the order of a language's alphabet, for lists in which people look for
themselves.

By code points Ukrainian names with І, Ї, Є and Ґ would come after Я. A language's own letters come
first, then other scripts; accents on Latin letters are ignored.

Also here: names that differ by one typing error, found without comparing each with each.

Also here: the keys by which names are compared in searches: in Latin or Cyrillic, in any
transcription.

Letters that transcriptions write in several ways become one: Chernihiv begins as Чернігів does,
Sergei is Sergey and Сергей, Alexandr is Александр. Two names may so be taken for one; a search
shows both.
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
"""Most figures of a match's number."""
NAMELESS = "N. N."
"""The name shown for an erased person (Latin nomen nescio)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person who plays, leads a team or runs the hall.

    `names`, in several scripts, begin with the preferred one. `hidden`: initials are shown.
    `erased`: nothing else is known any more. `merged_into` is the person this one turned out to be.
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
    """Return a person's name in a language's script; `in_full` also of a hidden person."""
    if person.erased or not person.names:
        return NAMELESS
    name = _in_script(person.names, LANGUAGES.get(language or ""))
    return initials(name) if person.hidden and not in_full else name


def initials(name: str) -> str:
    """Return the first letter of each part of a name: "A. K." of Anna-Maria Kovalenko."""
    letters = (part[0] for part in name.split() if part)
    return " ".join(f"{letter.upper()}." for letter in letters)


def _in_script(names: tuple[str, ...], language: Language | None) -> str:
    script = language.script.upper() if language is not None else ""
    return next((name for name in names if script and _script(name) == script), names[0])


def _script(name: str) -> str:
    """Return the script of the first letter, by its name in Unicode."""
    letter = next((each for each in name if each.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of persons and tournaments for one kind of reader.

    Two are equal while no name has changed.

    `language` None: each person's preferred name. `in_full`: hidden persons' names as well.
    """

    persons: Mapping[PersonId, Person] = field(default_factory=dict, repr=False, compare=False)
    language: str | None = None
    in_full: bool = False
    revision: int = 0
    tournaments: Mapping[TournamentId, TournamentName] = field(default_factory=dict, repr=False)

    def match(self, match_id: MatchId) -> MatchAddress:
        """Return a match's name; it has its tournament's id if that has no known name."""
        name = str(self.tournaments.get(match_id.tournament, match_id.tournament))
        number = str(match_id.number)
        label = number if len(self.tournaments) == 1 else f"{name}/{number}"
        return MatchAddress(name, match_id.number, label)

    def match_named(self, tournament: str, number: int) -> MatchId:
        """Return the id of a tournament's match by short name and number; it need not exist.

        Raises MatchRefused for an unknown tournament.
        """
        for tournament_id, name in self.tournaments.items():
            if name.text == tournament:
                return MatchId(tournament_id, number)
        known = ", ".join(name.text for name in self.tournaments.values())
        raise MatchRefused("tournament", tournament, known)

    def match_meant(self, text: str) -> MatchId:
        """Return the match of a text such as "club/3"; raises MatchRefused for any other text."""
        tournament, _, number = text.rpartition("/")
        if not number.isdecimal() or not number.isascii() or len(number) > _FIGURES:
            raise MatchRefused("match", text, "a tournament's name and a number, such as club/3")
        return self.match_named(tournament, int(number))

    def of(self, person_id: PersonId) -> str:
        """Return a person's name; the id itself when it is unknown."""
        person = resolved(self.persons, person_id)
        if person is None:
            return person_id.text
        return person_name(person, self.language, in_full=self.in_full)

    def by(self, text: str) -> str:
        """Return the name for an event's `by`: a person's, or the text itself, as "board BZ-2"."""
        try:
            return self.of(PersonId(text))
        except ValueError:
            return text

    def same(self, by: str, other: str) -> bool:
        """Return True if an event's two `by` are one person, after mergers."""
        return by == other or (bool(by) and self._who(by) == self._who(other))

    def _who(self, by: str) -> str:
        try:
            person = resolved(self.persons, PersonId(by))
        except ValueError:
            return by
        return by if person is None else person.person_id.text

    def actor(self, text: str) -> str:
        """Return an actor of the log: a role with a person's name, or one that is no person."""
        role, space, person = text.partition(" ")
        if role in ("board", "") or not space:
            return text
        return f"{role} {self.by(person)}"

    def in_refusals(self, named: Mapping[str, object]) -> dict[str, object]:
        """Return the values of a refusal, persons by their names."""
        return {key: self.in_refusal(value) for key, value in named.items()}

    def in_refusal(self, value: object) -> object:
        """Return a value of a refusal: persons and matches by their names, several in one line."""
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
"""Most numbers listed in a refusal; of more only the first and the last are named."""


def unknown_match(match_id: MatchId, known: Sequence[int]) -> MatchRefused:
    """Return the refusal of a match whose number is not among the `known` ones, in order."""
    if len(known) > _NAMED_SINGLY:
        return MatchRefused("match", match_id, f"{known[0]} to {known[-1]}")
    return MatchRefused("match", match_id, ", ".join(map(str, known)) or N_("none yet"))


NO_NAMES = Names()
"""Names without any: each person is shown by the id."""


def resolved(persons: Mapping[PersonId, Person], person_id: PersonId) -> Person | None:
    """Return the person of that id, after mergers; None for an unknown id."""
    person = persons.get(person_id)
    seen = {person_id}
    while person is not None and person.merged_into is not None and person.merged_into not in seen:
        seen.add(person.merged_into)
        person = persons.get(person.merged_into, person)
    return person


_ALPHABETS = {each.script: each.alphabet for each in LANGUAGES.values()}
"""A script's letters in order, for readers of languages in another script."""
_LATIN = LANGUAGES[SOURCE_LANGUAGE].alphabet
_BEHIND = 1_000

OrderKey = tuple[tuple[int, ...], str]


def alphabetical(name: str, language: str) -> OrderKey:
    """Return the sort key of a name in a language's lists; other letters come after its own."""
    own = LANGUAGES.get(language, LANGUAGES[SOURCE_LANGUAGE])
    others = (letters for script, letters in _ALPHABETS.items() if script != own.script)
    own_first = "".join((own.alphabet, *others))
    ranks = {letter: rank for rank, letter in enumerate(own_first, 1)}
    plain = (_plain(letter) for letter in unicodedata.normalize("NFC", name).casefold())
    order = tuple(ranks.get(each, _BEHIND + ord(each) if each.isalnum() else 0) for each in plain)
    return order, name


def _plain(letter: str) -> str:
    """Return a Latin letter without its accent; any other as it is."""
    base = unicodedata.normalize("NFD", letter)[0]
    return base if base in _LATIN else letter


def folded(name: str) -> str:
    """Return the name in the form for comparison: two names that look alike in a list are one."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


_SHORTEST = 5
"""Fewest letters of a name to compare: too many shorter names differ in one letter."""


class SimilarNames:
    """Search for known names that differ from a typed one by a letter, or in their words' order.

    One letter more, fewer or another one, or two neighbours exchanged. The same name, in any
    spacing and capitals, is not similar but the same.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._by_variant: dict[str, list[str]] = {}
        for name in known:
            for variant in _variants(folded(name)):
                self._by_variant.setdefault(variant, []).append(name)

    def like(self, name: str) -> str | None:
        """Return a known name that may have been meant."""
        typed = folded(name)
        bearers = (name for each in _variants(typed) for name in self._by_variant.get(each, ()))
        return next((name for name in bearers if folded(name) != typed), None)


def _variants(name: str) -> Iterator[str]:
    """Yield the name, its words in order, and the name without each of its letters."""
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
"""Spellings that transcriptions use for each other, in the order of replacement."""


@lru_cache(maxsize=65_536)
def search_key(name: str) -> str:
    """Return the letters and figures by which names are compared, words separated by one space."""
    bare = unicodedata.normalize("NFKC", name).casefold().translate(_PLAIN)
    plain = (each for each in unicodedata.normalize("NFD", bare) if not unicodedata.combining(each))
    text = "".join(each if each.isalnum() else _between(each) for each in plain)
    for written, alike in _ALIKE:
        text = text.replace(written, alike)
    once = (each for place, each in enumerate(text) if place == 0 or each != text[place - 1])
    return " ".join("".join(once).split())


def _between(sign: str) -> str:
    """Return the replacement of a sign: an apostrophe separates no words; any other sign does."""
    return "" if sign in "'’ʼ`" else " "


def is_found(asked: str, name: str) -> bool:
    """Return True if every word of a search begins some word of a name; both are keys."""
    words = name.split()
    return all(any(word.startswith(part) for word in words) for part in asked.split())
