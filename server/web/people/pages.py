"""The pages on which persons are found, renamed, hidden, merged and erased (ruling 33)."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from rules import commands as cmd
from rules.errors import PersonRefused
from rules.identities import PersonId
from rules.text import N_
from server.access import Action, Visitor, may
from server.hall import Hall
from server.people.book import known_of, new_person_id
from server.views.seen_values import seen_values
from server.web.edge.authorization import KeepingPersons, check
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted, with_json
from server.web.edge.services import HallDep
from server.web.orders.fields import PersonText
from server.web.people.orders import (
    PersonIn,
    letters_in_doubt,
    name_warning,
    person_command,
)
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.lists import PageNumber, page_links, paged, person_choices
from server.web.shell.shell import Shell, ShellDep

router = APIRouter(prefix="/hall/people", include_in_schema=False)


@router.get("")
async def people(
    request: Request,
    visitor: KeepingPersons,
    shell: ShellDep,
    hall: HallDep,
    search: Annotated[str, Query(max_length=80)] = "",
    page: PageNumber = 1,
) -> Response:
    """Show all persons, or those that match a search."""
    return _list(request, shell, hall, search, page)


@router.post("")
async def add(
    request: Request,
    visitor: KeepingPersons,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Add a person."""
    fields = await posted(request)
    try:
        given = _particulars(fields)
        values = given.model_dump(exclude={"names", "was"})
        command = cmd.AddPerson(person=new_person_id(), names=tuple(given.names), **values)
        person = await hall.commands.to_persons(command, visitor, command_id)
    except REFUSALS as error:
        why = refused("person", fields, error, shell.words(request))
        return _list(request, shell, hall, why=why)
    return RedirectResponse(f"/hall/people/{person}", 303)


@router.get("/{person}")
async def one(
    request: Request, person: PersonText, visitor: KeepingPersons, shell: ShellDep, hall: HallDep
) -> Response:
    """Show a person, with the forms for all changes."""
    return _person(request, shell, hall, person, visitor)


@router.post("/{person}/{order}")
async def carry_out(
    request: Request,
    person: PersonText,
    order: str,
    visitor: KeepingPersons,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Rename, hide, show, merge or erase a person."""
    fields = await posted(request)
    try:
        command = _command(order, PersonId(person), fields, visitor)
        await hall.commands.to_persons(command, visitor, command_id)
    except REFUSALS as error:
        why = refused(order, fields, error, shell.words(request))
        return _person(request, shell, hall, person, visitor, why)
    into = command.into if isinstance(command, cmd.MergePersons) else command.person
    return RedirectResponse(f"/hall/people/{into}", 303)


def _command(
    order: str, person: PersonId, fields: Mapping[str, str], visitor: Visitor
) -> cmd.PersonCommand:
    match order:
        case "renamed":
            return person_command(person, _particulars(fields))
        case "hidden" | "shown":
            return cmd.HidePerson(person=person, hidden=order == "hidden")
        case "merged":
            try:
                return cmd.MergePersons(person=person, into=PersonId(fields.get("into", "")))
            except ValueError as error:
                into = fields.get("into", "")
                raise PersonRefused("into", into, N_("a person from the list")) from error
        case "erased":
            check(visitor, Action.ERASE_PERSON)
            if fields.get("sure") != "yes":
                raise PersonRefused(
                    "sure", fields.get("sure", ""), N_("a yes to the question above")
                )
            return cmd.ErasePerson(person=person)
        case _:
            raise PersonRefused("order", order, "renamed, hidden, shown, merged or erased")


def _particulars(fields: Mapping[str, str]) -> PersonIn:
    values = {name: fields.get(name, "") for name in ("club", "country", "federation_number")}
    was = with_json(fields, "was").get("was")
    return PersonIn.model_validate({"names": _lines(fields.get("names", "")), "was": was, **values})


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _list(
    request: Request,
    shell: Shell,
    hall: Hall,
    search: str = "",
    page: int = 1,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    shown = paged(hall.persons.search(search), page)
    return shell.page(
        request,
        "people/people.html",
        status=why.page_status,
        people=shown.items,
        search=search,
        names=hall.names(shell.words(request).code, in_full=True),
        pages=page_links(shown, request.url),
        refused=why,
    )


def _person(
    request: Request,
    shell: Shell,
    hall: Hall,
    person_id: str,
    visitor: Visitor,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    person = hall.persons.person(PersonId(person_id))
    if person is None:
        raise PersonRefused("person", person_id, N_("a person from the list"))
    names = hall.names(shell.words(request).code, in_full=True)
    others = [
        each.person_id
        for each in hall.persons.listed()
        if not each.erased and each.person_id != person.person_id
    ]
    teams = [
        team
        for tournament in hall.tournaments.processes.values()
        for team, players in tournament.teams.items()
        if person in [hall.persons.person(player) for player in players]
    ]
    printed = person.erased or any(not letters_in_doubt(each) for each in person.names)
    return shell.page(
        request,
        "people/person.html",
        status=why.page_status,
        person=person,
        name=names.of(person.person_id),
        was=seen_values(known_of(person)),
        doubt="" if printed else name_warning(" ".join(person.names), shell.words(request)),
        others=person_choices(others, names),
        teams=teams,
        may_erase=may(visitor, Action.ERASE_PERSON),
        refused=why,
    )
