"""Orders about a tournament's entries, and the API that enters and lists them.

The orders come from the forms of the entries' page (ADR 19). They may name a team by an earlier
name.
"""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, BeforeValidator, Field, StringConstraints

from rules import commands as cmd
from rules.commands import EntryForm
from rules.formats.team_event.entering import Desk
from rules.formats.team_event.entries import next_to_move_up
from rules.limits import LAST_POT, MOST_AMOUNT, MOST_TEAMS
from server.access import Action, Visitor, may
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.web.edge.authorization import EnteringTeams
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import typed_amount
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.bodies import body_of, value_of
from server.web.orders.fields import Body, Name, NewName, Remark
from server.web.orders.order_list import (
    Fields,
    Order,
    OrderList,
    Sender,
    as_command,
    order,
    to_desk,
)
from server.web.people.orders import PersonNamed, person_named
from server.web.teams.entry_table import TypedPlayer, TypedTeam
from server.web.teams.orders import enter_teams

Pot = Annotated[int, Field(ge=0, le=LAST_POT)]
Amount = Annotated[int, Field(ge=0, le=MOST_AMOUNT)]
Note = Annotated[str, StringConstraints(max_length=500, strip_whitespace=True)]


class NewEntryIn(Body):
    """A team to be entered.

    `rosters` has, by the name of a game, the players of the team who play it.

    A game without a roster is played by all players of the team. Players are given by name or id;
    if exactly one known person has that name, that person is meant. `due` and `paid` are amounts in
    hundredths of the currency.
    """

    name: NewName
    players: Annotated[list[NewName], Field(min_length=2, max_length=20)]
    club: Remark = ""
    pot: Pot = 0
    due: Amount = 0
    paid: Amount = 0
    present: bool = False
    note: Note | None = None
    rosters: dict[str, Annotated[list[NewName], Field(min_length=2, max_length=20)]] = Field(
        default_factory=dict
    )


class EntriesIn(Body):
    """Teams to be entered. If one of them is refused, none is entered."""

    teams: Annotated[list[NewEntryIn], Field(min_length=1, max_length=MOST_TEAMS)]


class EntryOut(BaseModel):
    """An entry. `state` is confirmed, waiting or withdrawn.

    `place` is the position on the waiting list. `due` and `paid` are amounts in hundredths of the
    currency. `note` is null for everybody but directors. `rosters` has, by the name of a game, the
    players who play it, if not all players of the team do.
    """

    entry: int
    team: str
    players: list[PersonNamed]
    state: str
    place: int | None
    present: bool
    club: str
    pot: int
    due: int
    paid: int
    note: str | None
    rosters: dict[str, list[PersonNamed]]


class EntriesOut(BaseModel):
    """All entries in the order in which they were entered.

    `limit` is the greatest number of confirmed teams, or 0 for no limit. `next` is the first team
    on the waiting list if it could be confirmed because a place is free, or else null.
    """

    limit: int
    currency: str
    next: str | None
    entries: list[EntryOut]


def entries_out(desk: Desk, names: Names, *, with_notes: bool) -> EntriesOut:
    """Return all entries in the form of the API; `with_notes` includes the directors' notes."""
    entries, gone = desk.event.entries, desk.event.withdrawn
    waiting = [team for team in entries.waiting if team not in gone]
    listed = []
    for team, number in entries.numbers(desk.teams).items():
        players = desk.teams[team]
        form = desk.form(team, with_note=with_notes)
        state = "withdrawn" if team in gone else "waiting" if team in waiting else "confirmed"
        listed.append(
            EntryOut(
                entry=number,
                team=team,
                players=[person_named(each, names) for each in players],
                state=state,
                place=waiting.index(team) + 1 if team in waiting else None,
                present=team in entries.present,
                club=form.club,
                pot=form.pot,
                due=form.due,
                paid=form.paid,
                note=form.note,
                rosters={
                    game: [person_named(each, names) for each in who]
                    for (of, game), who in entries.rosters.items()
                    if of == team
                },
            )
        )
    return EntriesOut(
        limit=entries.limit,
        currency=desk.book.currency,
        next=next_to_move_up(entries, [*desk.teams], gone),
        entries=listed,
    )


