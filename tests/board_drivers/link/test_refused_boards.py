"""Boards that are refused, and strangers (docs/wire.md, "Faults" and "States")."""

import pytest

from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import (
    BadTag,
    BoardIdentified,
    BoardRefused,
    BoardState,
    DownReason,
    LinkDown,
    LinkState,
    LinkSuspect,
    LinkUp,
    Refused,
    Suspicion,
    Welcomed,
)
from board_drivers.wire.frames import Decoder, Flag, Frame, encode
from board_drivers.wire.handshake import Welcome
from board_drivers.wire.messages import Fault
from board_drivers.wire.table import pack
from board_drivers.wire.values import FaultCode, WireRoom
from tests.board_drivers.link.rig import KEY, Rig, event, of_type, up
from tests.board_drivers.wire.examples import HELLO, frame_of


def test_a_board_ahead_of_a_restored_database_is_refused() -> None:
    rig = Rig(journal=MemoryJournal(b"journal1", first=81))
    rig.run(0.2)
    assert rig.heard_by_server[-1] == BoardRefused(FaultCode.BOARD_AHEAD, 0)
    assert rig.heard_by_board == [Refused(FaultCode.BOARD_AHEAD, 0)]
    assert rig.server.state is LinkState.OPENING


def test_a_board_that_has_lost_stored_events_is_refused() -> None:
    rig = Rig()
    rig.stored = [(5, b"")]
    rig.run(0.2)
    assert rig.heard_by_server[-1] == BoardRefused(FaultCode.BOARD_BEHIND, 5)


def test_a_refused_board_tries_again_and_is_let_in_when_the_cause_has_gone() -> None:
    rig = Rig()
    rig.stored = [(5, b"")]
    rig.run(12)
    assert len(of_type(rig.heard_by_server, BoardRefused)) == 1
    rig.stored = []
    rig.run(5.5)
    assert rig.server.state is LinkState.UP


def test_a_second_board_of_one_name_can_be_refused_by_the_server() -> None:
    rig = Rig()

    def refuse(received: object) -> None:
        if isinstance(received, BoardIdentified):
            rig.heard_by_server += rig.server.refuse(FaultCode.BOARD_TWICE)

    rig.on_server_event = refuse
    rig.run(0.2)
    assert rig.heard_by_server[-1] == BoardRefused(FaultCode.BOARD_TWICE, 0)
    assert rig.heard_by_board == [Refused(FaultCode.BOARD_TWICE, 0)]
    assert not of_type(rig.heard_by_server, LinkUp)


@pytest.mark.parametrize("key", [None, KEY])
def test_a_board_refused_in_session_is_told_so_and_goes_down(key: bytes | None) -> None:
    rig = up(key=key)
    rig.heard_by_server += rig.server.refuse(FaultCode.BATTERY_LOW, 3)
    rig.run(0.1)
    assert rig.heard_by_board[-2:] == [
        LinkDown(DownReason.REFUSED),
        Refused(FaultCode.BATTERY_LOW, 3),
    ]
    assert rig.heard_by_server[-2:] == [
        LinkDown(DownReason.REFUSED),
        BoardRefused(FaultCode.BATTERY_LOW, 3),
    ]


@pytest.mark.parametrize(("lowest", "highest", "header"), [(2, 3, 1), (0, 0, 1), (1, 1, 2)])
def test_a_board_of_another_version_is_refused_with_ours(
    lowest: int, highest: int, header: int
) -> None:
    rig = Rig()
    raw = pack(HELLO)
    hello = Frame(raw[0], bytes((lowest, highest)) + raw[3:], version=header)
    received = rig.server.receive(encode(hello), rig.now)
    assert received == [BoardRefused(FaultCode.VERSION, 1)]
    fault = Decoder().feed(rig.server.outgoing(rig.now)).frames[-1]
    assert fault.payload == pack(Fault(FaultCode.VERSION, 1))[1:]


@pytest.mark.parametrize(("port", "label"), [(WireRoom.OPEN, WireRoom.CLOSED)])
def test_a_board_labelled_for_the_other_room_is_refused(port: WireRoom, label: WireRoom) -> None:
    rig = Rig(room=port, label=label)
    rig.run(0.2)
    assert rig.heard_by_server[-1] == BoardRefused(FaultCode.ROOM_SWAPPED, int(port))


def test_a_board_without_a_label_learns_its_room() -> None:
    rig = Rig(room=WireRoom.CLOSED)
    rig.run(0.2)
    assert rig.heard_by_board == [Welcomed(1000, WireRoom.CLOSED)]


def test_off_a_cable_a_board_without_a_key_is_refused() -> None:
    rig = Rig(cable=False)
    rig.run(0.2)
    assert rig.heard_by_board == [Refused(FaultCode.KEY_REQUIRED, 0)]


