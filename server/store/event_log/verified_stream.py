"""Streams as they are taken up or written out: every event readable, the ledger whole to its end.

A ledger from whose end events were taken is whole in itself. But a board's frame is stored with the
number of the last event that was there with it, so a match that boards played tells by them how far
its stream went.
"""

from rules.ledger import verify
from server.store.event_log.codec import EventUnreadable
from server.store.event_log.contract import EventLog, StoredEvent


class StreamDamaged(Exception):
    """A stream that cannot be gone on with; operator, as the message says."""

    def __init__(self, stream: str, sequence: int, why: str) -> None:
        super().__init__(
            f"stream {stream!r}, event {sequence}: {why}. Operator: stop the server and restore the"
            " records from a backup; until then nothing is read from or added to this stream"
        )
        self.stream = stream
        self.sequence = sequence


async def verified_stream(event_log: EventLog, stream: str, journalled: int) -> list[StoredEvent]:
    """A stream in order, empty when unknown; `journalled` is its EventLog.journalled_heads, or 0.

    Raises StreamDamaged for an unreadable event, a broken ledger, or events missing at its end.
    """
    try:
        entries = await event_log.read(stream)
    except EventUnreadable as unreadable:
        raise StreamDamaged(stream, unreadable.sequence, str(unreadable)) from unreadable
    broken = verify(entries)
    if broken is not None:
        raise StreamDamaged(stream, broken.sequence, broken.why.value)
    last = len(entries)
    if last < journalled:
        missing = f"gone with all behind it, though boards' frames were stored with {journalled}"
        raise StreamDamaged(stream, last + 1, missing)
    return entries


async def verified_streams(event_log: EventLog) -> dict[str, int]:
    """Every stream there is, or was when a board's frame was stored, with what was journalled.

    In alphabetical order. The journal, which may be long, is gone through once.
    """
    journalled = await event_log.journalled_heads()
    return {
        stream: journalled.get(stream, 0)
        for stream in sorted({*await event_log.streams(), *journalled})
    }
