"""Streams as they are taken up or written out: every event readable, the ledger whole to its end.

A ledger from whose end events were taken is whole in itself. But the log knows how far each stream
went, and a board's frame is stored with the number of the last event that was there with it.
"""

from rules.ledger import verify
from server.store.event_log.codec import EventUnreadable
from server.store.event_log.contract import LedgerSource, LogDamaged, StoredEvent


class StreamDamaged(Exception):
    """A stream that cannot be gone on with; operator, as the message says.

    `sequence` is the event it was found at, 0 where none can be named; `why` what is wrong there,
    `sentence` says it without the stream, which people do not know by its id.
    """

    def __init__(self, stream: str, sequence: int, why: str) -> None:
        self.stream, self.sequence, self.why = stream, sequence, why
        self.sentence = (
            f"event {sequence}: {why}. Operator: stop the server and restore the records from a "
            "backup; until then nothing is read from or added to this stream"
        )
        super().__init__(f"stream {stream!r}, {self.sentence}")


async def verified_stream(source: LedgerSource, stream: str, head: int) -> list[StoredEvent]:
    """A stream in order, empty when unknown; `head` is what `heads` of the source says, 0 for none.

    Raises StreamDamaged for an unreadable event, a broken ledger, or events missing at its end.
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
