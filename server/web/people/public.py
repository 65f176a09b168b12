"""The public pages of players: rankings of one or all tournaments, and a page for each person."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from rules.errors import MatchRefused
from rules.identities import MatchAddress, PersonId
from rules.room import Room
from rules.text import N_
from server.access import Action
from server.live.public_outcomes import PublicOutcomes
from server.live.public_source import PublicSource
from server.values.naming import Names, resolved
from server.values.played_match import PlayedMatch
from server.views.people.values import PlayerSums, is_person, rankings, sums_by_room
from server.web.edge.authorization import needs
from server.web.edge.format_pages import PersonsPart, PublicFormat
from server.web.edge.public_services import PublicOutcomesDep, PublicSourceDep, public_services_of
from server.web.shell.shell import ShellDep
from server.web.shell.tournament_view import TournamentViewDep, tournament_page
from server.words.field_refusals import refused_value_words
from server.words.translation import Words

Day = Annotated[str, Query(max_length=10)]
Year = Annotated[str, Query(max_length=4)]


@dataclass(frozen=True, slots=True)
class Season:
    """The days from `first` to `last`, both included; None means no limit.

    `typed` are the values that were asked for, by field. `faults` has, for each field with a value
    that is not allowed, a text that says what is allowed.
    """

    first: date | None
    last: date | None
    typed: dict[str, str]
    faults: dict[str, str]

    @property
    def query(self) -> str:
        """The query that asks another page for the same days; empty for all days."""
        asked = {name: text for name, text in self.typed.items() if text}
        return f"?{urlencode(asked)}" if asked else ""

    def played(self, every: Iterable[PlayedMatch], now: datetime) -> list[PlayedMatch]:
        """Return the matches that were played in the season, by days in the hall's time zone.

        A match that is still being played counts as played today.
        """
        if self.faults:
            return []
        return [each for each in every if self._has(day_of(each, now))]

    def _has(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


def season(year: str, first: str, last: str, words: Words) -> Season:
    """Return the season that a query asks for.

    `first` and `last` are the days as typed. They are ignored if `year` is a valid year.
    """
    typed = {"year": year, "from": first, "to": last}
    faults = dict[str, str]()
    if year:
        if year.isdecimal() and 1970 <= int(year) <= 9998:
            span = date(int(year), 1, 1), date(int(year), 12, 31)
            return Season(*span, {"year": year, "from": "", "to": ""}, {})
        faults["year"] = refused_value_words(words, year, "1970 – 9998")
    days = dict[str, date | None]()
    for name, text in (("from", first), ("to", last)):
        try:
            days[name] = date.fromisoformat(text) if text else None
        except ValueError:
            days[name] = None
            faults[name] = refused_value_words(
                words, text, words.gettext("a day such as 2026-09-01")
            )
    begins, ends = days["from"], days["to"]
    if begins and ends and ends < begins:
        faults["to"] = refused_value_words(
            words, last, words.gettext("%(day)s or later", day=first)
        )
    return Season(begins, ends, typed, faults)


def day_of(match: PlayedMatch, now: datetime) -> date:
    """Return the day on which a match ended, in the hall's time zone; today if it has not ended."""
    return (match.ended or now).astimezone().date()


def years_of(every: Sequence[PlayedMatch], now: datetime) -> list[int]:
    """Return the years in which matches were played, the latest first."""
    return sorted({day_of(each, now).year for each in every}, reverse=True)


async def _season(
    request: Request,
    shell: ShellDep,
    year: Year = "",
    first: Annotated[Day, Query(alias="from")] = "",
    last: Annotated[Day, Query(alias="to")] = "",
) -> Season:
    return season(year, first, last, shell.words(request))


SeasonDep = Annotated[Season, Depends(_season)]
"""The season that the address asks for by `year`, or by `from` and `to`; otherwise all days."""


async def every_match(source: PublicSource, public: PublicOutcomes) -> list[PlayedMatch]:
    """Return the matches of all tournaments.

    One tournament is read after another, so that boards do not have to wait.
    """
    every = list[PlayedMatch]()
    for tournament in [*source.tournaments.processes]:
        await asyncio.to_thread(source.outcomes.played, tournament)
        every += public.played(source, tournament)
    return every


router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A match of a person: the rooms in which the person sat, and the person's sums in these rooms.

    `own` has what was won in these rooms, and then what was lost.
    """

    address: MatchAddress
    teams: tuple[str, str]
    rooms: tuple[Room, ...]
    own: tuple[int, int]


@router.get("/t/{tournament}/players")
async def tournament_players(
    request: Request, shell: ShellDep, view: TournamentViewDep, public: PublicOutcomesDep
) -> Response:
    """Show the ranking of a tournament's players, made from public facts."""
    played = public.played(view.source, view.tournament.tournament)
    made = rankings(played, view.names)
    return tournament_page(
        request, shell, view, "people/tournament_players.html", rankings=made, season=None
    )


