"""The interfaces through which public pages read everything except the feeds of matches.

A hall implements PublicSource. Public pages use nothing else of a hall, so that a page can also be
made from plain values, without records (ruling 12). For a match in play, only its feed decides what
is public, so callers must check with the feed what they read here about a match.
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
    """The finished matches; their logs need not be read.

    `ids` are in the order of tournament and number.
    """

    @property
    def ids(self) -> Sequence[MatchId]:
        """The ids of all finished matches."""

    def __contains__(self, match_id: object) -> bool: ...

    def of(self, match_id: MatchId) -> FinishedMatch:
        """Return a finished match. Raises KeyError for any other match."""

    def kept(self, match_id: MatchId) -> ListedMatch | None:
        """Return a finished match as lists show it, or None for any other match."""

    def numbered(self, tournament: TournamentId) -> Mapping[int, ListedMatch]:
        """Return a tournament's finished matches, keyed by number, in no particular order."""

    def in_tournament(self, tournament: TournamentId) -> Sequence[MatchId]:
        """Return the ids of a tournament's finished matches, ordered by number."""

    def with_team(self, tournament: TournamentId, team: str) -> Sequence[FinishedMatch]:
        """Return a tournament's finished matches that the team played in, ordered by number."""

    def in_two_rooms(self, match_id: MatchId) -> bool:
        """Return True if a finished match had tables in two rooms."""


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
    """A tournament, as far as public pages read it."""

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
        """The times (UTC) of the decisions on which finality depends."""

    @property
    def teams(self) -> Mapping[str, tuple[PersonId, ...]]:
        """All teams with their players, in the order in which the teams entered."""

    @property
    def is_settled(self) -> bool:
        """True if all announced matches have been set up."""

    def players_of(self, team: str, game_name: str = "") -> tuple[PersonId, ...]:
        """Return a team's players, or only its roster for the game `game_name` if there is one."""


class PublicTournaments(Protocol):
    """All tournaments, in the order in which they were created, and the announcements."""

    @property
    def processes(self) -> Mapping[TournamentId, PublicTournament]:
        """The tournaments that can be shown, keyed by id."""

    @property
    def names(self) -> Mapping[TournamentId, TournamentName]:
        """The short names of all tournaments, keyed by id."""

    @property
    def announced(self) -> Announcements:
        """The announcements to everybody and to single tournaments."""

    def named(self, name: str) -> PublicTournament:
        """Return the tournament of that short name. Raises MatchRefused if there is none."""


class FinishedOutcomes(Protocol):
    """The outcomes of finished matches, all of which are public."""

    def finished(self, tournament: TournamentId) -> dict[int, MatchOutcome]:
        """Return the outcomes of a tournament's finished matches, keyed by number."""

    def played(self, tournament: TournamentId) -> list[PlayedMatch]:
        """Return a tournament's finished matches with their players' results."""

    def so_far(self, match_id: MatchId, protocol: AnyProtocol) -> PlayedMatch | None:
        """Return the players' results in a match by that protocol; None if it is not in memory."""


class FinishedPoints(Protocol):
    """The outcomes of finished matches at one table."""

    def finished(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        """Return the outcomes of a tournament's finished matches, keyed by number."""


class PostedResults(Protocol):
    """The steps of posted results: when they were posted, changed and confirmed.

    Matches in play have none.
    """

    def of(self, tournament: TournamentId) -> Mapping[int, Sequence[ResultStep]]:
        """Return the steps of all matches of a tournament, keyed by the match's number."""

    def of_match(self, match_id: MatchId) -> Sequence[ResultStep]:
        """Return the steps of one match."""


class PublicMatches(Protocol):
    """The matches of a server."""

    @property
    def finished(self) -> FinishedList:
        """The finished matches."""

    def in_play(self) -> Collection[MatchId]:
        """Return the ids of the matches in memory that are not finished."""

    def match(self, match_id: MatchId) -> object:
        """Return a match. Raises MatchRefused if it does not exist, was removed or is damaged.

        Pages must not show the result: only the match's feed decides what of it is public.
        """


class PublicSource(Protocol):
    """Everything that public pages are made from, besides the feeds of matches."""

    @property
    def tournaments(self) -> PublicTournaments:
        """The tournaments."""

    @property
    def registry(self) -> PublicMatches:
        """The matches."""

    @property
    def outcomes(self) -> FinishedOutcomes:
        """The outcomes of finished matches in two rooms."""

    @property
    def point_outcomes(self) -> FinishedPoints:
        """The outcomes of finished matches at one table."""

    @property
    def result_steps(self) -> PostedResults:
        """The times at which the matches' results were posted."""

    @property
    def now(self) -> "Clock":
        """The clock, which returns the time in UTC when it is called."""

    def names(self, language: str | None = None) -> Names:
        """Return the names of persons and tournaments in a language.

        Hidden persons have initials.
        """

    def addresses(self, tournament: TournamentId) -> Mapping[int, MatchAddress]:
        """Return the names by which a tournament's matches are addressed, keyed by number."""


class Clock(Protocol):
    """A function that returns the time in UTC."""

    def __call__(self) -> datetime: ...
