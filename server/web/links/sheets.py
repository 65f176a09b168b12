"""Links for all matches of a round on one sheet: made at once, and shown only once.

Making new links ends the earlier links for the same captains and players.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from protocol_forms.sheets.hall_sheets import LinkCard, LinkSheet, link_sheet_pdf
from rules.errors import MatchRefused
from rules.events import MatchScheduled
from rules.identities import MatchAddress, MatchId, PersonId
from rules.room import Room
from rules.text import N_
from server.access import Sight, Visitor
from server.hall import Hall
from server.matches.line_ups import has_begun, player_of
from server.matches.match_record import MatchRecord
from server.people.accounts_process import SecretShownBefore
from server.people.commands import GiveLink, GiveTableCode, RevokeLink
from server.people.sign_in import Authenticator
from server.store.accounts_db.links import Link, LinkKind, LinkUnknown
from server.values.naming import Names
from server.web.edge.addresses import AddressChoice, address_choice, path_of_code, path_of_link
from server.web.edge.authorization import GivingLinks
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.lists import person_choices
from server.web.shell.secret_shown import SHOWN_BEFORE, qr_svg
from server.web.shell.shell import PAGE_HEADERS, Shell, ShellDep
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class CaptainPlace:
    """A team's captain in a match, to be chosen in the form.

    `chosen` is the person whom the form proposes: the person who had the team's last captain's
    link, or else the team's first player.
    """

    team: str
    choices: tuple[PersonId, ...]
    chosen: PersonId | None


@dataclass(frozen=True, slots=True)
class MatchLinks:
    """The links that can be made for a match: for captains and players, and codes for tables.

    Players get links only after the line-ups are known to both teams, tables only if they have no
    board. `ends` are the earlier links that are still in force, in the order of their numbers.
    """

    match_id: MatchId
    address: MatchAddress
    teams: tuple[str, str]
    captains: tuple[CaptainPlace, ...]
    seats: tuple[tuple[str, Room, PersonId], ...]
    tables: tuple[Room, ...]
    rooms: tuple[Room, ...]
    ends: tuple[Link, ...]

    @property
    def one_table(self) -> bool:
        """True if the match is played by two players at one table; it has no captains then."""
        return len(self.rooms) == 1


def sheet_plan(hall: Hall, good: Mapping[int, Link], visitor: Visitor) -> list[MatchLinks]:
    """Return the links that can be made for every match that is not over.

    `good` are the links in force, by id. Matches in which the visitor plays are left out.
    """
    return [
        _match_links(hall, good, process.record)
        for match_id, process in hall.registry.in_play().items()
        if not process.record.is_over and hall.sight(visitor, match_id) is Sight.BY_ROLE
    ]


def _match_links(hall: Hall, good: Mapping[int, Link], record: MatchRecord) -> MatchLinks:
    match_id = record.match_id
    ends = [each for each in good.values() if each.match == match_id]
    return MatchLinks(
        match_id,
        hall.names().match(match_id),
        record.teams,
        _captains(hall, good, record),
        _seats(record),
        tuple(room for room in record.rooms if room not in record.boards),
        record.rooms,
        tuple(each for each in ends if each.kind in (LinkKind.CAPTAIN, LinkKind.PLAYER)),
    )


def _captains(
    hall: Hall, good: Mapping[int, Link], record: MatchRecord
) -> tuple[CaptainPlace, ...]:
    if not isinstance(record.scheduled, MatchScheduled):
        return ()
    tournament = hall.tournaments.of(record.match_id)
    captains = [
        each
        for each in good.values()
        if each.kind is LinkKind.CAPTAIN
        and each.match is not None
        and each.match.tournament == record.match_id.tournament
    ]
    places = list[CaptainPlace]()
    for team in record.teams:
        now = tournament.state.name_now(team)
        players = tournament.players_of(now)
        known = _last(
            each for each in captains if tournament.state.name_now(each.team or "") == now
        )
        choices = dict.fromkeys((*([known] if known else []), *players))
        places.append(CaptainPlace(team, tuple(choices), next(iter(choices), None)))
    return tuple(places)


def _last(links: Iterable[Link]) -> PersonId | None:
    newest: Sequence[Link] = sorted(links, key=lambda each: each.link_id)
    return newest[-1].person if newest else None


def _seats(record: MatchRecord) -> tuple[tuple[str, Room, PersonId], ...]:
    """Return the seats with their players, once the line-ups are known to both teams.

    Before that, a card lying on a table would betray a sealed line-up (ruling 13).
    """
    if not has_begun(record):
        return ()
    return tuple(
        (team, room, player_of(record, team, room))
        for team in record.teams
        for room in record.rooms
    )


CAPTAINS, PLAYERS, TABLES = "captains", "players", "tables"
KINDS = (CAPTAINS, PLAYERS, TABLES)
"""The kinds of links that a sheet may have."""


@dataclass(frozen=True, slots=True)
class SecretMade:
    """A new link or code: `command` made it, and `path` is the path of the page that it opens."""

    planned: MatchLinks
    command: GiveLink | GiveTableCode
    person: PersonId | None
    path: str


@dataclass(frozen=True, slots=True)
class SheetAsked:
    """The links that a form asks for: their matches, kinds and captains.

    `ends` are the ids of earlier links that the form named. Only these are ended, so that the links
    of a sheet stay in force if its form is sent twice.
    """

    matches: Sequence[MatchLinks]
    kinds: frozenset[str]
    captains: Mapping[tuple[str, str], PersonId | None]
    ends: frozenset[int]


def sheet_asked(fields: Mapping[str, str], plan: Sequence[MatchLinks]) -> SheetAsked:
    """Return what the fields of a form ask for; `plan` has the links that can be made.

    Raises MatchRefused if a captain is not among the choices, or if no match or no kind was chosen.
    """
    matches = [each for each in plan if f"match-{each.address.key}" in fields]
    kinds = frozenset(each for each in KINDS if each in fields)
    if not matches or not kinds:
        raise MatchRefused("links", "", N_("one match and one kind of link, or more"))
    captains = {
        (each.address.key, place.team): _captain(fields, each, index)
        for each in matches
        for index, place in enumerate(each.captains)
    }
    ends = [each for each in fields.get("ends", "").split(",") if each.isdecimal()]
    return SheetAsked(matches, kinds, captains, frozenset(map(int, ends)))


def _captain(fields: Mapping[str, str], planned: MatchLinks, index: int) -> PersonId | None:
    chosen, place = (
        fields.get(f"captain-{planned.address.key}-{index}", ""),
        planned.captains[index],
    )
    if not chosen:
        return None
    offered = {each.text: each for each in place.choices}
    if chosen not in offered:
        raise MatchRefused("captain", chosen, "%(players)s", players=place.choices)
    return offered[chosen]


async def make_links(
    hall: Hall, asked: SheetAsked, visitor: Visitor, command_id: str
) -> list[SecretMade]:
    """Make the links that were asked for, and end the earlier links that they replace.

    Only earlier links that the form named are ended. Raises SecretShownBefore if the form was sent
    before, and every error of giving a link or code.
    """
    made = list[SecretMade]()
    for planned in asked.matches:
        for command in _commands(planned, asked):
            own_id = _own_id(command_id, planned, command)
            if isinstance(command, GiveTableCode):
                answer = await hall.seating.give_code(command, visitor, own_id)
                path, person = path_of_code(answer.secret), None
            else:
                answer = await hall.commands.to_links(command, visitor, own_id)
                path, person = path_of_link(answer.secret), command.person
            made.append(SecretMade(planned, command, person, path))
        await _end(hall, planned, asked, visitor)
    return made


def _commands(planned: MatchLinks, asked: SheetAsked) -> list[GiveLink | GiveTableCode]:
    commands = list[GiveLink | GiveTableCode]()
    if CAPTAINS in asked.kinds:
        for place in planned.captains:
            person = asked.captains[planned.address.key, place.team]
            if person is not None:
                commands.append(
                    GiveLink(
                        match=planned.match_id,
                        kind=LinkKind.CAPTAIN,
                        team=place.team,
                        person=person,
                    )
                )
    if PLAYERS in asked.kinds:
        commands.extend(
            GiveLink(
                match=planned.match_id, kind=LinkKind.PLAYER, team=team, room=room, person=person
            )
            for team, room, person in planned.seats
        )
    if TABLES in asked.kinds:
        commands.extend(GiveTableCode(match=planned.match_id, room=room) for room in planned.tables)
    return commands


async def _end(hall: Hall, planned: MatchLinks, asked: SheetAsked, visitor: Visitor) -> None:
    linked = {
        (command.kind, command.team, command.room)
        for command in _commands(planned, asked)
        if isinstance(command, GiveLink)
    }
    for link in planned.ends:
        if link.link_id in asked.ends and (link.kind, link.team, link.room) in linked:
            command = RevokeLink(match=planned.match_id, link_id=link.link_id)
            with suppress(LinkUnknown):
                await hall.commands.to_links(command, visitor)


def _own_id(command_id: str, planned: MatchLinks, command: GiveLink | GiveTableCode) -> str:
    """Return the id of one of a form's commands: the form's own id, and the command's subject.

    The subject is the match with the seat or table that the link or code is for.
    """
    if not command_id:
        return ""
    key, mark, digest = command_id.partition("#")
    place = _place(planned, command)
    return f"{key}.{planned.match_id.tournament}.{planned.match_id.number}.{place}{mark}{digest}"


def _place(planned: MatchLinks, command: GiveLink | GiveTableCode) -> str:
    if isinstance(command, GiveTableCode):
        return f"table-{command.room.value}"
    room = command.room.value if isinstance(command.room, Room) else "captain"
    return f"{planned.teams.index(command.team)}-{room}"


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
    giver: GivingLinks,
    shell: ShellDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> Response:
    """Show the links that can be made, and the earlier links that would end."""
    return _form(request, giver, shell, hall, authenticator)


@router.post("")
async def make(
    request: Request,
    giver: GivingLinks,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> Response:
    """Make the links and show them once, as a page to print or as a PDF."""
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
        "links/sheet.html",
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
        "links/round.html",
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
