"""Writes what was decided into one stream of the event log, chained and durable."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from rules import events as ev
from rules.ledger import genesis
from server.store.event_log import Batch, EventLog, JournalEntry, StoredEvent, chain

Now = Callable[[], datetime]
Nonce = Callable[[], bytes]


class Clerk:
    """The only writer of a stream; `head` is its last sequence number and hash so far.

    `recorded_at` is when that last entry was written.
    `now` gives the time in UTC, `nonce` sixteen secret random bytes.
    """

    def __init__(
        self, event_log: EventLog, stream: str, last: StoredEvent | None, now: Now, nonce: Nonce
    ) -> None:
        self.head = (last.sequence, last.digest) if last else (0, genesis(stream))
        self.recorded_at = last.recorded_at if last else now()
        self._log, self._stream = event_log, stream
        self._now, self._nonce = now, nonce

    async def write(
        self,
        said: Iterable[tuple[str, Sequence[ev.Event]]],
        journal: tuple[JournalEntry, ...] = (),
    ) -> None:
        """Append every actor's events and the frames they came in; returns once durable.

        Raises LogUnavailable; nothing is written then.
        """
        head, entries, now = self.head, list[StoredEvent](), self._now()
        for actor, events in said:
            nonces = [self._nonce() for _ in events]
            chained = chain(self._stream, head, events, recorded_at=now, actor=actor, nonces=nonces)
            entries += chained
            if chained:
                head = (chained[-1].sequence, chained[-1].digest)
        if entries or journal:
            await self._log.append(Batch(events=tuple(entries), journal=journal))
        if entries:
            self.head, self.recorded_at = head, now
