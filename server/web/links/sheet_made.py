"""The links of a sheet, made at once: each is a command of its own, and those of before end."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from rules.errors import MatchRefused
from rules.identities import PersonId
from rules.room import Room
from rules.text import N_
from server.access import Visitor
from server.accounts.commands import GiveLink, GiveTableCode, RevokeLink
from server.hall import Hall
from server.store.accounts_db.links import LinkKind, LinkUnknown
from server.web.edge.addresses import path_of_code, path_of_link
from server.web.links.sheet_plan import MatchLinks

CAPTAINS, PLAYERS, TABLES = "captains", "players", "tables"
KINDS = (CAPTAINS, PLAYERS, TABLES)
"""Which links a sheet may have."""


@dataclass(frozen=True, slots=True)
class SecretMade:
    """A link or code that was made: `command` is what for, `path` what it is opened by."""

    planned: MatchLinks
    command: GiveLink | GiveTableCode
    person: PersonId | None
    path: str


@dataclass(frozen=True, slots=True)
class SheetAsked:
    """What a form asks for: of which matches, with which captains; `ends` are links it named.

    Only links that the form named end: those of a sheet that is sent twice stay good.
    """

    matches: Sequence[MatchLinks]
    kinds: frozenset[str]
    captains: Mapping[tuple[str, str], PersonId | None]
    ends: frozenset[int]


def sheet_asked(fields: Mapping[str, str], plan: Sequence[MatchLinks]) -> SheetAsked:
    """What the fields of a form ask for.

    Raises MatchRefused for a captain who is not offered, and where nothing is asked for.
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
    """Make what is asked for; of before, the links that it named and whose places are linked now.

    Raises SecretShownBefore for a form that was sent before, and what giving a link raises.
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
    """The id of one of the commands of a form: its key with what the command is about."""
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
