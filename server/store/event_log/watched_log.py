"""An event log whose failures are heard of by whoever tells the operator."""

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter

from rules.ledger import LedgerEntry
from server.store.event_log.contract import (
    Batch,
    EventLog,
    LogUnavailable,
    StoredCallback,
    StoredEvent,
)


class WatchedEventLog:
    """The event log `inner`; `failed` hears of every append that it cannot take.

    All of `committed` hear how many seconds each batch took to be durable.
    """

    def __init__(
        self,
        inner: EventLog,
        failed: Callable[[LogUnavailable], None],
        committed: Sequence[Callable[[float], None]] = (),
    ) -> None:
        self._inner, self._failed, self._committed = inner, failed, committed

    async def append(self, batch: Batch) -> None:
        """See EventLog.append."""
        try:
            await self._inner.append(batch)
        except LogUnavailable as error:
            self._failed(error)
            raise

    def put(self, batch: Batch, callback: StoredCallback) -> None:
        """See EventLog.put."""
        self._inner.put(batch, partial(self._tell, callback, perf_counter()))

    def _tell(self, callback: StoredCallback, began: float, error: Exception | None) -> None:
        if isinstance(error, LogUnavailable):
            self._failed(error)
        else:
            seconds = perf_counter() - began
            for committed in self._committed:
                committed(seconds)
        callback(error)

    async def read(self, stream: str) -> list[StoredEvent]:
        """See EventLog.read."""
        return await self._inner.read(stream)

    async def ledger(self, stream: str) -> Sequence[LedgerEntry]:
        """See EventLog.ledger."""
        return await self._inner.ledger(stream)

    async def heads(self) -> dict[str, int]:
        """See EventLog.heads."""
        return await self._inner.heads()

    async def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """See EventLog.journal_heads."""
        return await self._inner.journal_heads()

    async def close(self) -> None:
        """See EventLog.close."""
        await self._inner.close()
