"""Ledgers of finished matches verified while the server runs, a little at a time.

A start does not read what was played, so that a change on disk would be found only when somebody
opens that match. Here each is read once after a start and compared with the hash it was kept with,
in slices short enough that no board waits for them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter

import structlog

from rules.identities import MatchId
from rules.ledger import LedgerEntry, verify
from server.matches.registry import MatchRegistry
from server.matches.stream_writer import match_stream
from server.store.accounts_db.finished_matches import KeptMatch
from server.store.event_log.contract import LogDamaged, LogUnavailable, StreamDamaged

log = structlog.get_logger()
AFTER_A_START = 30.0
"""Seconds in which boards and pages come back and nothing is verified."""
SLICE = 64
"""Entries hashed in one go: a third of a millisecond."""
REST = 4.0
"""As many times as long as a slice took, the loop is left to others."""
_TRY_AGAIN = 60.0
"""Seconds until a log is asked again that could not be read."""
_ANOTHER_END = "the last one stored, though the match was kept with another hash at its end"

ReadLedger = Callable[[str], Awaitable[Sequence[LedgerEntry]]]
Pause = Callable[[float], Awaitable[None]]


class LedgerWatch:
    """How far it is: `checked` of `total` ledgers, of which `broken` do not hold.

    `read` gives a stream's entries in order, and raises LogUnavailable or LogDamaged.
    """

    def __init__(self, registry: MatchRegistry, read: ReadLedger) -> None:
        self.checked = self.total = self.broken = 0
        self._registry, self._read_ledger = registry, read

    @property
    def done(self) -> bool:
        """Whether all that was finished at the start has been verified."""
        return self.checked == self.total

    async def run(self, pause: Pause = asyncio.sleep) -> None:
        """Verify every match that was finished before, the newest first; returns at the end."""
        await pause(AFTER_A_START)
        matches = self._registry.finished.ids[::-1]
        self.total, self.broken = len(matches), 0
        for self.checked, match_id in enumerate(matches):
            await self._verify(match_id, pause)
        self.checked = self.total
        if self.total:
            log.info("finished_ledgers_verified", matches=self.total, broken=self.broken)

    async def _verify(self, match_id: MatchId, pause: Pause) -> None:
        kept = self._registry.finished.kept(match_id)
        if kept is None:  # it goes on; it was verified when it was taken up
            return
        try:
            entries = await self._read(kept, pause)
            await self._verify_entries(kept, entries, pause)
        except StreamDamaged as damaged:
            if self._registry.finished.kept(match_id) is kept:
                self.broken += 1
                self._registry.leave_alone(match_id, damaged)

    async def _read(self, kept: KeptMatch, pause: Pause) -> Sequence[LedgerEntry]:
        stream = match_stream(kept.match_id)
        while True:
            try:
                return await self._read_ledger(stream)
            except LogDamaged as damaged:
                raise StreamDamaged(stream, 0, str(damaged)) from damaged
            except LogUnavailable:
                await pause(_TRY_AGAIN)

    async def _verify_entries(
        self, kept: KeptMatch, entries: Sequence[LedgerEntry], pause: Pause
    ) -> None:
        """Raise StreamDamaged unless the chain holds and ends as the match was kept."""
        stream, behind = match_stream(kept.match_id), None
        for first in range(0, len(entries), SLICE):
            began = perf_counter()
            part = entries[first : first + SLICE]
            broken = verify(part, behind)
            if broken is not None:
                raise StreamDamaged(stream, broken.sequence, broken.why.value)
            behind = part[-1]
            await pause(REST * (perf_counter() - began))
        if behind is None or (behind.sequence, behind.digest) != (kept.head, kept.digest):
            raise StreamDamaged(stream, len(entries), _ANOTHER_END)
