"""The API of the links that captains and players of a match sign in by."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel

from rules.commands import AddPerson
from rules.position import Side
from rules.room import Room
from server.access import Action
from server.hall import Hall
from server.people.accounts_process import Answer
from server.people.changes import LinkGiven
from server.people.commands import GiveLink, RevokeLink
from server.people.sign_in import Authenticator
from server.store.accounts_db.links import Link, LinkKind, LinkUnknown
from server.values.naming import Names
from server.web.edge.addresses import address_for_others, path_of_link
from server.web.edge.authorization import GivingLinks, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.orders.fields import Body, Name, NewName, RoomName
from server.web.orders.typed_persons import players_of, somebody, team_meant


class LinkIn(Body):
    """A link to be given: to a team's captain, or to the player of a team's seat in a room.

    `name` is the name or id of the person who gets the link. It may be left out for a player who is
    named in the team's line-up.
    """

    kind: Literal["captain", "player"]
    team: Name
    room: RoomName | None = None
    name: NewName | None = None


class LinkOut(BaseModel):
    """A link that is in force, without its address.

    `person` is the id of its owner, `name` their name.
    """

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
    """A new link; `link` is its address, which is shown only once."""

    link: str


router = APIRouter(prefix="/api/t/{tournament}/matches/{number}/links", tags=["links"])


@router.get("", dependencies=[Depends(needs(Action.GIVE_LINKS))])
async def links(
    match_id: MatchIdDep, hall: HallDep, authenticator: AuthenticatorDep
) -> list[LinkOut]:
    """List the links of a match that are in force."""
    record = hall.match(match_id).record
    names = hall.names()
    good = authenticator.links.of_match(record.match_id)
    return [LinkOut(**_link_fields(link, names)) for link in good]


@router.post("", status_code=201)
async def give(
    match_id: MatchIdDep,
    new: LinkIn,
    giver: GivingLinks,
    command_id: CommandIdDep,
    request: Request,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> NewLinkOut:
    """Give a captain or player a link. Its address is shown only once."""
    command, newcomers = link_command(
        hall,
        match_id,
        LinkKind(new.kind),
        new.team,
        Room(new.room) if new.room else None,
        new.name,
    )
    answer = await hall.commands.to_links(command, giver, command_id, newcomers=newcomers)
    shown = _link_fields(link_given(authenticator, answer), hall.names())
    return NewLinkOut(**shown, link=address_for_others(request, path_of_link(answer.secret)))


@router.delete("/{link_id}", status_code=204)
async def revoke(
    match_id: MatchIdDep, link_id: int, giver: GivingLinks, command_id: CommandIdDep, hall: HallDep
) -> None:
    """Revoke a link; everybody who is signed in by it is signed out."""
    await hall.commands.to_links(RevokeLink(match=match_id, link_id=link_id), giver, command_id)


def link_command(
    hall: Hall, match_id: MatchIdDep, kind: LinkKind, team: str, room: Room | None, name: str | None
) -> tuple[GiveLink, Sequence[AddPerson]]:
    """Return the command that gives a link, and the persons to be added to the records for it.

    A person is added if `name` is not the name of a known person. Raises MatchRefused for an
    unknown match.
    """
    team = team_meant(hall, match_id, team)
    person, newcomers = None, list[AddPerson]()
    if name is not None:
        typed = somebody(hall, name, players_of(hall, match_id, team))
        (person,) = typed.read([name])
        newcomers = typed.newcomers
    return GiveLink(match=match_id, kind=kind, team=team, room=room, person=person), newcomers


def link_given(authenticator: Authenticator, answer: Answer) -> Link:
    """Return the link that a command gave. Raises LinkUnknown if the link is no longer in force."""
    assert isinstance(answer.change, LinkGiven)
    link = authenticator.links.get(answer.change.link_id)
    if link is None:
        raise LinkUnknown(answer.change.link_id)
    return link


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
