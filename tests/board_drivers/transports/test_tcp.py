"""Raw TCP as ser2net gives it, over real sockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from board_drivers.errors import FieldRefused, LinkLost, PortUnavailable
from board_drivers.transports import tcp
from board_drivers.transports.tcp import TcpTransport, open_tcp, tcp_address


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("tcp://192.0.2.20:4001", ("192.0.2.20", 4001)),
        ("tcp://box.hall:23", ("box.hall", 23)),
        ("tcp://[2001:db8::5]:4001", ("2001:db8::5", 4001)),
    ],
)
def test_an_address_is_a_host_and_a_port(text: str, place: tuple[str, int]) -> None:
    assert tcp_address(text) == place


@pytest.mark.parametrize(
    "text",
    ["box:4001", "tcp://box", "tcp://:4001", "tcp://box:99999", "tcp://box:1/x", "http://a:1"],
)
def test_what_is_no_address_is_refused_with_what_is(text: str) -> None:
    with pytest.raises(FieldRefused, match=r"allowed: tcp://host:port"):
        tcp_address(text)


@dataclass
class DeviceServer:
    """The far end of one connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


@contextlib.asynccontextmanager
async def connected() -> AsyncIterator[tuple[TcpTransport, DeviceServer]]:
    met = asyncio.get_running_loop().create_future()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        met.set_result(DeviceServer(reader, writer))

    server = await asyncio.start_server(meet, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with asyncio.timeout(30), server:
        transport = await open_tcp(f"tcp://127.0.0.1:{port}")
        far = await met
        yield transport, far
        await transport.close()
        far.writer.close()


async def test_every_byte_value_passes_both_ways() -> None:
    every = bytes(range(256))
    async with connected() as (near, far):
        await near.send(every)
        assert await far.reader.readexactly(256) == every
        far.writer.write(every)
        found = b""
        while len(found) < 256:
            found += await near.receive()
        assert found == every


async def test_a_far_end_that_hangs_up_ends_the_connection() -> None:
    async with connected() as (near, far):
        far.writer.close()
        assert await near.receive() == b""
        await near.close()
        with pytest.raises(LinkLost):
            await near.send(b"x")


async def test_a_connection_that_falls_silent_in_session_is_half_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tcp, "HALF_OPEN_AFTER", 0.02)
    async with connected() as (near, _):
        near.proven(True)
        assert await near.receive() == b""


async def test_a_connection_may_be_silent_as_long_as_no_board_is_in_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tcp, "HALF_OPEN_AFTER", 0.0)
    async with connected() as (near, far):
        near.proven(False)
        reading = asyncio.create_task(near.receive())
        done, _ = await asyncio.wait((reading,), timeout=0.1)
        assert not done
        far.writer.write(b"board switched on")
        assert await reading == b"board switched on"


async def test_what_comes_within_the_pause_of_an_overrun_is_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tcp, "OVERRUN_PAUSE", 0.05)
    async with connected() as (near, far):
        far.writer.write(b"noise")
        assert await near.receive() == b"noise"
        near.overrun()
        far.writer.write(b"more noise")
        reading = asyncio.create_task(near.receive())
        await asyncio.wait((reading,), timeout=0.2)
        far.writer.write(b"a frame")
        assert await reading == b"a frame"


async def test_an_address_where_nobody_listens_is_named() -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    with pytest.raises(PortUnavailable, match=f"tcp://127.0.0.1:{port} cannot be reached"):
        await open_tcp(f"tcp://127.0.0.1:{port}")
