"""Writes what was decided into one stream of the event log, chained and durable."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from rules import events as ev
from rules.ledger import genesis
from server.store.event_log.contract import Batch, EventLog, JournalEntry, StoredEvent, Told, chain

Now = Callable[[], datetime]
Nonce = Callable[[], bytes]
Said = Iterable[tuple[str, Sequence[ev.Event]]]
"""Events with the actor who caused them, in order."""


class StreamWriter:
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

    async def write(self, said: Said) -> None:
        """Append every actor's events; returns once durable. Raises LogUnavailable."""
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def told(error: Exception | None) -> None:
            if error is None:
                durable.set_result(None)
            else:
                durable.set_exception(error)

        self.begin(said, (), told)
        await asyncio.shield(durable)

    def begin(self, said: Said, journal: tuple[JournalEntry, ...], told: Told) -> None:
        """Append every actor's events and the frames they came in.

        `told` is called once they are durable, at once if there are none, or with what hindered it
        when nothing is written: LogUnavailable, SequenceTaken, or at once the fault of an event
        that has no stored form. Nothing else may be begun before.
        """
        now = self._now()
        try:
            head, entries = self._chained(said, now)
        except Exception as fault:  # raised here, it would leave the match waiting for ever
            told(fault)
            return

        def durable(error: Exception | None) -> None:
            if error is None and entries:
                self.head, self.recorded_at = head, now
            told(error)

        if entries or journal:
            behind = tuple(entry._replace(stream=self._stream, head=head[0]) for entry in journal)
            self._log.put(Batch(events=entries, journal=behind), durable)
        else:
            told(None)

    def _chained(
        self, said: Said, now: datetime
    ) -> tuple[tuple[int, bytes], tuple[StoredEvent, ...]]:
        """The head and the entries once all of this is written."""
        head, entries = self.head, list[StoredEvent]()
        for actor, events in said:
            nonces = [self._nonce() for _ in events]
            chained = chain(
                self._stream,
                head,
                events,
                recorded_at=now,
                actor=actor,
                nonces=nonces,
            )
            entries += chained
            if chained:
                head = (chained[-1].sequence, chained[-1].digest)
        return head, tuple(entries)
