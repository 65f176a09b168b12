"""The desk of a tournament: who is entered, who waits, who has come and who has paid."""

from collections.abc import Mapping
from typing import Annotated, cast
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from rules.formats.team_event.entries import LAST_POT, MOST_TEAMS, next_to_move_up, written
from rules.games.backgammon import BACKGAMMON
from server.access import Action, Visitor, may
from server.console.log_words import log_lines
from server.console.seen_values import seen_values
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.addresses import address_choice, address_for_others
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted, with_json
from server.web.edge.services import HallDep, TournamentDep
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.qr_codes import qr_svg
from server.web.pages.shell import Shell, ShellDep
from server.web.requests.entries import order_at_desk
from server.web.schemas.entries import DESK_ORDERS, AttendanceIn, DeskOrder, RosterIn
from server.web.tournament.entry_rows import (
    SHOWN,
    SORTED,
    chosen_rows,
    entry_rows,
    roster_forms,
    totals,
)

router = APIRouter(prefix="/hall/t/{tournament}/event/entries", include_in_schema=False)
Entering = Annotated[Visitor, Depends(needs(Action.ENTER_TEAM))]
Word = Annotated[str, Query(max_length=20)]


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


@router.post("")
async def order(
    request: Request,
    visitor: Entering,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
) -> Response:
    """Carry an order out; refused, its form comes back with why."""
    fields = await posted(request)
    edit = _number(tournament, fields.get("team", ""))
    try:
        await order_at_desk(hall, tournament, desk_order(fields), visitor, command_id)
    except REFUSALS as error:
        words = shell.words(request)
        names = hall.names(words.code, in_full=True)
        why = refused(fields.get("order", "desk"), fields, error, words, names)
        return _page(request, visitor, shell, hall, tournament, edit, why)
    kept = _kept_choice(fields)
    place = f"#entry-{edit}" if edit else ""
    return RedirectResponse(f"/hall/t/{tournament.name}/event/entries{kept}{place}", 303)


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


def desk_order(fields: Mapping[str, str]) -> DeskOrder:
    """The order of a form; raises pydantic's ValidationError for fields that cannot be.

    `player-1` … are who plays a game, of a roster.
    """
    kind = DESK_ORDERS.get(fields.get("order", ""), AttendanceIn)
    known = {name: text for name, text in fields.items() if name in kind.model_fields}
    plain = {name: text for name, text in known.items() if text != "" or name == "note"}
    order: dict[str, object] = with_json(plain, "was")
    if kind is RosterIn:
        order["players"] = [text for name, text in fields.items() if name.startswith("player-")]
    return cast(DeskOrder, kind.model_validate(order))


def _number(tournament: TournamentProcess, team: str) -> int:
    """The number of a team's entry; 0 for a team that is not entered."""
    numbers = tournament.state.event.entries.numbers(tournament.teams)
    return numbers.get(tournament.state.name_now(team), 0)


def _kept_choice(fields: Mapping[str, str]) -> str:
    chosen = {
        field: fields[field]
        for field, words in (("show", SHOWN), ("sort", SORTED))
        if fields.get(field) in words
    }
    return f"?{urlencode(chosen)}" if chosen else ""


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
    return shell.page(
        request,
        "tournament/entries.html",
        status=why.page_status,
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
        log=list(reversed(log_lines(tournament.desk_entries, words, BACKGAMMON, names)))
        if directs
        else [],
        refused=why,
    )
