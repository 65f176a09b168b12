"""How long games take in this hall, by its log of those that were played in both rooms."""

from collections.abc import Iterable
from datetime import datetime
from statistics import median

from rules import events as ev
from rules.formats.team_event.timetable import MINUTES_A_GAME
from rules.identities import MatchId
from rules.room import Room
from server.matches.finished_match import read_stored
from server.matches.registry import MatchRegistry
from server.store.accounts_db.finished_matches import KeptMatch


def game_seconds(happened: Iterable[ev.Event], moments: Iterable[datetime]) -> tuple[int, ...]:
    """From the start of each game until it was over in both rooms.

    A game with a result that somebody entered by hand says nothing of its time and is left out.
    """
    began = dict[tuple[int, int], datetime]()
    over = dict[tuple[int, int], dict[Room, datetime]]()
    for event, at in zip(happened, moments, strict=True):
        match event:
            case ev.GameStarted():
                began[event.game, event.attempt] = at
            case ev.GameFinished():
                over.setdefault((event.game, event.attempt), {})[event.room] = at
            case _:
                pass
    return tuple(
        round((max(rooms.values()) - began[game]).total_seconds())
        for game, rooms in over.items()
        if game in began and len(rooms) == len(Room)
    )


class GameTimes:
    """Medians by game; what was read of a finished match is kept while the match stays as it is."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._read: dict[MatchId, tuple[KeptMatch, str, tuple[int, ...]]] = {}

    def minutes(self, game_name: str) -> int:
        """The median of what was played here, to the minute; MINUTES_A_GAME before anything was."""
        seconds = [
            each for game, of_match in self._of_all() if game == game_name for each in of_match
        ]
        return max(1, round(median(seconds) / 60)) if seconds else MINUTES_A_GAME

    def _of_all(self) -> Iterable[tuple[str, tuple[int, ...]]]:
        for match_id in [*self._registry.finished.ids]:
            kept = self._registry.finished.kept(match_id)
            if kept is None:
                continue
            known = self._read.get(match_id)
            if known is None or known[0] is not kept:
                finished = read_stored(kept.summary)
                known = kept, finished.scheduled.game_name, finished.game_seconds
                self._read[match_id] = known
            yield known[1], known[2]
