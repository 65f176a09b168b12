"""The public page of a person: their record, their teams and their matches."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from rules.errors import MatchRefused
from rules.events import MatchPlayScheduled
from rules.identities import PersonId
from rules.room import Room
from rules.text import N_
from server.access import Action
from server.live.hub import LiveHub
from server.live.public_source import PublicSource
from server.live.snapshot import PublicPhase
from server.values.naming import Names, resolved
from server.values.played_match import PlayedMatch
from server.views.match.lists import MatchRow, finished_row, match_row, soonest_first
from server.views.people.values import (
    NOTHING_WON,
    PlayerSums,
    Record,
    is_person,
    records,
    sums_by_room,
)
from server.web.edge.authorization import needs
from server.web.edge.format_pages import PersonsPart, PublicFormat
from server.web.edge.public_services import (
    LiveHubDep,
    PublicOutcomesDep,
    PublicSourceDep,
    public_services_of,
)
from server.web.people.seasons import Season, SeasonDep, every_match, latest_first, years_of
from server.web.shell.lists import PageLinks, PageNumber, page_links, paged
from server.web.shell.shell import ShellDep
from server.words.translation import Words

COMING = 4
"""Number of coming matches on a person's page; the others are in the schedules."""
SOMEBODY = N_("somebody who has played here")
"""Who has a page, for the refusal of an unknown person."""

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A match of a person: its row in a list, and what the person won and lost in their rooms.

    `is_home` is True if the person's team is the home team. `result` is 1 if the person has won,
    -1 if they have lost, 0 if the match is level, None while it is not over. `own` has the person's
    own sums of IMP or points, then those of the opponents. `replayed` is True if there is a replay.
    """

    row: MatchRow
    is_home: bool
    result: int | None
    rooms: tuple[Room, ...]
    own: tuple[int, int]
    replayed: bool = False

    @property
    def teams(self) -> tuple[str, str]:
        """The names of the person's team and of the other one."""
        both = self.row.home, self.row.away
        return both if self.is_home else (both[1], both[0])

    @property
    def score(self) -> tuple[int, int]:
        """The score of the match with the person's team first."""
        return self.row.figures if self.is_home else self.row.figures[::-1]


@dataclass(frozen=True, slots=True)
class PersonPage:
    """The values of a person's page.

    `teams` has the name and title of a tournament and the team's name there, `parts` what the
    person plays in other formats, `coming` the next matches of the person or their teams, `sums`
    their sums by game and room, `days` one page of their matches by day, the latest first.
    `followed` are the names of the tournaments whose news can change the page.
    """

    person: str
    name: str
    about: tuple[str, ...]
    season: Season
    years: Sequence[int]
    teams: Sequence[tuple[str, str, str]]
    parts: Sequence[tuple[str, str, PersonsPart]]
    coming: Sequence[MatchRow]
    record: Record
    sums: Sequence[PlayerSums]
    days: Sequence[tuple[str, Sequence[PlayerMatch]]]
    pages: PageLinks
    followed: Sequence[str]


@router.get("/players/{person}")
async def player(
    request: Request,
    person: str,
    shell: ShellDep,
    source: PublicSourceDep,
    hub: LiveHubDep,
    public: PublicOutcomesDep,
    asked: SeasonDep,
    page: PageNumber = 1,
) -> Response:
    """Show a person's page: their record, sums by room, and every public match in the season."""
    words = shell.words(request)
    names = source.names(words.code)
    known = resolved(names.persons, _person_id(person))
    if known is None:
        raise MatchRefused("person", person, SOMEBODY)
    every = await every_match(source, public)
    sat = partial(_sat, known.person_id, names=names)
    own = await asyncio.to_thread(lambda: [*filter(sat, every)])
    teams = _teams_of(known.person_id, source, names)
    formats = public_services_of(request).public_formats
    parts = _played_by(known.person_id, source, formats, names, words)
    if not own and not teams and not parts:
        raise MatchRefused("person", person, SOMEBODY)
    of_season = asked.played(own, source.now())
    shown = paged(sorted(of_season, key=latest_first), page)
    of_person = _PersonsMatches(known.person_id, source, hub, names, words)
    about = (known.club, known.country, known.federation_number)
    made = PersonPage(
        person=person,
        name=names.of(known.person_id),
        about=() if known.hidden or known.erased else tuple(filter(None, about)),
        season=asked,
        years=years_of(own, source.now()),
        teams=teams,
        parts=parts,
        coming=_coming(known.person_id, source, hub, names, words),
        record=records(of_season, names).get(known.person_id.text, NOTHING_WON),
        sums=sums_by_room(known.person_id, of_season, names),
        days=by_days(of_person.match(each) for each in shown.items),
        pages=page_links(shown, request.url),
        followed=sorted({name for name, *_ in (*teams, *parts)} & _in_play(source, hub)),
    )
    return shell.page(request, "people/player.html", made, status=422 if asked.faults else 200)


