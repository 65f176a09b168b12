"""Delivery of stored events to subscribers, each of them independent of the others.

A subscriber is a part of the server that must learn of every stored event, such as the public
feeds. If a subscriber raises, the error is logged and listed, and later the subscriber receives the
whole stream again from the event log. Matches, other subscribers and the server's start do not wait
for this second delivery.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

from server.store.event_log.contract import EventLog
from server.values.stored_events import StoredEvent, Subscriber

log = structlog.get_logger()
FIRST_RETRY = 1.0
"""The seconds until a failed subscriber first receives a stream again; then the wait doubles."""
LONGEST_RETRY = 60.0
"""The most seconds between two attempts to deliver a stream again."""


@dataclass(frozen=True, slots=True)
class Lagging:
    """A subscriber that could not process a stream's events; `error` is the last error it raised.

    `sentence` is the English text that pages translate and show for this failure. Its placeholders
    are `number`, the match's number, and `error`. If `sentence` is empty, a general text is shown.
    """

    subscriber: str
    stream: str
    error: str
    sentence: str = ""


class Subscriptions:
    """All subscribers to stored events. Add them first, so that each receives every stream.

    `wait` is called with the seconds to wait before a stream is delivered again. `changed` are
    called whenever the list of `lagging` subscribers has changed.
    """

    def __init__(
        self, event_log: EventLog, wait: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.changed: list[Callable[[], None]] = []
        self._log, self._wait = event_log, wait
        self._subscribers: list[Subscriber] = []
        self._lagging: dict[tuple[int, str], Lagging] = {}
        self._failing: dict[tuple[str, str], Lagging] = {}
        self._heads: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, subscriber: Subscriber) -> None:
        """Add a subscriber, which receives everything that is delivered from now on."""
        self._subscribers.append(subscriber)

    def lagging(self) -> tuple[Lagging, ...]:
        """Return the subscribers that raised and have not caught up, each with its stream.

        The subscriber that has lagged behind for longest comes first. The failures that were
        reported with `fails` come after the subscribers.
        """
        return (*self._lagging.values(), *self._failing.values())

    def fails(self, name: str, stream: str, error: str, sentence: str) -> None:
        """Add a failure to the list of `lagging`, for a part of the server that is no subscriber.

        `name` names the part that fails, `stream` the stream for which it fails, and `error` is the
        error. `sentence` is the text for the failure, as in Lagging.
        """
        self._failing[name, stream] = Lagging(name, stream, error, sentence)
        self._announce()

    def works(self, name: str, stream: str) -> None:
        """Remove the failure that was reported to `fails` with that name and stream."""
        if self._failing.pop((name, stream), None) is not None:
            self._announce()

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Deliver to all subscribers all events of a stream that was loaded into memory.

        This never raises.
        """
        self._give(stored, lambda subscriber: subscriber.begin(stored))

    def tell(self, stored: Sequence[StoredEvent]) -> None:
        """Deliver the next events of one stream to all subscribers. Never raises."""
        self._give(stored, lambda subscriber: subscriber.receive(stored))

    def forget(self, stream: str) -> None:
        """Make all subscribers drop a stream from memory. Call it only if no subscriber `lags`."""
        for subscriber in self._subscribers:
            subscriber.forget(stream)

    def lags(self, stream: str) -> bool:
        """Return True if a subscriber lags behind in that stream."""
        return any(behind == stream for _, behind in self._lagging)

    def _give(self, stored: Sequence[StoredEvent], give: Callable[[Subscriber], None]) -> None:
        if not stored:
            return
        stream = stored[0].stream
        self._heads[stream] = stored[-1].sequence
        for place, subscriber in enumerate(self._subscribers):
            if (place, stream) in self._lagging:
                continue
            try:
                give(subscriber)
            except Exception as fault:  # it must not keep the events from the next subscribers
                self._fell_behind(place, stream, fault)
                self._start(place, stream)

    async def close(self) -> None:
        """Cancel all pending attempts to deliver a stream again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _fell_behind(self, place: int, stream: str, fault: Exception) -> None:
        name = self._subscribers[place].name
        log.exception("subscriber_failed", subscriber=name, stream=stream)
        self._lagging[place, stream] = Lagging(name, stream, repr(fault))
        self._announce()

    def _start(self, place: int, stream: str) -> None:
        task = asyncio.get_running_loop().create_task(self._catch_up(place, stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, place: int, stream: str) -> None:
        """Deliver the whole stream again and again until the subscriber raises no error.

        `place` is the subscriber's index.
        """
        subscriber, delay = self._subscribers[place], FIRST_RETRY
        while True:
            await self._wait(delay)
            delay = min(2 * delay, LONGEST_RETRY)
            try:
                stored = await self._log.read(stream)
                subscriber.restart(stream)
                subscriber.receive(stored[: self._heads[stream]])
            except Exception as fault:  # whatever it is, the next try may be better
                self._fell_behind(place, stream, fault)
                continue
            if stored and stored[-1].sequence >= self._heads[stream]:
                del self._lagging[place, stream]
                log.info("subscriber_caught_up", subscriber=subscriber.name, stream=stream)
                self._announce()
                return

    def _announce(self) -> None:
        for callback in self.changed:
            callback()
