"""The sources of public pages besides the matches' own feeds.

A hall is one. Public pages use nothing else of a hall, so that a page can also be made from values,
where no records are (ruling 12). Only its feed decides what of a match in play is public; callers
compare whatever here is about one with its feed.
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
    """A finished match in a list: its opponents and its log's length; at one table White, then Red.

    It is the same object as long as the match is unchanged.
    """

    @property
    def match_id(self) -> MatchId:
        """The match's id."""

    @property
    def head(self) -> int:
        """Number of events in the match's log."""

    @property
    def home(self) -> str:
        """The name of the home team, or the id of the first player."""

    @property
    def away(self) -> str:
        """The name of the away team, or the id of the second player."""


class FinishedList(Protocol):
    """Finished matches whose logs need not be read; `ids` are by tournament and number."""

    @property
    def ids(self) -> Sequence[MatchId]:
        """The ids of all finished matches."""

    def __contains__(self, match_id: object) -> bool: ...

    def of(self, match_id: MatchId) -> FinishedMatch:
        """Return a finished match; raises KeyError for any other match."""

    def kept(self, match_id: MatchId) -> ListedMatch | None:
        """Return a finished match as in lists, None for any other match."""

    def numbered(self, tournament: TournamentId) -> Mapping[int, ListedMatch]:
        """Return a tournament's finished matches by number, in no order."""

    def in_tournament(self, tournament: TournamentId) -> Sequence[MatchId]:
        """Return the ids of a tournament's finished matches, ordered by number."""

    def with_team(self, tournament: TournamentId, team: str) -> Sequence[FinishedMatch]:
        """Return a tournament's finished matches that the team has played, ordered by number."""

    def in_two_rooms(self, match_id: MatchId) -> bool:
        """Return True if a finished match had tables in two rooms."""


class NothingFinished:
    """The list while nothing has been finished."""

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
        """Return no match of any tournament."""
        return {}

    def in_tournament(self, tournament: TournamentId) -> Sequence[MatchId]:
        """Return no match of any tournament."""
        return ()

    def with_team(self, tournament: TournamentId, team: str) -> Sequence[FinishedMatch]:
        """Return no match of any team."""
        return ()

    def in_two_rooms(self, match_id: MatchId) -> bool:
        """Raise KeyError, as no match is finished."""
        raise KeyError(match_id)


class PublicTournament(Protocol):
    """A tournament; `name` is the short one in addresses."""

    @property
    def tournament(self) -> TournamentId:
        """The tournament's id."""

    @property
    def name(self) -> TournamentName:
        """The name in addresses."""

    @property
    def title(self) -> str:
        """The organiser's title of the tournament, or else its short name."""

    @property
    def state(self) -> PublicState:
        """The public part of the tournament's state."""

    @property
    def times(self) -> RulingTimes:
        """The times of decisions that finality depends on, UTC."""

    @property
    def teams(self) -> Mapping[str, tuple[PersonId, ...]]:
        """Every team with its players, in the order they entered."""

    @property
    def is_settled(self) -> bool:
        """True if all announced matches are set up."""

    def players_of(self, team: str, game_name: str = "") -> tuple[PersonId, ...]:
        """Return a team's players; with a game of one table that person alone."""


class PublicTournaments(Protocol):
    """All tournaments, in the order in which they were created, and announcements to everybody."""

    @property
    def processes(self) -> Mapping[TournamentId, PublicTournament]:
        """The tournaments that can be shown."""

    @property
    def names(self) -> Mapping[TournamentId, TournamentName]:
        """The short names of all tournaments."""

    @property
    def announced(self) -> Announcements:
        """The announcements."""

    def named(self, name: str) -> PublicTournament:
        """Return the tournament of that short name; raises MatchRefused for an unknown one."""


class FinishedOutcomes(Protocol):
    """Outcomes of finished matches, which are public."""

    def finished(self, tournament: TournamentId) -> dict[int, MatchOutcome]:
        """Return the outcomes of a tournament's finished matches, by number."""

    def played(self, tournament: TournamentId) -> list[PlayedMatch]:
        """Return the finished matches with their players' results."""

    def so_far(self, match_id: MatchId, protocol: AnyProtocol) -> PlayedMatch | None:
        """Return the players' results in a match in memory by that protocol, None for any other."""


class FinishedPoints(Protocol):
    """Outcomes of finished matches at one table."""

    def finished(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        """Return the outcomes of a tournament's finished matches, by number."""


class PostedResults(Protocol):
    """The times at which results were posted, changed and confirmed; for no match in play."""

    def of(self, tournament: TournamentId) -> Mapping[int, Sequence[ResultStep]]:
        """Return the steps of every match of a tournament, by number."""

    def of_match(self, match_id: MatchId) -> Sequence[ResultStep]:
        """Return the steps of one match."""


class PublicMatches(Protocol):
    """The matches of a server."""

    @property
    def finished(self) -> FinishedList:
        """The finished matches."""

    def in_play(self) -> Collection[MatchId]:
        """Return the ids of matches in memory that are not finished."""

    def match(self, match_id: MatchId) -> object:
        """Return a match. Raises MatchRefused for one that is missing, was removed or is damaged.

        The result is for no page: only the match's feed decides what of it is public.
        """


class PublicSource(Protocol):
    """The source, with the matches' feeds, of all public pages; `now` is UTC."""

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
        """The clock, which gives the time in UTC."""

    def names(self, language: str | None = None) -> Names:
        """Return the names of persons and tournaments in a language; a hidden person's initials."""

    def addresses(self, tournament: TournamentId) -> Mapping[int, MatchAddress]:
        """Return the names of a tournament's matches, by number."""


class Clock(Protocol):
    """A function that gives the time in UTC."""

    def __call__(self) -> datetime: ...
