"""The faults of a line, a board or a server, one by one (docs/wire.md, "Faults")."""

from collections.abc import Sequence

import pytest

from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import (
    BadTag,
    BoardIdentified,
    BoardRefused,
    BoardState,
    CommandReceived,
    DownReason,
    EventReceived,
    HintReceived,
    LinkDown,
    LinkRecovered,
    LinkState,
    LinkSuspect,
    LinkUp,
    Refused,
    Suspicion,
    Welcomed,
)
from board_drivers.wire.codec import Decoder, encode
from board_drivers.wire.frames import Flag, Frame
from board_drivers.wire.handshake import Welcome
from board_drivers.wire.messages import Diff, Fault, Hint, Status
from board_drivers.wire.table import Unreadable, pack
from board_drivers.wire.values import FaultCode, WireRoom, WireSide
from tests.board_drivers.link.rig import KEY, Noise, Rig, command, event
from tests.board_drivers.wire.examples import HELLO, frame_of


def up(**settings: object) -> Rig:
    rig = Rig(**settings)  # type: ignore[arg-type]
    rig.run(0.1)
    assert rig.server.state is LinkState.UP
    assert rig.board.state is BoardState.READY
    return rig


def of_type(told: Sequence[object], kind: type) -> list[object]:
    return [one for one in told if isinstance(one, kind)]


def test_a_board_is_identified_and_up_within_four_frames() -> None:
    rig = Rig()
    for _ in range(4):
        rig.step()
    kinds = [type(told) for told in rig.heard_by_server]
    assert kinds == [BoardIdentified, LinkUp]
    assert rig.heard_by_board == [Welcomed(1000, WireRoom.NONE)]


def test_a_report_is_acknowledged_only_after_it_is_stored() -> None:
    rig = up(commit_after=0.5)
    rig.report(1)
    rig.run(0.4)
    assert len(of_type(rig.heard_by_server, EventReceived)) == 1
    assert rig.journal.first == 1
    rig.run(0.2)
    assert rig.journal.first == 2


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
    assert rig.journal.first == 2


def test_silence_takes_the_link_down_in_three_seconds() -> None:
    rig = up()
    rig.cut = True
    rig.run(2.9)
    assert not of_type(rig.heard_by_server, LinkDown)
    rig.run(0.2)
    assert rig.server.state is LinkState.DOWN
    assert rig.heard_by_server[-1] == LinkDown(DownReason.SILENCE)
    assert rig.heard_by_board[-1] == LinkDown(DownReason.SILENCE)


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


def test_an_idle_link_stays_up_by_pings() -> None:
    rig = up()
    rig.run(60)
    assert rig.server.state is LinkState.UP
    assert [type(told) for told in rig.heard_by_server] == [BoardIdentified, LinkUp]


def test_five_repetitions_make_a_link_suspect_and_progress_clears_it() -> None:
    rig = up()
    rig.order(1)
    for _ in range(450):
        rig.now += 0.005
        rig.server.outgoing(rig.now)
        rig.heard_by_server += rig.server.receive(rig.board.outgoing(rig.now), rig.now)
    assert rig.server.state is LinkState.SUSPECT
    rig.run(0.6)
    told = [LinkSuspect(Suspicion.UNACKNOWLEDGED), LinkRecovered()]
    assert rig.heard_by_server[-2:] == told
    assert rig.got == [command(1)]


def test_bytes_without_a_hello_for_five_seconds_are_a_wrong_rate() -> None:
    rig = Rig()
    told: list[object] = []
    for tenth in range(80):
        told += rig.server.receive(b"\x00\xf8\x80garbled", rig.now + tenth / 10)
        assert bool(told) == (tenth >= 50)
    assert told == [LinkSuspect(Suspicion.WRONG_RATE)]


def test_a_reboot_ends_the_session_and_the_journal_goes_on() -> None:
    rig = up()
    rig.report(1)
    rig.run(0.1)
    rig.start_board()
    rig.report(2)
    rig.run(0.1)
    kinds = [type(told) for told in rig.heard_by_server]
    assert kinds[-4:] == [LinkDown, BoardIdentified, LinkUp, EventReceived]
    assert [number for number, _ in rig.stored] == [1, 2]


def test_a_reboot_between_storing_and_acknowledgement_makes_no_duplicate() -> None:
    rig = up(commit_after=0.05)
    rig.report(1)
    rig.run(0.02)
    rig.start_board()
    rig.run(0.5)
    assert [number for number, _ in rig.stored] == [1]
    assert len(of_type(rig.heard_by_server, EventReceived)) == 1
    assert rig.journal.first == 2


