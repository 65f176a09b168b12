"""Persons over the API: who they are, never what they played (ruling 33)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, Field

from rules import commands as cmd
from rules.commands import PersonKnown, RenamePerson
from rules.errors import PersonRefused
from rules.identities import PersonId
from rules.text import N_
from server.access import Action, Visitor
from server.hall import Hall
from server.people.book import new_person_id
from server.values.naming import Names, Person
from server.web.edge.authorization import KeepingPersons, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep
from server.web.orders.fields import Body, NewName, PersonText, Remark


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


router = APIRouter(prefix="/api/persons", tags=["persons"])
Erasing = Annotated[Visitor, Depends(needs(Action.ERASE_PERSON))]


@router.get("", dependencies=[Depends(needs(Action.KEEP_PERSONS))])
async def persons(
    hall: HallDep, search: Annotated[str, Query(max_length=80)] = ""
) -> list[PersonOut]:
    """Everybody, or whose name, club, number or id has these words in it."""
    names = hall.names()
    return [person_out(each, names) for each in hall.persons.search(search)]


@router.post("", status_code=201)
async def add(
    given: PersonIn, visitor: KeepingPersons, command_id: CommandIdDep, hall: HallDep
) -> PersonOut:
    """Keep somebody as a person; two of one name are two persons."""
    fields = given.model_dump(exclude={"names", "was"})
    command = cmd.AddPerson(person=new_person_id(), names=tuple(given.names), **fields)
    return await _done(hall, command, visitor, command_id)


@router.put("/{person}")
async def rename(
    person: PersonText,
    given: PersonIn,
    visitor: KeepingPersons,
    command_id: CommandIdDep,
    hall: HallDep,
) -> PersonOut:
    """Give a person other names or particulars; every page and form shows them at once."""
    return await _done(hall, person_command(PersonId(person), given), visitor, command_id)


@router.post("/{person}/hidden")
async def hide(
    person: PersonText,
    given: HiddenIn,
    visitor: KeepingPersons,
    command_id: CommandIdDep,
    hall: HallDep,
) -> PersonOut:
    """Show only the initials, or the name again."""
    command = cmd.HidePerson(person=PersonId(person), hidden=given.hidden)
    return await _done(hall, command, visitor, command_id)


@router.post("/{person}/merged")
async def merge(
    person: PersonText,
    given: MergedIn,
    visitor: KeepingPersons,
    command_id: CommandIdDep,
    hall: HallDep,
) -> PersonOut:
    """Say that this person and another are one; the other one's record stands."""
    command = cmd.MergePersons(person=PersonId(person), into=PersonId(given.into))
    return await _done(hall, command, visitor, command_id)


@router.delete("/{person}")
async def erase(
    person: PersonText, visitor: Erasing, command_id: CommandIdDep, hall: HallDep
) -> PersonOut:
    """Take away all that is known of a person; accounts and links end. It cannot be undone."""
    return await _done(hall, cmd.ErasePerson(person=PersonId(person)), visitor, command_id)


async def _done(
    hall: Hall, command: cmd.PersonCommand, visitor: Visitor, command_id: str
) -> PersonOut:
    person = hall.persons.person(await hall.commands.to_persons(command, visitor, command_id))
    if person is None:
        raise PersonRefused("person", command.person.text, N_("a person from the list"))
    return person_out(person, hall.names())
