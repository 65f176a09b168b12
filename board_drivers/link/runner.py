"""The driver that runs a link over a transport in an asyncio event loop.

All output of a link is sent at once in the loop's next pass, without a task or timer for each
frame, as a hundred boards in closed rooms may wait for their dice at the same moment.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Generic, Protocol, TypeVar

from board_drivers.errors import BoardDriverError, LinkLost, PortUnavailable, ServiceFailed
from board_drivers.transports.transport import DeliveringTransport, Transport

Event = TypeVar("Event", covariant=True)
SEND_PATIENCE = 1.0
"""The seconds within which a transport must accept bytes; otherwise the far end counts as gone."""
HELD_UP = 0.25
"""The seconds by which a timer must be late before the event loop counts as blocked."""
DELAYS = (0.2, 0.5, 1.0, 2.0, 5.0)


class Link(Protocol[Event]):
    """The interface that ServerLink and BoardLink have in common, which the driver uses.

    `now` is a monotonic time in seconds.
    """

    wake: Callable[[], None]

    def receive(self, chunk: bytes, now: float) -> Sequence[Event]:
        """Process received bytes and the passing of time, and return the resulting events."""
        ...

    def outgoing(self, now: float) -> bytes:
        """Return all bytes that have to be sent now."""
        ...

    def deadline(self) -> float | None:
        """Return the time at which the link has work next, None if it has none."""
        ...

    def close(self) -> Sequence[Event]:
        """End the link and return its last events."""
        ...


async def pump(
    link: Link[Event], transport: Transport, on_events: Callable[[Sequence[Event]], None]
) -> None:
    """Run the link until the transport ends or the task is cancelled, then close both.

    `on_events` is called with all events in order, up to the last ones; events from the same chunk
    of bytes are passed together. `on_events` may call methods of the link. If these methods make
    bytes to send, the bytes are sent in the loop's next pass.
    """
    driver = _Driver(link, transport, on_events)
    try:
        await driver.run()
    except LinkLost:
        return
    finally:
        driver.stop()
        try:
            if last := link.close():
                on_events(last)
        finally:
            await transport.close()


class _Driver(Generic[Event]):
    """The driver of one link on one transport."""

    def __init__(
        self,
        link: Link[Event],
        transport: Transport,
        on_events: Callable[[Sequence[Event]], None],
    ) -> None:
        self._link, self._transport, self._on_events = link, transport, on_events
        self._loop = asyncio.get_running_loop()
        self._failed: asyncio.Future[None] = self._loop.create_future()
        self._woken = self._stopped = False
        self._sending: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        # Stored here, as handles do not tell their time in every loop (uvloop: if it is close).
        self._alarm_at = 0.0
        self._held_up = 0.0
        link.wake = self._wake

    async def run(self) -> None:
        """Receive and send until the far end is gone.

        Raise any error of the link or the transport.
        """
        self._ring()
        reading = asyncio.create_task(self._read())
        try:
            await asyncio.wait((reading, self._failed), return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        for outcome in (self._failed, reading):
            if outcome.done() and not outcome.cancelled():
                outcome.result()

    def stop(self) -> None:
        """Stop sending."""
        self._stopped = True
        self._failed.cancel()
        if self._sending is not None:
            self._sending.cancel()
        if self._alarm is not None:
            self._alarm.cancel()

    async def _read(self) -> None:
        if isinstance(self._transport, DeliveringTransport):
            await self._transport.deliver(self._hear)
            return
        while chunk := await self._transport.receive():
            self._hear(chunk)

    def _hear(self, chunk: bytes) -> None:
        if self._stopped:
            return
        try:
            if events := self._link.receive(chunk, self._now()):
                self._on_events(events)
            self._look_ahead()
        except Exception as error:
            self._fail(error)

    def _now(self) -> float:
        """Return the link's time in seconds; it does not advance while the event loop is blocked.

        Bytes that came while the loop was blocked are still unread, so this time must not count as
        silence of the far end.
        """
        now = self._loop.time()
        late = now - self._alarm_at if self._alarm is not None else 0.0
        if self._alarm is not None and late > HELD_UP:
            self._alarm.cancel()
            self._alarm = None
            self._held_up += late
        return now - self._held_up

    def _wake(self) -> None:
        if not self._woken:
            self._woken = True
            self._loop.call_soon(self._speak)

    def _speak(self) -> None:
        self._woken = False
        if self._stopped or self._sending is not None:
            return
        try:
            chunk = self._link.outgoing(self._now())
            waiting = self._transport.send(chunk) if chunk else None
            if waiting is not None:
                self._sending = asyncio.create_task(self._sent(waiting))
                if isinstance(waiting, Coroutine):  # it never starts if it is cancelled now
                    self._sending.add_done_callback(lambda _: waiting.close())
            else:
                self._look_ahead()
        except Exception as error:
            self._fail(error)

    async def _sent(self, waiting: Awaitable[None]) -> None:
        try:
            async with asyncio.timeout(SEND_PATIENCE):
                await waiting
        except TimeoutError:
            self._fail(LinkLost("the far end has stopped reading"))
        except Exception as error:
            self._fail(error)
        self._sending = None
        self._wake()

    def _look_ahead(self) -> None:
        """Set the timer for the link's next work. It may fire too early, but never too late."""
        due = None if self._woken else self._link.deadline()
        if due is None:
            return
        at = due + self._held_up
        if at <= self._loop.time():
            self._wake()
        elif self._alarm is None or self._alarm_at > at:
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm, self._alarm_at = self._loop.call_at(at, self._ring), at

    def _ring(self) -> None:
        """Let the link process the passing of time, and send what has to be sent."""
        self._now()
        self._alarm = None
        self._hear(b"")
        self._wake()

    def _fail(self, error: Exception) -> None:
        if not self._failed.done():
            self._failed.set_exception(error)


async def keep_open(
    connect: Callable[[], Awaitable[Transport]],
    use: Callable[[Transport], Awaitable[None]],
    on_failure: Callable[[BoardDriverError], None],
    delays: Sequence[float] = DELAYS,
) -> None:
    """Connect and use the connection again and again, with a longer delay after each failure.

    `connect` returns an open transport, and `use` serves it until it is closed. `on_failure` is
    called if connecting fails, and if `use` raises ServiceFailed or PortUnavailable. The function
    ends only if it is cancelled or if `use` raises another error. `delays[n]` is the wait, in
    seconds, after n failures in a row, and the last delay is the wait after more failures.
    """
    failures = 0
    while True:
        try:
            transport = await connect()
        except BoardDriverError as error:
            on_failure(error)
            failures += 1
        else:
            try:
                with contextlib.suppress(LinkLost):
                    await use(transport)
                failures = 0
            except (ServiceFailed, PortUnavailable) as error:
                on_failure(error)
                failures += 1
        await asyncio.sleep(delays[min(failures, len(delays) - 1)])
