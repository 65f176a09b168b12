"""What the server has made ready for a frame changes how soon it is answered, and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_drivers.link.reports import EventReceived, LinkEvent, LinkState
from board_drivers.link.timers import SILENT_AFTER
from board_drivers.wire.frames import MAX_ENCODED
from tests.board_drivers.link.rig import KEY, Rig, command, of_type, up


def one_turn(rig: Rig, chunk: int, durable: bool) -> tuple[list[LinkEvent], bytes]:
    """The board's next report in pieces of that size; what the server hears and answers.

    With `durable` the report is stored before the answer leaves, else after it.
    """
    rig.report(2)
    said, heard = rig.board.outgoing(rig.now), list[LinkEvent]()
    for start in range(0, len(said), chunk):
        heard += rig.server.receive(said[start : start + chunk], rig.now)
    for number in (2, 3):
        rig.order(number)
    if durable:
        rig.server.stored(2)
    sent = rig.server.outgoing(rig.now)
    rig.server.stored(2)
    rig.now += 60.0
    return heard, sent + rig.server.outgoing(rig.now)


def after_one_report(keyed: bool) -> Rig:
    """A report and an order have been; the board's next frame will tell that the order came."""
    rig = up(key=KEY if keyed else None, cable=not keyed)
    rig.report(1)
    rig.run(0.1)
    rig.order(1)
    rig.board.receive(rig.server.outgoing(rig.now), rig.now)
    return rig


@settings(max_examples=100)
@given(
    st.booleans(),
    st.integers(1, 4),
    st.integers(1, 3),
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from([1, 7, 60]),
)
def test_the_same_is_heard_and_sent_whatever_was_expected(
    keyed: bool, report: int, first: int, orders: int, durable: bool, chunk: int
) -> None:
    surprised, ready = after_one_report(keyed), after_one_report(keyed)
    ready.expect(report, first, orders)
    assert one_turn(ready, chunk, durable) == one_turn(surprised, chunk, durable)
    assert ready.server.counters == surprised.server.counters


def test_an_expected_frame_with_a_wrong_tag_is_not_taken() -> None:
    rig = after_one_report(keyed=True)
    rig.expect(2, 2, 1)
    rig.report(2)
    said = bytearray(rig.board.outgoing(rig.now))
    said[-4] ^= 1
    assert of_type(rig.server.receive(bytes(said), rig.now), EventReceived) == []


def test_an_expected_frame_that_comes_twice_is_heard_once() -> None:
    rig = after_one_report(keyed=True)
    rig.expect(2, 2, 1)
    rig.report(2)
    said = rig.board.outgoing(rig.now)
    heard = [*rig.server.receive(said, rig.now), *rig.server.receive(said, rig.now)]
    assert len(of_type(heard, EventReceived)) == 1


@pytest.mark.parametrize("noise", [b"noise", b"n" * (MAX_ENCODED + 1)])
def test_noise_before_an_expected_frame_is_counted_with_it(noise: bytes) -> None:
    surprised, ready = after_one_report(keyed=True), after_one_report(keyed=True)
    ready.expect(2, 2, 1)
    heard = list[list[LinkEvent]]()
    for rig in (surprised, ready):
        rig.server.receive(noise, rig.now)
        rig.report(2)
        heard.append(rig.server.receive(rig.board.outgoing(rig.now), rig.now))
    assert len(of_type(heard[0], EventReceived)) == 1
    assert heard[0] == heard[1]
    assert surprised.server.counters == ready.server.counters
    assert surprised.server.counters.damaged == 1


def test_an_expected_frame_is_a_sign_of_life() -> None:
    rig = after_one_report(keyed=True)
    rig.expect(2, 2, 1)
    rig.report(2)
    said = rig.board.outgoing(rig.now)
    rig.now += SILENT_AFTER - 0.1
    rig.server.receive(said, rig.now)
    rig.now += 0.2
    rig.server.receive(b"", rig.now)
    assert rig.server.state is LinkState.UP


def test_what_was_expected_of_one_session_is_nothing_to_the_next() -> None:
    rig = after_one_report(keyed=True)
    rig.expect(2, 2, 2)
    rig.start_board()
    rig.run(0.5)
    rig.report(2)
    rig.order(1)
    rig.run(0.1)
    assert [number for number, _ in rig.stored] == [1, 2]
    assert rig.got == [command(1)]
