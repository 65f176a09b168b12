"""Boards, servers and journals that begin anew (docs/wire.md, "Faults")."""

from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import (
    BoardIdentified,
    BoardRefused,
    DownReason,
    EventReceived,
    LinkDown,
    LinkUp,
    Welcomed,
)
from board_drivers.wire.table import pack
from board_drivers.wire.values import FaultCode, WireRoom
from tests.board_drivers.link.rig import event, of_type, up


def test_a_reboot_ends_the_session_and_the_journal_goes_on() -> None:
    rig = up()
    rig.report(1)
    rig.run(0.1)
    rig.start_board()
    rig.report(2)
    rig.run(0.1)
    kinds = [type(received) for received in rig.heard_by_server]
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
    assert rig.journal.stored == 1


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
    assert rig.journal.stored == 1


def test_a_server_that_lost_what_it_had_acknowledged_is_told_it_again_in_order() -> None:
    rig = up()
    for turn in (1, 2, 3):
        rig.report(turn)
        rig.run(0.1)
    assert rig.journal.stored == 3
    before = rig.stored.copy()
    del rig.stored[1:]
    rig.start_server()
    rig.run(1.5)
    assert rig.stored == before


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
