"""A search for tournaments, teams, persons and matches by their public names.

Only names on public pages are searched. A person who is on no team and has played nowhere is not
found, and nobody is found by a name that is not shown (ruling 33). Finished matches are not read:
teams are found first, then each team's latest matches.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from rules.events import MatchPlayScheduled
from rules.identities import MatchId, PersonId, TournamentId
from server.live.hub import LiveHub
from server.live.public_source import PublicSource
from server.values.naming import NAMELESS, Names, is_found, resolved, search_key

AT_MOST = 20
"""The most results of each kind. To find others, a longer part of the name must be given."""
MATCHES_OF_A_TEAM = 5
"""The number of latest matches listed for each team that is found."""
LOOKED_AT = 1_000
"""How many of a tournament's latest finished matches are searched for players without a team.

A person who played without a team in earlier matches only is not found.
"""
LONGEST = 100
"""The number of letters of a search text that are used; all letters after them are ignored."""


_Each = TypeVar("_Each")
_Met = tuple[MatchId, tuple[str, str]]
"""A match and the names of both teams."""


@dataclass(frozen=True, slots=True)
class FoundTournament:
    """A tournament that was found: its short name and its title."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class FoundTeam:
    """A team that was found, and the tournament in which it plays."""

    tournament: FoundTournament
    team: str


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person who was found: their id, their name in the reader's language, and latest team.

    `team` is empty for a person who has played only without a team.
    """

    person: str
    name: str
    team: str


@dataclass(frozen=True, slots=True)
class Found:
    """The results of a search, at most AT_MOST of each kind; `more` is True if there were more."""

    tournaments: tuple[FoundTournament, ...] = ()
    teams: tuple[FoundTeam, ...] = ()
    persons: tuple[FoundPerson, ...] = ()
    matches: tuple[MatchId, ...] = ()
    more: bool = False


class PublicSearch:
    """A search through the names on public pages; `names` are in the reader's language."""

    def __init__(self, source: PublicSource, hub: LiveHub, names: Names) -> None:
        self._source, self._hub, self._names = source, hub, names

    def found(self, asked: str) -> Found:
        """Return what is found for `asked`, a name in Latin or Cyrillic letters or a match number.

        Nothing is found for a text without a letter or figure.
        """
        key = search_key(asked[:LONGEST])
        if not key:
            return Found()
        tournaments = _first(self._tournaments(key))
        teams = _first(self._teams(key))
        persons = _first(self._persons(key))
        matches = _first(self._matches(asked.strip(), key, teams[:AT_MOST]))
        kinds = (tournaments, teams, persons, matches)
        return Found(
            tournaments=tuple(tournaments[:AT_MOST]),
            teams=tuple(team for _, team in teams[:AT_MOST]),
            persons=tuple(persons[:AT_MOST]),
            matches=tuple(matches[:AT_MOST]),
            more=any(len(each) > AT_MOST for each in kinds),
        )

    def _tournaments(self, key: str) -> Iterator[FoundTournament]:
        for tournament in self._newest_first():
            each = self._tournament(tournament)
            if is_found(key, search_key(f"{each.title} {each.name}")):
                yield each

    def _teams(self, key: str) -> Iterator[tuple[TournamentId, FoundTeam]]:
        for tournament in self._newest_first():
            of = self._tournament(tournament)
            for team in self._source.tournaments.processes[tournament].teams:
                if is_found(key, search_key(team)):
                    yield tournament, FoundTeam(of, team)

    def _persons(self, key: str) -> Iterator[FoundPerson]:
        for person, team in self._public_persons().items():
            known = resolved(self._names.persons, person)
            shown = self._names.of(person)
            if known is None or shown == NAMELESS:
                continue
            called = (shown,) if known.hidden else (shown, *known.names)
            if any(is_found(key, search_key(name)) for name in called):
                yield FoundPerson(person.text, shown, team)

    def _public_persons(self) -> dict[PersonId, str]:
        """Return the persons who are on a team or have played, each with their latest team.

        The team is "" for a person who has played only without a team.
        """
        found = dict[PersonId, str]()
        for process in map(self._source.tournaments.processes.__getitem__, self._newest_first()):
            for team, players in process.teams.items():
                for player in players:
                    found.setdefault(self._who(player), team)
        for now in self._hub.in_play():
            if isinstance(now.scheduled, MatchPlayScheduled):
                for player in (now.scheduled.white, now.scheduled.red):
                    found.setdefault(self._who(player), "")
        for player in self._of_finished_at_one_table():
            found.setdefault(self._who(player), "")
        return found

    def _of_finished_at_one_table(self) -> Iterator[PersonId]:
        """Yield the players of each tournament's latest finished matches at one table."""
        finished = self._hub.known.finished
        for tournament in self._newest_first():
            for match_id in finished.in_tournament(tournament)[-LOOKED_AT:]:
                kept = finished.kept(match_id)
                if kept is not None and not finished.in_two_rooms(match_id):
                    yield PersonId(kept.home)
                    yield PersonId(kept.away)

    def _who(self, person: PersonId) -> PersonId:
        known = resolved(self._names.persons, person)
        return person if known is None else known.person_id

    def _matches(
        self, asked: str, key: str, teams: Sequence[tuple[TournamentId, FoundTeam]]
    ) -> Iterator[MatchId]:
        """Yield the matches that were found, each once.

        They are the matches with the number `asked`, the matches between two teams that `asked`
        names, and the latest matches of each of `teams`. `key` is the search key of `asked`.
        """
        met = set[MatchId]()
        for match_id in (*self._numbered(asked), *self._of_two(asked), *self._of_teams(teams)):
            if match_id not in met:
                met.add(match_id)
                yield match_id

    def _numbered(self, asked: str) -> Iterator[MatchId]:
        name, _, number = asked.rpartition("/")
        if not (number.isascii() and number.isdecimal()) or len(number) > 9:
            return
        for tournament in self._newest_first():
            if name in ("", str(self._source.tournaments.names[tournament])):
                match_id = MatchId(tournament, int(number))
                if self._is_known(match_id):
                    yield match_id

    def _is_known(self, match_id: MatchId) -> bool:
        return self._hub.snapshot(match_id) is not None or self._hub.is_finished(match_id)

    def _of_two(self, asked: str) -> Iterator[MatchId]:
        """Yield the matches between two teams, if `asked` names two, as in "Compass – Rudder"."""
        one, dash, other = asked.replace("—", "–").replace(" - ", " – ").partition("–")
        keys = search_key(one), search_key(other)
        if not dash or not all(keys):
            return
        for tournament, found in islice(self._teams(keys[0]), AT_MOST):
            for match_id, teams in self._met(tournament, found.team):
                if any(
                    team != found.team and is_found(keys[1], search_key(team)) for team in teams
                ):
                    yield match_id

    def _of_teams(self, teams: Sequence[tuple[TournamentId, FoundTeam]]) -> Iterator[MatchId]:
        for tournament, found in teams:
            latest = islice(self._met(tournament, found.team), MATCHES_OF_A_TEAM)
            yield from (match_id for match_id, _ in latest)

    def _met(
        self, tournament: TournamentId, team: str
    ) -> Iterator[tuple[MatchId, tuple[str, str]]]:
        """Yield a team's matches, each with both teams' names: matches in play, then finished ones.

        Among the finished matches, the latest comes first. Only the names of finished matches are
        read.
        """
        for now in self._hub.in_play():
            opponents = now.scheduled.opponents
            if now.scheduled.match_id.tournament == tournament and team in opponents:
                yield now.scheduled.match_id, opponents
        finished = self._hub.known.finished
        for match_id in reversed(finished.in_tournament(tournament)):
            kept = finished.kept(match_id)
            of_team = kept is not None and team in (kept.home, kept.away)
            if kept is not None and of_team and self._hub.is_finished(match_id):
                yield match_id, (kept.home, kept.away)

    def _newest_first(self) -> Iterator[TournamentId]:
        return reversed([*self._source.tournaments.processes])

    def _tournament(self, tournament: TournamentId) -> FoundTournament:
        process = self._source.tournaments.processes[tournament]
        return FoundTournament(str(process.name), process.title)


def _first(found: Iterable[_Each]) -> list[_Each]:
    """Return the first AT_MOST + 1 results; the last one only shows that there are more."""
    return list(islice(found, AT_MOST + 1))
