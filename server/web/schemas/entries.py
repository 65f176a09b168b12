"""What is asked at the desk of a tournament, and how its entries are told."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints

from rules.formats.team_event.entering import Desk
from rules.formats.team_event.entries import LAST_POT, MOST, MOST_TEAMS, next_to_move_up
from server.persons.naming import Names
from server.web.edge.typed_amounts import typed_amount
from server.web.schemas.fields import Body, Name, NewName, PersonText, Remark
from server.web.schemas.persons import PersonNamed, person_named

Pot = Annotated[int, Field(ge=0, le=LAST_POT)]
Amount = Annotated[int, Field(ge=0, le=MOST)]
TypedAmount = Annotated[Amount, BeforeValidator(typed_amount)]
"""Typed as 1500 or 12.50, kept in hundredths."""
Limit = Annotated[int, Field(ge=0, le=MOST_TEAMS)]
Note = Annotated[str, StringConstraints(max_length=500, strip_whitespace=True)]


class TermsSeen(Body):
    """What a form of the terms was made from."""

    limit: Limit
    currency: Remark


class TermsIn(Body):
    """How many teams may play, 0 for no limit, and in what currency fees are."""

    order: Literal["terms"]
    limit: Limit = 0
    currency: Remark = ""
    was: TermsSeen


class ConfirmEntryIn(Body):
    """Move a team up from the waiting list."""

    order: Literal["confirm"]
    team: Name


class WaitIn(Body):
    """Put a team on the waiting list."""

    order: Literal["wait"]
    team: Name


class AttendanceIn(Body):
    """Whether a team is present."""

    order: Literal["attendance"]
    team: Name
    present: bool


class EntrySeen(Body):
    """What the form of an entry was made from, amounts in hundredths."""

    club: Remark
    pot: Pot
    due: Amount
    paid: Amount
    note: Note | None


class EntryIn(Body):
    """What is kept of a team besides its players; `note` is for the director's form alone."""

    order: Literal["entry"]
    team: Name
    club: Remark = ""
    pot: Pot = 0
    due: TypedAmount = 0
    paid: TypedAmount = 0
    note: Note | None = None
    was: EntrySeen


class RosterIn(Body):
    """Who of a team plays a game, nobody for everybody of it; `was` are who did, by their ids."""

    order: Literal["roster"]
    team: Name
    game: Name
    players: Annotated[list[PersonText], Field(max_length=20)]
    was: Annotated[list[PersonText], Field(max_length=20)]


DeskOrder = TermsIn | ConfirmEntryIn | WaitIn | AttendanceIn | EntryIn | RosterIn
"""An order of the desk's page, told apart by `order`."""
DESK_ORDERS: Mapping[str, type[Body]] = {
    get_args(each.model_fields["order"].annotation)[0]: each for each in get_args(DeskOrder)
}


class NewEntryIn(Body):
    """A team to be entered; `rosters` are those of its players who play a game, by game.

    Players are named by names or ids; a name that one person bears means that person. Amounts are
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
    """Teams to be entered, all of them or none."""

    teams: Annotated[list[NewEntryIn], Field(min_length=1, max_length=MOST_TEAMS)]


class EntryOut(BaseModel):
    """An entry; `state` is confirmed, waiting or withdrawn, `place` that on the waiting list.

    `due` and `paid` are hundredths of the currency; `note` is null for everybody but directors.
    `rosters` has who plays a game where not all of the team do, by game.
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
    """All entries in the order in which they were entered; `limit` 0 is none.

    `next` would move up, since a place is free.
    """

    limit: int
    currency: str
    next: str | None
    entries: list[EntryOut]


def entries_out(desk: Desk, names: Names, *, with_notes: bool) -> EntriesOut:
    """The entries as the API tells them."""
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
