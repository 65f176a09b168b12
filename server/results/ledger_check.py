"""The ledgers of a folder of records, checked as anyone may check them after a match."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from rules import events as ev
from rules.duplicate.audit import Audit, audit
from rules.ledger import verify
from server.store.event_log.codec import EventUnreadable
from server.store.event_log.contract import EventLog


@dataclass(frozen=True, slots=True)
class LedgerCheck:
    """What one stream's ledger shows.

    `broken` says at which event its chain does not hold, empty where it does; `events` counts those
    before that. `head` is its last hash, in hexadecimal, as the match protocol prints it. `audit`
    is what a match's events prove, None for other streams and for an unfinished match: its rolls
    are nobody's business yet.
    """

    stream: str
    events: int
    head: str
    broken: str = ""
    audit: Audit | None = None

    @property
    def sound(self) -> bool:
        """Nothing was found."""
        return not self.broken and (self.audit is None or not self.audit.findings)


async def checked_ledgers(event_log: EventLog) -> AsyncIterator[LedgerCheck]:
    """Every stream in alphabetical order; raises LogUnavailable."""
    journalled = await event_log.journalled_heads()
    for stream in sorted({*await event_log.streams(), *journalled}):
        yield await _checked(event_log, stream, journalled.get(stream, 0))


async def _checked(event_log: EventLog, stream: str, journalled: int) -> LedgerCheck:
    try:
        entries = await event_log.read(stream)
    except EventUnreadable as unreadable:
        return LedgerCheck(stream, unreadable.sequence - 1, "", str(unreadable))
    head = entries[-1].digest.hex() if entries else ""
    link = verify(entries)
    if link is not None:
        why = f"event {link.sequence}: {link.why.value}"
        return LedgerCheck(stream, link.sequence - 1, head, why)
    if len(entries) < journalled:
        why = (
            f"event {len(entries) + 1}: gone with all behind it; a board's frame names {journalled}"
        )
        return LedgerCheck(stream, len(entries), head, why)
    events = [entry.event for entry in entries]
    over = any(isinstance(event, ev.MatchClosed) for event in events)
    return LedgerCheck(stream, len(entries), head, audit=audit(events) if over else None)
