"""Streams as they are taken up at a start: every event readable, the ledger whole."""

from rules.ledger import verify
from server.store.event_codec import EventUnreadable
from server.store.event_log import EventLog, StoredEvent


class StreamDamaged(Exception):
    """A stream that cannot be gone on with; operator, as the message says."""

    def __init__(self, stream: str, sequence: int, why: str) -> None:
        super().__init__(
            f"stream {stream!r}, event {sequence}: {why}. Operator: stop the server and restore the"
            " records from a backup; until then nothing is read from or added to this stream"
        )
        self.stream = stream
        self.sequence = sequence


async def sound_stream(event_log: EventLog, stream: str) -> list[StoredEvent]:
    """A stream in order. Raises StreamDamaged for an unreadable event or a broken ledger."""
    try:
        entries = await event_log.read(stream)
    except EventUnreadable as unreadable:
        raise StreamDamaged(stream, unreadable.sequence, str(unreadable)) from unreadable
    broken = verify(entries)
    if broken is not None:
        raise StreamDamaged(stream, broken.sequence, broken.why.value)
    return entries