@router.get("/players")
async def players(
    request: Request,
    shell: ShellDep,
    source: PublicSourceDep,
    public: PublicOutcomesDep,
    asked: SeasonDep,
) -> Response:
    """Show one ranking of the players of all tournaments, such as all evenings of a league.

    Only matches that ended in the season count.
    """
    names = source.names(shell.words(request).code)
    every = await every_match(source, public)
    made = await asyncio.to_thread(rankings, asked.played(every, source.now()), names)
    return shell.page(
        request,
        "people/players.html",
        status=422 if asked.faults else 200,
        rankings=made,
        tournament="",
        season=asked,
        years=years_of(every, source.now()),
    )


@router.get("/players/{person}")
async def player(
    request: Request,
    person: str,
    shell: ShellDep,
    source: PublicSourceDep,
    public: PublicOutcomesDep,
    asked: SeasonDep,
) -> Response:
    """Show a person's page: sums by game and room, and every public match in the season."""
    words = shell.words(request)
    names = source.names(words.code)
    known = resolved(names.persons, _person_id(person))
    if known is None:
        raise MatchRefused("person", person, N_("a team that has played here"))
    every = await every_match(source, public)
    sat = partial(_sat, known.person_id, names=names)
    own = await asyncio.to_thread(lambda: [*filter(sat, every)])
    teams = _teams_of(known.person_id, source, names)
    formats = public_services_of(request).public_formats
    parts = _played_by(known.person_id, source, formats, names, words)
    if not own and not teams and not parts:
        raise MatchRefused("person", person, N_("a team that has played here"))
    of_season = asked.played(own, source.now())
    made = await asyncio.to_thread(_player_values, known.person_id, of_season, names)
    sums, matches = made
    shown = not known.hidden and not known.erased
    return shell.page(
        request,
        "people/player.html",
        status=422 if asked.faults else 200,
        person=person,
        season=asked,
        years=years_of(own, source.now()),
        name=names.of(known.person_id),
        club=known.club if shown else "",
        country=known.country if shown else "",
        federation_number=known.federation_number if shown else "",
        teams=teams,
        parts=parts,
        sums=sums,
        matches=matches,
    )


def _teams_of(person: PersonId, source: PublicSource, names: Names) -> list[tuple[str, str, str]]:
    """Return the person's teams: for each the tournament's name and title, and the team's name."""
    found = list[tuple[str, str, str]]()
    for process in reversed([*source.tournaments.processes.values()]):
        title = process.title
        for team, players in process.teams.items():
            if any(is_person(person, each, names) for each in players):
                found.append((str(process.name), title, team))
    return found


def _played_by(
    person: PersonId,
    source: PublicSource,
    formats: Sequence[PublicFormat],
    names: Names,
    words: Words,
) -> list[tuple[str, str, PersonsPart]]:
    """Return each tournament in which a person plays in some format.

    Each has its short name, its title, and what the person plays there.
    """
    return [
        (str(process.name), process.title, part)
        for process in reversed([*source.tournaments.processes.values()])
        for each in formats
        if (part := each.of_person(process.state, person, names, words)) is not None
    ]


def _person_id(text: str) -> PersonId:
    try:
        return PersonId(text)
    except ValueError:
        raise MatchRefused("person", text, N_("a team that has played here")) from None


def _player_values(
    person: PersonId, every: Sequence[PlayedMatch], names: Names
) -> tuple[list[PlayerSums], list[PlayerMatch]]:
    matches = [_player_match(match, person, names) for match in reversed(every)]
    return sums_by_room(person, every, names), matches


def _sat(person: PersonId, match: PlayedMatch, *, names: Names) -> bool:
    """Return True if the person, or one merged with them, sat at a table of the match."""
    return any(is_person(person, tally.person, names) for tally in match.tallies)


def _player_match(match: PlayedMatch, person: PersonId, names: Names) -> PlayerMatch:
    """Return a match in which the person sat, with the person's sums in it.

    The sums are IMP won and lost; in a match without IMP they are points.
    """
    own = [tally for tally in match.tallies if is_person(person, tally.person, names)]
    pairs = [tally.imp if tally.imp != (0, 0) else tally.points for tally in own]
    sat_in = {tally.room for tally in own}
    return PlayerMatch(
        names.match(match.match_id),
        match.teams,
        tuple(room for room in Room if room in sat_in),
        (sum(won for won, _ in pairs), sum(lost for _, lost in pairs)),
    )
