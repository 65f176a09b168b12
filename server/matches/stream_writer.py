"""Writers that append decided events to one stream of the event log, chained and durable."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from rules import events as ev
from rules.ledger import NONCE_SIZE, genesis
from server.store.event_log.contract import Batch, EventLog, JournalEntry, chain
from server.values.stored_events import StoredEvent

Now = Callable[[], datetime]
Nonce = Callable[[], bytes]
Stored = tuple[StoredEvent, ...]
_NONCES_AT_ONCE = 256


class Outcome(NamedTuple):
    """The outcome of a write: the stored events, or the error if nothing was stored."""

    stored: Stored = ()
    error: Exception | None = None


class Caused(NamedTuple):
    """Events to store, with the name of their actor and the id of the command that caused them.

    The id is empty if the command has none.
    """

    actor: str
    events: Sequence[ev.Event]
    command_id: str = ""


class StreamWriter:
    """The only writer of a stream. `head` is the sequence number and hash of its last event.

    `recorded_at` is the time of the last event. `now` returns the time in UTC, `nonce` sixteen
    secret random bytes.
    """

    def __init__(
        self, event_log: EventLog, stream: str, last: StoredEvent | None, now: Now, nonce: Nonce
    ) -> None:
        self.head = (last.sequence, last.digest) if last else (0, genesis(stream))
        self.recorded_at = last.recorded_at if last else now()
        self._log, self._stream = event_log, stream
        self._now, self._nonce = now, nonce

    async def write(self, caused: Iterable[Caused]) -> Stored:
        """Append the events of all actors, and return them once they are stored.

        Raises LogUnavailable.
        """
        durable: asyncio.Future[Stored] = asyncio.get_running_loop().create_future()

        def written(outcome: Outcome) -> None:
            if outcome.error is None:
                durable.set_result(outcome.stored)
            else:
                durable.set_exception(outcome.error)

        self.begin(caused, (), written)
        return await asyncio.shield(durable)

    def begin(
        self,
        caused: Iterable[Caused],
        journal: tuple[JournalEntry, ...],
        written: Callable[[Outcome], None],
    ) -> None:
        """Append the events of all actors, and the frames in which they arrived.

        `written` is called once the events and frames are stored, or at once if there is nothing to
        store. If nothing could be stored, `written` is called with the error: LogUnavailable,
        OutOfSequence, or (at once) the fault of an event that cannot be written. No other write may
        be begun before `written` is called.
        """
        # Time never goes back in a ledger, even if the machine's clock was set back.
        now = max(self._now(), self.recorded_at)
        try:
            head, entries = self._chained(caused, now)
        except Exception as fault:  # raised here, it would leave the match waiting forever
            written(Outcome(error=fault))
            return

        def durable(error: Exception | None) -> None:
            if error is not None:
                written(Outcome(error=error))
                return
            if entries:
                self.head, self.recorded_at = head, now
            written(Outcome(entries))

        if entries or journal:
            behind = tuple(entry._replace(stream=self._stream, head=head[0]) for entry in journal)
            self._log.put(Batch(events=entries, journal=behind), durable)
        else:
            written(Outcome())

    def chained(self, caused: Iterable[Caused]) -> tuple[Stored, Callable[[], None]]:
        """Return the entries to store for these events, chained to the stream's last entry.

        Also return a function; call it once the entries are stored, so that later entries are
        chained to them.
        """
        now = max(self._now(), self.recorded_at)
        head, entries = self._chained(caused, now)

        def durable() -> None:
            if entries:
                self.head, self.recorded_at = head, now

        return entries, durable

    def _chained(self, caused: Iterable[Caused], now: datetime) -> tuple[tuple[int, bytes], Stored]:
        """Return the head after these events, and the entries to store."""
        head, entries = self.head, list[StoredEvent]()
        for actor, events, command_id in caused:
            chained = chain(
                self._stream,
                head,
                events,
                recorded_at=now,
                actor=actor,
                command_id=command_id,
                nonces=[self._nonce() for _ in events],
            )
            entries += chained
            if chained:
                head = (chained[-1].sequence, chained[-1].digest)
        return head, tuple(entries)


async def write_together(
    event_log: EventLog, parts: Iterable[tuple[StreamWriter, Iterable[Caused]]]
) -> tuple[Stored, ...]:
    """Append to several streams, either all or nothing; return what was stored in each.

    Raises LogUnavailable. As with `begin`, no other write may be begun meanwhile.
    """
    written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    chained = [writer.chained(caused) for writer, caused in parts]

    def on_stored(error: Exception | None) -> None:
        if error is not None:
            written.set_exception(error)
            return
        for _, durable in chained:
            durable()
        written.set_result(None)

    event_log.put(Batch(events=tuple(entry for each, _ in chained for entry in each)), on_stored)
    await asyncio.shield(written)
    return tuple(entries for entries, _ in chained)


class Nonces:
    """A source of sixteen secret random bytes per call, never the same bytes twice.

    It asks the system for many at once, since one request costs as much as hashing an entry.
    """

    def __init__(self) -> None:
        self._drawn = b""
        self._used = 0

    def __call__(self) -> bytes:
        """Return the next sixteen random bytes."""
        if self._used == len(self._drawn):
            self._drawn, self._used = secrets.token_bytes(NONCE_SIZE * _NONCES_AT_ONCE), 0
        self._used += NONCE_SIZE
        return self._drawn[self._used - NONCE_SIZE : self._used]
