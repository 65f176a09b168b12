"""Stored events told: each subscriber is guarded, and brought up to date from the log."""

import asyncio
from collections.abc import Sequence

from server.store.event_log.contract import Batch
from server.store.event_log.sqlite_log import SqliteEventLog
from server.store.event_log.subscriptions import Lagging, Subscriptions
from server.values.stored_events import StoredEvent, Subscriber
from tests.server.store.samples import counted, stored

STREAM = "match/7"


class Reader(Subscriber):
    """Keeps what it is given; with a fault it fails at that number of a stream."""

    def __init__(self, name: str, fails_at: int = 0) -> None:
        self.name, self.fails_at = name, fails_at
        self.taken: dict[str, list[int]] = {}

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        for entry in stored:
            if entry.sequence == self.fails_at:
                raise ZeroDivisionError
            self.taken.setdefault(entry.stream, []).append(entry.sequence)

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        self.receive(stored)

    def restart(self, stream: str) -> None:
        self.taken.pop(stream, None)


class Pauses:
    """The waits between tries, each ended by the test."""

    def __init__(self) -> None:
        self.seconds = list[float]()
        self._turn = asyncio.Semaphore(0)
        self._asked = asyncio.Semaphore(0)

    async def wait(self, seconds: float) -> None:
        self.seconds.append(seconds)
        self._asked.release()
        await self._turn.acquire()

    async def asked(self) -> None:
        """Something waits for its next try."""
        await self._asked.acquire()

    def end(self) -> None:
        self._turn.release()


async def tell(log: SqliteEventLog, subscriptions: Subscriptions, first: int, last: int) -> None:
    """Store the events of those numbers and tell of them."""
    entries = stored([counted(n) for n in range(1, last + 1)], STREAM)[first - 1 :]
    await log.append(Batch(entries))
    subscriptions.tell(entries)


async def settled(subscriptions: Subscriptions) -> None:
    """Nobody lags behind any more."""
    done = asyncio.Event()
    subscriptions.changed.append(lambda: None if subscriptions.lagging() else done.set())
    await done.wait()


async def test_one_that_fails_is_named_and_keeps_nobody_else_from_hearing(
    log: SqliteEventLog,
) -> None:
    subscriptions = Subscriptions(log, Pauses().wait)
    broken, sound = Reader("broken", fails_at=2), Reader("sound")
    subscriptions.add(broken)
    subscriptions.add(sound)
    await tell(log, subscriptions, 1, 3)
    await tell(log, subscriptions, 4, 5)
    assert sound.taken == {STREAM: [1, 2, 3, 4, 5]}
    assert broken.taken == {STREAM: [1]}, "later events without those before"
    assert subscriptions.lagging() == (Lagging("broken", STREAM, "ZeroDivisionError()"),)
    await subscriptions.close()


async def test_without_the_fault_it_is_given_everything_once_and_named_no_more(
    log: SqliteEventLog,
) -> None:
    pauses = Pauses()
    subscriptions, reader = Subscriptions(log, pauses.wait), Reader("late", fails_at=2)
    subscriptions.add(reader)
    await tell(log, subscriptions, 1, 3)
    await tell(log, subscriptions, 4, 4)
    reader.fails_at = 0
    pauses.end()
    await settled(subscriptions)
    await tell(log, subscriptions, 5, 6)
    assert reader.taken == {STREAM: [1, 2, 3, 4, 5, 6]}
    await subscriptions.close()


async def test_while_the_fault_lasts_it_is_tried_again_after_longer_and_longer(
    log: SqliteEventLog,
) -> None:
    pauses = Pauses()
    subscriptions, reader = Subscriptions(log, pauses.wait), Reader("broken", fails_at=1)
    subscriptions.add(reader)
    await tell(log, subscriptions, 1, 1)
    for _ in range(8):
        await pauses.asked()
        pauses.end()
    await pauses.asked()
    assert pauses.seconds == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    await subscriptions.close()


async def test_one_stream_it_cannot_take_costs_it_no_other(log: SqliteEventLog) -> None:
    subscriptions, reader = Subscriptions(log, Pauses().wait), Reader("broken", fails_at=2)
    subscriptions.add(reader)
    await tell(log, subscriptions, 1, 2)
    other = stored([counted(1)], "match/8")
    await log.append(Batch(other))
    subscriptions.tell(other)
    assert reader.taken["match/8"] == [1]
    await subscriptions.close()
