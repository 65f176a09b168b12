"""The ledgers of a folder of records, checked as anyone may check them after a match."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from rules import events as ev
from rules.duplicate.audit import Audit, audit
from server.store.event_log.contract import EventLog
from server.store.event_log.verified_stream import StreamDamaged, verified_stream


@dataclass(frozen=True, slots=True)
class LedgerCheck:
    """What one stream's ledger shows.

    `broken` says at which event its chain does not hold, empty where it does; `events` counts those
    before that. `head` is the last hash of a whole one, in hexadecimal, as the match protocol
    prints it. `audit` is what a match's events prove, None for other streams and for an unfinished
    match: its rolls are nobody's business yet.
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
    for stream, stored in (await event_log.heads()).items():
        yield await _checked(event_log, stream, stored)


async def _checked(event_log: EventLog, stream: str, stored: int) -> LedgerCheck:
    try:
        entries = await verified_stream(event_log, stream, stored)
    except StreamDamaged as damaged:
        if not damaged.sequence:
            return LedgerCheck(stream, 0, "", damaged.why)
        broken = f"event {damaged.sequence}: {damaged.why}"
        return LedgerCheck(stream, damaged.sequence - 1, "", broken)
    head = entries[-1].digest.hex() if entries else ""
    events = [entry.event for entry in entries]
    two_rooms = any(isinstance(event, ev.MatchScheduled) for event in events)
    over = two_rooms and any(isinstance(event, ev.MatchClosed) for event in events)
    return LedgerCheck(stream, len(entries), head, audit=audit(events) if over else None)
