"""What becomes of persons by a command; pure, and every rule about who may is here (ruling 33)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from rules import commands as cmd
from rules.errors import PersonRefused, ValuesChanged
from rules.identities import PersonId
from server.access import Action, Actor, Visitor, check_may
from server.store.accounts_db.persons import Person

_KNOWN = "a person from the list"
PERSON_CHANGED = "someone else has changed this"


def decide(
    persons: Mapping[PersonId, Person], command: cmd.PersonCommand, actor: Actor
) -> Sequence[Person]:
    """The persons as they are after the command, those that it changes.

    Raises NotAllowed, PersonRefused naming the field that cannot be, or ValuesChanged.
    """
    _check_actor(command, actor)
    if isinstance(command, cmd.AddPerson):
        if command.person in persons:
            raise PersonRefused("person", command.person.text, "an id that nobody has")
        return [_with_names(Person(person_id=command.person), command)]
    person = _changeable(persons, "person", command.person)
    match command:
        case cmd.RenamePerson():
            if command.was not in (None, known_of(person)):
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
                raise PersonRefused("into", command.into.text, "another person")
            return [replace(person, merged_into=into.person_id)]
        case _:
            assert_never(command)


def known_of(person: Person) -> cmd.PersonKnown:
    """What a change of that person is made from."""
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
        raise PersonRefused(field, person_id.text, "a person who is not erased")
    return person


def _is(persons: Mapping[PersonId, Person], each: Person, person: Person) -> bool:
    """Whether one is the person, or turned out to be."""
    while each.merged_into is not None:
        each = persons[each.merged_into]
    return each.person_id == person.person_id


def _with_names(person: Person, given: cmd.AddPerson | cmd.RenamePerson) -> Person:
    if not given.names:
        raise PersonRefused("names", "", "one name at least")
    return replace(
        person,
        names=given.names,
        club=given.club,
        country=given.country,
        federation_number=given.federation_number,
    )
