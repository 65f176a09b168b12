"""The public pages of a tournament and of all tournaments: overview, teams, archive and feed."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from operator import itemgetter
from typing import Annotated, NamedTuple

from babel.dates import format_date
from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from rules.errors import MatchRefused
from rules.identities import PersonId, TournamentId
from rules.text import N_
from server.access import Action
from server.live.hub import LiveHub
from server.live.listed_tournaments import LatestResults, ListedTournament, by_year
from server.live.public_outcomes import PublicOutcomes
from server.live.public_source import PublicSource
from server.live.tournament_feed import Followed, TournamentFeed
from server.values.naming import NAMELESS, Names
from server.values.played_match import DUPLICATE, PlayedMatch
from server.views.match.lists import MatchRow, finished_row
from server.views.people.values import NOTHING_WON, Record, records, standing_id
from server.views.team_event.values import StageValues, StandingRow
from server.views.tournament.words import StatusShown, status_shown
from server.web.edge.authorization import needs
from server.web.edge.format_pages import PublicFormat
from server.web.edge.public_services import (
    ListedTournamentsDep,
    PublicSourceDep,
    public_services_of,
)
from server.web.people.seasons import day_of, latest_first, years_of
from server.web.shell.hidden_results import hides_results
from server.web.shell.lists import Filter, Filters, PageNumber, as_shown, page_links, paged
from server.web.shell.shell import ShellDep
from server.web.shell.tournament_view import (
    OVERVIEW,
    TournamentView,
    TournamentViewDep,
    ViewOf,
    ViewOfDep,
    rendered_parts,
    tournament_facts,
    tournament_page,
)
from server.words.translation import Words, words_for

router = APIRouter(
    prefix="/t/{tournament}", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)
TeamName = Annotated[str, "a team's name, or one it had"]


@router.get("")
async def overview(request: Request, shell: ShellDep, view: TournamentViewDep) -> Response:
    """Show the matches under way and to come, the leaders, public rulings and printed forms."""
    parts = rendered_parts(view, OVERVIEW, results_hidden=hides_results(request))
    return tournament_page(request, shell, view, "tournament/overview.html", parts=parts)


@router.get("/teams")
async def teams(request: Request, shell: ShellDep, view: TournamentViewDep) -> Response:
    """Show every team with its players: by place in the latest stage with results, else by name."""
    process, standing = view.tournament, _standing(view)
    places = _places(view, standing)
    every = [
        (team, [(player.text, view.names.of(player)) for player in process.players_of(team)])
        for team in sorted(process.teams, key=lambda team: (places.get(team, _NO_PLACE), team))
    ]
    return tournament_page(
        request,
        shell,
        view,
        "tournament/teams.html",
        teams=every,
        withdrawn=[*process.state.event.withdrawn],
        standing=standing,
        placed={team: place.number for team, place in places.items()},
    )


class _Place(NamedTuple):
    """A team's place as a key to sort by: whoever is in a later stage comes first.

    `number` is the place as shown, or empty.
    """

    group: int
    before: int
    place: int
    number: str


_NO_PLACE = _Place(2, 0, 0, "")


def _standing(view: TournamentView) -> dict[str, list[tuple[str, StandingRow]]]:
    """Return each team's lines in the standings of the stages that it has played in, by team."""
    lines = dict[str, list[tuple[str, StandingRow]]]()
    for stage in view.stages:
        for row in (row for group in stage.groups for row in group.rows if row.played):
            lines.setdefault(row.team, []).append((stage.name, row))
    return lines


def _places(
    view: TournamentView, standing: Mapping[str, Sequence[tuple[str, StandingRow]]]
) -> dict[str, _Place]:
    """Return the teams' places: in the end the first three, else those in their latest stages."""
    ended = {team: n for n, teams in enumerate(view.first_three, 1) for team in teams}
    places = dict[str, _Place]()
    for team, lines in standing.items():
        place = int(lines[-1][1].place)
        places[team] = _Place(1, -len(lines), place, "" if ended else str(place))
    return places | {team: _Place(0, 0, n, str(n)) for team, n in ended.items()}


@router.get("/teams/{team:path}")
async def team(
    request: Request, shell: ShellDep, view: TournamentViewDep, team: TeamName
) -> Response:
    """Show a team: its players, its matches and its places."""
    process = view.tournament
    name = process.state.name_now(team)
    if name not in process.teams:
        raise MatchRefused("team", team, ", ".join(process.teams) or N_("none yet"))
    return tournament_page(
        request,
        shell,
        view,
        "tournament/team.html",
        team=name,
        players=_players(view, name),
        stages=[each for each in view.stages if _plays(each, name)],
        outside=_outside_stages(view, name),
        withdrawn=name in process.state.event.withdrawn,
    )


