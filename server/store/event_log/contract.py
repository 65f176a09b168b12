"""The contract of an event log: a batch is durable as a whole before it is announced.

A batch holds the facts that were decided and the board frames that led to them, so that a frame is
acknowledged to its board only together with its events (the wire's durability rule).

Also here: the check of streams that are loaded or exported: every event readable, the ledger whole
to its end.

A ledger with events missing at its end is whole in itself. But the log has each stream's last
number, and a board's frame is stored with the number of the last event that was there with it.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from rules.events import Event
from rules.ledger import LedgerEntry, entry_digest, verify
from server.store.database_file import DiskFault
from server.store.event_log.codec import EventUnreadable, encode
from server.values.stored_events import StoredEvent


class LogUnavailable(Exception):
    """The log cannot write or read now; nothing of the batch is stored.

    Operator: make room on the disk or restore it; the same append may then be tried again. `fault`
    is the disk's fault, None for another cause, such as a log that is closed.
    """

    def __init__(self, why: str, fault: DiskFault | None = None) -> None:
        super().__init__(why)
        self.fault = fault


class LogDamaged(LogUnavailable):
    """The log's file cannot be read at this stream's events.

    Operator: stop the server and restore the records from a backup.
    """


class OutOfSequence(Exception):
    """An event or a frame is not the next of its stream or journal; nothing of its batch is stored.

    Operator: two writers serve one match or one board; restart the server, which reads what is
    stored. `place` names the stream or the board's journal, `number` is the one to be stored,
    `expected` the next one there.
    """

    def __init__(self, place: str, number: int, expected: int) -> None:
        found = "is stored already" if number < expected else f"is not next: {expected} is"
        super().__init__(
            f"{place}: number {number} {found}, so nothing was added. Operator: restart the server;"
            " it goes on from what is stored"
        )
        self.place, self.number, self.expected = place, number, expected


class JournalEntry(NamedTuple):
    """A numbered frame a board sent; `number` is the board's own, from 1 in each journal.

    `stream` is that of the match it was sent to, "" for none, and `head` the sequence of that
    stream's last event once the frame and its events were stored.
    """

    board_id: str
    journal_id: bytes
    number: int
    frame: bytes
    recorded_at: datetime
    stream: str = ""
    head: int = 0


class Batch(NamedTuple):
    """Events and frames stored together: all of them or none."""

    events: tuple[StoredEvent, ...] = ()
    journal: tuple[JournalEntry, ...] = ()


StoredCallback = Callable[[Exception | None], None]
"""Function called with None once a batch is durable, else with the error of `EventLog.append`."""


class LedgerSource(Protocol):
    """A source of ledgers: an event log, or a file that streams were written to."""

    async def read(self, stream: str) -> list[StoredEvent]:
        """See EventLog.read."""

    async def heads(self) -> dict[str, int]:
        """See EventLog.heads."""


class EventLog(Protocol):
    """The permanent store of events and board frames.

    Every method raises LogUnavailable when the log cannot be reached.
    """

    async def append(self, batch: Batch) -> None:
        """Store a batch; returns when it is durable.

        Raises OutOfSequence when one of its numbers is not the next.
        """

    def put(self, batch: Batch, callback: StoredCallback) -> None:
        """Store a batch as `append` does, without a task to wait in; `callback` is called later."""

    async def read(self, stream: str) -> list[StoredEvent]:
        """Return a stream in order, empty when unknown; raises EventUnreadable or LogDamaged."""

    async def ledger(self, stream: str) -> Sequence[LedgerEntry]:
        """Return a stream in order as it is hashed, readable or not; empty when unknown.

        No commit waits for it. Raises LogDamaged.
        """

    async def heads(self) -> dict[str, int]:
        """Return by stream the highest sequence that was ever stored, also with a board's frame."""

    async def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """Return by (board id, journal id) the number of each journal's last frame."""

    async def close(self) -> None:
        """Finish what was accepted, then close the log; doing it twice is harmless."""


def chain(
    stream: str,
    previous: tuple[int, bytes],
    events: Sequence[Event],
    *,
    recorded_at: datetime,
    actor: str,
    command_id: str = "",
    nonces: Sequence[bytes],
) -> tuple[StoredEvent, ...]:
    """Append events to the stream's last one, each hashed with its predecessor.

    `previous` is the last sequence and digest, (0, rules.ledger.genesis(stream)) at the start;
    `recorded_at` needs a time zone and is stored in UTC; `nonces` are sixteen secret random bytes
    for each event. Raises ValueError for anything else.
    """
    moment = recorded_at.astimezone(UTC) if recorded_at.tzinfo else recorded_at
    entries = list[StoredEvent]()
    sequence, predecessor = previous
    for event, nonce in zip(events, nonces, strict=True):
        sequence += 1
        kind, version, payload = encode(event)
        predecessor = entry_digest(
            predecessor,
            stream=stream,
            sequence=sequence,
            recorded_at=moment,
            actor=actor,
            command_id=command_id,
            kind=kind,
            version=version,
            payload=payload,
            nonce=nonce,
        )
        entries.append(
            StoredEvent(
                stream=stream,
                sequence=sequence,
                recorded_at=moment,
                actor=actor,
                command_id=command_id,
                kind=kind,
                version=version,
                payload=payload,
                nonce=nonce,
                digest=predecessor,
                event=event,
            )
        )
    return tuple(entries)


class StreamDamaged(Exception):
    """A stream that cannot be continued. The message says what the operator can do.

    `sequence` is the event it was found at, 0 if none can be named; `why` is the damage,
    `sentence` describes it without the stream, whose id people do not know.
    """

    def __init__(self, stream: str, sequence: int, why: str) -> None:
        self.stream, self.sequence, self.why = stream, sequence, why
        self.sentence = (
            f"event {sequence}: {why}. Operator: stop the server and restore the records from a "
            "backup; until then nothing is read from or added to this stream"
        )
        super().__init__(f"stream {stream!r}, {self.sentence}")


async def verified_stream(source: LedgerSource, stream: str, head: int) -> list[StoredEvent]:
    """Return a stream in order, empty when unknown; `head` is its last number, 0 for none.

    `heads` of the source has that number. Raises StreamDamaged for an unreadable event, a broken
    ledger, or events missing at its end.
    """
    try:
        entries = await source.read(stream)
    except EventUnreadable as unreadable:
        raise StreamDamaged(stream, unreadable.sequence, str(unreadable)) from unreadable
    except LogDamaged as damaged:
        raise StreamDamaged(stream, 0, str(damaged)) from damaged
    broken = verify(entries)
    if broken is not None:
        raise StreamDamaged(stream, broken.sequence, broken.why.value)
    if len(entries) < head:
        gone = f"gone with all behind it, though {head} were stored"
        raise StreamDamaged(stream, len(entries) + 1, gone)
    return entries
