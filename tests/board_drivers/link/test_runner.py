import asyncio
import os
import tty
from collections.abc import Callable, Sequence

import pytest
import uvloop

from board_drivers.errors import BoardDriverError, LinkLost, PortUnavailable
from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import (
    BoardLinkEvent,
    CommandReceived,
    DownReason,
    EventReceived,
    LinkDown,
    LinkEvent,
    LinkUp,
    Welcomed,
)
from board_drivers.link.runner import keep_open, pump
from board_drivers.link.server_link import ServerLink
from board_drivers.link.timers import NETWORK, LineTimers
from board_drivers.transports.serial_port import open_port
from board_drivers.transports.transport import PipeEnd, Transport, pipe
from board_drivers.wire.table import pack
from tests.board_drivers.link.rig import command, event


class Table:
    """A server end and a board end, each pumped in its own task; the server stores at once."""

    def __init__(
        self, server_end: Transport, board_end: Transport, timers: LineTimers = NETWORK
    ) -> None:
        self.server = ServerLink(
            keys=lambda board: None,
            resume=lambda hello: 0,
            cable=True,
            session=1,
            nonce=b"0123456789abcdef",
            timers=timers,
        )
        identity, journal = BoardIdentity("board-7", "Sensor 5", "1.4"), MemoryJournal(b"journal1")
        self.board = BoardLink(identity, journal, None, 1, b"fedcba9876543210", timers=timers)
        self.at_server: asyncio.Queue[LinkEvent] = asyncio.Queue()
        self.at_board: asyncio.Queue[BoardLinkEvent] = asyncio.Queue()
        self.tasks = [
            asyncio.create_task(pump(self.server, server_end, self.server_hears)),
            asyncio.create_task(pump(self.board, board_end, self.board_hears)),
        ]

    def server_hears(self, events: Sequence[LinkEvent]) -> None:
        for received in events:
            if isinstance(received, EventReceived):
                self.server.stored(received.number)
                self.server.send(command(received.number))
            self.at_server.put_nowait(received)

    def board_hears(self, events: Sequence[BoardLinkEvent]) -> None:
        for received in events:
            self.at_board.put_nowait(received)

    async def until(self, kind: type) -> object:
        async with asyncio.timeout(30):
            while not isinstance(received := await self.at_server.get(), kind):
                pass
        return received

    async def board_until(self, kind: type) -> object:
        async with asyncio.timeout(30):
            while not isinstance(received := await self.at_board.get(), kind):
                pass
        return received

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def test_reports_and_commands_flow_without_waiting_for_timers() -> None:
    table = Table(*pipe(), timers=LineTimers(3600.0, 3600.0, 0.0))
    await table.board_until(Welcomed)
    for number in range(1, 101):
        table.board.report(event(number))
        assert await table.board_until(CommandReceived) == CommandReceived(
            command(number), pack(command(number))
        )
    await table.stop()


async def test_a_loop_that_was_held_up_takes_nobody_for_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, held_up = asyncio.get_running_loop(), 0.0
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + held_up)
    table = Table(*pipe())
    await table.until(LinkUp)
    await table.board_until(Welcomed)
    for number in range(1, 4):
        held_up += 10.0
        await asyncio.sleep(0)
        table.board.report(event(number))
        received = await table.at_server.get()
        assert isinstance(received, EventReceived)
        assert await table.board_until(CommandReceived) == CommandReceived(
            command(number), pack(command(number))
        )
    await table.stop()


