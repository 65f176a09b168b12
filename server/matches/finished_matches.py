"""Every finished match by its id, in memory as it is kept: lists show them without reading logs."""

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence

from rules.identities import MatchId, TournamentId
from server.matches.finished_match import FinishedMatch, read_stored
from server.store.accounts_db.finished_matches import KeptMatch


def _order(match_id: MatchId) -> tuple[str, int]:
    return match_id.tournament.text, match_id.number


class FinishedMatches:
    """Finished matches whose logs need not be read.

    `ids` are all of them, of `signed` both teams' signatures are there, of `unsigned` some are
    missing; each is in the order of tournaments and numbers.

    A match that goes on, as by a corrected result, is taken out and put in anew once it is kept as
    it is then.
    """

    def __init__(self) -> None:
        self.ids: list[MatchId] = []
        self.signed: list[MatchId] = []
        self.unsigned: list[MatchId] = []
        self._kept: dict[MatchId, KeptMatch] = {}
        self._numbered: dict[TournamentId, dict[int, KeptMatch]] = {}

    def __contains__(self, match_id: object) -> bool:
        return match_id in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, every: Sequence[KeptMatch]) -> None:
        """Take what was kept when the server starts."""
        in_order = sorted(every, key=lambda kept: _order(kept.match_id))
        self._kept = {each.match_id: each for each in in_order}
        self.ids = [*self._kept]
        self.signed = [each.match_id for each in in_order if each.signed]
        self.unsigned = [each.match_id for each in in_order if not each.signed]
        self._numbered = {}
        for kept in every:
            self._of_tournament(kept.match_id)[kept.match_id.number] = kept

    def put(self, kept: KeptMatch) -> None:
        """Take one in, in place of what was known of it."""
        self.remove(kept.match_id)
        for ids in self._lists(kept):
            insort(ids, kept.match_id, key=_order)
        self._kept[kept.match_id] = kept
        self._of_tournament(kept.match_id)[kept.match_id.number] = kept

    def remove(self, match_id: MatchId) -> None:
        """Take one out; nothing if it is not there."""
        kept = self._kept.pop(match_id, None)
        if kept is not None:
            del self._of_tournament(match_id)[match_id.number]
            for ids in self._lists(kept):
                del ids[bisect_left(ids, _order(match_id), key=_order)]

    def kept(self, match_id: MatchId) -> KeptMatch | None:
        """One of them as it is kept, None for any other match."""
        return self._kept.get(match_id)

    def numbered(self, tournament: TournamentId) -> Mapping[int, KeptMatch]:
        """Those of a tournament as they are kept, by number, in no order."""
        return self._numbered.get(tournament, {})

    def _of_tournament(self, match_id: MatchId) -> dict[int, KeptMatch]:
        return self._numbered.setdefault(match_id.tournament, {})

    def in_two_rooms(self, match_id: MatchId) -> bool:
        """Whether one of them had a table in either room: those at one table use no rolls' sets."""
        return self._kept[match_id].next_roll_set != 1

    def of(self, match_id: MatchId) -> FinishedMatch:
        """One of them; raises KeyError for any other match."""
        return read_stored(self._kept[match_id].summary)

    def in_tournament(self, tournament: TournamentId) -> list[MatchId]:
        """Those of a tournament, by number."""
        first = bisect_left(self.ids, (tournament.text, 0), key=_order)
        behind = bisect_left(self.ids, (tournament.text + "\0", 0), key=_order)
        return self.ids[first:behind]

    def with_team(self, tournament: TournamentId, team: str) -> list[FinishedMatch]:
        """Those of a tournament that the team has played, by number."""
        return [
            self.of(match_id)
            for match_id in self.in_tournament(tournament)
            if team in (self._kept[match_id].home, self._kept[match_id].away)
        ]

    def last_number(self, tournament: TournamentId) -> int:
        """The highest number one of them has in a tournament, 0 for none."""
        return max((each.number for each in self.in_tournament(tournament)[-1:]), default=0)

    def _lists(self, kept: KeptMatch) -> tuple[list[MatchId], list[MatchId]]:
        return self.ids, self.signed if kept.signed else self.unsigned
