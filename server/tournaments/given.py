"""Values that a tournament's decisions take from elsewhere: its matches' state, free numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from rules.directing.finality import MatchFinality
from rules.formats.format import MatchOutcome, PointOutcome
from rules.identities import MatchId, PersonId, TournamentId
from server.access import MatchPlayers
from server.matches.match_record import MatchRecord
from server.values.finished_match import FinishedMatch

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """Facts of a tournament's matches, by their numbers; `begun` are those in which play began.

    `games_begun` is the number of their games that were begun. `to_points` are the outcomes of
    matches at one table. `players` are those of matches that are not over, `finality` gives how
    final the others are at the time `now`.
    """

    outcomes: Mapping[int, MatchOutcome] = field(default_factory=dict)
    begun: frozenset[int] = frozenset()
    games_begun: Mapping[int, int] = field(default_factory=dict)
    players: Mapping[int, MatchPlayers] = field(default_factory=dict)
    finality: Mapping[int, MatchFinality] = field(default_factory=dict)
    now: datetime = _BEFORE_ALL
    to_points: Mapping[int, PointOutcome] = field(default_factory=dict)
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TournamentGiven:
    """The tournament, and the values of other streams that a decision needs.

    `records` are those in play, `finished` those that the team in question has played. `roll_set`
    is the first free number of a set of rolls. `last_number` is the highest match number ever
    given, also of a match that is damaged. `facts` and a `seed` for a draw are for its formats.
    `by` is the sender's name in events, empty for the server.
    """

    tournament: TournamentId
    records: Sequence[MatchRecord]
    last_number: int
    finished: Sequence[FinishedMatch] = ()
    roll_set: int = 1
    facts: MatchFacts = field(default_factory=MatchFacts)
    seed: bytes = b""
    by: str = ""

    @property
    def next_match(self) -> MatchId:
        """The id of the next match to be set up."""
        return MatchId(self.tournament, self.last_number + 1)
