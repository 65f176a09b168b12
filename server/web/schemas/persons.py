"""A person, as people enter him and the API tells of him."""

from typing import Annotated

from pydantic import BaseModel, Field

from rules.commands import PersonKnown, RenamePerson
from rules.identities import PersonId
from server.persons.naming import Names
from server.store.accounts_db.persons import Person
from server.web.schemas.fields import Body, NewName, PersonText, Remark


class PersonNamed(BaseModel):
    """Who somebody is: the id, and the name as it is now."""

    id: str
    name: str


class PersonWas(Body):
    """What a change of a person was made from, as PersonOut tells it."""

    names: list[str]
    club: str = ""
    country: str = ""
    federation_number: str = ""


class PersonIn(Body):
    """A person's names, the preferred one first, and particulars; all of them as they are to be.

    `was` is what a change was made from: it is refused if that is not so any more.
    """

    names: Annotated[list[NewName], Field(min_length=1, max_length=8)]
    club: Remark = ""
    country: Remark = ""
    federation_number: Remark = ""
    was: PersonWas | None = None


class HiddenIn(Body):
    """Whether only a person's initials are shown."""

    hidden: bool


class MergedIn(Body):
    """The id of the person whom this one turned out to be."""

    into: PersonText


class PersonOut(BaseModel):
    """A person as operators see him; `name` is how others see him, in the preferred script."""

    id: str
    name: str
    names: list[str]
    club: str
    country: str
    federation_number: str
    hidden: bool
    erased: bool


def person_command(person: PersonId, given: PersonIn) -> RenamePerson:
    """The change that a body asks for."""
    was = None
    if given.was is not None:
        was = PersonKnown(**{**given.was.model_dump(), "names": tuple(given.was.names)})
    return RenamePerson(
        person=person,
        names=tuple(given.names),
        club=given.club,
        country=given.country,
        federation_number=given.federation_number,
        was=was,
    )


def person_named(person_id: PersonId, names: Names) -> PersonNamed:
    """A person with his name."""
    return PersonNamed(id=person_id.text, name=names.of(person_id))


def person_out(person: Person, names: Names) -> PersonOut:
    """A person with all that is known of him."""
    return PersonOut(
        id=person.person_id.text,
        name=names.of(person.person_id),
        names=list(person.names),
        club=person.club,
        country=person.country,
        federation_number=person.federation_number,
        hidden=person.hidden,
        erased=person.erased,
    )
