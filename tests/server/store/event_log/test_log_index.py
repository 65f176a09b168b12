"""What the one writer of a log knows of it, and which batches it lets into a group."""

from hypothesis import given
from hypothesis import strategies as st

from server.store.event_log.contract import Batch, SequenceTaken
from server.store.event_log.log_index import Admission, LogIndex, StoredNumbers
from tests.server.store.samples import counted, frames, stored

EVENTS = stored([counted(turn) for turn in range(1, 6)])


def index_of(*batches: Batch) -> LogIndex:
    index = LogIndex()
    for batch in batches:
        index.add_batch(batch)
    return index


def refusal(taken: SequenceTaken | None) -> tuple[str, int] | None:
    return (taken.place, taken.number) if taken else None


@given(
    st.sets(st.integers(min_value=-2, max_value=40)).flatmap(lambda all: st.permutations([*all]))
)
def test_stored_numbers_are_a_set_that_knows_its_first_gap(numbers: list[int]) -> None:
    known = StoredNumbers()
    for number in numbers:
        known.add(number)
    assert [number for number in range(-5, 45) if number in known] == sorted(numbers)
    assert known.head == next(number for number in range(42) if number + 1 not in numbers)


def test_a_streams_places_are_those_its_events_were_stored_at() -> None:
    other = stored([counted(1)], "match/10")
    index = index_of(Batch(EVENTS[:2]), Batch(other, frames(1, 2)), Batch(EVENTS[2:]))
    assert index.places_of("match/5") == [1, 2, 4, 5, 6]
    assert index.places_of("match/10") == [3]
    assert index.places_of("match/1") == []
    assert index.streams() == ["match/10", "match/5"]
    assert index.last_place == 6


def test_a_journal_of_which_the_first_frame_is_missing_has_no_head() -> None:
    index = index_of(Batch((), frames(2, 3)))
    assert index.journal_heads() == {}
    index.add_batch(Batch((), frames(1, 1)))
    assert index.journal_heads() == {("table-1", b"journal1"): 4}


def test_a_number_is_taken_when_it_is_stored_or_in_the_group_or_twice_in_one_batch() -> None:
    admission = Admission(index_of(Batch(EVENTS[:1], frames(1, 1))))
    journal = "journal 6a6f75726e616c31 of board 'table-1'"
    assert refusal(admission.admit(Batch(EVENTS[:2]))) == ("stream 'match/5'", 1)
    assert refusal(admission.admit(Batch((), frames(1, 1)))) == (journal, 1)
    assert refusal(admission.admit(Batch(EVENTS[1:2] * 2))) == ("stream 'match/5'", 2)
    assert admission.admit(Batch(EVENTS[1:2], frames(2, 1))) is None
    assert refusal(admission.admit(Batch(EVENTS[1:2]))) == ("stream 'match/5'", 2)
    assert refusal(admission.admit(Batch(EVENTS[2:3], frames(2, 1)))) == (journal, 2)


def test_a_batch_that_is_refused_claims_nothing() -> None:
    admission = Admission(index_of(Batch((), frames(1, 1))))
    assert admission.admit(Batch(EVENTS, frames(1, 1))) is not None
    assert admission.admit(Batch(EVENTS, frames(2, 1))) is None


def test_what_a_group_claims_is_not_stored_until_it_is_durable() -> None:
    index = LogIndex()
    assert Admission(index).admit(Batch(EVENTS)) is None
    assert Admission(index).admit(Batch(EVENTS)) is None
    assert index.streams() == []