def by_days(matches: Iterable[PlayerMatch]) -> list[tuple[str, list[PlayerMatch]]]:
    """Return matches by the days of their results, in words; those under way have no day."""
    return [(day, [*each]) for day, each in groupby(matches, lambda one: one.row.day)]


def _teams_of(person: PersonId, source: PublicSource, names: Names) -> list[tuple[str, str, str]]:
    """Return the person's teams: for each the tournament's name and title, and the team's name."""
    found = list[tuple[str, str, str]]()
    for process in reversed([*source.tournaments.processes.values()]):
        title = process.title
        for team, players in process.teams.items():
            if any(is_person(person, each, names) for each in players):
                found.append((str(process.name), title, team))
    return found


def _coming(
    person: PersonId, source: PublicSource, hub: LiveHub, names: Names, words: Words
) -> list[MatchRow]:
    """Return the next matches of the person or their teams that are announced and not begun.

    Who of a team will sit in a match is not public before it begins.
    """
    processes = source.tournaments.processes
    events = {each: process.state for each, process in processes.items()}
    rows = list[MatchRow]()
    for now in hub.in_play():
        scheduled = now.scheduled
        if isinstance(scheduled, MatchPlayScheduled):
            players = [scheduled.white, scheduled.red]
        else:
            teams = processes[scheduled.match_id.tournament].teams
            players = [each for team in scheduled.opponents for each in teams.get(team, ())]
        if now.phase is PublicPhase.PLANNED and any(
            is_person(person, each, names) for each in players
        ):
            rows.append(match_row(now, words, names, events))
    return soonest_first(rows)[:COMING]


def _in_play(source: PublicSource, hub: LiveHub) -> set[str]:
    """Return the short names of the tournaments with a match that is not over or has just ended."""
    every = {now.scheduled.match_id.tournament for now in hub.in_play()}
    return {str(source.tournaments.names[each]) for each in every}


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
        raise MatchRefused("person", text, SOMEBODY) from None


def _sat(person: PersonId, match: PlayedMatch, *, names: Names) -> bool:
    """Return True if the person, or one merged with them, sat at a table of the match."""
    return any(is_person(person, tally.person, names) for tally in match.tallies)


@dataclass(frozen=True, slots=True)
class _PersonsMatches:
    """Makes the lines of a person's matches, from what is public of each match."""

    person: PersonId
    source: PublicSource
    hub: LiveHub
    names: Names
    words: Words

    def match(self, match: PlayedMatch) -> PlayerMatch:
        """Return a match in which the person sat, with the person's sums in it.

        The sums are IMP won and lost; in a match without IMP they are points.
        """
        own = [each for each in match.tallies if is_person(self.person, each.person, self.names)]
        pairs = [tally.imp if tally.imp != (0, 0) else tally.points for tally in own]
        sat_in = {tally.room for tally in own}
        row, replayed = self._row(match)
        return PlayerMatch(
            row=row,
            is_home=any(tally.person in match.home for tally in own),
            result=match.result_of(own[0].person) if row.over else None,
            rooms=tuple(room for room in Room if room in sat_in),
            own=(sum(won for won, _ in pairs), sum(lost for _, lost in pairs)),
            replayed=replayed,
        )

    def _row(self, match: PlayedMatch) -> tuple[MatchRow, bool]:
        """Return the match's row, and whether the match can be replayed."""
        match_id, processes = match.match_id, self.source.tournaments.processes
        events = {match_id.tournament: processes[match_id.tournament].state}
        now = None if self.hub.is_finished(match_id) else self.hub.snapshot(match_id)
        if now is None:
            finished = self.source.registry.finished.of(match_id)
            row = finished_row(finished, self.words, self.names, events)
            return row, bool(finished.game_seconds)
        posted = self.source.result_steps.of_match(match_id) if self.hub.is_over(match_id) else ()
        row = match_row(now, self.words, self.names, events, posted)
        return row, row.over and self.hub.first_dice(match_id) is not None