class TeamPlayer(NamedTuple):
    """A player of a team, with the record of their matches in the tournament."""

    person: str
    name: str
    record: Record


def _players(view: TournamentView, team: str) -> list[TeamPlayer]:
    known = records(view.public.played(view.source, view.tournament.tournament), view.names)
    return [
        TeamPlayer(
            player.text,
            view.names.of(player),
            known.get(standing_id(player, view.names).text, NOTHING_WON),
        )
        for player in view.tournament.players_of(team)
    ]


def _outside_stages(view: TournamentView, team: str) -> list[MatchRow]:
    """Return the team's matches that belong to no round."""
    return [each for each in view.matches_of(team) if not each.round]


def _plays(stage: StageValues, team: str) -> bool:
    return any(
        team in (pair.home, pair.away) for each in stage.rounds for pair in each.pairs
    ) or any(row.team == team for group in stage.groups for row in group.rows)


ArchiveYear = Annotated[
    int | None, Query(ge=1970, le=9998, description="Only this year's matches.")
]
EventKind = Annotated[str, Query(max_length=40, description="Only events of this kind.")]
ArchiveTeam = Annotated[str, Query(max_length=200, description="Only this team's matches.")]
ArchivePerson = Annotated[str, Query(max_length=40, description="Only this person's matches.")]


@router.get("/archive")
async def archive(
    request: Request,
    shell: ShellDep,
    view: TournamentViewDep,
    year: ArchiveYear = None,
    team: ArchiveTeam = "",
    person: ArchivePerson = "",
    page: PageNumber = 1,
) -> Response:
    """Show one page of the tournament's finished matches, which can be filtered, by days.

    Matches that are over but not filed yet come first.
    """
    tournament, source = view.tournament.tournament, view.source
    played = await asyncio.to_thread(source.outcomes.played, tournament)
    every = [each for each in played if view.hub.is_finished(each.match_id)]
    asked = {"year": str(year or ""), "team": team, "person": person}
    kept = [each for each in sorted(every, key=latest_first) if _fits(each, asked, view)]
    shown = paged(kept, page)
    events = {tournament: view.tournament.state}
    finished = source.registry.finished
    filters = Filters(request.url.path, _choices(every, asked, view), len(kept), len(every))
    ended = [] if filters.is_chosen or page > 1 else view.just_over
    rows = ended + [
        finished_row(finished.of(each.match_id), view.words, view.names, events)
        for each in shown.items
    ]
    return tournament_page(
        request,
        shell,
        view,
        "tournament/archive.html",
        rows=rows,
        filtered=filters,
        pages=page_links(shown, request.url),
    )


def _fits(match: PlayedMatch, asked: Mapping[str, str], view: TournamentView) -> bool:
    """Return True if a finished match is among those that are asked for."""
    return (
        asked["year"] in ("", str(day_of(match, view.source.now()).year))
        and asked["team"] in ("", *match.teams)
        and asked["person"] in ("", *_persons(match, view.names))
    )


def _persons(match: PlayedMatch, names: Names) -> list[str]:
    return [standing_id(each.person, names).text for each in match.tallies]


def _choices(
    every: Sequence[PlayedMatch], asked: Mapping[str, str], view: TournamentView
) -> tuple[Filter, ...]:
    """Return the filters of finished matches: by year, by team and by person, sorted by name."""
    names, gettext = view.names, view.words.gettext
    years = map(str, years_of(every, view.source.now()))
    teams = {team for each in every if each.kind == DUPLICATE for team in each.teams}
    persons = {person for each in every for person in _persons(each, names)}
    named = [(person, names.of(PersonId(person))) for person in persons]
    players = sorted((each for each in named if each[1] != NAMELESS), key=itemgetter(1, 0))
    return (
        Filter("year", gettext("Year"), asked["year"], as_shown(years)),
        Filter(
            "team", gettext("Team"), asked["team"], tuple((each, each) for each in sorted(teams))
        ),
        Filter("person", gettext("Player"), asked["person"], tuple(players)),
    )


of_all = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])
"""The router of pages about all tournaments."""


@of_all.get("/following")
async def following(request: Request, shell: ShellDep) -> Response:
    """Show the page of followed players and teams; the server is not told what somebody follows."""
    return shell.page(request, "tournament/following.html")


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """An event in a list.

    `when` is the organiser's text about its days or, without one, the days of its results. `kinds`
    are the formats that are played in it, by their names in the code and in words. `players` is the
    number of persons who play in them without a team. `view` has what is played now in an event
    that is not over; else it is None.
    """

    event: ListedTournament
    when: str
    standing: StatusShown
    kinds: Mapping[str, str]
    players: int
    view: TournamentView | None


