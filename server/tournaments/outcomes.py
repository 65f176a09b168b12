"""The outcomes of a tournament's matches, as standings and knockouts count them (ruling 17)."""

from rules.events import MatchPlayScheduled
from rules.formats.format import MatchOutcome, PointOutcome
from rules.games.known_games import INFOS
from rules.identities import MatchId, TournamentId
from rules.match_play.protocol import MatchPlayProtocol
from rules.match_play.state import MatchScore
from server.matches.finished_match import read_stored
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from server.matches.registry import MatchRegistry
from server.store.accounts_db.finished_matches import KeptMatch
from server.tournaments.person_results import played_match
from server.values.finished_match import FinishedMatch, steps_kept
from server.values.played_match import PlayedMatch, kind_of
from server.values.scored_match import AnyProtocol, outcome_of, point_outcome


class PointOutcomes:
    """The outcomes of matches at one table; each outcome is cached until the match changes."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._of_records: dict[MatchId, tuple[MatchRecord, PointOutcome]] = {}
        self._of_finished: dict[MatchId, tuple[KeptMatch, PointOutcome | None]] = {}

    def of(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        """Return the outcomes of the tournament's one-table matches, keyed by match number."""
        outcomes = self.finished(tournament)
        for record in self._registry.records_of(tournament):
            if isinstance(record.scheduled, MatchPlayScheduled):
                outcomes[record.match_id.number] = self._of_record(record)
        return outcomes

    def finished(self, tournament: TournamentId) -> dict[int, PointOutcome]:
        """Return the outcomes of finished matches at one table, keyed by match number."""
        numbered = self._registry.finished.numbered(tournament)
        known = {number: self._of_kept(kept) for number, kept in numbered.items()}
        return {number: outcome for number, outcome in known.items() if outcome is not None}

    def _of_kept(self, kept: KeptMatch) -> PointOutcome | None:
        known = self._of_finished.get(kept.match_id)
        if known is None or known[0] is not kept:
            known = kept, _finished_point_outcome(read_stored(kept.summary))
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


def _finished_point_outcome(finished: FinishedMatch) -> PointOutcome | None:
    scheduled = finished.to_points
    if scheduled is None:
        return None
    white, red = finished.sums
    winner = MatchScore(scheduled.length, white, red).winner
    return PointOutcome(winner=winner, white=white, red=red)


class OutcomeBook:
    """The outcomes of all matches; each outcome is cached until the match changes.

    The outcome of a match that is not scored by the scoring tables is empty.
    """

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._of_records: dict[MatchId, tuple[MatchRecord, MatchOutcome]] = {}
        self._of_finished: dict[TournamentId, dict[int, tuple[KeptMatch, MatchOutcome]]] = {}
        self._played: dict[TournamentId, dict[int, tuple[KeptMatch, PlayedMatch]]] = {}

    def of(self, tournament: TournamentId) -> dict[int, MatchOutcome]:
        """Return the outcomes of all matches of the tournament, keyed by match number.

        They may be shown to the director only.
        """
        outcomes = self.finished(tournament)
        for record in self._registry.records_of(tournament):
            outcomes[record.match_id.number] = self._of_record(record)
        return outcomes

    def finished(self, tournament: TournamentId) -> dict[int, MatchOutcome]:
        """Return the outcomes of the finished matches, which are public, keyed by match number."""
        known = self._of_finished.setdefault(tournament, {})
        outcomes = dict[int, MatchOutcome]()
        for number, kept in self._registry.finished.numbered(tournament).items():
            made = known.get(number)
            if made is None or made[0] is not kept:
                made = known[number] = kept, _finished_outcome(read_stored(kept.summary))
            outcomes[number] = made[1]
        return outcomes

    def played(self, tournament: TournamentId) -> list[PlayedMatch]:
        """Return the tournament's finished matches with their players' results.

        The matches are ordered by number.
        """
        known = self._played.setdefault(tournament, {})
        for number, kept in [*self._registry.finished.numbered(tournament).items()]:
            if number not in known or known[number][0] is not kept:
                known[number] = kept, _finished_match(read_stored(kept.summary))
        return [known[number][1] for number in sorted(self._registry.finished.numbered(tournament))]

    def so_far(self, match_id: MatchId, protocol: AnyProtocol) -> PlayedMatch | None:
        """Return a match with its players' results, as `protocol` scores the match.

        Return None if the match is not in memory.
        """
        process = self._registry.matches.get(match_id)
        return None if process is None else played_match(process.record, protocol)

    def begun(self, tournament: TournamentId) -> frozenset[int]:
        """Return the numbers of the matches in which something was played."""
        finished = self._registry.finished.in_tournament(tournament)
        running = self._registry.records_of(tournament)
        return frozenset(
            (
                *(match_id.number for match_id in finished),
                *(each.match_id.number for each in running if each.has_begun),
            )
        )

    def games_begun(self, tournament: TournamentId) -> dict[int, int]:
        """Return the number of games begun in each match."""
        finished = self._registry.finished
        begun = {
            match_id.number: finished.of(match_id).game
            for match_id in finished.in_tournament(tournament)
        }
        for record in self._registry.records_of(tournament):
            begun[record.match_id.number] = record.games_begun
        return begun

    def _of_record(self, record: MatchRecord) -> MatchOutcome:
        known = self._of_records.get(record.match_id)
        if known is None or known[0] is not record:
            waiting = record.state is not None and bool(record.state.unconfirmed)
            known = record, outcome_of(match_protocol(record), unconfirmed=waiting)
            self._of_records[record.match_id] = known
        return known[1]


def _finished_match(finished: FinishedMatch) -> PlayedMatch:
    scheduled, to_points = finished.scheduled, finished.to_points
    return PlayedMatch(
        scheduled.match_id,
        finished.teams,
        scheduled.game_name,
        kind_of(scheduled),
        finished.persons,
        steps[0].at if (steps := steps_kept(finished)) else None,
        finished.sums,
        frozenset([to_points.white] if to_points else finished.seated(finished.teams[0])),
    )


def _finished_outcome(finished: FinishedMatch) -> MatchOutcome:
    scheduled = finished.duplicate
    if scheduled is None or INFOS[scheduled.game_name].scored.counted:
        return MatchOutcome()
    return MatchOutcome(
        imp=finished.sums, smp=finished.smp, vp=finished.final_score, games=2 * scheduled.games
    )
