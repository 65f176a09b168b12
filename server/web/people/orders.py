"""The API of persons: their names and particulars, but not what they played (ruling 33).

A name with letters that forms cannot print is accepted with a warning; forms show question marks
for these letters.
"""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, Field

from protocol_forms.writers.pdf import undrawn
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
from server.words.translation import Words

_UNSEEN = "\u00a0\u00ad\u200c\u200d"
"""Characters that are not seen and do no harm."""
_MOST_NAMED = 8
"""Greatest number of characters that one warning names."""


class PersonNamed(BaseModel):
    """A person's id, and their present name."""

    id: str
    name: str


class PersonWas(Body):
    """A person's names and particulars as the sender of a change saw them."""

    names: list[str]
    club: str = ""
    country: str = ""
    federation_number: str = ""


class PersonIn(Body):
    """A person's names, the preferred one first, and particulars, to replace all previous values.

    `was` has the values that the sender saw. The change is refused if they have changed since.
    """

    names: Annotated[list[NewName], Field(min_length=1, max_length=8)]
    club: Remark = ""
    country: Remark = ""
    federation_number: Remark = ""
    was: PersonWas | None = None


class HiddenIn(Body):
    """A choice: true to show only a person's initials, false to show the name."""

    hidden: bool


class MergedIn(Body):
    """The id of the person who has turned out to be the same as the person in the address."""

    into: PersonText


class PersonOut(BaseModel):
    """A person as operators see them.

    `name` is the name under which others see the person, in the preferred script.
    """

    id: str
    name: str
    names: list[str]
    club: str
    country: str
    federation_number: str
    hidden: bool
    erased: bool


def person_command(person: PersonId, given: PersonIn) -> RenamePerson:
    """Return the command that gives a person the names and particulars of a body."""
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
    """Return a person's id and present name."""
    return PersonNamed(id=person_id.text, name=names.of(person_id))


def person_out(person: Person, names: Names) -> PersonOut:
    """Return a person's names and particulars in the form of the API."""
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


def letters_in_doubt(name: str) -> tuple[str, ...]:
    """Return the characters of a name that forms cannot print, each once, in their order.

    Characters that change the direction of writing are returned, too.
    """
    return tuple(dict.fromkeys(each for each in name if not _sure(each)))


def name_warning(name: str, words: Words) -> str:
    """Return the warning about a name's characters; empty if all of them are sure to be shown."""
    doubtful = letters_in_doubt(name)
    if not doubtful:
        return ""
    characters = ", ".join(_shown(each) for each in doubtful[:_MOST_NAMED])
    return words.gettext(
        "Forms cannot print some characters of this name (%(characters)s) and show question marks "
        "instead. Please write the name in Latin letters.",
        characters=characters + (" …" if len(doubtful) > _MOST_NAMED else ""),
    )


def _sure(character: str) -> bool:
    return character in _UNSEEN or (character.isprintable() and not undrawn(character))


def _shown(character: str) -> str:
    code = f"U+{ord(character):04X}"
    return f"{character} {code}" if character.isprintable() else code


router = APIRouter(prefix="/api/persons", tags=["persons"])
Erasing = Annotated[Visitor, Depends(needs(Action.ERASE_PERSON))]


@router.get("", dependencies=[Depends(needs(Action.KEEP_PERSONS))])
async def persons(
    hall: HallDep, search: Annotated[str, Query(max_length=80)] = ""
) -> list[PersonOut]:
    """List all persons, or those who match a search.

    A person matches if every word of `search` occurs in their names, club, country, number or id.
    """
    names = hall.names()
    return [person_out(each, names) for each in hall.persons.search(search)]


@router.post("", status_code=201)
async def add(
    given: PersonIn, visitor: KeepingPersons, command_id: CommandIdDep, hall: HallDep
) -> PersonOut:
    """Add a person to the records. Two persons may have the same name."""
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
    """Give a person other names or particulars. Every page and form shows them at once."""
    return await _done(hall, person_command(PersonId(person), given), visitor, command_id)


@router.post("/{person}/hidden")
async def hide(
    person: PersonText,
    given: HiddenIn,
    visitor: KeepingPersons,
    command_id: CommandIdDep,
    hall: HallDep,
) -> PersonOut:
    """Show only a person's initials from now on, or show the name again."""
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
    """Merge this person into another one, who has turned out to be the same.

    The record of the other person is the one that is kept.
    """
    command = cmd.MergePersons(person=PersonId(person), into=PersonId(given.into))
    return await _done(hall, command, visitor, command_id)


@router.delete("/{person}")
async def erase(
    person: PersonText, visitor: Erasing, command_id: CommandIdDep, hall: HallDep
) -> PersonOut:
    """Erase all that is known of a person, and end their accounts and links.

    This cannot be undone.
    """
    return await _done(hall, cmd.ErasePerson(person=PersonId(person)), visitor, command_id)


async def _done(
    hall: Hall, command: cmd.PersonCommand, visitor: Visitor, command_id: str
) -> PersonOut:
    person = hall.persons.person(await hall.commands.to_persons(command, visitor, command_id))
    if person is None:
        raise PersonRefused("person", command.person.text, N_("a person from the list"))
    return person_out(person, hall.names())
