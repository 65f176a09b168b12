"""The persons of a server in memory, and listeners for changes of names.

Also here: decisions on commands about persons, as pure functions with the rules on who may give
them (ruling 33).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from rules import commands as cmd
from rules.checks import is_seen
from rules.errors import PersonRefused, ValuesChanged
from rules.identities import PersonId
from rules.text import N_
from server.access import Action, Actor, Visitor, check_may
from server.random_ids import random_id
from server.store.accounts_db.persons import Persons
from server.values.naming import Names, Person, folded, resolved


def new_person_id() -> PersonId:
    """Return a new id for a person, which is unused and reveals nothing."""
    return PersonId(random_id())


class PersonBook:
    """All persons. `listeners` are called after each change, on the event loop.

    `stored` is where persons are stored durably.
    """

    def __init__(self, stored: Persons) -> None:
        self._stored = stored
        self.revision = 0
        self._merged: tuple[int, Mapping[PersonId, PersonId]] = (-1, {})
        self.listeners: list[Callable[[], None]] = []

    @property
    def persons(self) -> Mapping[PersonId, Person]:
        """All persons, keyed by id, including merged and erased persons."""
        return self._stored.all

    @property
    def merged(self) -> Mapping[PersonId, PersonId]:
        """A mapping of the id of each merged person to their present id."""
        if self._merged[0] != self.revision:
            found = {
                person_id: known.person_id
                for person_id, person in self.persons.items()
                if person.merged_into is not None and (known := self.person(person_id)) is not None
            }
            self._merged = self.revision, found
        return self._merged[1]

    def person(self, person_id: PersonId) -> Person | None:
        """Return the person with this id, or the person into whom they were merged.

        Return None if the id is unknown.
        """
        return resolved(self.persons, person_id)

    def listed(self) -> list[Person]:
        """Return all persons who are not merged into others, in the order of adding."""
        return [person for person in self.persons.values() if person.merged_into is None]

    def named(self, name: str) -> list[Person]:
        """Return all persons with this name, ignoring capitals and spacing."""
        folded_name = folded(name)
        return [each for each in self.listed() if folded_name in map(folded, each.names)]

    def search(self, words: str) -> list[Person]:
        """Return all persons who have each of these words in name, club, country, number or id."""
        folded_words = folded(words).split()

        def known(person: Person) -> str:
            parts = (*person.names, person.club, person.country, person.federation_number)
            return folded(" ".join((*parts, person.person_id.text)))

        return [person for person in self.listed() if all(w in known(person) for w in folded_words)]

    def names(self, language: str | None = None, *, in_full: bool = False) -> Names:
        """Return the names of all persons in a language.

        Hidden persons are shown by initials unless `in_full` is True.
        """
        return Names(self.persons, language, in_full, self.revision)

    def write(self, persons: Sequence[Person]) -> None:
        """Store persons durably. Any thread may call this; raises AccountsUnavailable.

        `changed` must be called afterwards.
        """
        self._stored.save(persons)

    def remove(self, persons: Sequence[PersonId]) -> None:
        """Delete persons whom no event names. Any thread may call this.

        Raises AccountsUnavailable.
        """
        self._stored.remove(persons)

    def changed(self) -> None:
        """Call the listeners after persons have changed. Must be called on the event loop."""
        self.revision += 1
        for listener in self.listeners:
            listener()


_KNOWN = N_("a person from the list")
PERSON_CHANGED = N_("someone else has changed this")


def decide(
    persons: Mapping[PersonId, Person], command: cmd.PersonCommand, actor: Actor
) -> Sequence[Person]:
    """Return the persons that a command changes, with their new values.

    Raises NotAllowed, PersonRefused (which names the field that is wrong), or ValuesChanged.
    """
    _check_actor(command, actor)
    if isinstance(command, cmd.AddPerson):
        if command.person in persons:
            raise PersonRefused("person", command.person.text, "an id that nobody has")
        return [_with_names(Person(person_id=command.person), command)]
    person = _changeable(persons, "person", command.person)
    match command:
        case cmd.RenamePerson():
            if not is_seen(command.was, known_of(person)):
                raise ValuesChanged("was", PERSON_CHANGED, command.was, known_of(person))
            return [_with_names(person, command)]
        case cmd.HidePerson():
            return [replace(person, hidden=command.hidden)]
        case cmd.ErasePerson():
            own = [each for each in persons.values() if _is(persons, each, person)]
            return [
                Person(person_id=each.person_id, erased=True, merged_into=each.merged_into)
                for each in own
            ]
        case cmd.MergePersons():
            into = _changeable(persons, "into", command.into)
            if into == person:
                raise PersonRefused("into", command.into.text, N_("another person"))
            return [replace(person, merged_into=into.person_id)]
        case _:
            assert_never(command)


def known_of(person: Person) -> cmd.PersonKnown:
    """Return what is known of a person, to be compared with what the sender of a change saw."""
    return cmd.PersonKnown(
        names=person.names,
        club=person.club,
        country=person.country,
        federation_number=person.federation_number,
    )


def _check_actor(command: cmd.PersonCommand, actor: Actor) -> None:
    erases = isinstance(command, cmd.ErasePerson)
    if isinstance(actor, Visitor):
        check_may(actor, Action.ERASE_PERSON if erases else Action.KEEP_PERSONS)


def _changeable(persons: Mapping[PersonId, Person], field: str, person_id: PersonId) -> Person:
    person = persons.get(person_id)
    if person is None or person.merged_into is not None:
        raise PersonRefused(field, person_id.text, _KNOWN)
    if person.erased:
        raise PersonRefused(field, person_id.text, N_("a person who is not erased"))
    return person


def _is(persons: Mapping[PersonId, Person], each: Person, person: Person) -> bool:
    """Return True if `each` is the person, or was merged into them."""
    while each.merged_into is not None:
        each = persons[each.merged_into]
    return each.person_id == person.person_id


def _with_names(person: Person, given: cmd.AddPerson | cmd.RenamePerson) -> Person:
    if not given.names:
        raise PersonRefused("names", "", N_("one name at least"))
    return replace(
        person,
        names=given.names,
        club=given.club,
        country=given.country,
        federation_number=given.federation_number,
    )
