"""The desk of a tournament: who is entered, who waits, who has come and who has paid."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from rules import commands as cmd
from rules.formats.team_event.entries import Entries, next_to_move_up, written
from rules.games.backgammon import BACKGAMMON
from rules.limits import LAST_POT, MOST_TEAMS
from server.access import Action, Visitor, may
from server.console.log_words import LogLine, log_lines
from server.console.seen_values import seen_values
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.addresses import address_choice, address_for_others
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.order_list import Fields
from server.web.orders.order_routes import ShowRefused, add_form_route
from server.web.pages.form_errors import NOTHING_REFUSED, Refused
from server.web.pages.qr_codes import qr_svg
from server.web.pages.shell import Shell, ShellDep
from server.web.tournament.entry_orders import DESK_ORDERS, Entering
from server.web.tournament.entry_rows import (
    SHOWN,
    SORTED,
    EntryRow,
    RosterForm,
    Totals,
    chosen_rows,
    entry_rows,
    roster_forms,
    totals,
)

router = APIRouter(prefix="/hall/t/{tournament}/event/entries", include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesPage:
    """What the desk shows; `log` has nothing for whoever does not direct.

    `next_up` is the team that would be confirmed next. `edited` is the entry whose form is open,
    with its `rosters`. `terms_seen` and `entry_seen` are what forms were made from. `choices` are
    those of rows, by field: all there are in words, and the one that was made.
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
    request: Request,
    visitor: Entering,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    edit: Annotated[int, Query(ge=0, le=MOST_TEAMS)] = 0,
) -> Response:
    """All entries; `edit` is the number of one whose form is open."""
    return _page(request, visitor, shell, hall, tournament, edit)


async def _refused(
    request: Request,
    visitor: Entering,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> ShowRefused:
    def show(fields: Fields, why: Refused) -> Response:
        edit = _number(fields, tournament)
        return _page(request, visitor, shell, hall, tournament, edit, why)

    return show


def _place(fields: Fields, tournament: TournamentProcess) -> str:
    """The choice of rows that were shown, and the row that the order was about."""
    chosen = {
        field: fields[field]
        for field, words in (("show", SHOWN), ("sort", SORTED))
        if fields.get(field) in words
    }
    number = _number(fields, tournament)
    kept = f"?{urlencode(chosen)}" if chosen else ""
    return f"{kept}#entry-{number}" if number else kept


def _number(fields: Fields, tournament: TournamentProcess) -> int:
    """The number of the entry that a form is about; 0 for a team that is not entered."""
    numbers = tournament.state.event.entries.numbers(tournament.teams)
    return numbers.get(tournament.state.name_now(fields.get("team", "")), 0)


add_form_route(router, DESK_ORDERS, _refused, _place)


@router.get("/codes")
async def codes(
    request: Request, visitor: Entering, shell: ShellDep, tournament: TournamentDep
) -> Response:
    """To print and cut: a code for each team that leads the desk to its row."""
    name = str(tournament.name)
    addresses = {
        team: address_for_others(request, f"/hall/t/{name}/event/entries/{number}")
        for team, number in tournament.state.event.entries.numbers(tournament.teams).items()
        if team not in tournament.state.event.withdrawn
    }
    return shell.page(
        request,
        "tournament/entry_codes.html",
        tournament=name,
        choice=address_choice(request),
        codes=[(team, address, qr_svg(address)) for team, address in addresses.items()],
    )


@router.get("/{number}")
async def entry(number: int, visitor: Entering, tournament: TournamentDep) -> Response:
    """To an entry's row, where a scanned code leads."""
    return RedirectResponse(f"/hall/t/{tournament.name}/event/entries#entry-{number}", 303)


def _page(
    request: Request,
    visitor: Visitor,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    edit: int,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    words, desk = shell.words(request), tournament.state.desk
    directs = may(visitor, Action.DIRECT)
    names = hall.names(words.code, in_full=True)
    rows = entry_rows(desk, names, with_notes=directs)
    asked = {**request.query_params, **why.typed}
    show, sort = asked.get("show", "all"), asked.get("sort", "entry")
    edited = next((row for row in rows if row.number == edit), None)
    editing = edited is not None and why.form in ("", "entry", "roster")
    seen = desk.form(edited.team, with_note=directs) if edited is not None else None
    log = log_lines(tournament.desk_entries, words, BACKGAMMON, names)[::-1] if directs else []
    values = EntriesPage(
        tournament=str(tournament.name),
        tournaments=[str(each) for each in hall.tournaments.names.values()],
        rows=chosen_rows(rows, show, sort),
        totals=totals(rows),
        next_up=next_to_move_up(desk.event.entries, [*desk.teams], desk.event.withdrawn),
        entries=desk.event.entries,
        terms=desk.terms(),
        terms_seen=seen_values(desk.terms()),
        edited=edited if editing else None,
        rosters=roster_forms(desk, edited.team, names) if edited is not None else (),
        entry_seen=seen_values(seen) if seen is not None else "",
        may_direct=directs,
        written=written,
        choices={"show": (SHOWN, show), "sort": (SORTED, sort)},
        last_pot=LAST_POT,
        most_teams=MOST_TEAMS,
        log=log,
        refused=why,
    )
    return shell.page(request, "tournament/entries.html", values, status=why.page_status)
