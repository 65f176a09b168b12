"""The form of events on disk: pinned, exact both ways, readable for good."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Roll
from rules.events import Embargo, Event, GameFinished, MatchScheduled, RollThrown
from rules.identities import MatchId, PersonId, TournamentId, TournamentName
from rules.position import Move, Position
from server.store.event_log.codec import EventUnreadable, decode, encode, form_of
from tests.server.store.samples import SAMPLES

GOLDEN = Path(__file__).parents[3] / "golden" / "events" / "every_kind.txt"

_counts = st.lists(st.integers(0, 25), min_size=15, max_size=15).map(
    lambda places: tuple(places.count(place) for place in range(26))
)
st.register_type_strategy(
    PersonId, st.from_regex("[0-9A-Za-z]{1,24}", fullmatch=True).map(PersonId)
)
st.register_type_strategy(Roll, st.builds(Roll, st.integers(1, 6), st.integers(1, 6)))
st.register_type_strategy(
    TournamentId, st.from_regex(r"[0-9a-z]{12}", fullmatch=True).map(TournamentId)
)
st.register_type_strategy(
    TournamentName, st.from_regex(r"[a-z][a-z0-9]{0,29}", fullmatch=True).map(TournamentName)
)
st.register_type_strategy(
    MatchId, st.builds(MatchId, st.from_type(TournamentId), st.integers(1, 999_999_999))
)
st.register_type_strategy(
    Move, st.builds(Move, st.integers(1, 25), st.integers(0, 24), st.booleans())
)
st.register_type_strategy(
    datetime, st.datetimes(timezones=st.just(UTC)).map(lambda at: at.replace(microsecond=0))
)
st.register_type_strategy(Position, st.builds(Position, _counts, _counts))


def golden_line(event: Event) -> str:
    kind, version, payload = encode(event)
    return f"{kind} {version} {payload.decode()}"


def test_there_is_a_sample_of_every_kind_of_event() -> None:
    assert [type(event) for event in SAMPLES] == list(get_args(Event))


def test_every_kind_keeps_its_form_on_disk() -> None:
    assert [golden_line(event) for event in SAMPLES] == GOLDEN.read_text(
        encoding="utf-8"
    ).splitlines()


def test_every_stored_form_is_read_back_as_the_same_event() -> None:
    lines = [line.split(" ", 2) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    events = [decode(kind, int(version), text.encode()) for kind, version, text in lines]
    assert tuple(events) == SAMPLES


@given(st.one_of([st.from_type(kind) for kind in get_args(Event)]))
def test_any_event_survives_the_way_to_disk_and_back(event: Event) -> None:
    encoded = encode(event)
    again = decode(*encoded)
    assert again == event
    assert encode(again) == encoded


@given(st.one_of([st.from_type(kind) for kind in get_args(Event)]))
def test_any_event_is_stored_as_json_with_sorted_keys_and_no_blanks(event: Event) -> None:
    text = encode(event).payload.decode()
    canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert text == canonical.encode(json.loads(text))


def test_a_payload_from_before_a_field_was_added_reads_with_its_default() -> None:
    old = b'{"attempt":1,"dice":"31","game":1,"side":"red","source":"reader","turn":1}'
    event = decode("RollThrown", 1, old)
    assert isinstance(event, RollThrown)
    assert (event.opening, event.tail) == (False, False)
    old = b'{"attempt":1,"cube":2,"ending":"pass","game":1,"left":15,"loser":"red","room":"open"}'
    finished = decode("GameFinished", 1, old)
    assert isinstance(finished, GameFinished)
    assert (finished.owner, finished.proposer, finished.tally) == (None, None, (0, 0))
    old = (
        b'{"away":"B","event":"","game_name":"backgammon","games":4,"home":"A","max_lead":0,'
        b'"match_id":"clubofharbor/1","roll_set":1,"tail_drawn":false}'
    )
    scheduled = decode("MatchScheduled", 1, old)
    assert isinstance(scheduled, MatchScheduled)
    assert scheduled.embargo is Embargo.LOCKSTEP


def test_an_unknown_kind_or_version_says_what_to_do() -> None:
    with pytest.raises(EventUnreadable, match=r"'CoffeeServed'.*start the version that wrote it"):
        decode("CoffeeServed", 1, b"{}")
    with pytest.raises(EventUnreadable, match="this program reads version 1"):
        decode("MatchClosed", 2, b"{}")


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (b"{", "Expecting property name"),
        (b"[]", "is not an object"),
        (b'{"game":1}', "field 'attempt' is missing"),
        (b'{"coffee":1}', "field 'coffee' is unknown"),
        (b'{"attempt":true,"game":1}', "attempt: True is not int"),
        (b'{"attempt":"1","game":1}', "attempt: '1' is not int"),
    ],
)
def test_a_damaged_payload_names_the_field_and_the_value(payload: bytes, why: str) -> None:
    with pytest.raises(EventUnreadable, match=why):
        decode("GameStarted", 1, payload)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Roll, "71"),
        (Roll, 31),
        (Move, "8-5"),
        (Position, "0" * 26),
        (bytes, "ABCD"),
        (bytes, "a"),
        (tuple[int, int], [1]),
        (tuple[int, ...], "12"),
    ],
)
def test_a_value_in_another_form_is_refused(kind: object, value: object) -> None:
    with pytest.raises(ValueError, match=r"is not|has 1 values"):
        form_of(kind).read(value)


def test_a_type_without_a_stored_form_is_refused_when_the_program_starts() -> None:
    with pytest.raises(TypeError, match="no stored form for <class 'float'>"):
        form_of(float)
    with pytest.raises(TypeError, match="only one type or None"):
        form_of(int | str)