@of_all.get("/tournaments")
async def every_tournament(
    request: Request,
    shell: ShellDep,
    source: PublicSourceDep,
    events: ListedTournamentsDep,
    view_of: ViewOfDep,
    year: ArchiveYear = None,
    kind: EventKind = "",
) -> Response:
    """Show running and coming events first, and then official events by year."""
    words, listed = shell.words(request), events.of(source)
    formats = public_services_of(request).public_formats
    rows = [_row(each, source, formats, words, view_of) for each in listed]
    shown = [row for row in rows if year in (None, row.event.year) and kind in ("", *row.kinds)]
    by_name = {each.event.name: each for each in shown}
    years = sorted({row.event.year for row in rows} - {0}, reverse=True)
    kinds = {name: text for row in rows for name, text in row.kinds.items()}
    return shell.page(
        request,
        "tournament/tournaments.html",
        running=[each for each in shown if not each.event.is_over],
        years={
            each: [by_name[event.name] for event in past]
            for each, past in by_year([row.event for row in shown]).items()
        },
        filtered=Filters(
            request.url.path,
            (
                Filter("year", words.gettext("Year"), str(year or ""), as_shown(map(str, years))),
                Filter("kind", words.gettext("Kind"), kind, tuple(kinds.items())),
            ),
            len(shown),
            len(rows),
        ),
    )


def _row(
    event: ListedTournament,
    source: PublicSource,
    formats: Sequence[PublicFormat],
    words: Words,
    view_of: ViewOf,
) -> TournamentRow:
    state = source.tournaments.named(event.name).state
    played = [each for each in formats if each.kind and each.is_set_up(state)]
    return TournamentRow(
        event,
        _when(event, words),
        status_shown(event.status, words, source.now()),
        {each.rules.name: words.gettext(each.kind) for each in played},
        len({player for each in played for player in each.persons(state)}),
        None if event.is_over else view_of(source.tournaments.named(event.name)),
    )


def _when(event: ListedTournament, words: Words) -> str:
    if event.dates or event.first is None or event.last is None:
        return event.dates
    first, last = (
        format_date(each, "d MMMM y", locale=words.code) for each in (event.first, event.last)
    )
    return first if first == last else f"{first} – {last}"


events_api = APIRouter(prefix="/api/events", tags=["operator"])


class EventListedOut(BaseModel):
    """An event in a list.

    `places` are its first three places; a place that is shared has several teams.

    `first` and `last` are the days of the event's first and last result. `status`, `until` and
    `since` are the same as in the answer with its standings (EventOut). `places` is empty until the
    event is official.
    """

    name: str
    title: str
    place: str
    dates: str
    teams: int
    status: str
    until: datetime | None
    since: datetime | None
    first: date | None
    last: date | None
    places: list[list[str]]


@events_api.get("", dependencies=[Depends(needs(Action.WATCH))])
async def events(source: PublicSourceDep, events: ListedTournamentsDep) -> list[EventListedOut]:
    """List running and coming events first, and then official events, the latest first."""
    return [
        EventListedOut(
            name=each.name,
            title=each.title,
            place=each.place,
            dates=each.dates,
            teams=each.teams,
            status=each.status.phase.value,
            until=each.status.until,
            since=each.status.since,
            first=each.first,
            last=each.last,
            places=[[*teams] for teams in each.places],
        )
        for each in events.of(source)
    ]


def event_feed(
    source: PublicSource,
    hub: LiveHub,
    public: PublicOutcomes,
    latest: LatestResults,
    formats: Sequence[PublicFormat],
) -> TournamentFeed:
    """Return the feed that keeps the open pages of a hall's tournaments up to date."""

    def parts_of(followed: Followed) -> Mapping[str, str]:
        tournament = source.tournaments.processes[followed.tournament]
        words = words_for(followed.language)
        view = TournamentView(
            source, hub, public, latest, tournament, words, formats, followed.all_rounds
        )
        return rendered_parts(view, followed.page)

    def name_of(tournament: TournamentId) -> str:
        return str(source.tournaments.names[tournament])

    def is_settled(tournament: TournamentId) -> bool:
        return source.tournaments.processes[tournament].is_settled

    facts_of = partial(tournament_facts, source, hub, public)
    return TournamentFeed(parts_of, facts_of, name_of, is_settled)
