"""How persons and matches are named, decided in one place for pages, feeds, forms and exports.

Source: ruling 33. The name is the one in the script of the reader's language, else the preferred
one. Of somebody hidden only initials are shown, but to the people who enter names. Of somebody
erased nothing is left to show: "N. N.", as tables of results write it in every language (ours). An
id that nobody knows is shown as it is.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.errors import MatchRefused
from rules.identities import MatchAddress, MatchId, PersonId, TournamentId, TournamentName
from server.store.accounts_db.persons import Person

_FIGURES = 9
"""In a match's number at most."""
NAMELESS = "N. N."
"""Stands for somebody erased (Latin nomen nescio)."""
_SCRIPTS = {"en": "LATIN", "uk": "CYRILLIC", "ru": "CYRILLIC"}


def person_name(person: Person, language: str | None = None, *, in_full: bool = False) -> str:
    """A person's name in a language's script; `in_full` also of somebody hidden."""
    if person.erased or not person.names:
        return NAMELESS
    name = _in_script(person.names, _SCRIPTS.get(language or ""))
    return initials(name) if person.hidden and not in_full else name


def initials(name: str) -> str:
    """The first letter of each part of a name: "A. K." of Anna-Maria Kovalenko."""
    letters = (part[0] for part in name.split() if part)
    return " ".join(f"{letter.upper()}." for letter in letters)


def _in_script(names: tuple[str, ...], script: str | None) -> str:
    return next((name for name in names if script and _script(name) == script), names[0])


def _script(name: str) -> str:
    """The script of the first letter, by its name in Unicode."""
    letter = next((each for each in name if each.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of persons and tournaments as one kind of reader sees them.

    Equal while none has changed.

    `language` None: each person's preferred name. `in_full`: also of those hidden.
    """

    persons: Mapping[PersonId, Person] = field(default_factory=dict, repr=False, compare=False)
    language: str | None = None
    in_full: bool = False
    revision: int = 0
    tournaments: Mapping[TournamentId, TournamentName] = field(default_factory=dict, repr=False)

    def match(self, match_id: MatchId) -> MatchAddress:
        """How people name a match; by its tournament's id where nobody knows that."""
        name = str(self.tournaments.get(match_id.tournament, match_id.tournament))
        number = str(match_id.number)
        label = number if len(self.tournaments) == 1 else f"{name}/{number}"
        return MatchAddress(name, match_id.number, label)

    def match_named(self, tournament: str, number: int) -> MatchId:
        """Which match a tournament's short name and a number mean, be there one or not.

        Raises MatchRefused for an unknown tournament.
        """
        for tournament_id, name in self.tournaments.items():
            if name.text == tournament:
                return MatchId(tournament_id, number)
        known = ", ".join(name.text for name in self.tournaments.values())
        raise MatchRefused("tournament", tournament, known)

    def match_meant(self, text: str) -> MatchId:
        """The match of a text such as "club/3"; raises MatchRefused for any that names none."""
        tournament, _, number = text.rpartition("/")
        if not number.isdecimal() or not number.isascii() or len(number) > _FIGURES:
            raise MatchRefused("match", text, "a tournament's name and a number, such as club/3")
        return self.match_named(tournament, int(number))

    def of(self, person_id: PersonId) -> str:
        """A person's name; the id itself when nobody knows it."""
        person = resolved(self.persons, person_id)
        if person is None:
            return person_id.text
        return person_name(person, self.language, in_full=self.in_full)

    def by(self, text: str) -> str:
        """Who did something, as `by` of an event says it: a person's id, or "board BZ-2"."""
        try:
            return self.of(PersonId(text))
        except ValueError:
            return text

    def same(self, by: str, other: str) -> bool:
        """Whether two that `by` of events names are one person, or were found to be one."""
        return by == other or (bool(by) and self._who(by) == self._who(other))

    def _who(self, by: str) -> str:
        try:
            person = resolved(self.persons, PersonId(by))
        except ValueError:
            return by
        return by if person is None else person.person_id.text

    def actor(self, text: str) -> str:
        """An actor of the log: a role with a person's id, or what acts without a person."""
        role, space, person = text.partition(" ")
        if role in ("board", "") or not space:
            return text
        return f"{role} {self.by(person)}"

    def in_refusals(self, named: Mapping[str, object]) -> dict[str, object]:
        """The values of a refusal, persons by their names."""
        return {key: self.in_refusal(value) for key, value in named.items()}

    def in_refusal(self, value: object) -> object:
        """A value that a refusal names: persons and matches by their names, several in one line."""
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


NO_NAMES = Names()
"""Nobody's: each is shown by his id."""


def resolved(persons: Mapping[PersonId, Person], person_id: PersonId) -> Person | None:
    """The person of that id, or the one he turned out to be; None when nobody knows the id."""
    person = persons.get(person_id)
    seen = {person_id}
    while person is not None and person.merged_into is not None and person.merged_into not in seen:
        seen.add(person.merged_into)
        person = persons.get(person.merged_into, person)
    return person
