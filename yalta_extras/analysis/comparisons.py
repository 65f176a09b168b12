"""A cache of comparisons of matches' rooms; after a further event a match is compared again."""

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
"""The most matches whose values a cache here has in memory (our choice).

The value of the match that was asked for longest ago is dropped first.
"""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of a match's rooms, made after the match's event number `sequence`.

    `rooms` is None for a match at one table. `digest` is the digest of all throws that were
    compared.
    """

    sequence: int
    rooms: ComparedRooms | None
    digest: str


class Comparisons:
    """The comparisons of a hall's matches.

    A match is compared only if it is over for the public, which `hub` knows (ruling 12).
    """

    def __init__(self, hall: Hall, hub: LiveHub) -> None:
        self._hall, self._hub = hall, hub
        self._known = OrderedDict[MatchId, Comparison]()
        self._comparing = asyncio.Lock()

    async def of(self, match_id: MatchId) -> Comparison | None:
        """Return the match's comparison after its latest event; compare its rooms if necessary.

        Return None if the match is not in memory, or is not over for everybody.
        """
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
        """Return the match's comparison, without waiting, if it is in memory and up to date.

        Return None otherwise, or if the match is not over for everybody.
        """
        process, known = self._over(match_id), self._known.get(match_id)
        if process is None or known is None or known.sequence != process.sequence:
            return None
        return known

    def last(self, match_id: MatchId) -> Comparison | None:
        """Return the match's comparison in memory, even if the match has later events, or None."""
        return self._known.get(match_id)

    def _over(self, match_id: MatchId) -> MatchProcess | None:
        """Return the match's process if the match is in memory and over.

        Return None otherwise. The match has to be over in its records as well as for everybody.
        """
        try:
            process = self._hall.match(match_id)
        except MatchRefused:
            return None
        return process if process.record.is_over and self._hub.is_over(match_id) else None


def remember(known: OrderedDict[MatchId, _Value], match_id: MatchId, value: _Value) -> None:
    """Put a match's value last into the cache `known`, which keeps at most _REMEMBERED values.

    If it has more, the first value is dropped.
    """
    known[match_id] = value
    known.move_to_end(match_id)
    if len(known) > _REMEMBERED:
        known.popitem(last=False)


def _compared(sequence: int, record: MatchRecord, history: Sequence[ev.Event]) -> Comparison:
    rooms = compared_rooms(record, history)
    return Comparison(sequence, rooms, digest_of_throws(rooms.throws) if rooms else "")
