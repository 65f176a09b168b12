"""All links of a round on one sheet to print and cut: asked for once, then shown once."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from protocol_forms.sheets.hall_sheets import LinkCard, LinkSheet, link_sheet_pdf
from rules.room import Room
from rules.text import N_
from server.access import Action, Visitor
from server.accounts.accounts_process import SecretShownBefore
from server.accounts.commands import GiveTableCode
from server.accounts.sign_in import Authenticator
from server.hall import Hall
from server.persons.naming import Names
from server.store.accounts_db.links import LinkKind
from server.web.edge.addresses import AddressChoice, address_choice
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.links.sheet_made import SecretMade, make_links, sheet_asked
from server.web.links.sheet_plan import MatchLinks, sheet_plan
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.person_choice import person_choices
from server.web.pages.qr_codes import qr_svg
from server.web.pages.secret_shown import SHOWN_BEFORE
from server.web.pages.shell import PAGE_HEADERS, Shell, ShellDep
from server.words.translation import Words

Giver = Annotated[Visitor, Depends(needs(Action.GIVE_LINKS))]
router = APIRouter(prefix="/hall/links", include_in_schema=False)
_TITLE = N_("Links to hand out")
_NOTE = N_(
    "Cut along the lines. Anyone who opens a link acts for the person named on it: give "
    "each one to its owner."
)
_CAPTAIN = N_("Line-up, results and the team's signature. Scan it or type the address.")
_PLAYER = N_("Your own table: results, and calls for the director. Scan it or type the address.")
_TABLE = N_("For the phone or tablet on this table. Works once, within twelve hours.")


@router.get("")
async def links(
    request: Request,
    giver: Giver,
    shell: ShellDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> Response:
    """What can be linked, and which links of before end."""
    return _form(request, giver, shell, hall, authenticator)


@router.post("")
async def make(
    request: Request,
    giver: Giver,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> Response:
    """Make the links and show their sheet, as a page or as a PDF."""
    fields, words = await posted(request), shell.words(request)
    plan = sheet_plan(hall, authenticator.links.good(), giver)
    try:
        asked = sheet_asked(fields, plan)
        made = await make_links(hall, asked, giver, command_id)
    except SecretShownBefore:
        why = Refused("links", {"": words.gettext(SHOWN_BEFORE)})
        return _form(request, giver, shell, hall, authenticator, why)
    except REFUSALS as error:
        names = hall.names(words.code, in_full=True)
        why = refused("links", fields, error, words, names)
        return _form(request, giver, shell, hall, authenticator, why)
    choice = address_choice(request)
    sheet = _sheet(made, choice, words, hall.names(words.code))
    if fields.get("as") == "pdf":
        pdf = await asyncio.to_thread(link_sheet_pdf, sheet, words.gettext, words.code)
        named = {"content-disposition": 'inline; filename="links.pdf"'}
        return Response(pdf, 201, {**PAGE_HEADERS, **named}, media_type="application/pdf")
    return shell.page(
        request,
        "links_sheet.html",
        status=201,
        sheet=sheet,
        drawn=[qr_svg(each.address) for each in sheet.cards],
        choice=choice,
    )


def _form(
    request: Request,
    giver: Visitor,
    shell: Shell,
    hall: Hall,
    authenticator: Authenticator,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    plan = sheet_plan(hall, authenticator.links.good(), giver)
    names = hall.names(shell.words(request).code, in_full=True)
    return shell.page(
        request,
        "links_round.html",
        status=why.page_status,
        plan=plan,
        names=names,
        persons={
            (each.address.key, place.team): person_choices(place.choices, names)
            for each in plan
            for place in each.captains
        },
        ends=_numbers(plan),
        choice=address_choice(request),
        refused=why,
    )


def _numbers(plan: Sequence[MatchLinks]) -> str:
    return ",".join(str(link.link_id) for each in plan for link in each.ends)


def _sheet(
    made: Sequence[SecretMade], choice: AddressChoice, words: Words, names: Names
) -> LinkSheet:
    return LinkSheet(
        title=words.gettext(_TITLE),
        note=words.gettext(_NOTE),
        cards=tuple(_card(each, choice, words, names) for each in made),
    )


def _card(made: SecretMade, choice: AddressChoice, words: Words, names: Names) -> LinkCard:
    address, planned, command = choice.base + made.path, made.planned, made.command
    opponents = " – ".join(map(names.by, planned.teams))
    match = words.gettext("Match %(number)s", number=planned.address.label)
    room = command.room
    in_room = "" if room is None or planned.one_table else words.gettext(_ROOMS[room.value])
    if isinstance(command, GiveTableCode):
        heading, use = words.gettext(N_("A phone as the board")), words.gettext(_TABLE)
        table = N_("Table %(number)s") if planned.one_table else _TABLES[room or Room.OPEN]
        whose = words.gettext(table, number=planned.address.label)
    else:
        captain = command.kind is LinkKind.CAPTAIN
        kind = words.gettext(N_("Captain") if captain else N_("Player"))
        heading = " · ".join(filter(None, (kind, in_room)))
        use = words.gettext(_CAPTAIN if captain else _PLAYER)
        who = names.of(made.person) if made.person else ""
        whose = who if planned.one_table else f"{who}, {names.by(command.team)}"
    return LinkCard(
        heading=heading,
        whose=whose,
        match=f"{match}: {opponents}",
        use=use,
        address=address,
        room=room.value if room is not None and not planned.one_table else "",
    )


_TABLES = {
    Room.OPEN: N_("Table %(number)s, open room"),
    Room.CLOSED: N_("Table %(number)s, closed room"),
}
_ROOMS = {"open": N_("open room"), "closed": N_("closed room")}
