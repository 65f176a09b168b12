"""The times when a match's results were posted, changed or confirmed, for finality (ruling 32)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from rules import events as ev
from rules.directing.finality import ResultStep
from rules.identities import MatchId, TournamentId
from rules.room import Room
from rules.tables.state import ResultStanding, entered_after, played_after
from server.matches.finished_match import read_stored
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry
from server.store.accounts_db.finished_matches import KeptMatch
from server.values.finished_match import steps_kept

Steps = Mapping[int, Sequence[ResultStep]]
"""The result steps of matches, keyed by match number; a match that is not over has none.

A result step is a time when a result was posted, changed or confirmed.
"""
_Standings = dict[tuple[int, Room], ResultStanding]


def result_steps(recorded: Iterable[tuple[ev.Event, datetime]]) -> tuple[ResultStep, ...]:
    """Return a match's result steps, made from its events with their times.

    There are none if the match is not over. If a match was continued after its end, only the steps
    since its last end are returned.
    """
    standings: _Standings = {}
    steps = list[ResultStep]()
    over = False
    for event, at in recorded:
        changed = _noted(standings, event)
        if isinstance(event, ev.GameVoided | ev.TurnReopened | ev.GameStarted):
            over, steps = False, []
        if isinstance(event, ev.MatchClosed):
            over = changed = True
        unconfirmed = any(each.unconfirmed for each in standings.values())
        if over and (changed or unconfirmed != steps[-1].unconfirmed):
            steps.append(ResultStep(at, changed, unconfirmed))
    return tuple(steps)


def _noted(standings: _Standings, event: ev.Event) -> bool:
    """Update from an event who entered each result and who has confirmed it.

    Return True if one of the results has changed.
    """
    match event:
        case ev.ResultEntered() | ev.ResultCorrected():
            by_hand = isinstance(event, ev.ResultEntered)
            place = event.game, event.room
            standings[place] = entered_after(standings.get(place), event.by, by_hand=by_hand)
        case ev.GameCancelled():
            for room in Room:
                place = event.game, room
                standings[place] = entered_after(standings.get(place), event.by)
        case ev.GameFinished():
            place = event.game, event.room
            standings[place] = played_after(standings.get(place))
        case ev.ResultConfirmed():
            place = event.game, event.room
            if place in standings:
                named = event.confirmer, event.side, event.by
                standings[place] = standings[place].confirmed_by(*named)
            return False
        case ev.GameVoided():
            for room in Room:
                standings.pop((event.game, room), None)
        case ev.MatchShortened():
            for place in [each for each in standings if each[0] > event.games]:
                del standings[place]
        case ev.TurnReopened():
            standings.pop((event.game, event.room), None)
            return False
        case _:
            return False
    return True


def steps_of(process: MatchProcess) -> tuple[ResultStep, ...]:
    """Return the result steps of a match in memory; none if the match is not over."""
    state = process.record.state
    if state is None or not state.over:
        return ()
    return result_steps(zip(process.history, process.moments, strict=True))


class ResultStepsBook:
    """The result steps of all matches; those of a match are cached until it changes."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._of_matches: dict[MatchId, tuple[MatchRecord, tuple[ResultStep, ...]]] = {}
        self._of_finished: dict[MatchId, tuple[KeptMatch, tuple[ResultStep, ...]]] = {}

    def of(self, tournament: TournamentId) -> dict[int, tuple[ResultStep, ...]]:
        """Return the result steps of each of the tournament's matches, keyed by match number.

        A match that is not over has no result steps.
        """
        steps = self.finished(tournament)
        for record in self._registry.records_of(tournament):
            found = self._of_match(record)
            if found:
                steps[record.match_id.number] = found
        return steps

    def finished(self, tournament: TournamentId) -> dict[int, tuple[ResultStep, ...]]:
        """Return the result steps of finished matches, which are public, keyed by match number."""
        steps = dict[int, tuple[ResultStep, ...]]()
        for number, kept in self._registry.finished.numbered(tournament).items():
            steps[number] = self._kept(kept)
        return steps

    def of_match(self, match_id: MatchId) -> tuple[ResultStep, ...]:
        """Return the result steps of a match that is in memory or finished.

        There are none if the match is not over.
        """
        kept = self._registry.finished.kept(match_id)
        if kept is not None:
            return self._kept(kept)
        return self._of_match(self._registry.match(match_id).record)

    def _kept(self, kept: KeptMatch) -> tuple[ResultStep, ...]:
        known = self._of_finished.get(kept.match_id)
        if known is None or known[0] is not kept:
            known = kept, steps_kept(read_stored(kept.summary))
            self._of_finished[kept.match_id] = known
        return known[1]

    def _of_match(self, record: MatchRecord) -> tuple[ResultStep, ...]:
        known = self._of_matches.get(record.match_id)
        if known is None or known[0] is not record:
            known = record, steps_of(self._registry.match(record.match_id))
            self._of_matches[record.match_id] = known
        return known[1]
