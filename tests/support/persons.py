"""Persons of tests: each has an id that follows from the name, where it can the name itself."""

import asyncio
from collections.abc import Iterable
from hashlib import sha256

from rules.commands import RenamePerson
from rules.identities import PersonId
from server.access import Visitor
from server.people.book import PersonBook, known_of
from server.values.naming import Person

_NAMES: dict[PersonId, str] = {}


def person_id(name: str) -> PersonId:
    """The id of whoever is called so in tests."""
    try:
        known = PersonId(name)
    except ValueError:
        known = PersonId(sha256(name.encode()).hexdigest()[:12])
    _NAMES[known] = name
    return known


def name_of(person: PersonId) -> str:
    """The name that an id was made of."""
    return _NAMES.get(person, person.text)


async def keep_persons(book: PersonBook, names: Iterable[str]) -> tuple[PersonId, ...]:
    """Their ids; who is not in the book yet is put there."""
    ids = tuple(person_id(name) for name in names)
    new = [each for each in ids if each not in book.persons]
    if new:
        persons = [Person(person_id=each, names=(name_of(each),)) for each in new]
        await asyncio.to_thread(book.write, persons)
        book.changed()
    return ids


def renaming(book: PersonBook, person: PersonId, *names: str) -> RenamePerson:
    """The order that gives somebody other names, made from those there are."""
    known = book.person(person)
    assert known is not None
    return RenamePerson(person=person, names=names, was=known_of(known))


def sign_in_name(visitor: Visitor) -> str:
    """The name of the account that such a visitor has in tests."""
    assert visitor.person is not None
    return name_of(visitor.person)