_PLAYER = "player-"
_TypedAmount = Annotated[Amount, BeforeValidator(typed_amount)]
"""An amount that is typed as 1500 or 12.50 and stored in hundredths."""
_TermsIn = body_of(cmd.DeskTerms, "TermsIn", "terms", was=(value_of(cmd.DeskTerms), ...))
_EntryIn = body_of(
    cmd.EntryForm,
    "EntryIn",
    "entry",
    team=(Name, ...),
    due=_TypedAmount,
    paid=_TypedAmount,
    was=(value_of(cmd.EntryForm), ...),
)


def _terms(body: Any, _: Sender) -> cmd.SetDeskTerms:
    return cmd.SetDeskTerms(cmd.DeskTerms(limit=body.limit, currency=body.currency), body.was)


def _entry(body: Any, sender: Sender) -> cmd.ChangeEntry:
    named = ("club", "pot", "due", "paid", "note")
    form = cmd.EntryForm(**{name: getattr(body, name) for name in named})
    return cmd.ChangeEntry(_team(body, sender), form, body.was)


def _roster(body: Any, sender: Sender) -> cmd.SetRoster:
    return cmd.SetRoster(
        team=_team(body, sender), game_name=body.game, players=body.players, was=body.was
    )


def _team(body: Any, sender: Sender) -> str:
    return sender.tournament.state.name_now(body.team)


def _of_its_team(name: str, command: Any) -> Order:
    make = as_command(command)

    def of_its_team(body: Any, sender: Sender) -> Any:
        return make(body.model_copy(update={"team": _team(body, sender)}), sender)

    return order(name, command, to_desk, make=of_its_team)


def _with_players(fields: Fields) -> dict[str, object]:
    """Return the fields of a form, with `player-1`, `player-2` … collected as the list `players`.

    The list has persons' ids.
    """
    players = [value for name, value in fields.items() if name.startswith(_PLAYER)]
    plain = {name: value for name, value in fields.items() if not name.startswith(_PLAYER)}
    return {**plain, "players": players}


DESK_ORDERS = OrderList(
    "",
    "/hall/t/{tournament}/tournament/entries",
    Action.ENTER_TEAM,
    (
        Order("terms", _TermsIn, to_desk, _terms),
        _of_its_team("confirm", cmd.ConfirmEntry),
        _of_its_team("wait", cmd.PutToWait),
        _of_its_team("attendance", cmd.SetAttendance),
        Order("entry", _EntryIn, to_desk, _entry, empty=("note",)),
        order(
            "roster",
            cmd.SetRoster,
            to_desk,
            make=_roster,
            read=_with_players,
            without=("game_name",),
            game=(Name, ...),
        ),
    ),
    form="desk",
    shared_form=True,
    own_forms=True,
)


router = APIRouter(prefix="/api/t/{tournament}/entries", tags=["operator"])


@router.get("")
async def entries(visitor: EnteringTeams, tournament: TournamentDep, hall: HallDep) -> EntriesOut:
    """List all entries in the order in which they were entered. Only directors see notes."""
    return _entries_seen_by(hall, tournament, visitor)


@router.post("", status_code=201)
async def enter(
    new: EntriesIn,
    visitor: EnteringTeams,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EntriesOut:
    """Enter teams with their players, fees and notes; if one is refused, none is entered.

    The answer lists all entries.
    """
    teams = [_typed(number, each) for number, each in enumerate(new.teams, 1)]
    await enter_teams(hall, tournament, teams, visitor, command_id)
    return _entries_seen_by(hall, tournament, visitor)


def _typed(number: int, team: NewEntryIn) -> TypedTeam:
    form = EntryForm(club=team.club, pot=team.pot, due=team.due, paid=team.paid, note=team.note)
    players = [TypedPlayer(name, 0) for name in team.players]
    return TypedTeam(number, team.name, players, form, team.present, team.rosters)


def _entries_seen_by(hall: Hall, tournament: TournamentProcess, visitor: Visitor) -> EntriesOut:
    directs = may(visitor, Action.DIRECT)
    return entries_out(tournament.state.desk, hall.names(), with_notes=directs)
