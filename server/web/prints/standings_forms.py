"""Standings, cross-tables and schedules of a tournament as printed forms and for spreadsheets.

The director's are by the results of both rooms, everybody's by what is public (ruling 12).
"""

import asyncio
from collections.abc import Collection
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request, Response

from protocol_forms.table_form import TablesForm, tables_csv, tables_pdf
from rules.directing.case_book import teams_under_appeal
from rules.directing.podium import podium
from rules.formats.standings import Outcomes
from server.access import Action, Visitor
from server.hall import Hall
from server.results.stage_values import StagePage
from server.results.standings_form import (
    event_words,
    schedule_form,
    standings_form,
    with_status,
)
from server.tournament.tournament_process import TournamentProcess
from server.translation import Words
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, PublicOutcomesDep, TournamentDep
from server.web.pages.shell import PAGE_HEADERS, ShellDep
from server.web.requests.cases import hidden_cases, public_cases

Kind = Literal["standings", "schedule"]
operators = APIRouter(prefix="/hall/t/{tournament}", include_in_schema=False)
public = APIRouter(prefix="/t/{tournament}", include_in_schema=False)


@operators.get("/{kind}.pdf")
@operators.get("/{kind}.csv")
async def directors_form(
    request: Request,
    kind: Kind,
    visitor: Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS))],
    tournament: TournamentDep,
    hall: HallDep,
    outcomes: PublicOutcomesDep,
    shell: ShellDep,
) -> Response:
    """The standings or the schedule, by the results that are in, of both rooms."""
    seen = outcomes.seen_by(visitor, hall, tournament.tournament)
    status = outcomes.directors_finality(hall, tournament.tournament, seen).status
    words = shell.words(request)
    hidden, cases = hidden_cases(hall, tournament, visitor), tournament.state.rulings.cases.cases
    appealed = teams_under_appeal(each for case, each in cases.items() if case not in hidden)
    form = _form(kind, hall, tournament, seen, words, appealed, drafts=True)
    form = with_status(form, status, words, hall.now())
    return await _answer(request, form, kind, tournament, words)


@public.get("/{kind}.pdf", dependencies=[Depends(needs(Action.WATCH))])
@public.get("/{kind}.csv", dependencies=[Depends(needs(Action.WATCH))])
async def public_form(
    request: Request,
    kind: Kind,
    tournament: TournamentDep,
    hall: HallDep,
    outcomes: PublicOutcomesDep,
    shell: ShellDep,
) -> Response:
    """The standings or the schedule, by what is public."""
    words = shell.words(request)
    known = outcomes.of(tournament.tournament)
    final = outcomes.finality(hall, tournament.tournament, known)
    appealed = teams_under_appeal(public_cases(tournament, final))
    form = _form(kind, hall, tournament, known, words, appealed, drafts=False)
    form = with_status(form, final.status, words, hall.now())
    return await _answer(request, form, kind, tournament, words)


async def _answer(
    request: Request,
    form: TablesForm,
    kind: Kind,
    tournament: TournamentProcess,
    words: Words,
) -> Response:
    suffix = request.url.path.rpartition(".")[2]
    name = f"{tournament.name}-{kind}.{suffix}"
    headers = {
        "content-disposition": f'inline; filename="{name}"',
        "content-language": words.code,
        "vary": PAGE_HEADERS["vary"],
        "cache-control": "no-store",
    }
    if suffix == "csv":
        return Response(tables_csv(form), media_type="text/csv", headers=headers)
    pdf = await asyncio.to_thread(tables_pdf, form, 0, words.gettext, words.code)
    return Response(pdf, media_type="application/pdf", headers=headers)


def _form(
    kind: Kind,
    hall: Hall,
    tournament: TournamentProcess,
    outcomes: Outcomes,
    words: Words,
    appealed: Collection[str],
    *,
    drafts: bool,
) -> TablesForm:
    state = tournament.state.event
    addresses = hall.addresses(tournament.tournament)
    page = StagePage(state, outcomes, addresses, words, appealed=appealed)
    stages = [page.stage(each, drafts=drafts) for each in state.stages.values()]
    event = event_words(state.described, str(tournament.name))
    if kind == "schedule":
        return schedule_form(event, stages, words)
    return standings_form(event, stages, words, podium(state, outcomes))
