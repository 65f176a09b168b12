"""The faults of a line, one by one (docs/wire.md, "Faults")."""

import pytest

from board_drivers.link.reports import (
    BoardIdentified,
    CommandReceived,
    DownReason,
    EventReceived,
    HintReceived,
    LinkDown,
    LinkRecovered,
    LinkState,
    LinkSuspect,
    LinkUp,
    Suspicion,
    Welcomed,
)
from board_drivers.link.timers import SILENT_AFTER
from board_drivers.wire.frames import MAX_ENCODED, Flag, Frame, encode
from board_drivers.wire.messages import Diff, Hint, Status
from board_drivers.wire.table import Unreadable, pack
from board_drivers.wire.values import WireRoom, WireSide
from tests.board_drivers.link.rig import Noise, Rig, command, event, of_type, up


def test_a_board_is_identified_and_up_within_four_frames() -> None:
    rig = Rig()
    for _ in range(4):
        rig.step()
    kinds = [type(received) for received in rig.heard_by_server]
    assert kinds == [BoardIdentified, LinkUp]
    assert rig.heard_by_board == [Welcomed(1000, WireRoom.NONE)]


def test_a_report_is_acknowledged_only_after_it_is_stored() -> None:
    rig = up(commit_after=0.5)
    rig.report(1)
    rig.run(0.4)
    assert len(of_type(rig.heard_by_server, EventReceived)) == 1
    assert rig.journal.stored == 0
    rig.run(0.2)
    assert rig.journal.stored == 1


def test_a_late_commit_is_asked_for_again_but_delivered_once() -> None:
    rig = up(commit_after=1.0)
    rig.report(1)
    rig.run(2.0)
    assert rig.board.counters.retransmissions > 0
    assert rig.server.counters.duplicates == rig.board.counters.retransmissions
    assert len(of_type(rig.heard_by_server, EventReceived)) == 1


def test_an_event_carries_type_and_payload_as_its_raw_bytes() -> None:
    rig = up()
    rig.report(7)
    rig.run(0.1)
    assert rig.heard_by_server[-1] == EventReceived(
        "board-7", b"journal1", 1, event(7), pack(event(7))
    )


def test_a_flipped_bit_costs_one_frame_which_is_repeated() -> None:
    rig = up()
    rig.noise = Noise(flip=1.0)
    rig.report(1)
    rig.step()
    rig.noise = Noise()
    rig.run(0.5)
    assert rig.server.counters.damaged > 0
    assert [number for number, _ in rig.stored] == [1]


def test_a_gap_is_asked_for_at_once() -> None:
    rig = up()
    rig.cut = True
    rig.report(1)
    rig.step()
    rig.cut = False
    rig.report(2)
    rig.run(0.03)
    assert rig.server.counters.gaps == 1
    assert [number for number, _ in rig.stored] == [1, 2]


def test_a_frame_that_comes_twice_is_acknowledged_twice_and_counts_once() -> None:
    rig = up(noise=Noise(twice=1.0))
    rig.report(1)
    rig.run(0.2)
    assert rig.server.counters.duplicates >= 1
    assert [number for number, _ in rig.stored] == [1]


def test_a_lost_acknowledgement_leads_to_no_second_effect() -> None:
    rig = up()
    rig.report(1)
    rig.server.receive(rig.board.outgoing(rig.now), rig.now)
    rig.server.stored(1)
    assert rig.server.outgoing(rig.now) != b""
    rig.run(0.5)
    assert rig.server.counters.duplicates == 1
    assert rig.journal.stored == 1


def test_silence_takes_the_link_down_in_three_seconds() -> None:
    rig = up()
    rig.cut = True
    rig.run(2.9)
    assert not of_type(rig.heard_by_server, LinkDown)
    rig.run(0.2)
    assert rig.server.state is LinkState.DOWN
    assert rig.heard_by_server[-1] == LinkDown(DownReason.SILENCE)
    assert rig.heard_by_board[-1] == LinkDown(DownReason.SILENCE)


def test_a_report_alone_is_a_sign_of_life() -> None:
    rig = up()
    rig.report(1)
    frames = rig.board.outgoing(rig.now)
    rig.now += SILENT_AFTER - 0.1
    rig.server.receive(frames, rig.now)
    rig.now += 0.2
    rig.server.receive(b"", rig.now)
    assert rig.server.state is LinkState.UP


@pytest.mark.parametrize("noise", [b"noise", b"n" * (MAX_ENCODED + 1)])
def test_a_report_behind_noise_is_heard_and_the_noise_counted_once(noise: bytes) -> None:
    rig = up()
    rig.server.receive(noise, rig.now)
    rig.report(1)
    heard = rig.server.receive(rig.board.outgoing(rig.now), rig.now)
    assert [type(event) for event in heard] == [EventReceived]
    assert rig.server.counters.damaged == 1


