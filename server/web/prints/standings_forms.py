"""Standings, cross-tables and schedules of a tournament as printed forms and for spreadsheets.

The director's are by the results of both rooms, everybody's by what is public (ruling 12).
"""

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request, Response

from protocol_forms.table_form import FormColumn, FormTable, TablesForm, tables_csv, tables_pdf
from rules.formats.standings import Outcomes
from server.access import Action, Visitor
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.translation import Words
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, PublicOutcomesDep, TournamentDep
from server.web.pages.shell import PAGE_HEADERS, ShellDep
from server.web.pages.stage_values import (
    GroupValues,
    PairRow,
    StagePage,
    StageValues,
    StandingRow,
)

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
    words = shell.words(request)
    form = _form(kind, hall, tournament, seen, words, drafts=True)
    return await _answer(request, form, kind, hall, tournament, words)


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
    form = _form(kind, hall, tournament, known, words, drafts=False)
    return await _answer(request, form, kind, hall, tournament, words)


async def _answer(
    request: Request,
    form: TablesForm,
    kind: Kind,
    hall: Hall,
    tournament: TournamentProcess,
    words: Words,
) -> Response:
    suffix = request.url.path.rpartition(".")[2]
    name = f"{hall.tournaments.names[tournament.tournament]}-{kind}.{suffix}"
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
    *,
    drafts: bool,
) -> TablesForm:
    state = tournament.state.event
    names = hall.names(words.code)
    matches = hall.registry.of_tournament(tournament.tournament)
    addresses = {each.number: names.match(each) for each in matches}
    page = StagePage(state, outcomes, addresses, words)
    stages = [page.stage(each, drafts=drafts) for each in state.stages.values()]
    described = state.described
    event = str(hall.tournaments.names[tournament.tournament])
    if described is not None:
        event = ", ".join(
            part for part in (described.title, described.place, described.dates) if part
        )
    title = words.gettext("Standings") if kind == "standings" else words.gettext("Schedule")
    make = _standings if kind == "standings" else _schedule
    tables = tuple(table for stage in stages for table in make(stage, words))
    return TablesForm(title, event, tables)


def _heading(stage: StageValues, group: GroupValues, words: Words) -> str:
    if not group.letter:
        return stage.name
    return words.gettext("%(stage)s, group %(letter)s", stage=stage.name, letter=group.letter)


def _standings(stage: StageValues, words: Words) -> list[FormTable]:
    if stage.in_pairs:
        return _schedule(stage, words)
    return [
        table
        for group in stage.groups
        for table in (_table(stage, group, words), _crossed(stage, group, words))
    ]


def _table(stage: StageValues, group: GroupValues, words: Words) -> FormTable:
    figures: tuple[tuple[str, Callable[[StandingRow], str]], ...] = (
        (words.gettext("VP"), lambda row: row.vp),
        (words.gettext("Matches played"), lambda row: str(row.played)),
        (
            words.gettext("Won – level – lost"),
            lambda row: f"{row.won}–{row.level}–{row.lost}",
        ),
        ("IMP", lambda row: f"{row.imp[0]}–{row.imp[1]}"),
        ("±", lambda row: row.difference),
        ("SMP", lambda row: f"{row.smp[0]}–{row.smp[1]}"),
    )
    columns = (
        FormColumn(words.gettext("Place"), figure=True),
        FormColumn(words.gettext("Team")),
        *(
            FormColumn(title, figure=True, strong=not place)
            for place, (title, _) in enumerate(figures)
        ),
    )
    rows = tuple(
        (row.place + ("=" if row.shared else ""), row.team, *(give(row) for _, give in figures))
        for row in group.rows
    )
    return FormTable(_heading(stage, group, words), columns, rows, tuple(_notes(group, words)))


def _notes(group: GroupValues, words: Words) -> list[str]:
    notes = [f"{row.team}: {row.why}" for row in group.rows if row.why]
    for row in group.rows:
        if row.vp_penalty or row.imp_penalty:
            taken = {"vp": row.vp_penalty, "imp": row.imp_penalty}
            notes.append(f"{row.team}: {words.gettext('penalty: %(vp)s VP, %(imp)s IMP', **taken)}")
        if row.withdrawn:
            notes.append(f"{row.team}: {words.gettext('withdrawn')}")
    return notes


def _crossed(stage: StageValues, group: GroupValues, words: Words) -> FormTable:
    teams = [row.team for row in group.rows]
    columns = (
        FormColumn(words.gettext("Team")),
        *(FormColumn(str(place), figure=True) for place in range(1, len(teams) + 1)),
    )
    rows = tuple(
        (
            f"{place} {team}",
            *(
                "×"
                if other == team
                else " ".join(cell.text or "·" for cell in group.crossed[team][other])
                for other in teams
            ),
        )
        for place, team in enumerate(teams, 1)
    )
    heading = words.gettext("Who met whom: the VP of the team on the left")
    return FormTable(f"{_heading(stage, group, words)}. {heading}", columns, rows)


def _schedule(stage: StageValues, words: Words) -> list[FormTable]:
    columns = (
        FormColumn(words.gettext("Match"), figure=True),
        FormColumn(words.gettext("White in the open room")),
        FormColumn(words.gettext("Red in the open room")),
        FormColumn(words.gettext("Result in VP"), figure=True, strong=True),
    )
    tables = []
    for each in stage.rounds:
        number = words.gettext("Round %(number)s", number=each.number)
        heading = stage.name if stage.in_pairs else f"{stage.name}. {number}"
        byes = [f"{team}: {words.gettext('has a bye')}" for team in each.byes]
        if not stage.in_pairs or each.pairs:
            rows = tuple(_pair(pair, words) for pair in each.pairs)
            tables.append(FormTable(heading, columns, rows, tuple(byes)))
    return tables


def _pair(pair: PairRow, words: Words) -> tuple[str, ...]:
    number = pair.address.label if pair.address is not None else "–"
    score = f"{pair.score[0]}–{pair.score[1]}" if pair.score and not pair.running else ""
    if pair.walkover:
        score = words.gettext("walkover, absent: %(teams)s", teams=", ".join(pair.walkover))
    return f"{number} {pair.group}".strip(), pair.home, pair.away, score
