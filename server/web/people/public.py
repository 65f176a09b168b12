"""The public pages of players: all by name, rankings, and a page for each person."""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from rules.identities import PersonId
from server.access import Action
from server.live.public_source import PublicSource, PublicTournament
from server.values.naming import NAMELESS, Names
from server.values.played_match import PlayedMatch
from server.views.people.values import (
    NOTHING_WON,
    Record,
    rankings,
    records,
    standing_id,
)
from server.web.edge.authorization import needs
from server.web.edge.format_pages import PublicFormat
from server.web.edge.public_services import (
    PublicOutcomesDep,
    PublicSourceDep,
    public_services_of,
)
from server.web.people.seasons import SeasonDep, every_match, years_of
from server.web.shell.hidden_results import hides_results, with_choice
from server.web.shell.lists import Filter, Filters, as_shown
from server.web.shell.shell import ShellDep
from server.web.shell.tournament_view import TournamentViewDep, tournament_page

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


Order = Annotated[
    Literal["name", "results"] | None,
    Query(description="How the players are listed: by results if there are any."),
]
ShortName = Annotated[str, Query(max_length=60, description="Only this tournament.")]
Letter = Annotated[str, Query(max_length=2, description="Only names that begin with it.")]


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Somebody in the directory: their name, their teams' names, and their record.

    `is_listed` is False if they play in a format whose games are in no list of matches.
    """

    person: str
    name: str
    teams: str
    record: Record
    is_listed: bool


@router.get("/t/{tournament}/players")
async def tournament_players(
    request: Request, shell: ShellDep, view: TournamentViewDep, public: PublicOutcomesDep
) -> Response:
    """Show the ranking of a tournament's players, made from public facts.

    Where nobody has played in a match, redirect to those who play in the tournament without a team.
    """
    played = public.played(view.source, view.tournament.tournament)
    if not played and any(each.persons(view.tournament.state) for each in view.formats):
        path = f"/players?{urlencode({'order': 'name', 'tournament': view.name})}"
        path = with_choice(path) if hides_results(request) else path
        return RedirectResponse(path, 303, {"cache-control": "no-store"})
    return tournament_page(
        request,
        shell,
        view,
        "people/tournament_players.html",
        rankings=rankings(played, view.names),
        teams=_teams_by_person([view.tournament], view.names),
        season=None,
    )


@router.get("/players")
async def players(
    request: Request,
    shell: ShellDep,
    source: PublicSourceDep,
    public: PublicOutcomesDep,
    asked: SeasonDep,
    order: Order = None,
    letter: Letter = "",
    of: Annotated[ShortName, Query(alias="tournament")] = "",
) -> Response:
    """Show everybody in one ranking of all tournaments, or by name with their records.

    Only matches that ended in the season count.
    """
    names, here = source.names(shell.words(request).code), _tournaments(source, of)
    every, formats = await every_match(source, public), public_services_of(request).public_formats
    ids = {each.tournament for each in here}
    played = asked.played(every, source.now())
    of_season = [each for each in played if each.match_id.tournament in ids]
    others = [] if asked.query else [*_public_persons(here, formats)]
    teams = _teams_by_person(here, names, formats)
    ranked = rankings(of_season, names) if order != "name" and not letter else []
    shown_by = "results" if ranked or order == "results" else "name"
    unlisted = {*_persons_of((each for each in formats if each.lists_its_own), here)}
    lines = await asyncio.to_thread(_directory, of_season, others, teams, names, unlisted)
    shown = [each for each in lines if letter in ("", _first_letter(each))]
    gettext, tournaments = shell.words(request).gettext, _choices(source, every, formats)
    letters = as_shown(sorted(set(map(_first_letter, lines))))
    by_letter = Filter("letter", gettext("First letter"), letter, letters)
    by_tournament = Filter("tournament", gettext("Tournament"), of, tournaments)
    return shell.page(
        request,
        "people/players.html",
        status=422 if asked.faults else 200,
        order=shown_by,
        rankings=ranked,
        letters=[(each, [*of_it]) for each, of_it in groupby(shown, _first_letter)],
        teams=teams,
        tournament="",
        season=asked,
        years=years_of(every, source.now()),
        filtered=Filters(
            request.url.path,
            (by_letter, by_tournament) if shown_by == "name" else (by_tournament,),
            len(shown),
            len(lines),
            (("order", "name" if order == "name" else ""), *asked.typed.items()),
        ),
    )


def _tournaments(source: PublicSource, name: str) -> list[PublicTournament]:
    """Return the tournament of that short name, all for an empty name, else none; newest first."""
    every = reversed([*source.tournaments.processes.values()])
    return [each for each in every if name in ("", str(each.name))]


def _choices(
    source: PublicSource, every: Iterable[PlayedMatch], formats: Sequence[PublicFormat]
) -> tuple[tuple[str, str], ...]:
    """Return the short name and title of each tournament with somebody in it, the newest first."""
    played = {each.match_id.tournament for each in every}
    return tuple(
        (str(each.name), each.title)
        for each in _tournaments(source, "")
        if each.tournament in played or any(_public_persons([each], formats))
    )


def _public_persons(
    tournaments: Iterable[PublicTournament], formats: Sequence[PublicFormat]
) -> Iterator[PersonId]:
    """Yield who is on a team or plays in a format, also if they have not played yet."""
    for each in tournaments:
        for players in each.teams.values():
            yield from players
        yield from _persons_of(formats, [each])


def _persons_of(
    formats: Iterable[PublicFormat], tournaments: Sequence[PublicTournament]
) -> Iterator[PersonId]:
    """Yield who plays in these formats without a team."""
    for known in formats:
        for each in tournaments:
            yield from known.persons(each.state)


def _teams_by_person(
    tournaments: Sequence[PublicTournament], names: Names, formats: Sequence[PublicFormat] = ()
) -> dict[str, list[str]]:
    """Return the names of everybody's teams, each once, by the person's id.

    Who is on no team, but plays in one of the formats, has the titles of these tournaments instead.
    """
    found = dict[str, dict[str, None]]()
    for each in tournaments:
        for team, players in each.teams.items():
            for player in players:
                found.setdefault(standing_id(player, names).text, {})[team] = None
    alone = dict[str, dict[str, None]]()
    for each in tournaments:
        for player in (one for known in formats for one in known.persons(each.state)):
            alone.setdefault(standing_id(player, names).text, {})[each.title] = None
    return {person: [*named] for person, named in (alone | found).items()}


def _directory(
    played: Sequence[PlayedMatch],
    others: Iterable[PersonId],
    teams: Mapping[str, Sequence[str]],
    names: Names,
    unlisted: Collection[PersonId],
) -> list[PersonLine]:
    """Return who has played in these matches, and the others, by name.

    The games of the `unlisted` are in no list of matches.
    """
    out = {standing_id(each, names) for each in unlisted}
    known, sat = records(played, names), {each.person for one in played for each in one.tallies}
    persons = {standing_id(each, names) for each in (*sat, *others)}
    lines = [
        PersonLine(
            each.text,
            names.of(each),
            ", ".join(teams.get(each.text, [])),
            known.get(each.text, NOTHING_WON),
            each not in out,
        )
        for each in persons
    ]
    return sorted(
        (each for each in lines if each.name != NAMELESS),
        key=lambda one: (one.name.casefold(), one.person),
    )


def _first_letter(line: PersonLine) -> str:
    return line.name[:1].upper()
