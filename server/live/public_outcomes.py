"""The outcomes of matches, computed from public games: those over in both rooms (ruling 12)."""

from rules.events import MatchPlayScheduled
from rules.formats.format import MatchOutcome, Outcomes, PointOutcome
from rules.formats.team_event.forecast import Forecast, Known, forecast
from rules.identities import MatchId, TournamentId
from rules.match_play.protocol import MatchPlayProtocol
from server.live.hub import LiveHub
from server.live.public_source import FinishedOutcomes, PublicSource
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.tournaments.tournament_finality import TournamentFinality, tournament_finality
from server.values.played_match import PlayedMatch
from server.values.scored_match import outcome_of, point_outcome

NOT_BEGUN = PointOutcome()


class PublicOutcomes:
    """The outcomes of matches, computed from their public games and cached until more is public.

    `finished` has the outcomes of the finished matches; those of other matches are computed from
    what `hub` knows to be public.
    """

    def __init__(self, hub: LiveHub, finished: FinishedOutcomes) -> None:
        self._hub, self._finished = hub, finished
        self._known: dict[MatchId, tuple[PublicSnapshot, MatchOutcome]] = {}
        self._known_points: dict[MatchId, tuple[PublicSnapshot, PointOutcome]] = {}

    def of(self, tournament: TournamentId) -> dict[int, MatchOutcome]:
        """Return the outcomes of a tournament's matches, keyed by match number.

        Only games whose results in both rooms are public count.
        """
        outcomes = self._finished.finished(tournament)
        for now in self._hub.unfinished():
            match_id = now.scheduled.match_id
            if match_id.tournament == tournament:
                outcomes[match_id.number] = self._of(now)
        return outcomes

    def to_points(self, source: PublicSource, tournament: TournamentId) -> dict[int, PointOutcome]:
        """Return the outcomes of a tournament's matches at one table, keyed by match number.

        Only games that are publicly over count. Matches played elsewhere whose results were
        reported are included.
        """
        outcomes = source.point_outcomes.finished(tournament)
        outcomes |= source.tournaments.processes[tournament].state.reported
        for now in self._hub.unfinished():
            match_id = now.scheduled.match_id
            if match_id.tournament == tournament and isinstance(now.scheduled, MatchPlayScheduled):
                outcomes[match_id.number] = self._points_of(now)
        return outcomes

    def finality(
        self, source: PublicSource, tournament: TournamentId, public: Outcomes
    ) -> TournamentFinality:
        """Return which results are final, and if the tournament is official (ruling 32).

        `public` is what `PublicOutcomes.of` has returned for the tournament. Only matches that are
        publicly over count.
        """
        steps = {
            number: each
            for number, each in source.result_steps.of(tournament).items()
            if self._over(MatchId(tournament, number))
        }
        process = source.tournaments.processes[tournament]
        return tournament_finality(
            process.state,
            process.times,
            steps,
            public,
            self.to_points(source, tournament),
            source.now(),
        )

    def played(self, source: PublicSource, tournament: TournamentId) -> list[PlayedMatch]:
        """Return a tournament's matches, each with its players' results in its public games."""
        playing = {now.scheduled.match_id: now for now in self._hub.unfinished()}
        finished = self._finished.played(tournament)
        matches = [each for each in finished if each.match_id not in playing]
        for match_id, now in playing.items():
            if match_id.tournament == tournament:
                so_far = self._finished.so_far(match_id, public_protocol(now))
                matches += [] if so_far is None else [so_far]
        return matches

    def playing(self, tournament: TournamentId) -> frozenset[int]:
        """Return the numbers of a tournament's matches that are publicly under way."""
        waiting = (PublicPhase.PLANNED, PublicPhase.OVER)
        return frozenset(
            now.scheduled.match_id.number
            for now in self._hub.in_play()
            if now.scheduled.match_id.tournament == tournament and now.phase not in waiting
        )

    def forecast(
        self, source: PublicSource, tournament: TournamentId, outcomes: Outcomes
    ) -> Forecast:
        """Return when the matches in play, their rounds and the day's play are expected to end.

        The forecast may be published if `outcomes` are the public outcomes, which
        `PublicOutcomes.of` returns: everything else that the forecast is made from is public.
        """
        process, playing = source.tournaments.processes[tournament], self.playing(tournament)
        state = process.state.event
        thrown = {number: self._hub.first_dice(MatchId(tournament, number)) for number in playing}
        known = Known(
            outcomes=outcomes,
            thrown={number: each for number, each in thrown.items() if each is not None},
            playing=playing,
            teams=len(state.entries.confirmed(process.teams, state.withdrawn)),
            now=source.now(),
        )
        return forecast(state, known)

    def _over(self, match_id: MatchId) -> bool:
        return self._hub.is_known_over(match_id)

    def _points_of(self, now: PublicSnapshot) -> PointOutcome:
        match_id = now.scheduled.match_id
        known = self._known_points.get(match_id)
        if known is None or known[0] is not now:
            protocol = public_protocol(now)
            assert isinstance(protocol, MatchPlayProtocol)
            known = now, point_outcome(protocol)
            self._known_points[match_id] = known
        return known[1]

    def _of(self, now: PublicSnapshot) -> MatchOutcome:
        match_id = now.scheduled.match_id
        known = self._known.get(match_id)
        if known is None or known[0] is not now:
            known = now, outcome_of(public_protocol(now))
            self._known[match_id] = known
        return known[1]
