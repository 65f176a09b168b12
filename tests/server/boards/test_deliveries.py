"""A board's frame is stored once and acknowledged wherever the board listens by then."""

from datetime import UTC, datetime

from server.boards.deliveries import Deliveries
from server.store.event_log.contract import JournalEntry

ENTRY = JournalEntry("BZ-1", b"journal", 5, b"frame", datetime(2008, 10, 1, tzinfo=UTC))


def test_a_frame_said_again_while_it_is_written_is_written_once_and_acknowledged_twice() -> None:
    deliveries, heard = Deliveries({("BZ-1", b"journal"): 4}), list[str]()
    assert deliveries.begin(ENTRY, lambda: heard.append("old link"))
    assert not deliveries.begin(ENTRY, lambda: heard.append("new link"))
    assert deliveries.head("BZ-1", b"journal") == 4
    deliveries.done(ENTRY)
    assert deliveries.head("BZ-1", b"journal") == 5
    assert heard == ["old link", "new link"]


def test_a_frame_that_could_not_be_written_is_written_when_it_is_said_again() -> None:
    deliveries, heard = Deliveries({("BZ-1", b"journal"): 4}), list[str]()
    assert deliveries.begin(ENTRY, lambda: heard.append("first"))
    deliveries.dropped(ENTRY)
    assert deliveries.begin(ENTRY, lambda: heard.append("second"))
    deliveries.done(ENTRY)
    assert heard == ["second"]


def test_a_frame_behind_one_that_could_not_be_written_is_not_acknowledged_before_it() -> None:
    later = ENTRY._replace(number=6)
    deliveries, heard = Deliveries({("BZ-1", b"journal"): 4}), list[int]()
    assert deliveries.begin(ENTRY, lambda: heard.append(5))
    assert deliveries.begin(later, lambda: heard.append(6))
    deliveries.dropped(ENTRY)
    deliveries.done(later)
    assert (heard, deliveries.head("BZ-1", b"journal")) == ([], 4)
    assert deliveries.begin(ENTRY, lambda: heard.append(5))
    deliveries.done(ENTRY)
    assert (heard, deliveries.head("BZ-1", b"journal")) == ([5, 6], 6)


def test_a_frame_that_would_leave_a_gap_is_not_written() -> None:
    deliveries = Deliveries({("BZ-1", b"journal"): 4})
    assert not deliveries.begin(ENTRY._replace(number=6), lambda: None)


def test_a_frame_that_is_durable_already_is_acknowledged_and_not_written_again() -> None:
    deliveries, heard = Deliveries({("BZ-1", b"journal"): 5}), list[str]()
    assert not deliveries.begin(ENTRY, lambda: heard.append("again"))
    assert heard == ["again"]
