"""Alarms of ports and addresses: bounded, counted, gone with their cause."""

from board_drivers.link.reports import Suspicion
from board_drivers.wire.values import FaultCode
from server.boards.board_alarm import (
    MOST_ADDRESSES,
    MOST_NAMES,
    BoardAlarm,
    LinkAlarms,
    LinkDoubted,
    LinkRefused,
    NothingStored,
    PortHeld,
    PortNotOpened,
)
from tests.support.clock import Clock

BAD_PROOF = LinkRefused(FaultCode.BAD_PROOF)
NO_KEY = LinkRefused(FaultCode.KEY_REQUIRED)
VERSION = LinkRefused(FaultCode.VERSION)
TWICE = LinkRefused(FaultCode.BOARD_TWICE)


def kept(alarms: LinkAlarms) -> list[tuple[str, BoardAlarm]]:
    return [(each.where, each.alarm) for each in alarms.all()]


def test_what_comes_again_at_one_place_is_one_alarm_with_its_count_and_age() -> None:
    clock = Clock()
    alarms = LinkAlarms(clock)
    began = clock.now
    for _ in range(1000):
        alarms.add("10.0.0.7", BAD_PROOF, cable=False, board_id="BZ-1")
        clock.passes(seconds=1)
    (alarm,) = alarms.all()
    assert (alarm.count, alarm.since, alarm.boards) == (1000, began, ("BZ-1",))
    assert (alarm.latest - began).total_seconds() == 999


def test_a_flood_from_many_addresses_is_bounded_and_displaces_no_cable() -> None:
    clock = Clock()
    alarms = LinkAlarms(clock)
    alarms.add("usb-1", PortHeld("minicom (17)"), cable=True)
    for host in range(500):
        clock.passes(seconds=1)
        alarms.add(f"10.0.{host // 250}.{host % 250}", NO_KEY, cable=False, board_id=f"x{host}")
    assert len(alarms.all()) == MOST_ADDRESSES + 1
    assert kept(alarms)[0] == ("usb-1", PortHeld("minicom (17)"))
    assert kept(alarms)[-1] == ("10.0.1.249", NO_KEY)


def test_one_address_that_gives_itself_ever_new_names_is_one_alarm_with_the_latest() -> None:
    alarms = LinkAlarms(Clock())
    for name in range(50):
        alarms.add("10.0.0.7", NO_KEY, cable=False, board_id=f"x{name}")
    (alarm,) = alarms.all()
    assert alarm.count == 50
    assert alarm.boards == tuple(f"x{name}" for name in range(50 - MOST_NAMES, 50))


def test_a_board_that_gets_in_ends_what_was_wrong_with_it_and_with_its_cable() -> None:
    alarms = LinkAlarms(Clock())
    alarms.add("usb-1", LinkDoubted(Suspicion.WRONG_RATE), cable=True)
    alarms.add("10.0.0.7", BAD_PROOF, cable=False, board_id="BZ-1")
    alarms.add("10.0.0.7", BAD_PROOF, cable=False, board_id="BZ-2")
    alarms.add("10.0.0.8", NO_KEY, cable=False, board_id="BZ-3")
    alarms.board_is_in("BZ-1", "usb-1")
    assert kept(alarms) == [("10.0.0.7", BAD_PROOF), ("10.0.0.8", NO_KEY)]
    alarms.board_is_in("BZ-2", "10.0.0.7")
    assert kept(alarms) == [("10.0.0.8", NO_KEY)]


def test_a_refusal_without_a_name_ends_when_a_board_gets_in_from_there() -> None:
    alarms = LinkAlarms(Clock())
    alarms.add("10.0.0.7", VERSION, cable=False)
    alarms.board_is_in("BZ-1", "10.0.0.8")
    assert kept(alarms) == [("10.0.0.7", VERSION)]
    alarms.board_is_in("BZ-1", "10.0.0.7")
    assert kept(alarms) == []


def test_the_double_of_a_board_stays_named_while_the_first_one_reconnects() -> None:
    alarms = LinkAlarms(Clock())
    alarms.add("usb-2", TWICE, cable=True, board_id="BZ-1")
    alarms.board_is_in("BZ-1", "usb-1")
    assert kept(alarms) == [("usb-2", TWICE)]
    alarms.board_is_in("BZ-1", "usb-2")
    assert kept(alarms) == []


def test_a_port_that_is_free_again_keeps_its_other_alarms() -> None:
    alarms = LinkAlarms(Clock())
    alarms.add("usb-1", PortHeld(""), cable=True)
    alarms.add("usb-1", TWICE, cable=True, board_id="BZ-1")
    alarms.end("usb-1", PortHeld, PortNotOpened)
    assert kept(alarms) == [("usb-1", TWICE)]
    alarms.end("usb-1")
    assert kept(alarms) == []


def test_a_dismissed_alarm_stays_away_while_it_goes_on_and_comes_back_with_news() -> None:
    clock = Clock()
    alarms = LinkAlarms(clock)
    alarms.add("10.0.0.7", NO_KEY, cable=False, board_id="x")
    (alarm,) = alarms.all()
    assert alarms.dismiss(alarm.number)
    assert not alarms.dismiss(alarm.number)
    for _ in range(30):
        clock.passes(minutes=1)
        alarms.add("10.0.0.7", NO_KEY, cable=False, board_id="x")
    assert alarms.all() == []
    alarms.add("10.0.0.7", NO_KEY, cable=False, board_id="BZ-1")
    assert [each.count for each in alarms.all()] == [1]
    assert alarms.dismiss(alarms.all()[0].number)
    clock.passes(minutes=11)
    alarms.add("10.0.0.7", NO_KEY, cable=False, board_id="BZ-1")
    assert [each.count for each in alarms.all()] == [1]


def test_listeners_hear_of_what_comes_and_goes_and_of_no_repetition() -> None:
    alarms, heard = LinkAlarms(Clock()), list[int]()
    alarms.listeners.append(lambda: heard.append(len(alarms.all())))
    for _ in range(3):
        alarms.add("usb-1", NO_KEY, cable=True, board_id="BZ-1")
    alarms.board_is_in("BZ-2", "usb-2")
    assert heard == [1]
    alarms.board_is_in("BZ-1", "usb-1")
    assert heard == [1, 0]


def test_once_a_boards_event_is_stored_that_nothing_was_is_told_no_more() -> None:
    alarms = LinkAlarms(Clock())
    alarms.add("usb-1", NothingStored("disk full"), cable=True, board_id="BZ-1")
    alarms.add("usb-1", BAD_PROOF, cable=True, board_id="BZ-1")
    alarms.event_stored("BZ-2")
    assert len(alarms.all()) == 2
    alarms.event_stored("BZ-1")
    assert kept(alarms) == [("usb-1", BAD_PROOF)]
