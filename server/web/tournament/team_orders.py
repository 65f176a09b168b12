"""Orders about teams: entered with their players, mended, taken back; and which there are.

By the API and by the forms of their page alike.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from rules import commands as cmd
from rules import events as ev
from rules.identities import PersonId
from server.access import Action, Visitor
from server.persons.naming import Names
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.order_list import NAMES_KNOWN, Fields, Sender, as_asked, order, to_desk
from server.web.requests.typed_persons import TypedPersons, seen_players
from server.web.schemas.fields import Name, NewName
from server.web.schemas.persons import PersonNamed, person_named

_PLAYERS = (Annotated[tuple[NewName, ...], Field(min_length=2, max_length=20)], ...)


async def _enter(
    sender: Sender, body: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Raises NamesKnown for players to be told, but not where it is sent again."""
    answered = sender.tournament.answered(sender.visitor, command_id)
    if answered is not None:
        return answered
    typed = TypedPersons(sender.hall, (), body.known)
    command = cmd.RegisterTeam(name=body.name, players=typed.read(body.players))
    return await to_desk(sender, command, command_id, typed.newcomers)


async def _mend(
    sender: Sender, body: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Who stays keeps the id. Raises as above."""
    hall, tournament = sender.hall, sender.tournament
    answered = tournament.answered(sender.visitor, command_id)
    if answered is not None:
        return answered
    team = tournament.state.name_now(body.team)
    present = tournament.players_of(team)
    typed = TypedPersons(hall, present, body.known)
    command = cmd.ChangeTeam(
        team=body.team,
        name=body.name,
        # Of a team that is not entered no player is asked about: it is refused.
        players=typed.read(body.players) if team in tournament.teams else (),
        was=seen_players(hall, present, body.was),
    )
    return await to_desk(sender, command, command_id, typed.newcomers)


def _with_lines(fields: Fields) -> dict[str, object]:
    """A form in which players are typed one a line."""
    lines = map(str.strip, fields.get("players", "").splitlines())
    return {**fields, "players": [*filter(None, lines)]}


ENTER_TEAM = order(
    "team",
    cmd.RegisterTeam,
    _enter,
    alone=True,
    make=as_asked,
    read=_with_lines,
    players=_PLAYERS,
    known=NAMES_KNOWN,
)
MEND_TEAM = order(
    "team-change",
    cmd.ChangeTeam,
    _mend,
    alone=True,
    make=as_asked,
    read=_with_lines,
    players=_PLAYERS,
    known=NAMES_KNOWN,
    was=(Annotated[tuple[Name, ...], Field(max_length=20)], ...),
)
WITHDRAW_ENTRY = order("entry-withdrawal", cmd.WithdrawEntry, to_desk, alone=True)


class TeamOut(BaseModel):
    """A registered team; each player with the id of the person and the name as it is now."""

    name: str
    players: list[PersonNamed]


def _team_out(name: str, players: Sequence[PersonId], names: Names) -> TeamOut:
    return TeamOut(name=name, players=[person_named(each, names) for each in players])


router = APIRouter(prefix="/api/t/{tournament}/teams", tags=["operator"])
Entering = Annotated[Visitor, Depends(needs(Action.ENTER_TEAM))]


@router.get("", dependencies=[Depends(needs(Action.SEE_TEAMS))])
async def teams(tournament: TournamentDep, hall: HallDep) -> list[TeamOut]:
    """Every team of a tournament."""
    names = hall.names()
    return [_team_out(name, who, names) for name, who in tournament.teams.items()]


@router.post("", status_code=201)
async def register_team(
    team: ENTER_TEAM.body,  # type: ignore[name-defined] # made from its command
    visitor: Entering,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> TeamOut:
    """Enter a team with its players."""
    entered, *_ = await ENTER_TEAM.give(Sender(hall, visitor, tournament), team, command_id)
    assert isinstance(entered, ev.TeamRegistered)
    return _team_out(entered.name, entered.players, hall.names())


@router.post("/withdrawal", status_code=204)
async def withdraw_entry(
    order: WITHDRAW_ENTRY.body,  # type: ignore[name-defined] # made from its command
    visitor: Annotated[Visitor, Depends(needs(Action.DIRECT))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> None:
    """Take back a team that is in no match and no draw; its name may be entered anew."""
    await WITHDRAW_ENTRY.give(Sender(hall, visitor, tournament), order, command_id)


@router.put("")
async def change_team(
    change: MEND_TEAM.body,  # type: ignore[name-defined] # made from its command
    visitor: Entering,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> TeamOut:
    """Mend a team's name, before a match is set up with it, or its players.

    Players that a line-up names stay; while a line-up is sealed, all do.
    """
    changed, *_ = await MEND_TEAM.give(Sender(hall, visitor, tournament), change, command_id)
    assert isinstance(changed, ev.TeamChanged)
    return _team_out(changed.name, changed.players, hall.names())
