"""Which matches were over last, in one tournament or in all, without reading every finished one."""

from datetime import UTC, datetime

from rules.identities import MatchId, TournamentId
from server.live.hub import LiveHub
from server.matches.finished_match import read_stored
from server.matches.result_steps import steps_kept
from server.store.accounts_db.finished_matches import KeptMatch

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


class LatestResults:
    """Finished matches of which all is public, those whose results were posted last first.

    Of each tournament as many of the highest numbers are looked at as are asked for: matches are
    numbered as they are set up, so that a later result of a lower number may be left out.
    """

    def __init__(self, hub: LiveHub) -> None:
        self._hub = hub
        self._posted: dict[MatchId, tuple[KeptMatch, datetime]] = {}

    def of_all(self, tournaments: list[TournamentId], count: int) -> list[MatchId]:
        """The latest `count` of these tournaments together."""
        every = [each for tournament in tournaments for each in self._last(tournament, count)]
        return sorted(every, key=self._when, reverse=True)[:count]

    def of(self, tournament: TournamentId, count: int) -> list[MatchId]:
        """The latest `count` of a tournament."""
        return self.of_all([tournament], count)

    def _last(self, tournament: TournamentId, count: int) -> list[MatchId]:
        last = self._hub.known.finished.in_tournament(tournament)[-count:]
        return [each for each in last if self._hub.is_finished(each)]

    def _when(self, match_id: MatchId) -> tuple[datetime, int]:
        kept, known = self._hub.known.finished.kept(match_id), self._posted.get(match_id)
        if kept is None:
            return _BEFORE_ALL, match_id.number
        if known is None or known[0] is not kept:
            steps = steps_kept(read_stored(kept.summary))
            known = kept, steps[0].at if steps else _BEFORE_ALL
            self._posted[match_id] = known
        return known[1], match_id.number