def test_a_mended_cable_brings_the_link_up_again_with_a_new_session() -> None:
    rig = up()
    rig.cut = True
    rig.report(1)
    rig.run(10)
    rig.cut = False
    rig.run(1.2)
    assert rig.server.state is LinkState.UP
    assert rig.heard_by_board[-1] == Welcomed(1001, WireRoom.NONE)
    assert [number for number, _ in rig.stored] == [1]


def test_a_link_is_never_lost_in_ten_minutes_at_human_pace() -> None:
    rig = up()
    for number in range(1, 501):
        rig.report(number)
        rig.order(number)
        for _ in range(24):
            rig.step(0.05)
    assert not of_type(rig.heard_by_server, LinkDown)
    assert [number for number, _ in rig.stored] == [*range(1, 501)]
    assert len(rig.got) == 500


def test_an_idle_link_stays_up_by_pings() -> None:
    rig = up()
    rig.run(60)
    assert rig.server.state is LinkState.UP
    assert [type(received) for received in rig.heard_by_server] == [BoardIdentified, LinkUp]


def test_five_repetitions_make_a_link_suspect_and_progress_clears_it() -> None:
    rig = up()
    rig.order(1)
    for _ in range(450):
        rig.now += 0.005
        rig.server.outgoing(rig.now)
        rig.heard_by_server += rig.server.receive(rig.board.outgoing(rig.now), rig.now)
    assert rig.server.state is LinkState.SUSPECT
    rig.run(0.6)
    expected = [LinkSuspect(Suspicion.UNACKNOWLEDGED), LinkRecovered()]
    assert rig.heard_by_server[-2:] == expected
    assert rig.got == [command(1)]


def test_bytes_without_a_hello_for_five_seconds_are_a_wrong_rate() -> None:
    rig = Rig()
    received: list[object] = []
    for tenth in range(80):
        received += rig.server.receive(b"\x00\xf8\x80garbled", rig.now + tenth / 10)
        assert bool(received) == (tenth >= 50)
    assert received == [LinkSuspect(Suspicion.WRONG_RATE)]


def test_an_echoing_line_is_noticed_and_harmless() -> None:
    rig = up()
    rig.order(1)
    echoed = rig.server.outgoing(rig.now)
    assert rig.server.receive(echoed, rig.now) == []
    assert rig.server.counters.wrong_direction == 1


def test_a_numbered_message_of_an_unknown_type_is_kept_and_acknowledged() -> None:
    rig = up()
    frame = Frame(0xEE, b"later", 1000, 1, 0, Flag.NUMBERED)
    (received,) = rig.server.receive(encode(frame), rig.now)
    assert isinstance(received, EventReceived)
    assert received.message == Unreadable(0xEE, b"later", "type 0xee is unknown")
    assert received.raw == b"\xeelater"


def test_an_unnumbered_message_of_an_unknown_type_is_ignored() -> None:
    rig = up()
    assert rig.server.receive(encode(Frame(0xEE, b"later", 1000)), rig.now) == []
    assert rig.server.counters.unreadable == 1


def test_hints_arrive_without_number_and_are_not_repeated() -> None:
    rig = up()
    hints: list[Hint] = [Diff(6, WireSide.WHITE, 4, 1), Status(50, 0, 1)]
    for hint in hints:
        rig.board.hint(hint)
    rig.run(1)
    assert rig.heard_by_server[-2:] == [HintReceived(hint) for hint in hints]


def test_a_command_to_a_link_that_is_not_up_is_not_taken() -> None:
    rig = Rig()
    assert rig.server.send(command(1)) is False
    rig.run(0.2)
    assert rig.server.send(command(1)) is True
    rig.run(0.1)
    heard = [each for each in rig.heard_by_board if isinstance(each, CommandReceived)]
    assert [each.message for each in heard] == [command(1)]


def test_the_clock_of_the_board_is_known_from_ping_and_pong() -> None:
    rig = Rig()
    for _ in range(10):
        rig.now += 0.005
        rig.server.receive(rig.board.outgoing(rig.now + 100.0), rig.now)
        rig.board.receive(rig.server.outgoing(rig.now), rig.now + 100.0)
    assert rig.server.clock_offset_ms == 100_000


def test_a_slow_line_is_given_time_for_the_frames_before() -> None:
    rig = up()
    for number in range(1, 101):
        rig.report(number)
    rig.run(1.0)
    assert [number for number, _ in rig.stored] == list(range(1, 101))
    assert rig.board.counters.retransmissions == 0


def test_an_acknowledgement_of_what_was_never_sent_is_ignored() -> None:
    rig = up()
    rig.order(1)
    beyond = Frame(5, b"", 1000, 0, 99)
    rig.server.receive(encode(beyond), rig.now)
    rig.run(0.1)
    rig.order(2)
    rig.run(0.1)
    assert rig.got == [command(1), command(2)]
    rig.cut = True
    rig.order(3)
    rig.step()
    rig.cut = False
    rig.run(0.3)
    assert rig.got[-1] == command(3)
