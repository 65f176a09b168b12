"""The interfaces through which public pages read everything except the feeds of matches.

The server's hall implements PublicSource. Public pages use nothing else of a hall, so that a page
can also be made from plain values, without a server's records (ruling 12). Only a match's feed
decides what of the match is public, so callers must check with the feed what they read here about a
match in play.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from rules.directing.announcements import Announcements
from rules.directing.finality import ResultStep
from rules.formats.format import MatchOutcome, PointOutcome
from rules.identities import MatchAddress, MatchId, PersonId, TournamentId, TournamentName
from server.tournaments.tournament_state import PublicState, RulingTimes
from server.values.finished_match import FinishedMatch
from server.values.naming import Names
from server.values.played_match import PlayedMatch
from server.values.scored_match import AnyProtocol


class ListedMatch(Protocol):
    """A finished match in a list: its opponents and the length of its log.

    In a match at one table the first opponent is White. The object stays the same while the match
    is unchanged.
    """

    @property
    def match_id(self) -> MatchId:
        """The match's id."""

    @property
    def head(self) -> int:
        """The number of events in the match's log."""

    @property
    def home(self) -> str:
        """The name of the home team, or the id of the first player."""

    @property
    def away(self) -> str:
        """The name of the away team, or the id of the second player."""


class FinishedList(Protocol):
    """A list of all finished matches, made without reading their logs.

    `ids` are in the order of tournament and match number. A match's id is `in` the list if the
    match is finished.
    """

    @property
    def ids(self) -> Sequence[MatchId]:
        """The ids of all finished matches."""

    def __contains__(self, match_id: object) -> bool: ...

    def of(self, match_id: MatchId) -> FinishedMatch:
        """Return all that is stored about a finished match. Raises KeyError for any other match."""

    def kept(self, match_id: MatchId) -> ListedMatch | None:
        """Return the opponents and log length of a finished match, or None for any other match."""

    def numbered(self, tournament: TournamentId) -> Mapping[int, ListedMatch]:
        """Return a tournament's finished matches, keyed by match number, in no particular order."""

    def in_tournament(self, tournament: TournamentId) -> Sequence[MatchId]:
        """Return the ids of a tournament's finished matches, ordered by number."""

    def with_team(self, tournament: TournamentId, team: str) -> Sequence[FinishedMatch]:
        """Return a tournament's finished matches that the team played in, ordered by number."""

    def in_two_rooms(self, match_id: MatchId) -> bool:
        """Return True if a finished match had tables in two rooms. Raises KeyError for others."""


class NothingFinished:
    """A FinishedList without any match."""

    ids: Sequence[MatchId] = ()

    def __contains__(self, match_id: object) -> bool:
        return False

    def of(self, match_id: MatchId) -> FinishedMatch:
        """Raise KeyError, as no match is finished."""
        raise KeyError(match_id)

    def kept(self, match_id: MatchId) -> ListedMatch | None:
        """Return None for any match."""
        return None

    def numbered(self, tournament: TournamentId) -> Mapping[int, ListedMatch]:
        """Return no matches."""
        return {}

    def in_tournament(self, tournament: TournamentId) -> Sequence[MatchId]:
        """Return no matches."""
        return ()

    def with_team(self, tournament: TournamentId, team: str) -> Sequence[FinishedMatch]:
        """Return no matches."""
        return ()

    def in_two_rooms(self, match_id: MatchId) -> bool:
        """Raise KeyError, as no match is finished."""
        raise KeyError(match_id)


class PublicTournament(Protocol):
    """What public pages read of a tournament."""

    @property
    def tournament(self) -> TournamentId:
        """The tournament's id."""

    @property
    def name(self) -> TournamentName:
        """The tournament's short name, which is used in addresses."""

    @property
    def title(self) -> str:
        """The title that the organiser gave the tournament, or the short name if there is none."""

    @property
    def state(self) -> PublicState:
        """The public part of the tournament's state."""

    @property
    def times(self) -> RulingTimes:
        """The times (UTC) of the decisions that determine when results become final."""

    @property
    def teams(self) -> Mapping[str, tuple[PersonId, ...]]:
        """The players of each team, keyed by the team's name, in the order of the teams' entry."""

    @property
    def is_settled(self) -> bool:
        """True if the server has set up the matches of all announced pairings."""

    def players_of(self, team: str, game_name: str = "") -> tuple[PersonId, ...]:
        """Return a team's players, or only those on its roster for the game of that name.

        Return all players of the team if no game is named, or if the team has no roster for that
        game.
        """


