"""What the front page lists beside the tables: what comes next, what was over last, tournaments."""

from collections.abc import Sequence
from datetime import datetime

from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_events import LatestResults, PublicEvent
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.results.event_status_words import status_shown
from server.web.pages.match_rows import MatchRow, finished_row, is_playing, match_row
from server.words.translation import Words

LATEST_EVENTS = 3
"""Official events on the front page; the others are a link away."""
LATEST, COMING = 6, 6
"""Results and matches to come on the front page."""


def is_kept_by_hand(now: PublicSnapshot) -> bool:
    """Whether results were written down of a match whose dice nobody has seen: it has no board."""
    return bool(now.results or now.games) and not now.openings and not now.table.facts


class FrontLists:
    """What comes next and what was over last, of all tournaments."""

    def __init__(
        self,
        matches: Sequence[PublicSnapshot],
        hall: Hall,
        hub: LiveHub,
        latest: LatestResults,
        words: Words,
    ) -> None:
        self._matches, self._latest, self._words = matches, latest, words
        self._finished, self._names = hub.known.finished, hub.names_of(words.code)
        self._is_finished = hub.is_finished
        self._posted = hall.result_steps.of_match
        processes = hall.tournaments.processes
        self._events = {each: process.state.event for each, process in processes.items()}

    def playing(self) -> list[MatchRow]:
        """Matches under way."""
        return [self._row(now) for now in self._matches if is_playing(now)]

    def by_hand(self) -> list[MatchRow]:
        """Matches under way of which no board can be shown."""
        playing = [now for now in self._matches if is_playing(now)]
        return [self._row(now) for now in playing if is_kept_by_hand(now)]

    def coming(self) -> list[MatchRow]:
        """Matches that are set up and not begun."""
        planned = [now for now in self._matches if now.phase is PublicPhase.PLANNED]
        return [self._row(now) for now in planned[:COMING]]

    def results(self) -> list[MatchRow]:
        """Those just over, and the latest finished ones."""
        over = [now for now in reversed(self._matches) if now.phase is PublicPhase.OVER]
        finished = self._finished
        rows = [self._row(now) for now in over if not self._is_finished(now.scheduled.match_id)]
        for match_id in self._latest.of_all([*self._events], LATEST):
            kept = finished.of(match_id)
            rows.append(finished_row(kept, self._words, self._names, self._events))
        return rows[:LATEST]

    def _row(self, now: PublicSnapshot) -> MatchRow:
        posted = self._posted(now.scheduled.match_id) if now.phase is PublicPhase.OVER else ()
        return match_row(now, self._words, self._names, self._events, posted)


def listed_events(
    events: Sequence[PublicEvent], words: Words, now: datetime
) -> list[tuple[PublicEvent, str]]:
    """Those that are running or coming, and the latest few that are official, with their status."""
    running = [each for each in events if not each.is_over]
    over = [each for each in events if each.is_over][:LATEST_EVENTS]
    return [(each, status_shown(each.status, words, now).text) for each in (*running, *over)]
