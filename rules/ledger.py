"""The roll ledger: a chain of hashes by which anyone can check that no event was changed.

A roll has only 21 values and could be guessed from its hash. Therefore each entry is hashed
together with a nonce of sixteen secret random bytes. Nonces and hashes are published only after the
match.

A hash is SHA-256 over these fields in this order, each after its length in bytes (eight bytes,
big-endian): the text "yalta ledger 1", the predecessor's hash, stream, sequence, recorded-at,
actor, command id, kind, version, payload, nonce. Texts are UTF-8. Numbers are eight bytes,
big-endian, signed; recorded-at counts microseconds from 1970 in UTC. The first entry has no
predecessor. In place of the predecessor's hash it has the SHA-256 over "yalta ledger 1" and the
stream, each after its length.

No rule of play asks for this ledger; it protects the logged dice of rulings 7, 8 and 11.
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
    """One event of a stream with everything of it that goes into the chain of hashes.

    A class must supply these fields for its events to be checked by `verify`.
    """

    @property
    def stream(self) -> str:
        """The name of the stream, such as that of one match."""

    @property
    def sequence(self) -> int:
        """The number of the event in the stream, from 1 without gaps."""

    @property
    def recorded_at(self) -> datetime:
        """The time at which the event was recorded, in UTC, exact to the microsecond."""

    @property
    def actor(self) -> str:
        """The actor that caused the event: a role with a person's id, a side, a board or the
        server.
        """

    @property
    def command_id(self) -> str:
        """The id of the command that caused the event, empty for none."""

    @property
    def kind(self) -> str:
        """The name of the event's type."""

    @property
    def version(self) -> int:
        """The version of the format of the payload."""

    @property
    def payload(self) -> bytes:
        """The contents of the event as they are stored."""

    @property
    def nonce(self) -> bytes:
        """Sixteen random bytes that keep the hash from being guessed."""

    @property
    def digest(self) -> bytes:
        """The hash of all these fields and of the predecessor's hash."""


class Break(Enum):
    """The kinds of faults that break the chain of hashes."""

    FOREIGN = "entry of another stream"
    MISSING = "entry missing, doubled or out of order"
    CHANGED = "entry or its hash changed"


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first fault in a ledger.

    `sequence` is the number that the entry at that place in the chain should have.
    """

    sequence: int
    why: Break


def unix_microseconds(moment: datetime) -> int:
    """Return the microseconds from 1970 UTC to `moment`.

    Raises ValueError for a moment without a time zone.
    """
    if moment.tzinfo is None:
        raise ValueError(f"moment {moment}: needs a time zone")
    return (moment - _EPOCH) // _MICROSECOND


def from_unix_microseconds(count: int) -> datetime:
    """Return the time that is `count` microseconds after the start of 1970, in UTC."""
    return _EPOCH + count * _MICROSECOND


def genesis(stream: str) -> bytes:
    """Return the hash that stands for the predecessor's hash in a stream's first entry."""
    return sha256(_FORM + _text(stream)).digest()


def entry_digest(predecessor: bytes, entry: LedgerEntry) -> bytes:
    """Return the hash of one entry, computed from its fields and the hash of the entry before.

    `predecessor` is the hash of the entry before; the entry's own `digest` is not used. Raises
    ValueError if the nonce is not sixteen bytes or `recorded_at` has no time zone.
    """
    if len(entry.nonce) != NONCE_SIZE:
        raise ValueError(f"nonce: {len(entry.nonce)} bytes, expected {NONCE_SIZE}")
    hashed = (
        _FORM,
        _number(len(predecessor)),
        predecessor,
        _text(entry.stream),
        _sized_number(_NUMBER_SIZE, entry.sequence),
        _sized_number(_NUMBER_SIZE, unix_microseconds(entry.recorded_at)),
        _text(entry.actor),
        _text(entry.command_id) if entry.command_id else _number(0),
        _text(entry.kind),
        _sized_number(_NUMBER_SIZE, entry.version),
        _number(len(entry.payload)),
        entry.payload,
        _number(NONCE_SIZE),
        entry.nonce,
    )
    return sha256(b"".join(hashed)).digest()


def verify(entries: Iterable[LedgerEntry], behind: LedgerEntry | None = None) -> BrokenLink | None:
    """Return the first fault in a stream's entries, or None if there is none.

    The entries are in order. If `behind` is given, it is a trusted entry, and `entries` begin with
    the entry right after it. Otherwise `entries` begin with the first of the stream. An entry
    missing at the end is not noticed: compare the last digest with one known from elsewhere, such
    as the printed match protocol.
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
        whole = len(entry.nonce) == NONCE_SIZE
        if not whole or entry_digest(predecessor, entry) != entry.digest:
            return BrokenLink(expected, Break.CHANGED)
        predecessor = entry.digest
    return None


@lru_cache(maxsize=4096)
def _text(text: str) -> bytes:
    """Return a text in the form in which it is hashed.

    The form is cached, because the entries of a stream have few different texts.
    """
    encoded = text.encode()
    return _number(len(encoded)) + encoded