class PublicTournaments(Protocol):
    """All tournaments, in the order in which they were created, and the server's announcements."""

    @property
    def processes(self) -> Mapping[TournamentId, PublicTournament]:
        """The tournaments whose stored events could be read, keyed by id."""

    @property
    def names(self) -> Mapping[TournamentId, TournamentName]:
        """The short names of all tournaments, keyed by id."""

    @property
    def announced(self) -> Announcements:
        """The announcements to everybody and to single tournaments."""

    def named(self, name: str) -> PublicTournament:
        """Return the tournament of that short name. Raises MatchRefused if there is none."""


class FinishedOutcomes(Protocol):
    """The outcomes of finished matches in two rooms; every such outcome is public."""

    def finished(self, tournament: TournamentId) -> dict[int, MatchOutcome]:
        """Return the outcomes of a tournament's finished matches, keyed by number."""

    def played(self, tournament: TournamentId) -> list[PlayedMatch]:
        """Return a tournament's finished matches, each with its players' results."""

    def so_far(self, match_id: MatchId, protocol: AnyProtocol) -> PlayedMatch | None:
        """Return the players' results so far in a match, computed from its `protocol`.

        The protocol says which games count. Return None if the match is not in memory.
        """


class FinishedPoints(Protocol):
    """The outcomes of finished matches at one table."""

    def finished(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        """Return the outcomes of a tournament's finished matches, keyed by number."""


class PostedResults(Protocol):
    """When the results of each match were posted, changed and confirmed.

    Each such moment is a step of the match. A match in play has no steps.
    """

    def of(self, tournament: TournamentId) -> Mapping[int, Sequence[ResultStep]]:
        """Return when the results of a tournament's matches were posted, changed or confirmed.

        The steps of each match are in order of time; the key is the match number.
        """

    def of_match(self, match_id: MatchId) -> Sequence[ResultStep]:
        """Return when a match's results were posted, changed or confirmed, in order of time."""


class PublicMatches(Protocol):
    """All matches of a server, as far as public pages read them."""

    @property
    def finished(self) -> FinishedList:
        """The finished matches."""

    def in_play(self) -> Collection[MatchId]:
        """Return the ids of the matches in memory that are not finished."""

    def match(self, match_id: MatchId) -> object:
        """Return a match. Raises MatchRefused if it does not exist, was removed or is damaged.

        Public pages call this only to have a match refused. They must not show anything of the
        match that is returned: only the match's feed decides what of it is public.
        """


class PublicSource(Protocol):
    """Everything that public pages are made from, besides the feeds of matches."""

    @property
    def tournaments(self) -> PublicTournaments:
        """All tournaments of the server."""

    @property
    def registry(self) -> PublicMatches:
        """All matches of the server."""

    @property
    def outcomes(self) -> FinishedOutcomes:
        """The outcomes of finished matches in two rooms."""

    @property
    def point_outcomes(self) -> FinishedPoints:
        """The outcomes of finished matches at one table."""

    @property
    def result_steps(self) -> PostedResults:
        """The moments when the matches' results were posted, changed and confirmed."""

    @property
    def now(self) -> "Clock":
        """The clock, which returns the time in UTC when it is called."""

    def names(self, language: str | None = None) -> Names:
        """Return the names of persons and tournaments in a language, with initials for hidden ones.

        If `language` is None, return the names for a feed without HTML, which has no language.
        """

    def addresses(self, tournament: TournamentId) -> Mapping[int, MatchAddress]:
        """Return the name that each match of a tournament has in addresses, keyed by its number."""


class Clock(Protocol):
    """A function that returns the time in UTC."""

    def __call__(self) -> datetime: ...
