"""The ledger's chain: one entry by hand, and every changed byte found."""

import hashlib
import struct
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ledger import (
    Break,
    BrokenLink,
    entry_digest,
    from_unix_microseconds,
    genesis,
    unix_microseconds,
    verify,
)

NOON = datetime(2008, 5, 3, 12, 0, 0, 123456, tzinfo=UTC)


@dataclass(frozen=True)
class Entry:
    stream: str
    sequence: int
    recorded_at: datetime
    actor: str
    command_id: str
    kind: str
    version: int
    payload: bytes
    nonce: bytes
    digest: bytes = b""


def linked(entry: Entry, predecessor: bytes) -> Entry:
    return replace(entry, digest=entry_digest(predecessor, entry))


def ledger(length: int, stream: str = "match/5") -> list[Entry]:
    entries, digest = list[Entry](), genesis(stream)
    for sequence in range(1, length + 1):
        moment = NOON + timedelta(seconds=sequence)
        payload = b'{"dice":"%d4"}' % (sequence % 6 + 1)
        nonce = bytes([sequence]) * 16
        entry = Entry(
            stream, sequence, moment, "board 7", "a command", "RollThrown", 1, payload, nonce
        )
        entries.append(linked(entry, digest))
        digest = entries[-1].digest
    return entries


def test_an_entry_is_hashed_as_the_documentation_says() -> None:
    def sha(*fields: bytes) -> bytes:
        joined = b"".join(struct.pack(">Q", len(field)) + field for field in fields)
        return hashlib.sha256(joined).digest()

    form = b"yalta ledger 1"
    start = sha(form, b"match/5")
    moment = struct.pack(">q", 1_209_816_000_123_456)
    number = struct.pack(">q", 1)
    who, what = (b"", b"command"), (b"Kind", number, b"{}", b"n" * 16)
    by_hand = sha(form, start, b"match/5", number, moment, *who, *what)
    assert genesis("match/5") == start
    entry = Entry("match/5", 1, NOON, "", "command", "Kind", 1, b"{}", b"n" * 16)
    assert linked(entry, start).digest == by_hand


def test_a_whole_ledger_holds_and_so_does_an_empty_one() -> None:
    assert verify(ledger(5)) is None
    assert verify([]) is None


CHANGED = {
    "actor": "board 8",
    "kind": "RollCounted",
    "version": 2,
    "payload": b"{}",
    "nonce": b"x" * 16,
    "digest": b"x" * 32,
    "recorded_at": NOON,
}


@pytest.mark.parametrize("field", CHANGED)
def test_a_changed_field_breaks_its_link(field: str) -> None:
    entries = ledger(4)
    entries[2] = replace(entries[2], **{field: CHANGED[field]})  # type: ignore[arg-type]
    assert verify(entries) == BrokenLink(3, Break.CHANGED)


@given(st.integers(0, 3), st.sampled_from(["payload", "nonce", "digest"]), st.data())
def test_any_changed_bit_is_found(index: int, field: str, data: st.DataObject) -> None:
    entries = ledger(4)
    value = bytearray(getattr(entries[index], field))
    value[data.draw(st.integers(0, len(value) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    entries[index] = replace(entries[index], **{field: bytes(value)})  # type: ignore[arg-type]
    assert verify(entries) == BrokenLink(index + 1, Break.CHANGED)


@given(st.binary(max_size=6), st.binary(max_size=6), st.integers(0, 6))
def test_bytes_cannot_slide_from_one_field_to_the_next(left: bytes, right: bytes, cut: int) -> None:
    both = (left + right).decode("latin-1")
    here = Entry("m", 1, NOON, both[:cut], "", both[cut:], 1, b"", b"n" * 16)
    there = replace(here, actor=left.decode("latin-1"), kind=right.decode("latin-1"))
    same = (here.actor, here.kind) == (there.actor, there.kind)
    assert (linked(here, b"p").digest == linked(there, b"p").digest) is same


def test_an_entry_hashed_onto_another_predecessor_breaks_there() -> None:
    entries = ledger(3)
    entries[1] = linked(entries[1], b"\0" * 32)
    assert verify(entries) == BrokenLink(2, Break.CHANGED)


def test_entries_missing_swapped_or_doubled_are_found_at_the_first_place() -> None:
    one, two, three = ledger(3)
    assert verify([one, three]) == BrokenLink(2, Break.MISSING)
    assert verify([two, three]) == BrokenLink(1, Break.MISSING)
    assert verify([one, three, two]) == BrokenLink(2, Break.MISSING)
    assert verify([one, two, two]) == BrokenLink(3, Break.MISSING)


def test_an_entry_of_another_match_is_found() -> None:
    assert verify([ledger(1)[0], ledger(2, "match/6")[1]]) == BrokenLink(2, Break.FOREIGN)


def test_a_nonce_of_another_length_is_refused_and_found() -> None:
    entry = ledger(1)[0]
    with pytest.raises(ValueError, match="nonce: 3 bytes, expected 16"):
        linked(replace(entry, nonce=b"abc"), genesis("match/5"))
    assert verify([replace(entry, nonce=b"abc")]) == BrokenLink(1, Break.CHANGED)


def test_a_moment_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        unix_microseconds(datetime(2008, 5, 3, 12))  # noqa: DTZ001


@given(st.datetimes(timezones=st.just(timezone(timedelta(hours=3)))))
def test_moments_keep_their_microseconds_in_utc(moment: datetime) -> None:
    again = from_unix_microseconds(unix_microseconds(moment))
    assert again == moment
    assert again.tzinfo is UTC
