"""What a far end may say before it proves itself (docs/wire.md, "Strangers")."""

import pytest

from board_drivers.link.reports import (
    AllowanceSpent,
    BoardRefused,
    EventReceived,
    LinkEvent,
    LinkState,
    LinkSuspect,
    LinkUp,
    Suspicion,
)
from board_drivers.wire.frames import Frame, encode
from board_drivers.wire.values import FaultCode
from tests.board_drivers.link.rig import KEY, Rig, event, of_type, up

DAMAGE = b"\x00\x01"
"""One byte between two zeros."""
MESSAGE = DAMAGE * 32_768
"""As much of it as a websocket's message may hold."""


def test_of_a_strangers_noise_four_kilobytes_are_decoded_and_no_more() -> None:
    server = Rig(cable=False).server
    received: list[LinkEvent] = []
    for second in range(20):
        received += server.receive(MESSAGE, 1000.0 + second)
    assert received == [AllowanceSpent()]
    assert server.counters.damaged <= 4096 // 2
    assert server.counters.unread == 20 * len(MESSAGE) - 4096


def test_the_sixteenth_damaged_frame_without_a_proof_is_one_too_many() -> None:
    rig = Rig(cable=False)
    assert rig.server.receive(DAMAGE * 15 + b"\x00", rig.now) == []
    assert rig.server.receive(DAMAGE + b"\x00", rig.now) == [AllowanceSpent()]


def test_frames_that_lead_to_no_session_are_bounded_like_damage() -> None:
    rig = Rig(cable=False)
    stale = encode(Frame(5, b"", 7))
    received = rig.server.receive(stale * 1000, rig.now)
    assert received == [AllowanceSpent()]
    assert rig.server.counters.frames <= 4096 // len(stale)


def test_twenty_four_handshakes_are_answered_and_no_more() -> None:
    rig = Rig(cable=False, key=KEY)
    hellos = []
    for _ in range(50):
        rig.start_board()
        hellos.append(rig.board.outgoing(rig.now))
    received = rig.server.receive(b"".join(hellos), rig.now)
    assert rig.server.counters.hellos == 24
    assert received[-1] == AllowanceSpent()


def test_a_port_stays_open_and_each_second_of_its_noise_costs_as_little() -> None:
    rig, received = Rig(), list[LinkEvent]()
    for tenth in range(200):
        received += rig.server.receive(MESSAGE, rig.now + tenth / 10)
    assert received.count(AllowanceSpent()) == 20
    assert 200 * len(MESSAGE) - rig.server.counters.unread <= 20 * 4096
    assert of_type(received, LinkSuspect) == [LinkSuspect(Suspicion.WRONG_RATE)]


def test_a_board_is_heard_on_a_port_that_was_noisy_before() -> None:
    rig = Rig()
    rig.server.receive(MESSAGE, rig.now)
    rig.run(2.5)
    assert rig.server.state is LinkState.UP


def test_noise_among_a_boards_frames_is_no_strangers() -> None:
    rig = up(cable=False, key=KEY)
    for number in range(1, 101):
        rig.server.receive(DAMAGE * 15 + b"\x00", rig.now)
        rig.report(number)
        rig.run(0.05)
    assert len(of_type(rig.heard_by_server, EventReceived)) == 100
    assert not of_type(rig.heard_by_server, AllowanceSpent)


def test_a_board_in_session_that_sends_nothing_but_noise_is_bounded_too() -> None:
    rig = up(cable=False, key=KEY)
    assert rig.server.receive(MESSAGE, rig.now) == [AllowanceSpent()]
    assert rig.server.counters.unread == len(MESSAGE) - 4096


def test_many_frames_of_a_session_in_one_piece_are_all_heard() -> None:
    rig = up(cable=False, key=KEY)
    for number in range(1, 201):
        rig.report(number)
        rig.run(0.05)
    rig.cut = True
    for number in range(201, 209):
        rig.report(number)
    held_up = b""
    for _ in range(400):
        rig.now += 0.02
        held_up += rig.board.outgoing(rig.now)
    assert len(held_up) > 4096
    heard = rig.server.receive(held_up, rig.now)
    assert len(of_type(heard, EventReceived)) == 8
    assert not of_type(heard, AllowanceSpent)


@pytest.mark.parametrize(
    ("boards", "servers", "why"),
    [(None, None, FaultCode.KEY_REQUIRED), (KEY, None, FaultCode.UNKNOWN_BOARD)],
)
def test_a_board_that_waits_a_minute_for_its_key_is_patiently_refused(
    boards: bytes | None, servers: bytes | None, why: FaultCode
) -> None:
    rig = Rig(cable=False, key=boards)
    rig.key = servers
    rig.run(60.0)
    assert of_type(rig.heard_by_server, BoardRefused) == [BoardRefused(why, 0)]
    assert not of_type(rig.heard_by_server, AllowanceSpent)


def test_a_board_whose_key_is_wrong_is_no_noise() -> None:
    rig = Rig(cable=False, key=KEY)
    rig.key = bytes(32)
    rig.run(60.0)
    assert not of_type(rig.heard_by_server, LinkUp)
    assert not of_type(rig.heard_by_server, AllowanceSpent)


def test_one_byte_at_a_time_a_board_comes_up_as_well() -> None:
    rig = Rig(cable=False, key=KEY, chunk=1)
    rig.run(0.1)
    rig.board.report(event(1))
    rig.run(0.1)
    assert len(of_type(rig.heard_by_server, EventReceived)) == 1
