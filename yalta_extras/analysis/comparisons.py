"""The rooms of matches that are over, compared once for as long as nothing more happens in them."""

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
"""Matches of which something stays in memory: those asked for last."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A match as it was compared when its stream had that length, and the digest of its throws.

    `rooms` is None of one at one table.
    """

    sequence: int
    rooms: ComparedRooms | None
    digest: str


class Comparisons:
    """Matches of a hall, as far as `hub` lets the public know that they are over (ruling 12)."""

    def __init__(self, hall: Hall, hub: LiveHub) -> None:
        self._hall, self._hub = hall, hub
        self._known = OrderedDict[MatchId, Comparison]()
        self._comparing = asyncio.Lock()

    async def of(self, match_id: MatchId) -> Comparison | None:
        """The match compared; None of one that is not in memory or not over for everybody."""
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
        """The same if it has been compared as of its latest event."""
        process, known = self._over(match_id), self._known.get(match_id)
        if process is None or known is None or known.sequence != process.sequence:
            return None
        return known

    def last(self, match_id: MatchId) -> Comparison | None:
        """How it was compared last, whatever has happened in it since."""
        return self._known.get(match_id)

    def _over(self, match_id: MatchId) -> MatchProcess | None:
        """The match if it is in memory and over, in its records as for everybody."""
        try:
            process = self._hall.match(match_id)
        except MatchRefused:
            return None
        return process if process.record.is_over and self._hub.is_over(match_id) else None


def remember(known: OrderedDict[MatchId, _Value], match_id: MatchId, value: _Value) -> None:
    """Keep it as the latest of a few."""
    known[match_id] = value
    known.move_to_end(match_id)
    if len(known) > _REMEMBERED:
        known.popitem(last=False)


def _compared(sequence: int, record: MatchRecord, history: Sequence[ev.Event]) -> Comparison:
    rooms = compared_rooms(record, history)
    return Comparison(sequence, rooms, digest_of_throws(rooms.throws) if rooms else "")
