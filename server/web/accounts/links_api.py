"""Captains' and players' links of a match over the API."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel

from rules.errors import MatchRefused
from rules.events import MatchPlayScheduled
from rules.identities import PersonId
from rules.room import Room
from rules.side import Side
from server.access import Action, Visitor
from server.accounts.sign_in import Authenticator
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.persons.naming import Names
from server.store.accounts_db.links import Link, LinkKind, LinkUnknown
from server.web.edge.authorization import needs
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.requests.typed_persons import players_of, somebody, team_meant
from server.web.schemas.fields import Body, Name, NewName, RoomName

Giver = Annotated[Visitor, Depends(needs(Action.GIVE_LINKS))]


class LinkIn(Body):
    """A link to be given: a captain's for a team, a player's for a team's seat in a room.

    `name` is whose it is, a person's name or id; a player's may be left out once he is lined up.
    """

    kind: Literal["captain", "player"]
    team: Name
    room: RoomName | None = None
    name: NewName | None = None


class LinkOut(BaseModel):
    """A good link without its address; `person` is the id of whose it is, `name` his name."""

    link_id: int
    kind: str
    person: str
    name: str
    team: str
    room: Room | None
    side: Side | None
    made_by: str
    made_at: datetime | None


class NewLinkOut(LinkOut):
    """A new link; `link` is its address, shown this once."""

    link: str


router = APIRouter(prefix="/api/matches/{number}/links", tags=["links"])


@router.get("", dependencies=[Depends(needs(Action.GIVE_LINKS))])
async def links(number: int, hall: HallDep, authenticator: AuthenticatorDep) -> list[LinkOut]:
    """The good links of a match."""
    record = hall.match(number).record
    names = hall.persons.names()
    good = authenticator.links.of_match(record.number)
    return [LinkOut(**_link_fields(link, names)) for link in good]


@router.post("", status_code=201)
async def give(
    number: int,
    wanted: LinkIn,
    giver: Giver,
    request: Request,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> NewLinkOut:
    """Give a link; its address is shown this once."""
    room = Room(wanted.room) if wanted.room else None
    link = await link_of(hall, number, LinkKind(wanted.kind), wanted.team, room, wanted.name, giver)
    given, token = await authenticator.give_link(link)
    shown = _link_fields(given, hall.persons.names())
    return NewLinkOut(**shown, link=address_of_link(request, token))


@router.delete("/{link_id}", status_code=204, dependencies=[Depends(needs(Action.GIVE_LINKS))])
async def revoke(number: int, link_id: int, hall: HallDep, authenticator: AuthenticatorDep) -> None:
    """Revoke a link; whoever is signed in by it is out."""
    await revoke_link(authenticator, hall.match(number).record, link_id)


async def link_of(
    hall: Hall,
    number: int,
    kind: LinkKind,
    team: str,
    room: Room | None,
    name: str | None,
    giver: Visitor,
) -> Link:
    """The link as it is to be given; the side follows from team and room (ruling 5).

    A name that nobody bears makes a new person. Raises MatchRefused naming the field that does not
    fit the match.
    """
    record = hall.match(number).record
    team = team_meant(hall, number, team)
    if team not in record.teams:
        names = hall.persons.names()
        raise MatchRefused("team", team, " or ".join(map(names.by, record.teams)))
    if (kind is LinkKind.PLAYER) != (room is not None):
        given = room.value if room else ""
        raise MatchRefused("room", given, "open or closed for a player, none for a captain")
    if isinstance(record.scheduled, MatchPlayScheduled) and kind is LinkKind.CAPTAIN:
        raise MatchRefused("kind", kind.value, "player: this match is of two players, not of teams")
    if room is not None and room not in record.rooms:
        raise MatchRefused("room", room.value, ", ".join(each.value for each in record.rooms))
    side = None
    if room is not None:
        side = Side.WHITE if (team == record.teams[0]) == (room is Room.OPEN) else Side.RED
    return Link(
        kind=kind,
        person=await _person(hall, record, team, room, name, giver),
        match=record.number,
        team=team,
        room=room,
        side=side,
        made_by=giver.person,
    )


async def revoke_link(authenticator: Authenticator, record: MatchRecord, link_id: int) -> None:
    """Revoke a link of that match; raises LinkUnknown."""
    if link_id not in {link.link_id for link in authenticator.links.of_match(record.number)}:
        raise LinkUnknown(link_id)
    await authenticator.end_link(link_id)


def address_of_link(request: Request, token: str) -> str:
    """The address a link's token is opened by, under the name the server was called by."""
    return f"{request.base_url}l/{token}"


async def _person(
    hall: Hall,
    record: MatchRecord,
    team: str,
    room: Room | None,
    name: str | None,
    giver: Visitor,
) -> PersonId:
    lined_up = _lined_up(record, team, room)
    if isinstance(record.scheduled, MatchPlayScheduled):
        lined_up = PersonId(team)
    if name is None and lined_up is not None:
        return lined_up
    if name is None:
        raise MatchRefused("name", "", "the name of whose link it is")
    typed = somebody(hall, name, players_of(hall, record.number, team))
    (person,) = typed.read([name])
    await hall.commands.persons.add(typed.newcomers, giver)
    return person


def _lined_up(record: MatchRecord, team: str, room: Room | None) -> PersonId | None:
    line_up = record.line_ups.get(team)
    if line_up is None or room is None:
        return None
    return line_up.open_player if room is Room.OPEN else line_up.closed_player


def _link_fields(link: Link, names: Names) -> dict[str, object]:
    return {
        "link_id": link.link_id,
        "kind": link.kind.value,
        "person": link.person.text if link.person else "",
        "name": names.of(link.person) if link.person else "",
        "team": names.by(link.team or ""),
        "room": link.room,
        "side": link.side,
        "made_by": names.of(link.made_by) if link.made_by else "",
        "made_at": link.made_at,
    }
