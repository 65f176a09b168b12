"""Cached comparisons of the rooms of matches that are over, made anew after each further event."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import MatchId
from server.hall import Hall
from server.live.hub import LiveHub
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from yalta_extras.analysis.compared_rooms import ComparedRooms, compared_rooms
from yalta_extras.analysis.judged import digest_of_throws

_Value = TypeVar("_Value")
_REMEMBERED = 64
"""The number of matches kept in memory: those asked for last."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A match as compared at that length of its stream, and the digest of its throws.

    `rooms` is None for a match at one table.
    """

    sequence: int
    rooms: ComparedRooms | None
    digest: str


class Comparisons:
    """Comparisons of a hall's matches that are over for the public, as `hub` knows (ruling 12)."""

    def __init__(self, hall: Hall, hub: LiveHub) -> None:
        self._hall, self._hub = hall, hub
        self._known = OrderedDict[MatchId, Comparison]()
        self._comparing = asyncio.Lock()

    async def of(self, match_id: MatchId) -> Comparison | None:
        """Return the match compared; None if it is not in memory or not over for everybody."""
        process = self._over(match_id)
        if process is None:
            return None
        async with self._comparing:
            known = self._known.get(match_id)
            if known is None or known.sequence != process.sequence:
                record, history = process.record, tuple(process.history)
                known = await asyncio.to_thread(_compared, process.sequence, record, history)
            remember(self._known, match_id, known)
        return known

    def at_once(self, match_id: MatchId) -> Comparison | None:
        """Return the comparison if it includes the match's latest event, None otherwise."""
        process, known = self._over(match_id), self._known.get(match_id)
        if process is None or known is None or known.sequence != process.sequence:
            return None
        return known

    def last(self, match_id: MatchId) -> Comparison | None:
        """Return the last comparison, whatever has happened in the match since."""
        return self._known.get(match_id)

    def _over(self, match_id: MatchId) -> MatchProcess | None:
        """Return the match if it is in memory and over, both in its records and for everybody."""
        try:
            process = self._hall.match(match_id)
        except MatchRefused:
            return None
        return process if process.record.is_over and self._hub.is_over(match_id) else None


def remember(known: OrderedDict[MatchId, _Value], match_id: MatchId, value: _Value) -> None:
    """Keep a value as the latest of a bounded number."""
    known[match_id] = value
    known.move_to_end(match_id)
    if len(known) > _REMEMBERED:
        known.popitem(last=False)


def _compared(sequence: int, record: MatchRecord, history: Sequence[ev.Event]) -> Comparison:
    rooms = compared_rooms(record, history)
    return Comparison(sequence, rooms, digest_of_throws(rooms.throws) if rooms else "")
