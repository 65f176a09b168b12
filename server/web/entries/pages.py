"""The page of a tournament's entries, with the waiting list, presence and payments."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from rules import commands as cmd
from rules.formats.team_event.entering import Desk
from rules.formats.team_event.entries import Entries, next_to_move_up, written
from rules.games.backgammon import BACKGAMMON
from rules.limits import LAST_POT, MOST_TEAMS
from rules.scoring.terms import SCORED
from rules.text import N_
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.views.log.words import LogLine, log_lines
from server.views.seen_values import seen_values
from server.web.edge.addresses import address_choice, address_for_others
from server.web.edge.authorization import EnteringTeams
from server.web.edge.services import TournamentDep
from server.web.entries.orders import DESK_ORDERS
from server.web.orders.order_list import Fields
from server.web.orders.order_routes import ShowRefused, add_form_route
from server.web.orders.tournament_desk import EnteringDesk, TournamentDesk
from server.web.shell.form_errors import NOTHING_REFUSED, Refused
from server.web.shell.lists import person_choices
from server.web.shell.secret_shown import qr_svg
from server.web.shell.shell import ShellDep

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
    """An entry as a row on the page. `place` is the position on the waiting list, or None.

    `rosters` has each game that only some players of the team play, with the names of these
    players. `due` and `paid` are in hundredths of the currency.
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
        """True if the entry plays: it is not on the waiting list and has not withdrawn."""
        return self.place is None and not self.withdrawn

    @property
    def open(self) -> int:
        """The amount still to be paid, in hundredths; negative if too much was paid."""
        return self.due - self.paid


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over all entries. Amounts of money are texts such as "12.50"."""

    teams: int
    confirmed: int
    waiting: int
    present: int
    due: str
    paid: str
    open: str


def entry_rows(desk: Desk, names: Names, *, with_notes: bool) -> list[EntryRow]:
    """Return every entry as a row, in the order in which the teams were entered.

    With `with_notes`, which is for directors, the rows have the directors' notes.
    """
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
    """Return the sums over the rows.

    A withdrawn entry counts only in the number of teams and in the amounts.
    """
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
    """The form in which the players of one game are chosen from a team.

    `players` has each player's id and name, and whether the player plays the game. `seen` is the
    present choice, which the form sends back: the order is refused if it has changed since.
    """

    game: str
    players: tuple[tuple[str, str, bool], ...]
    seen: str


def roster_forms(desk: Desk, team: str, names: Names) -> list[RosterForm]:
    """Return, for each game, the form in which its players are chosen from the team."""
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
    """Return the rows selected by `show`, sorted by `sort`.

    An unknown `show` selects all rows. With an unknown `sort` the rows stay in the order in which
    the teams were entered.
    """
    shown = [row for row in rows if show not in _KEPT or _KEPT[show](row)]
    if show == "waiting":
        shown.sort(key=lambda row: row.place or 0)
    return sorted(shown, key=_BY[sort]) if sort in _BY else shown


router = APIRouter(prefix="/hall/t/{tournament}/tournament/entries", include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesPage:
    """Values of the page of entries. `log` is empty for visitors who are not directors.

    `next_up` is the team that would be confirmed next. `edited` is the entry whose form is open,
    with its `rosters`. `terms_seen` and `entry_seen` are the values that forms were made from; the
    forms send them back, so that an order is refused if they have changed since. `choices` has, for
    the fields `show` and `sort`, all possible values in words and the chosen value.
    """

    tournament: str
    tournaments: Sequence[str]
    rows: Sequence[EntryRow]
    totals: Totals
    next_up: str | None
    entries: Entries
    terms: cmd.DeskTerms
    terms_seen: str
    edited: EntryRow | None
    rosters: Sequence[RosterForm]
    entry_seen: str
    may_direct: bool
    written: Callable[[int], str]
    choices: Mapping[str, tuple[Mapping[str, str], str]]
    last_pot: int
    most_teams: int
    log: Sequence[LogLine]
    refused: Refused


@router.get("")
async def entries(
    desk: EnteringDesk, edit: Annotated[int, Query(ge=0, le=MOST_TEAMS)] = 0
) -> Response:
    """Show all entries. `edit` is the number of the entry whose form is open, 0 for none."""
    return _page(desk, edit)


async def _refused(desk: EnteringDesk) -> ShowRefused:
    return lambda fields, why: _page(desk, _number(fields, desk.tournament), why)


def _place(fields: Fields, tournament: TournamentProcess) -> str:
    """Return the end of the address to return to after a form's order.

    This end keeps how the rows were selected and sorted, and leads to the row of the entry that the
    form was about.
    """
    chosen = {
        field: fields[field]
        for field, words in (("show", SHOWN), ("sort", SORTED))
        if fields.get(field) in words
    }
    number = _number(fields, tournament)
    kept = f"?{urlencode(chosen)}" if chosen else ""
    return f"{kept}#entry-{number}" if number else kept


def _number(fields: Fields, tournament: TournamentProcess) -> int:
    """Return the number of the entry that a form is about, 0 if the team is not entered."""
    numbers = tournament.state.event.entries.numbers(tournament.teams)
    return numbers.get(tournament.state.name_now(fields.get("team", "")), 0)


add_form_route(router, DESK_ORDERS, _refused, _place)


@router.get("/codes")
async def codes(
    request: Request, visitor: EnteringTeams, shell: ShellDep, tournament: TournamentDep
) -> Response:
    """Show QR codes to print and cut. A team's code opens the team's row on the page of entries."""
    name = str(tournament.name)
    addresses = {
        team: address_for_others(request, f"/hall/t/{name}/tournament/entries/{number}")
        for team, number in tournament.state.event.entries.numbers(tournament.teams).items()
        if team not in tournament.state.event.withdrawn
    }
    return shell.page(
        request,
        "entries/codes.html",
        tournament=name,
        choice=address_choice(request),
        codes=[(team, address, qr_svg(address)) for team, address in addresses.items()],
    )


@router.get("/{number}")
async def entry(number: int, visitor: EnteringTeams, tournament: TournamentDep) -> Response:
    """Redirect to an entry's row on the page of entries; the address is in the entry's QR code."""
    return RedirectResponse(f"/hall/t/{tournament.name}/tournament/entries#entry-{number}", 303)


def _page(desk: TournamentDesk, edit: int, why: Refused = NOTHING_REFUSED) -> Response:
    words, names, directs = desk.words, desk.names, desk.may_direct
    state = desk.tournament.state.desk
    rows = entry_rows(state, names, with_notes=directs)
    asked = {**desk.request.query_params, **why.typed}
    show, sort = asked.get("show", "all"), asked.get("sort", "entry")
    edited = next((row for row in rows if row.number == edit), None)
    editing = edited is not None and why.form in ("", "entry", "roster")
    seen = state.form(edited.team, with_note=directs) if edited is not None else None
    log = log_lines(desk.tournament.desk_entries, words, BACKGAMMON, names)[::-1] if directs else []
    values = EntriesPage(
        tournament=desk.name,
        tournaments=desk.tournaments,
        rows=chosen_rows(rows, show, sort),
        totals=totals(rows),
        next_up=next_to_move_up(state.event.entries, [*state.teams], state.event.withdrawn),
        entries=state.event.entries,
        terms=state.terms(),
        terms_seen=seen_values(state.terms()),
        edited=edited if editing else None,
        rosters=roster_forms(state, edited.team, names) if edited is not None else (),
        entry_seen=seen_values(seen) if seen is not None else "",
        may_direct=directs,
        written=written,
        choices={"show": (SHOWN, show), "sort": (SORTED, sort)},
        last_pot=LAST_POT,
        most_teams=MOST_TEAMS,
        log=log,
        refused=why,
    )
    return desk.shell.page(desk.request, "entries/entries.html", values, status=why.page_status)
