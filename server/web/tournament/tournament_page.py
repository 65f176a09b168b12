"""The public's page of a tournament: who plays whom, how it stands; a page a team."""

from collections.abc import Iterable
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from rules.directing.case_book import Case, teams_under_appeal
from rules.directing.podium import podium
from rules.errors import MatchRefused
from rules.formats.forecast import Forecast
from server.access import Action
from server.hall import Hall
from server.live.public_outcomes import PublicOutcomes
from server.results.event_status_words import status_shown
from server.results.stage_values import StagePage, StageValues
from server.results.start_rows import last_start_words, start_rows
from server.tournament.tournament_process import TournamentProcess
from server.translation import Words
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, PublicOutcomesDep, TournamentDep
from server.web.pages.shell import ShellDep
from server.web.requests.cases import public_cases

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
    words = shell.words(request)
    state = tournament.state.event
    final = public.finality(hall, tournament.tournament)
    cases = public_cases(tournament, final)
    foreseen = public.forecast(hall, tournament.tournament)
    return shell.page(
        request,
        "tournament/tournament.html",
        tournament=str(hall.tournaments.names[tournament.tournament]),
        described=state.described,
        last_start=last_start_words(state.times.last_start, hall.now(), words),
        stages=_stages(
            hall, tournament, public, words, foreseen, cases, None if rounds else NEWEST
        ),
        day_ends=words.clock(foreseen.day.astimezone()) if foreseen.day else "",
        teams=list(tournament.teams),
        withdrawn=[*state.withdrawn],
        first_three=podium(state, public.of(tournament.tournament)),
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
    foreseen = public.forecast(hall, tournament.tournament)
    cases = public_cases(tournament, public.finality(hall, tournament.tournament))
    names = hall.names(words.code)
    stages = _stages(hall, tournament, public, words, foreseen, cases)
    return shell.page(
        request,
        "tournament/team.html",
        tournament=str(hall.tournaments.names[tournament.tournament]),
        team=name,
        players=[names.of(player) for player in tournament.players_of(name)],
        described=tournament.state.event.described,
        stages=[each for each in stages if _plays(each, name)],
        withdrawn=name in tournament.state.event.withdrawn,
    )


def _plays(stage: StageValues, team: str) -> bool:
    return any(
        team in (pair.home, pair.away) for each in stage.rounds for pair in each.pairs
    ) or any(row.team == team for group in stage.groups for row in group.rows)


def _stages(
    hall: Hall,
    tournament: TournamentProcess,
    public: PublicOutcomes,
    words: Words,
    foreseen: Forecast,
    cases: Iterable[Case],
    newest: int | None = None,
) -> list[StageValues]:
    addresses = hall.addresses(tournament.tournament)
    known = public.of(tournament.tournament)
    playing = public.playing(tournament.tournament)
    appealed = teams_under_appeal(cases)
    page = StagePage(tournament.state.event, known, addresses, words, playing, appealed, foreseen)
    stages = tournament.state.event.stages.values()
    return [page.stage(each, drafts=False, newest=newest) for each in stages]