def test_on_a_cable_too_a_board_that_has_a_key_is_let_in_by_its_key_only() -> None:
    rig = Rig(cable=True)
    rig.key = KEY
    rig.run(0.2)
    assert rig.heard_by_board == [Refused(FaultCode.KEY_REQUIRED, 0)]
    assert not of_type(rig.heard_by_server, LinkUp)


def test_a_board_given_a_key_in_the_middle_of_its_handshake_has_to_prove_it() -> None:
    rig = Rig(cable=True)
    rig.server.receive(encode(frame_of(HELLO)), rig.now)
    rig.key = KEY
    received = rig.server.receive(encode(Frame(4, bytes(16), session=1000)), rig.now)
    assert received == [BoardRefused(FaultCode.KEY_REQUIRED, 0)]


def test_a_key_replaced_in_the_middle_of_a_handshake_proves_nothing() -> None:
    rig = Rig(key=KEY)
    rig.server.receive(rig.board.outgoing(rig.now), rig.now)
    rig.board.receive(rig.server.outgoing(rig.now), rig.now)
    rig.key = bytes(32)
    received = rig.server.receive(rig.board.outgoing(rig.now), rig.now)
    assert received == [BoardRefused(FaultCode.BAD_PROOF, 0)]


def test_a_board_with_another_key_sees_that_the_server_is_not_its_own() -> None:
    rig = Rig(key=KEY, cable=False)
    rig.key = bytes(32)
    rig.run(0.2)
    assert rig.heard_by_board == [Refused(FaultCode.BAD_PROOF, 0)]
    assert not of_type(rig.heard_by_server, LinkUp)


def test_the_server_reports_a_board_that_finds_its_proof_wrong_once_until_it_is_in() -> None:
    rig = Rig(key=KEY, cable=False)
    rig.key = bytes(32)
    rig.run(20)
    assert of_type(rig.heard_by_server, BoardRefused) == [BoardRefused(FaultCode.BAD_PROOF, 0)]
    rig.key = KEY
    rig.run(6)
    assert rig.server.state is LinkState.UP


def test_a_board_that_reboots_before_it_answers_has_not_found_the_proof_wrong() -> None:
    rig = Rig(key=KEY, cable=False)
    for _ in range(3):
        rig.server.receive(rig.board.outgoing(rig.now), rig.now)
        rig.start_board()
    rig.run(0.2)
    assert rig.server.state is LinkState.UP
    assert not of_type(rig.heard_by_server, BoardRefused)


@pytest.mark.parametrize("key", [None, KEY])
def test_a_board_that_hears_nothing_is_suspect_though_it_is_heard(key: bytes | None) -> None:
    rig = Rig(key=key)
    received = list[object]()
    for _ in range(1000):
        rig.now += 0.005
        received += rig.server.receive(rig.board.outgoing(rig.now), rig.now)
        rig.server.outgoing(rig.now)
    assert LinkSuspect(Suspicion.UNACKNOWLEDGED) in received
    assert not of_type(received, BoardRefused)


def test_a_stranger_who_claims_a_boards_name_is_refused() -> None:
    rig = Rig(key=KEY, cable=False)
    (hello,) = Decoder().feed(rig.board.outgoing(rig.now)).frames
    rig.server.receive(encode(hello), rig.now)
    received = rig.server.receive(encode(Frame(4, bytes(16), session=1000)), rig.now)
    assert received == [BoardRefused(FaultCode.BAD_PROOF, 0)]


def test_frames_without_the_sessions_tag_are_dropped_and_told_once() -> None:
    rig = up(key=KEY, cable=False)
    raw = pack(event(1))
    forged = Frame(raw[0], raw[1:], 1000, 1, 0, Flag.NUMBERED)
    received = rig.server.receive(encode(forged) + encode(forged, bytes(32)), rig.now)
    assert received == [BadTag()]
    assert rig.server.counters.bad_tags == 2


def test_a_replayed_session_is_dropped() -> None:
    rig = up(key=KEY, cable=False)
    rig.report(1)
    recorded = rig.board.outgoing(rig.now)
    rig.server.receive(recorded, rig.now)
    rig.start_server()
    rig.start_board()
    rig.run(0.2)
    rig.heard_by_server.clear()
    assert rig.server.receive(recorded, rig.now) == []
    assert rig.server.counters.stale_sessions >= 1


def test_before_its_proof_nothing_a_board_says_counts() -> None:
    rig = Rig()
    rig.server.receive(encode(frame_of(HELLO)), rig.now)
    raw = pack(event(1))
    early = Frame(raw[0], raw[1:], 1000, 1, 0, Flag.NUMBERED)
    assert rig.server.receive(encode(early), rig.now) == []
    assert rig.server.state is LinkState.SYNC


def test_a_welcome_to_another_hello_is_ignored() -> None:
    rig = Rig()
    rig.board.outgoing(rig.now)
    stale = Welcome(1, 7, WireRoom.OPEN, 0, b"old hell", bytes(8), bytes(16))
    assert rig.board.receive(encode(frame_of(stale)), rig.now) == []
    assert rig.board.state is BoardState.HELLO
