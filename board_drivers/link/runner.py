"""Drives a link over a transport in an event loop; the loop's clock is the link's clock."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from board_drivers.errors import BoardDriverError, LinkLost
from board_drivers.transports.transport import Transport

Event = TypeVar("Event", covariant=True)
SEND_PATIENCE = 1.0
"""Seconds a transport may take to accept bytes before the far end counts as gone."""
DELAYS = (0.2, 0.5, 1.0, 2.0, 5.0)


class Link(Protocol[Event]):
    """What ServerLink and BoardLink have in common."""

    wake: Callable[[], None]

    def receive(self, chunk: bytes, now: float) -> Sequence[Event]:
        """What bytes and time mean."""
        ...

    def outgoing(self, now: float) -> bytes:
        """Every byte due now."""
        ...

    def deadline(self) -> float | None:
        """When there is work next."""
        ...

    def close(self) -> Sequence[Event]:
        """The last events."""
        ...


async def pump(link: Link[Event], transport: Transport, on_event: Callable[[Event], None]) -> None:
    """Run the link until the transport ends or the task is cancelled; closes both.

    `on_event` gets every event in order, the last ones included, and may call the link. Calls to
    the link from the loop are sent in the loop's next pass.
    """
    awake = asyncio.Event()
    link.wake = awake.set

    def tell(events: Sequence[Event]) -> None:
        for event in events:
            on_event(event)

    alarm = _Alarm(asyncio.get_running_loop(), awake)
    tasks = (
        asyncio.create_task(_read(link, transport, tell, alarm)),
        asyncio.create_task(_write(link, transport, tell, awake, alarm)),
    )
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        alarm.cancel()
        try:
            tell(link.close())
        finally:
            await transport.close()
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(outcome, LinkLost):
            raise outcome


async def _read(
    link: Link[Event],
    transport: Transport,
    tell: Callable[[Sequence[Event]], None],
    alarm: "_Alarm",
) -> None:
    now = asyncio.get_running_loop().time
    while chunk := await transport.receive():
        tell(link.receive(chunk, now()))
        alarm.set_for(link.deadline())


async def _write(
    link: Link[Event],
    transport: Transport,
    tell: Callable[[Sequence[Event]], None],
    awake: asyncio.Event,
    alarm: "_Alarm",
) -> None:
    now = asyncio.get_running_loop().time
    while True:
        awake.clear()
        tell(link.receive(b"", now()))
        chunk = link.outgoing(now())
        if chunk:
            await _send(transport, chunk)
        alarm.set_for(link.deadline())
        await awake.wait()


async def _send(transport: Transport, chunk: bytes) -> None:
    try:
        async with asyncio.timeout(SEND_PATIENCE):
            await transport.send(chunk)
    except TimeoutError as error:
        raise LinkLost("the far end has stopped reading") from error


class _Alarm:
    """One timer that may ring too early but never too late: deadlines mostly move away."""

    def __init__(self, loop: asyncio.AbstractEventLoop, awake: asyncio.Event) -> None:
        self._loop, self._awake = loop, awake
        self._handle: asyncio.TimerHandle | None = None

    def set_for(self, at: float | None) -> None:
        """Ring at this time at the latest; None: when it may."""
        if at is None:
            return
        if at <= self._loop.time():
            self._awake.set()
        elif self._handle is None or self._handle.when() > at:
            self.cancel()
            self._handle = self._loop.call_at(at, self._ring)

    def _ring(self) -> None:
        self._handle = None
        self._awake.set()

    def cancel(self) -> None:
        """Ring no more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


async def keep_open(
    connect: Callable[[], Awaitable[Transport]],
    use: Callable[[Transport], Awaitable[None]],
    on_failure: Callable[[BoardDriverError], None],
    delays: Sequence[float] = DELAYS,
) -> None:
    """Connect, use, and connect again for ever, waiting longer after each failure in a row.

    `on_failure` hears of each failed attempt to connect. Ends only by cancellation.
    """
    failures = 0
    while True:
        try:
            transport = await connect()
        except BoardDriverError as error:
            on_failure(error)
            failures += 1
        else:
            failures = 0
            with contextlib.suppress(LinkLost):
                await use(transport)
        await asyncio.sleep(delays[min(failures, len(delays) - 1)])
