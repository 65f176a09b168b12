"""The public pages of a team event's stages: schedule, standings and leaders."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from rules.directing.cases import teams_in_open_cases
from rules.events import StageKind
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.text import N_
from server.access import Action
from server.views.team_event.values import StagePage, StageValues
from server.views.tournament.words import stage_name
from server.web.edge.authorization import needs
from server.web.edge.format_pages import LEADERS, Leader, PageLink, PublicFormat
from server.web.shell.lists import Filter, Filters, as_shown
from server.web.shell.shell import ShellDep
from server.web.shell.tournament_view import (
    PairsAsked,
    TournamentView,
    TournamentViewDep,
    live_page,
)

NEWEST = 7
"""Number of a stage's rounds that its page shows (our choice); a link leads to the others.

A group of eight teams plays seven rounds.
"""

router = APIRouter(
    prefix="/t/{tournament}", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)


@router.get("/schedule")
async def schedule(
    request: Request,
    shell: ShellDep,
    view: TournamentViewDep,
    rounds: Annotated[Literal["all"] | None, Query()] = None,
    team: Annotated[str, Query(max_length=200, description="Only this team's matches.")] = "",
    of_round: Annotated[
        str, Query(alias="round", max_length=20, description="Only this round, such as 1-2.")
    ] = "",
) -> Response:
    """Show the tournament's published rounds by stage, all of them or those that are asked for.

    Only the newest rounds are shown unless a team or a round is asked for, or `rounds=all`.
    """
    asked = PairsAsked(team, of_round)
    filtered = _filters(request, view, asked)
    if filtered.is_chosen:
        view = replace(view, all_rounds=True, asked=asked)
    return live_page(request, shell, view, "schedule", filtered=filtered)


def _filters(request: Request, view: TournamentView, asked: PairsAsked) -> Filters:
    """Return the filters of a schedule, by team and by round."""
    gettext, rounds, teams, pairs = view.words.gettext, dict[str, str](), set[str](), []
    for stage in view.tournament.state.event.stages.values():
        name = stage_name(stage.plan.name, view.words)
        for each in (each for each in stage.rounds if each.published):
            many = stage.plan.kind is StageKind.ROUND_ROBIN
            named = {"stage": name, "number": each.number}
            text = gettext("%(stage)s, round %(number)s", **named) if many else name
            rounds[f"{stage.number}-{each.number}"] = text
            pairs += [(stage.number, each.number, pairing.teams) for pairing in each.pairings]
            teams |= {team for pairing in each.pairings for team in pairing.teams}
    every = (
        Filter("team", gettext("Team"), asked.team, as_shown(sorted(teams))),
        Filter("round", gettext("Round"), asked.round, tuple(rounds.items())),
    )
    return Filters(request.url.path, every, sum(asked.fits(*pair) for pair in pairs), len(pairs))


@router.get("/standings")
async def standings(request: Request, shell: ShellDep, view: TournamentViewDep) -> Response:
    """Show the standings of all groups, and the results between teams, from public facts."""
    return live_page(request, shell, view, "standings")


def stages_shown(view: TournamentView) -> list[StageValues]:
    """Return the tournament's stages, each with its groups' standings and its published rounds."""
    state, tournament = view.tournament.state.event, view.tournament.tournament
    page = StagePage(
        state,
        view.outcomes,
        view.source.addresses(tournament),
        view.words,
        view.public.playing(tournament),
        teams_in_open_cases(view.cases),
        view.foreseen,
    )
    newest = None if view.all_rounds else NEWEST
    every = [page.stage(each, drafts=False, newest=newest) for each in state.stages.values()]
    return every if view.asked is None else [*_asked(every, view.asked)]


def _asked(every: list[StageValues], asked: PairsAsked) -> Iterator[StageValues]:
    """Yield the stages that have something of what is asked for, with only that."""
    for stage in every:
        rounds = tuple(
            replace(
                each,
                pairs=tuple(
                    pair
                    for pair in each.pairs
                    if asked.fits(stage.number, each.number, (pair.home, pair.away))
                ),
                byes=tuple(
                    team for team in each.byes if asked.fits(stage.number, each.number, (team,))
                ),
            )
            for each in stage.rounds
        )
        if shown := tuple(each for each in rounds if each.pairs or each.byes):
            yield replace(stage, rounds=shown)


def _leading(view: TournamentView) -> Iterator[Leader]:
    """Yield who is first in the latest stage that has begun, if it is one group."""
    begun = [each for each in view.stages if any(not one.is_to_come for one in each.rounds)]
    groups = begun[-1].groups if begun else ()
    for row in groups[0].rows[:LEADERS] if len(groups) == 1 else ():
        if row.played:
            yield Leader(row.place, row.team, f"{row.vp} {view.words.gettext('VP')}")


TEAM_EVENT_SHOWN = PublicFormat(
    TEAM_EVENT,
    stages_shown,
    N_("Teams"),
    public=(
        PageLink(
            "/schedule",
            N_("Schedule"),
            "team_event/parts/schedule.html",
        ),
        PageLink(
            "/standings",
            N_("Standings"),
            "team_event/parts/standings.html",
            "team_event/standings.html",
        ),
    ),
    leaders="team_event/_leaders.html",
    leading=_leading,
)
