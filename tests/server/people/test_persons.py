"""What becomes of persons by a command, and what is refused, naming the field."""

import pytest

from rules import commands as cmd
from rules.errors import PersonRefused
from server.people.book import decide, known_of
from server.values.naming import Person
from tests.support.accounts import DIRECTOR
from tests.support.persons import person_id

BROOK, BROOKE, BROOKES, FIELDS = map(person_id, ("Brook", "Brooke", "Brookes", "Fields"))
PERSONS = {
    BROOK: Person(person_id=BROOK, names=("Brook",)),
    BROOKE: Person(person_id=BROOKE, names=("Brooke",), merged_into=BROOK),
    BROOKES: Person(person_id=BROOKES, names=("Brookes",), merged_into=BROOKE),
    FIELDS: Person(person_id=FIELDS, names=("Fields",)),
}


def test_whoever_is_erased_is_erased_under_every_id_that_turned_out_to_be_his() -> None:
    erased = decide(PERSONS, cmd.ErasePerson(person=BROOK), DIRECTOR)
    assert [each.person_id for each in erased] == [BROOK, BROOKE, BROOKES]
    assert all(each.erased and not each.names for each in erased)
    assert [each.merged_into for each in erased] == [None, BROOK, BROOKE]


@pytest.mark.parametrize(
    ("command", "field", "allowed"),
    [
        (cmd.AddPerson(person=BROOK, names=("Ann",)), "person", "an id that nobody has"),
        (cmd.AddPerson(person=person_id("Ann"), names=()), "names", "one name at least"),
        (
            cmd.RenamePerson(person=BROOK, names=(), was=known_of(PERSONS[BROOK])),
            "names",
            "one name at least",
        ),
        (cmd.MergePersons(person=BROOK, into=BROOK), "into", "another person"),
        (cmd.MergePersons(person=BROOK, into=BROOKE), "into", "a person from the list"),
    ],
)
def test_what_cannot_be_done_to_a_person_is_refused(
    command: cmd.PersonCommand, field: str, allowed: str
) -> None:
    with pytest.raises(PersonRefused, match=allowed) as refused:
        decide(PERSONS, command, DIRECTOR)
    assert refused.value.field == field
