"""The interface of an event log, which stores batches: a batch is durable as a whole or not at all.

A batch has the events that were decided together, and the board frames that led to them. So a frame
is acknowledged to its board only when its events are stored too (the wire's durability rule).

Also here: the check of a stream that is loaded or exported. Every event must be readable, and the
ledger, which is the chain of the events' hashes, must be complete up to its end. Hashes alone do
not show that the last events of a stream are missing. Therefore the log also stores the number of
each stream's last event. With each frame of a board it stores the number that the stream's last
event had when the frame was stored.
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
    """The log cannot be written or read now; nothing of the batch is stored.

    The operator can make room on the disk or restore the disk; the same append may then be tried
    again. `fault` is the disk's fault, None for another cause, such as a log that is closed.
    """

    def __init__(self, why: str, fault: DiskFault | None = None) -> None:
        super().__init__(why)
        self.fault = fault


class LogDamaged(LogUnavailable):
    """The log's file is damaged where the events of the requested stream are.

    The operator must stop the server and restore the records from a backup.
    """


class OutOfSequence(Exception):
    """A batch was refused: one of its numbers is not the next of its stream or journal.

    Nothing of the batch is stored. This happens if two writers serve one match or one board; the
    operator can restart the server, which then reads what is stored. `place` names the stream or
    the board's journal, `number` is the number that was refused, and `expected` the number that had
    to come next.
    """

    def __init__(self, place: str, number: int, expected: int) -> None:
        found = "is stored already" if number < expected else f"is not next: {expected} is"
        super().__init__(
            f"{place}: number {number} {found}, so nothing was added. Operator: restart the server;"
            " it goes on from what is stored"
        )
        self.place, self.number, self.expected = place, number, expected


class JournalEntry(NamedTuple):
    """A frame that a board sent; `number` counts from 1 in each of the board's journals.

    `stream` is the stream of the match that the frame was sent to, or "" for none. `head` is the
    number of the last event that the stream has when the frame and its events are stored.
    """

    board_id: str
    journal_id: bytes
    number: int
    frame: bytes
    recorded_at: datetime
    stream: str = ""
    head: int = 0


class Batch(NamedTuple):
    """Events and board frames that are stored together: all of them or none."""

    events: tuple[StoredEvent, ...] = ()
    journal: tuple[JournalEntry, ...] = ()


StoredCallback = Callable[[Exception | None], None]
"""A function that is called with None once a batch is durable, or else with the error."""


class LedgerSource(Protocol):
    """A source of streams to be checked: an event log, or a file that streams were exported to."""

    async def read(self, stream: str) -> list[StoredEvent]:
        """See EventLog.read."""

    async def heads(self) -> dict[str, int]:
        """See EventLog.heads."""


class EventLog(Protocol):
    """The permanent store of events and board frames.

    Every method can raise LogUnavailable.
    """

    async def append(self, batch: Batch) -> None:
        """Store a batch; return when it is durable.

        Raises OutOfSequence if one of the batch's numbers is not the next of its stream or journal.
        """

    def put(self, batch: Batch, callback: StoredCallback) -> None:
        """Store a batch as `append` does, but return at once; `callback` gets the outcome later."""

    async def read(self, stream: str) -> list[StoredEvent]:
        """Return the events of a stream in order, or an empty list if the stream is unknown.

        Raises EventUnreadable or LogDamaged.
        """

    async def ledger(self, stream: str) -> Sequence[LedgerEntry]:
        """Return a stream's stored events in order without decoding them, to check their hashes.

        They are returned even if this program cannot read one of them. Return an empty sequence if
        the stream is unknown. No commit is delayed meanwhile. Raises LogDamaged.
        """

    async def heads(self) -> dict[str, int]:
        """Return the number of each stream's last event, keyed by stream.

        It is the highest number that the log knows: if the last events are missing, their numbers
        may still be stored with boards' frames.
        """

    async def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """Return the number of the last frame of each journal, keyed by board id and journal id."""

    async def close(self) -> None:
        """Finish what was accepted, then close the log. A second call does nothing."""


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
    """Return these events as they are to be stored at the stream's end, numbered and hashed.

    Each hash includes the hash of the event before. `previous` has the number and the hash of the
    stream's last event, or (0, rules.ledger.genesis(stream)) for a new stream. `actor` is the
    sender of the command that led to the events, and `command_id` the id of that command, empty if
    it had none. `recorded_at` needs a time zone and is stored in UTC; `nonces` are sixteen secret
    random bytes for each event. Raises ValueError if the time has no time zone or the nonces are
    not as described.
    """
    moment = recorded_at.astimezone(UTC) if recorded_at.tzinfo else recorded_at
    entries = list[StoredEvent]()
    sequence, predecessor = previous
    for event, nonce in zip(events, nonces, strict=True):
        sequence += 1
        kind, version, payload = encode(event)
        entry = StoredEvent(
            stream=stream,
            sequence=sequence,
            recorded_at=moment,
            actor=actor,
            command_id=command_id,
            kind=kind,
            version=version,
            payload=payload,
            nonce=nonce,
            digest=b"",
            event=event,
        )
        predecessor = entry_digest(predecessor, entry)
        entries.append(entry._replace(digest=predecessor))
    return tuple(entries)


class StreamDamaged(Exception):
    """A stream is damaged and cannot be continued. The message says what the operator can do.

    `sequence` is the number of the event where the damage was found, 0 if it is not known; `why`
    describes the damage. `sentence` is the message without the stream's id, for readers who do not
    know streams by their ids.
    """

    def __init__(self, stream: str, sequence: int, why: str) -> None:
        self.stream, self.sequence, self.why = stream, sequence, why
        self.sentence = (
            f"event {sequence}: {why}. Operator: stop the server and restore the records from a "
            "backup; until then nothing is read from or added to this stream"
        )
        super().__init__(f"stream {stream!r}, {self.sentence}")


async def verified_stream(source: LedgerSource, stream: str, head: int) -> list[StoredEvent]:
    """Check a stream, and return its events in order, none if the stream is unknown.

    `head` is the number of the stream's last event according to the source's `heads`, 0 for none.
    Raises StreamDamaged if an event is unreadable, a hash does not fit, or events are missing at
    the end.
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
