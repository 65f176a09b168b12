"""The values from elsewhere that a tournament's decisions need: facts of matches, free numbers."""

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
    """The facts of a tournament's matches; mappings are keyed by match number.

    `outcomes` are the sums of matches in two rooms, and `to_points` those of matches at one table.
    `begun` are the matches in which play has begun, `games_begun` the number of games begun in
    each. `players` are those of matches that are not over. `finality` says how final the results of
    each match that is over are at the time `now`. `merged` maps the id of a merged person to their
    present id.
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
    """The tournament, and the values from other streams that a decision needs.

    `records` are the matches in play, `finished` the finished matches of the team that the command
    is about. `roll_set` is the first free number for a set of rolls. `last_number` is the highest
    number that any match has had, even one that is damaged. The formats use `facts`, and `seed` for
    a draw. `by` is the sender's name in events, or empty for the server.
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
