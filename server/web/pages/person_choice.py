"""Persons as forms offer them to be chosen."""

from collections import Counter
from collections.abc import Sequence

from rules.identities import PersonId
from server.persons.naming import Names


def person_choices(persons: Sequence[PersonId], names: Names) -> list[tuple[str, str]]:
    """What a form sends for each and what it shows; two of one name have their ids beside it."""
    named = [(person.text, names.of(person)) for person in persons]
    borne = Counter(name for _, name in named)
    return [(sent, f"{name} ({sent})" if borne[name] > 1 else name) for sent, name in named]
