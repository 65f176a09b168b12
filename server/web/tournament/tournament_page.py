"""The public's page of a tournament: who plays whom, how it stands; a page a team."""

from collections.abc import Iterable
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from rules.directing.case_book import Case, teams_under_appeal
from rules.directing.podium import podium
from rules.errors import MatchRefused
from rules.formats.forecast import Forecast
from rules.formats.standings import Outcomes
from server.access import Action
from server.hall import Hall
from server.live.cases_seen import public_cases
from server.live.public_outcomes import PublicOutcomes
from server.results.event_status_words import status_shown
from server.results.stage_values import StagePage, StageValues
from server.results.start_rows import last_start_words, start_rows
from server.tournament.tournament_process import TournamentProcess
from server.translation import Words
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, PublicOutcomesDep, TournamentDep
from server.web.pages.shell import ShellDep

router = APIRouter(prefix="/t/{tournament}", include_in_schema=False)
_WATCHING = [Depends(needs(Action.WATCH))]
NEWEST = 7
"""Rounds of a stage on its page, as many as eight teams play; the others are a link away."""
TeamName = Annotated[str, "a team's name, or one it had"]


@router.get("", dependencies=_WATCHING)
async def tournament(
    request: Request,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    public: PublicOutcomesDep,
    rounds: Annotated[Literal["all"] | None, Query()] = None,
) -> Response:
    """Its stages: published rounds, tables, cross-tables, by what is public.

    Of many rounds the newest, or `all`.
    """
    words, known = shell.words(request), public.of(tournament.tournament)
    state = tournament.state.event
    final = public.finality(hall, tournament.tournament, known)
    cases = public_cases(tournament, final)
    foreseen = public.forecast(hall, tournament.tournament, known)
    page = _stage_page(hall, tournament, public, words, foreseen, cases, known)
    newest = None if rounds else NEWEST
    return shell.page(
        request,
        "tournament/tournament.html",
        tournament=str(tournament.name),
        described=state.described,
        last_start=last_start_words(state.times.last_start, hall.now(), words),
        stages=[page.stage(each, drafts=False, newest=newest) for each in state.stages.values()],
        day_ends=words.clock(foreseen.day.astimezone()) if foreseen.day else "",
        teams=list(tournament.teams),
        withdrawn=[*state.withdrawn],
        first_three=podium(state, known),
        standing=status_shown(final.status, words, hall.now()),
        cases=cases,
        starts=start_rows(state, words),
    )


@router.get("/teams/{team:path}", dependencies=_WATCHING)
async def team(
    request: Request,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    public: PublicOutcomesDep,
    team: TeamName,
) -> Response:
    """A team: its players, its matches, its places."""
    words, name = shell.words(request), tournament.state.name_now(team)
    if name not in tournament.teams:
        raise MatchRefused("team", team, ", ".join(tournament.teams) or "none yet")
    known, state = public.of(tournament.tournament), tournament.state.event
    foreseen = public.forecast(hall, tournament.tournament, known)
    cases = public_cases(tournament, public.finality(hall, tournament.tournament, known))
    names = hall.names(words.code)
    page = _stage_page(hall, tournament, public, words, foreseen, cases, known)
    stages = [page.stage(each, drafts=False) for each in state.stages.values()]
    return shell.page(
        request,
        "tournament/team.html",
        tournament=str(tournament.name),
        team=name,
        players=[names.of(player) for player in tournament.players_of(name)],
        described=state.described,
        stages=[each for each in stages if _plays(each, name)],
        withdrawn=name in state.withdrawn,
    )


def _plays(stage: StageValues, team: str) -> bool:
    return any(
        team in (pair.home, pair.away) for each in stage.rounds for pair in each.pairs
    ) or any(row.team == team for group in stage.groups for row in group.rows)


def _stage_page(
    hall: Hall,
    tournament: TournamentProcess,
    public: PublicOutcomes,
    words: Words,
    foreseen: Forecast,
    cases: Iterable[Case],
    known: Outcomes,
) -> StagePage:
    addresses = hall.addresses(tournament.tournament)
    playing = public.playing(tournament.tournament)
    appealed = teams_under_appeal(cases)
    state = tournament.state.event
    return StagePage(state, known, addresses, words, playing, appealed, foreseen)
