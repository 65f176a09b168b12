"""The roll ledger: a chain of hashes that lets anyone check afterwards that nothing was changed.

A roll has 21 values, so a hash alone could be guessed: every entry is hashed with sixteen secret
random bytes, its nonce. Nonces and hashes leave the server only after the match.

A hash is SHA-256 over these fields in this order, each with its length in bytes before it (eight
bytes, big-endian): the text "yalta ledger 1", the predecessor's hash, stream, sequence,
recorded-at, actor, command id, kind, version, payload, nonce. Texts are UTF-8, numbers are eight
bytes, big-endian, signed; recorded-at counts microseconds from 1970 in UTC. The first entry's
predecessor is the hash over "yalta ledger 1" and the stream, with lengths likewise.

The rules of play give no source for this; it serves the logged dice of rulings 7, 8 and 11.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import Protocol

NONCE_SIZE = 16

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_number = Struct(">q").pack
_sized_number = Struct(">qq").pack
_NUMBER_SIZE = 8
_FORM = _number(14) + b"yalta ledger 1"


class LedgerEntry(Protocol):
    """One event of a stream as it is hashed; `digest` is the hash written down with it."""

    @property
    def stream(self) -> str:
        """The subject of the events, e.g. one match."""

    @property
    def sequence(self) -> int:
        """Place in the stream, from 1 without gaps."""

    @property
    def recorded_at(self) -> datetime:
        """The time at which the event was recorded; UTC, exact to the microsecond."""

    @property
    def actor(self) -> str:
        """The person or thing that caused the event."""

    @property
    def command_id(self) -> str:
        """The id of the command that caused the event, empty for none."""

    @property
    def kind(self) -> str:
        """The event's name."""

    @property
    def version(self) -> int:
        """The version of the payload's form."""

    @property
    def payload(self) -> bytes:
        """The event as stored."""

    @property
    def nonce(self) -> bytes:
        """Sixteen random bytes that keep the hash from being guessed."""

    @property
    def digest(self) -> bytes:
        """Hash of all of this and the predecessor's hash."""


class Break(Enum):
    """Kind of fault in a link."""

    FOREIGN = "entry of another stream"
    MISSING = "entry missing, doubled or out of order"
    CHANGED = "entry or its hash changed"


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first place where a ledger does not hold; `sequence` is the one expected there."""

    sequence: int
    why: Break


def unix_microseconds(moment: datetime) -> int:
    """Return microseconds from 1970 in UTC. Raises ValueError for a moment without a time zone."""
    if moment.tzinfo is None:
        raise ValueError(f"moment {moment}: needs a time zone")
    return (moment - _EPOCH) // _MICROSECOND


def from_unix_microseconds(count: int) -> datetime:
    """Return the moment in UTC of microseconds from 1970."""
    return _EPOCH + count * _MICROSECOND


def genesis(stream: str) -> bytes:
    """Return the predecessor's hash for a stream's first entry."""
    return sha256(_FORM + _text(stream)).digest()


def entry_digest(
    predecessor: bytes,
    *,
    stream: str,
    sequence: int,
    recorded_at: datetime,
    actor: str,
    command_id: str,
    kind: str,
    version: int,
    payload: bytes,
    nonce: bytes,
) -> bytes:
    """Return the hash of one entry, chained to its predecessor's hash.

    Raises ValueError for a nonce that is not sixteen bytes or a moment without a time zone.
    """
    if len(nonce) != NONCE_SIZE:
        raise ValueError(f"nonce: {len(nonce)} bytes, expected {NONCE_SIZE}")
    hashed = (
        _FORM,
        _number(len(predecessor)),
        predecessor,
        _text(stream),
        _sized_number(_NUMBER_SIZE, sequence),
        _sized_number(_NUMBER_SIZE, unix_microseconds(recorded_at)),
        _text(actor),
        _text(command_id) if command_id else _number(0),
        _text(kind),
        _sized_number(_NUMBER_SIZE, version),
        _number(len(payload)),
        payload,
        _number(NONCE_SIZE),
        nonce,
    )
    return sha256(b"".join(hashed)).digest()


def verify(entries: Iterable[LedgerEntry], behind: LedgerEntry | None = None) -> BrokenLink | None:
    """Check a whole stream in order, or what follows the entry `behind`; None if every link holds.

    A ledger cut short at its end still holds: compare the last digest with one kept elsewhere,
    such as the printed match protocol's.
    """
    stream, predecessor, first = None, b"", 1
    if behind is not None:
        stream, predecessor, first = behind.stream, behind.digest, behind.sequence + 1
    for expected, entry in enumerate(entries, start=first):
        if stream is None:
            stream, predecessor = entry.stream, genesis(entry.stream)
        if entry.stream != stream:
            return BrokenLink(expected, Break.FOREIGN)
        if entry.sequence != expected:
            return BrokenLink(expected, Break.MISSING)
        if _digest_of(entry, predecessor) != entry.digest:
            return BrokenLink(expected, Break.CHANGED)
        predecessor = entry.digest
    return None


def _digest_of(entry: LedgerEntry, predecessor: bytes) -> bytes | None:
    if len(entry.nonce) != NONCE_SIZE:
        return None
    return entry_digest(
        predecessor,
        stream=entry.stream,
        sequence=entry.sequence,
        recorded_at=entry.recorded_at,
        actor=entry.actor,
        command_id=entry.command_id,
        kind=entry.kind,
        version=entry.version,
        payload=entry.payload,
        nonce=entry.nonce,
    )


@lru_cache(maxsize=4096)
def _text(text: str) -> bytes:
    """Return a text as it is hashed; cached, since one stream's entries have the same few."""
    encoded = text.encode()
    return _number(len(encoded)) + encoded
