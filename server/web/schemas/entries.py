"""Teams to be entered with all that is known of them, and how a tournament's entries are told."""

from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from rules.formats.team_event.entering import Desk
from rules.formats.team_event.entries import next_to_move_up
from rules.limits import LAST_POT, MOST_AMOUNT, MOST_TEAMS
from server.persons.naming import Names
from server.web.schemas.fields import Body, NewName, Remark
from server.web.schemas.persons import PersonNamed, person_named

Pot = Annotated[int, Field(ge=0, le=LAST_POT)]
Amount = Annotated[int, Field(ge=0, le=MOST_AMOUNT)]
Note = Annotated[str, StringConstraints(max_length=500, strip_whitespace=True)]


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