def test_a_server_killed_before_its_commit_gets_the_report_again() -> None:
    rig = up(commit_after=0.05)
    rig.report(1)
    rig.run(0.02)
    rig.start_server()
    rig.run(1.5)
    assert [number for number, _ in rig.stored] == [1]


def test_a_server_killed_after_its_commit_does_not_take_the_report_again() -> None:
    rig = up()
    rig.report(1)
    rig.server.receive(rig.board.outgoing(rig.now), rig.now)
    rig.stored.append((1, pack(event(1))))
    rig.start_server()
    rig.run(1.5)
    assert [number for number, _ in rig.stored] == [1]
    assert rig.journal.first == 2


def test_a_wiped_journal_shows_by_its_new_name() -> None:
    rig = up()
    rig.report(1)
    rig.run(0.1)
    rig.journal = MemoryJournal(b"journal2")
    rig.start_board()
    rig.stored.clear()
    rig.run(0.2)
    assert rig.heard_by_server[-1] == LinkUp("board-7", b"journal2")


def test_a_new_journal_waits_until_the_old_ones_events_are_stored() -> None:
    rig = up(commit_after=2.0)
    rig.report(1)
    rig.run(0.1)
    rig.journal = MemoryJournal(b"journal2")
    rig.start_board()
    rig.run(0.2)
    assert BoardRefused(FaultCode.JOURNAL_CHANGED, 1) in rig.heard_by_server
    rig.run(2.0)
    rig.stored.clear()
    rig.run(5.0)
    assert rig.heard_by_server[-1] == LinkUp("board-7", b"journal2")


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

    def refuse(told: object) -> None:
        if isinstance(told, BoardIdentified):
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
    told = rig.server.receive(encode(hello), rig.now)
    assert told == [BoardRefused(FaultCode.VERSION, 1)]
    fault = Decoder().feed(rig.server.outgoing(rig.now))[-1]
    assert isinstance(fault, Frame)
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


def test_a_board_with_another_key_sees_that_the_server_is_not_its_own() -> None:
    rig = Rig(key=KEY, cable=False)
    rig.key = bytes(32)
    rig.run(0.2)
    assert rig.heard_by_board == [Refused(FaultCode.BAD_PROOF, 0)]
    assert not of_type(rig.heard_by_server, LinkUp)


def test_a_stranger_who_claims_a_boards_name_is_refused() -> None:
    rig = Rig(key=KEY, cable=False)
    hello = next(iter(Decoder().feed(rig.board.outgoing(rig.now))))
    assert isinstance(hello, Frame)
    rig.server.receive(encode(hello), rig.now)
    told = rig.server.receive(encode(Frame(4, bytes(16), session=1000)), rig.now)
    assert told == [BoardRefused(FaultCode.BAD_PROOF, 0)]


def test_frames_without_the_sessions_tag_are_dropped_and_told_once() -> None:
    rig = up(key=KEY, cable=False)
    raw = pack(event(1))
    forged = Frame(raw[0], raw[1:], 1000, 1, 0, Flag.NUMBERED)
    told = rig.server.receive(encode(forged) + encode(forged, bytes(32)), rig.now)
    assert told == [BadTag()]
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


def test_an_echoing_line_is_noticed_and_harmless() -> None:
    rig = up()
    rig.order(1)
    echoed = rig.server.outgoing(rig.now)
    assert rig.server.receive(echoed, rig.now) == []
    assert rig.server.counters.wrong_direction == 1


def test_a_numbered_message_of_an_unknown_type_is_kept_and_acknowledged() -> None:
    rig = up()
    frame = Frame(0xEE, b"later", 1000, 1, 0, Flag.NUMBERED)
    (told,) = rig.server.receive(encode(frame), rig.now)
    assert isinstance(told, EventReceived)
    assert told.message == Unreadable(0xEE, b"later", "type 0xee is unknown")
    assert told.raw == b"\xeelater"


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
    assert of_type(rig.heard_by_board, CommandReceived) == [CommandReceived(command(1))]


def test_a_server_that_restarts_behind_an_open_cable_asks_for_a_hello() -> None:
    rig = up()
    rig.start_server()
    rig.run(0.1)
    assert rig.heard_by_board[-2:] == [
        LinkDown(DownReason.HELLO_REQUESTED),
        Welcomed(2000, WireRoom.NONE),
    ]


def test_a_board_serves_its_next_connection_with_the_same_link() -> None:
    rig = up()
    rig.report(1)
    assert rig.board.close() == [LinkDown(DownReason.CLOSED)]
    assert rig.server.close() == [LinkDown(DownReason.CLOSED)]
    rig.start_server()
    rig.run(0.2)
    assert [number for number, _ in rig.stored] == [1]


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
