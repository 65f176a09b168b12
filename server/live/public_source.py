"""What public pages are made from beside the matches' own feeds, as they ask for it.

A hall gives it. Nothing else of a hall is asked for by what is shown to everybody, so that a page
can as well be made from values, where no records are (ruling 12). What of a match in play is public
is told by its feed alone; whatever here is about one is held against that by who asks.
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
    """A finished match in a list: who met, and how far its log goes; of one table White, then Red.

    It is the same object as long as nothing of the match has changed.
    """

    @property
    def match_id(self) -> MatchId:
        """Which match it is."""

    @property
    def head(self) -> int:
        """How many events its log has."""

    @property
    def home(self) -> str:
        """A team's name, or a person's id."""

    @property
    def away(self) -> str:
        """The other team's, or person's."""


class FinishedList(Protocol):
    """Finished matches whose logs need not be read; `ids` are by tournament and number."""

    @property
    def ids(self) -> Sequence[MatchId]:
        """All of them."""

    def __contains__(self, match_id: object) -> bool: ...

    def of(self, match_id: MatchId) -> FinishedMatch:
        """One of them; raises KeyError for any other match."""

    def kept(self, match_id: MatchId) -> ListedMatch | None:
        """One of them as lists have it, None for any other match."""

    def numbered(self, tournament: TournamentId) -> Mapping[int, ListedMatch]:
        """Those of a tournament by number, in no order."""

    def in_tournament(self, tournament: TournamentId) -> Sequence[MatchId]:
        """Those of a tournament, by number."""

    def with_team(self, tournament: TournamentId, team: str) -> Sequence[FinishedMatch]:
        """Those of a tournament that the team has played, by number."""

    def in_two_rooms(self, match_id: MatchId) -> bool:
        """Whether one of them had a table in either room."""


class NothingFinished:
    """The list while nothing has been finished."""

    ids: Sequence[MatchId] = ()

    def __contains__(self, match_id: object) -> bool:
        return False

    def of(self, match_id: MatchId) -> FinishedMatch:
        """None of them; raises KeyError."""
        raise KeyError(match_id)

    def kept(self, match_id: MatchId) -> ListedMatch | None:
        """None for any match."""
        return None

    def numbered(self, tournament: TournamentId) -> Mapping[int, ListedMatch]:
        """None of any tournament."""
        return {}

    def in_tournament(self, tournament: TournamentId) -> Sequence[MatchId]:
        """None of any tournament."""
        return ()

    def with_team(self, tournament: TournamentId, team: str) -> Sequence[FinishedMatch]:
        """None of any team."""
        return ()

    def in_two_rooms(self, match_id: MatchId) -> bool:
        """None of them; raises KeyError."""
        raise KeyError(match_id)


class PublicTournament(Protocol):
    """A tournament; `name` is the short one by which addresses name it."""

    @property
    def tournament(self) -> TournamentId:
        """Which one it is."""

    @property
    def name(self) -> TournamentName:
        """How addresses name it."""

    @property
    def title(self) -> str:
        """What its organiser calls it, else its short name."""

    @property
    def state(self) -> PublicState:
        """What its events tell everybody."""

    @property
    def times(self) -> RulingTimes:
        """When what finality rests on was decided, UTC."""

    @property
    def teams(self) -> Mapping[str, tuple[PersonId, ...]]:
        """Every team with its players, in the order they entered."""

    @property
    def is_settled(self) -> bool:
        """Whether all that was announced is set up."""

    def players_of(self, team: str, game_name: str = "") -> tuple[PersonId, ...]:
        """A team's players; with a game of one table that person alone."""


class PublicTournaments(Protocol):
    """All tournaments, in the order in which they were made, and what is announced to everybody."""

    @property
    def processes(self) -> Mapping[TournamentId, PublicTournament]:
        """Those that can be shown."""

    @property
    def names(self) -> Mapping[TournamentId, TournamentName]:
        """The short names of all there are."""

    @property
    def announced(self) -> Announcements:
        """What is announced."""

    def named(self, name: str) -> PublicTournament:
        """The one of that short name; raises MatchRefused for an unknown one."""


class FinishedOutcomes(Protocol):
    """What came of matches that are finished, which everybody may know."""

    def finished(self, tournament: TournamentId) -> dict[int, MatchOutcome]:
        """How a tournament's finished matches ended, by number."""

    def played(self, tournament: TournamentId) -> list[PlayedMatch]:
        """The same with what everybody in them came to."""

    def so_far(self, match_id: MatchId, protocol: AnyProtocol) -> PlayedMatch | None:
        """What everybody in a match in memory came to by that protocol, None for any other."""


class FinishedPoints(Protocol):
    """The same of matches at one table."""

    def finished(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        """How a tournament's finished matches ended, by number."""


class PostedResults(Protocol):
    """When results were posted, changed and confirmed; of no match that is not over."""

    def of(self, tournament: TournamentId) -> Mapping[int, Sequence[ResultStep]]:
        """Every match of a tournament, by number."""

    def of_match(self, match_id: MatchId) -> Sequence[ResultStep]:
        """One match."""


class PublicMatches(Protocol):
    """Which matches there are."""

    @property
    def finished(self) -> FinishedList:
        """Those that are finished."""

    def in_play(self) -> Collection[MatchId]:
        """The others that are in memory."""

    def match(self, match_id: MatchId) -> object:
        """Raises MatchRefused for one that is not there, was removed or is damaged.

        What it gives of a match is nobody's: what is public of one its feed tells.
        """


class PublicSource(Protocol):
    """What everybody may be shown is made from this and from the matches' feeds; `now` is UTC."""

    @property
    def tournaments(self) -> PublicTournaments:
        """Which tournaments there are."""

    @property
    def registry(self) -> PublicMatches:
        """Which matches there are."""

    @property
    def outcomes(self) -> FinishedOutcomes:
        """How those in two rooms ended."""

    @property
    def point_outcomes(self) -> FinishedPoints:
        """How those at one table ended."""

    @property
    def result_steps(self) -> PostedResults:
        """When that was posted."""

    @property
    def now(self) -> "Clock":
        """Gives the time in UTC."""

    def names(self, language: str | None = None) -> Names:
        """How persons and tournaments are named in a language; of somebody hidden the initials."""

    def addresses(self, tournament: TournamentId) -> Mapping[int, MatchAddress]:
        """How people name a tournament's matches, by number."""


class Clock(Protocol):
    """Gives the time in UTC."""

    def __call__(self) -> datetime: ...