class SoonDue:
    """A link whose next work is always due in 0.3 ms, until it has had a hundred turns."""

    def __init__(self) -> None:
        self.turns = 0
        self.done = asyncio.Event()
        self.wake: Callable[[], None] = lambda: None

    def receive(self, chunk: bytes, now: float) -> list[LinkEvent]:
        self.turns += 1
        if self.turns == 100:
            self.done.set()
        return []

    def outgoing(self, now: float) -> bytes:
        return b""

    def deadline(self) -> float:
        return asyncio.get_running_loop().time() + 0.0003

    def close(self) -> list[LinkEvent]:
        return []


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_deadline_at_hand_is_kept_on_every_event_loop(
    new_loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def keep() -> int:
        link = SoonDue()
        pumping = asyncio.create_task(pump(link, pipe()[0], lambda events: None))
        done = asyncio.create_task(link.done.wait())
        async with asyncio.timeout(30):
            await asyncio.wait((pumping, done), return_when=asyncio.FIRST_COMPLETED)
        if pumping.done():
            await pumping
        for task in (pumping, done):
            task.cancel()
        await asyncio.gather(pumping, done, return_exceptions=True)
        return link.turns

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(keep()) >= 100


async def test_both_links_hear_the_end_when_the_transport_closes() -> None:
    server_end, board_end = pipe()
    table = Table(server_end, board_end)
    await table.until(LinkUp)
    await table.board_until(Welcomed)
    await board_end.close()
    async with asyncio.timeout(30):
        await asyncio.gather(*table.tasks)
    assert await table.until(LinkDown) == LinkDown(DownReason.CLOSED)
    assert await table.board_until(LinkDown) == LinkDown(DownReason.CLOSED)


async def test_a_cancelled_pump_closes_its_transport_and_leaves_no_task() -> None:
    server_end, board_end = pipe()
    before = asyncio.all_tasks()
    table = Table(server_end, board_end)
    await table.until(LinkUp)
    await table.stop()
    with pytest.raises(LinkLost):
        await board_end.send(b"x")
    assert asyncio.all_tasks() == before


async def test_an_error_in_the_users_code_is_not_swallowed() -> None:
    server_end, board_end = pipe()

    def fail(received: Sequence[LinkEvent]) -> None:
        raise ZeroDivisionError

    link = Table(server_end, board_end)
    await link.stop()
    server_end, board_end = pipe()
    board = asyncio.create_task(pump(link.board, board_end, link.board_hears))
    with pytest.raises(ZeroDivisionError):
        async with asyncio.timeout(30):
            await pump(link.server, server_end, fail)
    board.cancel()
    await asyncio.gather(board, return_exceptions=True)


class Stalled(PipeEnd):
    async def send(self, chunk: bytes) -> None:
        await asyncio.Event().wait()


class Talkative:
    """A link that has something to say whenever it is woken."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None

    def receive(self, chunk: bytes, now: float) -> Sequence[LinkEvent]:
        return ()

    def outgoing(self, now: float) -> bytes:
        return b"x"

    def deadline(self) -> float | None:
        return None

    def close(self) -> Sequence[LinkEvent]:
        return ()


@pytest.mark.parametrize("passes", range(8))
async def test_what_a_link_says_as_it_ends_is_dropped_without_a_complaint(
    passes: int, recwarn: pytest.WarningsRecorder
) -> None:
    """However many passes of the loop lie between the end and the link's last words."""
    link, (end, far) = Talkative(), pipe()
    pumped = asyncio.create_task(pump(link, end, lambda received: None))
    await asyncio.sleep(0)
    await far.close()
    for _ in range(passes):
        await asyncio.sleep(0)
    link.wake()
    await asyncio.gather(pumped)
    await asyncio.sleep(0)
    assert [str(each.message) for each in recwarn.list] == []


async def test_a_far_end_that_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("board_drivers.link.runner.SEND_PATIENCE", 0.05)
    table = Table(Stalled(), Stalled())
    async with asyncio.timeout(30):
        await asyncio.gather(*table.tasks)


async def test_a_link_comes_up_and_works_over_a_real_pseudo_terminal() -> None:
    far, near = os.openpty()
    for handle in (far, near):
        tty.setraw(handle)
    table = Table(await open_port(os.ttyname(near)), Descriptor(far))
    await table.board_until(Welcomed)
    for number in range(1, 21):
        table.board.report(event(number))
        assert await table.board_until(CommandReceived) == CommandReceived(
            command(number), pack(command(number))
        )
    await table.stop()
    os.close(near)


class Descriptor:
    """The far end of a pseudo-terminal as a transport."""

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self.chunks: asyncio.Queue[bytes] = asyncio.Queue()
        asyncio.get_running_loop().add_reader(handle, self.read)

    def read(self) -> None:
        self.chunks.put_nowait(os.read(self.handle, 4096))

    async def receive(self) -> bytes:
        return await self.chunks.get()

    async def send(self, chunk: bytes) -> None:
        os.write(self.handle, chunk)

    async def close(self) -> None:
        if self.handle >= 0:
            asyncio.get_running_loop().remove_reader(self.handle)
            os.close(self.handle)
            self.handle = -1


async def test_a_port_is_opened_again_after_it_has_gone() -> None:
    answers: list[Transport | BoardDriverError] = [
        PortUnavailable("no such port"),
        pipe()[0],
        PortUnavailable("still unplugged"),
        pipe()[0],
    ]
    failures: list[BoardDriverError] = []
    used: list[Transport] = []
    done = asyncio.Event()

    async def connect() -> Transport:
        answer = answers.pop(0)
        if isinstance(answer, BoardDriverError):
            raise answer
        return answer

    async def use(transport: Transport) -> None:
        used.append(transport)
        if not answers:
            done.set()
            await asyncio.Event().wait()
        raise LinkLost("unplugged")

    keeper = asyncio.create_task(keep_open(connect, use, failures.append, delays=(0.0,)))
    async with asyncio.timeout(30):
        await done.wait()
    keeper.cancel()
    assert len(used) == 2
    assert [str(failure) for failure in failures] == ["no such port", "still unplugged"]
