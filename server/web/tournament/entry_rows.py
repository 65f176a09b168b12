"""The entries of a tournament as its desk sees them, a row each, and what they come to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.formats.team_event.entering import Desk
from rules.formats.team_event.entries import written
from rules.scoring.terms import SCORED
from rules.text import N_
from server.console.seen_values import seen_values
from server.persons.naming import Names
from server.web.pages.person_choice import person_choices

SHOWN = {
    "all": N_("All teams"),
    "confirmed": N_("Confirmed"),
    "waiting": N_("On the waiting list"),
    "missing": N_("Not here yet"),
    "owing": N_("Not paid in full"),
}
SORTED = {
    "entry": N_("As entered"),
    "name": N_("By name"),
    "club": N_("By club"),
    "pot": N_("By pot"),
}


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry; `place` is that on the waiting list, None where it does not wait.

    `rosters` are who plays which game, by its name in the rules, where not all of the team do.
    """

    number: int
    team: str
    players: tuple[str, ...]
    club: str
    pot: int
    place: int | None
    withdrawn: bool
    present: bool
    due: int
    paid: int
    note: str
    rosters: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def confirmed(self) -> bool:
        """It plays."""
        return self.place is None and not self.withdrawn

    @property
    def open(self) -> int:
        """What is still to be paid; less than nothing where too much was."""
        return self.due - self.paid


@dataclass(frozen=True, slots=True)
class Totals:
    """What all entries come to; amounts as they are written."""

    teams: int
    confirmed: int
    waiting: int
    present: int
    due: str
    paid: str
    open: str


def entry_rows(desk: Desk, names: Names, *, with_notes: bool) -> list[EntryRow]:
    """Every entry, as entered."""
    entries = desk.event.entries
    waiting = [team for team in entries.waiting if team not in desk.event.withdrawn]
    places = {team: place for place, team in enumerate(waiting, 1)}
    rows = []
    for team, number in entries.numbers(desk.teams).items():
        players = desk.teams[team]
        details, (due, paid) = entries.details_of(team), desk.book.fee(number)
        rows.append(
            EntryRow(
                number=number,
                team=team,
                players=tuple(names.of(player) for player in players),
                club=details.club,
                pot=details.pot,
                place=places.get(team),
                withdrawn=team in desk.event.withdrawn,
                present=team in entries.present,
                due=due,
                paid=paid,
                note=desk.book.note(number) if with_notes else "",
                rosters=tuple(
                    (game, tuple(names.of(player) for player in who))
                    for (of, game), who in entries.rosters.items()
                    if of == team
                ),
            )
        )
    return rows


def totals(rows: Sequence[EntryRow]) -> Totals:
    """The sums; who has withdrawn counts among the teams and in the money alone."""
    return Totals(
        teams=len(rows),
        confirmed=sum(row.confirmed for row in rows),
        waiting=sum(row.place is not None for row in rows),
        present=sum(row.present and not row.withdrawn for row in rows),
        due=written(sum(row.due for row in rows)),
        paid=written(sum(row.paid for row in rows)),
        open=written(sum(max(row.open, 0) for row in rows)),
    )


@dataclass(frozen=True, slots=True)
class RosterForm:
    """Who plays a game for a team: each player by id and name, and whether it is he.

    `seen` are those who do, as a form carries them.
    """

    game: str
    players: tuple[tuple[str, str, bool], ...]
    seen: str


def roster_forms(desk: Desk, team: str, names: Names) -> list[RosterForm]:
    """A form for each game of which stages are played."""
    forms = []
    for game in SCORED:
        roster = desk.event.entries.roster(team, game)
        listed = person_choices(desk.teams[team], names)
        ids = {player.text for player in roster}
        players = tuple((sent, name, sent in ids) for sent, name in listed)
        forms.append(RosterForm(game, players, seen_values(roster)))
    return forms


_KEPT: Mapping[str, Callable[[EntryRow], bool]] = {
    "confirmed": lambda row: row.confirmed,
    "waiting": lambda row: row.place is not None,
    "missing": lambda row: not row.present and not row.withdrawn,
    "owing": lambda row: row.open > 0,
}
_BY: Mapping[str, Callable[[EntryRow], tuple[object, ...]]] = {
    "name": lambda row: (row.team.casefold(),),
    "club": lambda row: (not row.club, row.club.casefold(), row.team.casefold()),
    "pot": lambda row: (not row.pot, row.pot, row.number),
}


def chosen_rows(rows: Sequence[EntryRow], show: str, sort: str) -> list[EntryRow]:
    """Those that are asked for, in the order asked for; any other word asks for all as entered."""
    shown = [row for row in rows if show not in _KEPT or _KEPT[show](row)]
    if show == "waiting":
        shown.sort(key=lambda row: row.place or 0)
    return sorted(shown, key=_BY[sort]) if sort in _BY else shown
