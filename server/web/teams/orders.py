"""Entering, changing and withdrawing teams with their players, by the API and by forms."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import PersonId
from rules.text import N_
from server.access import Action, Actor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names, SimilarNames, folded
from server.web.edge.authorization import Directing, EnteringTeams, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.fields import Name, NewName
from server.web.orders.order_list import NAMES_KNOWN, Fields, Sender, as_asked, order, to_desk
from server.web.orders.typed_persons import TypedPersons, seen_players
from server.web.people.orders import PersonNamed, person_named
from server.web.teams.entry_table import CellFault, TypedPlayer, TypedTeam

SEVERAL = N_("several people are called %(player)s: write the id of the one you mean")
SIMILAR = N_("%(player)s is new; %(other)s is known: write it like that if you mean that person")
SIMILAR_HERE = N_("%(player)s is new, and so is %(other)s in this table: one person or two?")
NEW = N_("%(player)s is new")
NEW_IN_SEVERAL = N_("%(player)s is new and in several teams of this table: treated as one person")


async def enter_teams(
    hall: Hall,
    tournament: TournamentProcess,
    teams: Sequence[TypedTeam],
    actor: Actor,
    command_id: str = "",
) -> None:
    """Enter all teams in this order.

    If exactly one known person has a player's name, the player is that person. Raises NotAllowed,
    MatchRefused, LogUnavailable, or NamesKnown if several persons have a name; in each case no team
    is entered.
    """
    if hall.commands.answered(tournament.tournament, actor, command_id) is not None:
        return
    typed = TypedPersons(hall, (), "same")
    new, particulars = list[cmd.NewEntry](), dict[PersonId, TypedPlayer]()
    for team in teams:
        # A new name in two teams means one person, as it would if the teams came one by one.
        earlier = {folded(player.name): person for person, player in particulars.items()}
        players = tuple(
            earlier.get(folded(player.name)) or typed.read([player.name])[0]
            for player in team.players
        )
        new.append(_entry(team, players))
        particulars |= dict(zip(players, team.players, strict=True))
    newcomers = [_described(each, particulars[each.person]) for each in typed.newcomers]
    await hall.commands.to_desk(
        tournament.tournament, cmd.EnterTeams(tuple(new)), actor, command_id, newcomers
    )


def _described(added: cmd.AddPerson, typed: TypedPlayer) -> cmd.AddPerson:
    return replace(added, country=typed.country, federation_number=typed.number)


def _entry(team: TypedTeam, players: tuple[PersonId, ...]) -> cmd.NewEntry:
    named = [folded(player.name) for player in team.players]
    persons = dict(zip(named, players, strict=True))
    for name in (each for names in team.rosters.values() for each in names):
        if folded(name) not in persons:
            raise MatchRefused("rosters", name, ", ".join(each.name for each in team.players))
    return cmd.NewEntry(
        name=team.name,
        players=players,
        form=team.form,
        present=team.present,
        rosters=tuple(
            (game, tuple(persons[folded(name)] for name in names))
            for game, names in team.rosters.items()
            if names
        ),
    )


def doubts(hall: Hall, teams: Sequence[TypedTeam]) -> tuple[list[CellFault], list[CellFault]]:
    """Return the errors in players' names, and the remarks about names that may be wrong.

    A name that several persons have is an error. Remarks are about new names and about names that
    resemble another name.
    """
    book, wrong, notes = hall.persons, list[CellFault](), list[CellFault]()
    known = {name for person in book.listed() for name in person.names}
    similar = SimilarNames(known)
    here = SimilarNames({player.name for _, player in _typed(teams)} - known)
    ids = {person_id.text for person_id in book.persons}
    times = Counter(folded(player.name) for _, player in _typed(teams))
    for team, player in _typed(teams):
        if not player.name or player.name in ids:
            continue
        bearers = book.named(player.name)
        if len(bearers) > 1:
            wrong.append(_fault(team, player, SEVERAL))
        elif not bearers:
            other, close = similar.like(player.name), here.like(player.name)
            alone = NEW if times[folded(player.name)] == 1 else NEW_IN_SEVERAL
            template = SIMILAR if other else SIMILAR_HERE if close else alone
            notes.append(_fault(team, player, template, other or close or ""))
    return wrong, notes


def _typed(teams: Sequence[TypedTeam]) -> Iterator[tuple[TypedTeam, TypedPlayer]]:
    for team in teams:
        for player in team.players:
            yield team, player


def _fault(team: TypedTeam, player: TypedPlayer, template: str, other: str = "") -> CellFault:
    return CellFault(team.line, player.column, template, {"player": player.name, "other": other})


_PLAYERS = (Annotated[tuple[NewName, ...], Field(min_length=2, max_length=20)], ...)


async def _enter(
    sender: Sender, body: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Enter a team; return the events. If the command was sent before, return its events again.

    Raises NamesKnown if the sender has to decide whether players are known persons.
    """
    answered = sender.tournament.answered(sender.visitor, command_id)
    if answered is not None:
        return answered
    typed = TypedPersons(sender.hall, (), body.known)
    command = cmd.RegisterTeam(name=body.name, players=typed.read(body.players))
    return await to_desk(sender, command, command_id, typed.newcomers)


async def _mend(
    sender: Sender, body: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Change a team; return the events. Players who stay in the team keep their ids.

    If the command was sent before, return its events again. Raises NamesKnown if the sender has to
    decide whether players are known persons.
    """
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
        # A team that is not entered is refused, so nothing is asked about its players.
        players=typed.read(body.players) if team in tournament.teams else (),
        was=seen_players(hall, present, body.was),
    )
    return await to_desk(sender, command, command_id, typed.newcomers)


def _with_lines(fields: Fields) -> dict[str, object]:
    """Return the fields with `players`, typed with one name per line, as a list.

    A single line may have all names, with commas or semicolons between them.
    """
    lines = [each.strip() for each in fields.get("players", "").splitlines() if each.strip()]
    if len(lines) == 1:
        lines = [each.strip() for each in re.split("[,;]", lines[0]) if each.strip()]
    return {**fields, "players": lines}


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
    """A registered team, with the id and present name of each player."""

    name: str
    players: list[PersonNamed]


def _team_out(name: str, players: Sequence[PersonId], names: Names) -> TeamOut:
    return TeamOut(name=name, players=[person_named(each, names) for each in players])


router = APIRouter(prefix="/api/t/{tournament}/teams", tags=["operator"])


@router.get("", dependencies=[Depends(needs(Action.SEE_TEAMS))])
async def teams(tournament: TournamentDep, hall: HallDep) -> list[TeamOut]:
    """List every team of a tournament."""
    names = hall.names()
    return [_team_out(name, who, names) for name, who in tournament.teams.items()]


@router.post("", status_code=201)
async def register_team(
    team: ENTER_TEAM.body,  # type: ignore[name-defined] # made from its command
    visitor: EnteringTeams,
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
    visitor: Directing,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> None:
    """Withdraw a team that is in no match and no draw. Its name may be used again."""
    await WITHDRAW_ENTRY.give(Sender(hall, visitor, tournament), order, command_id)


@router.put("")
async def change_team(
    change: MEND_TEAM.body,  # type: ignore[name-defined] # made from its command
    visitor: EnteringTeams,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> TeamOut:
    """Change a team's players or, before a match is set up with it, its name.

    Players who are named in a line-up cannot be removed; while a line-up is sealed, no player can
    be removed.
    """
    changed, *_ = await MEND_TEAM.give(Sender(hall, visitor, tournament), change, command_id)
    assert isinstance(changed, ev.TeamChanged)
    return _team_out(changed.name, changed.players, hall.names())
