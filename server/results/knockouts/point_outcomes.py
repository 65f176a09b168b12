"""How matches to points stand, as a knockout counts them (ruling 17)."""

from rules.events import MatchPlayScheduled
from rules.formats.format import PointOutcome
from rules.identities import MatchId, TournamentId
from rules.match_play.protocol import MatchPlayProtocol
from rules.match_play.state import MatchScore
from server.matches.finished_match import FinishedMatch, read_stored
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry
from server.results.protocols import match_protocol
from server.store.accounts_db.finished_matches import KeptMatch


class PointOutcomes:
    """Outcomes by the matches' numbers; what was made of a match is kept until it goes on."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._of_records: dict[MatchId, tuple[MatchRecord, PointOutcome]] = {}
        self._of_finished: dict[MatchId, tuple[KeptMatch, PointOutcome | None]] = {}

    def of(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        """Every match of a tournament that is played to points."""
        outcomes = self.finished(tournament)
        for record in self._registry.records_of(tournament):
            if isinstance(record.scheduled, MatchPlayScheduled):
                outcomes[record.match_id.number] = self._of_record(record)
        return outcomes

    def finished(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        """How a tournament's finished matches to points ended."""
        numbered = self._registry.finished.numbered(tournament)
        known = {number: self._of_kept(kept) for number, kept in numbered.items()}
        return {number: outcome for number, outcome in known.items() if outcome is not None}

    def _of_kept(self, kept: KeptMatch) -> PointOutcome | None:
        known = self._of_finished.get(kept.match_id)
        if known is None or known[0] is not kept:
            known = kept, _finished_outcome(read_stored(kept.summary))
            self._of_finished[kept.match_id] = known
        return known[1]

    def _of_record(self, record: MatchRecord) -> PointOutcome:
        known = self._of_records.get(record.match_id)
        if known is None or known[0] is not record:
            protocol = match_protocol(record)
            assert isinstance(protocol, MatchPlayProtocol)
            known = record, point_outcome(protocol)
            self._of_records[record.match_id] = known
        return known[1]


def point_outcome(protocol: MatchPlayProtocol) -> PointOutcome:
    """A match's points by its protocol, and who has won it once it is over."""
    score = protocol.score
    return PointOutcome(winner=protocol.winner, white=score.white, red=score.red)


def _finished_outcome(finished: FinishedMatch) -> PointOutcome | None:
    scheduled = finished.to_points
    if scheduled is None:
        return None
    white, red = finished.sums
    winner = MatchScore(scheduled.length, white, red).winner
    return PointOutcome(winner=winner, white=white, red=red)
