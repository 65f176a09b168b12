"""The serial transport over real pseudo-terminals."""

import asyncio
import contextlib
import os
import sys
import tty
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from board_drivers.errors import LinkLost, PortBusy, PortUnavailable
from board_drivers.transports.serial_port import (
    SerialPort,
    in_order,
    is_in_use,
    list_ports,
    open_port,
    port_name,
)


@dataclass
class Pty:
    far: int
    near: int
    name: str


@pytest.fixture
def pty() -> Iterator[Pty]:
    far, near = os.openpty()
    tty.setraw(near)
    yield Pty(far, near, os.ttyname(near))
    for handle in (far, near):
        with contextlib.suppress(OSError):
            os.close(handle)


async def gather(port: SerialPort, size: int) -> bytes:
    found = b""
    while len(found) < size:
        found += await port.receive()
    return found


async def test_every_byte_value_passes_both_ways(pty: Pty) -> None:
    port = await open_port(pty.name)
    every = bytes(range(256))
    os.write(pty.far, every)
    async with asyncio.timeout(30):
        assert await gather(port, 256) == every
        await port.send(every)
        found = b""
        while len(found) < 256:
            found += await asyncio.to_thread(os.read, pty.far, 1024)
    assert found == every
    await port.close()
    await port.close()


HOLDER = """
import serial, sys
port = serial.Serial(sys.argv[1], exclusive=True)
print("held", flush=True)
sys.stdin.read()
"""


async def test_a_port_in_use_by_another_process_is_refused_with_its_name(pty: Pty) -> None:
    holder = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLDER, pty.name), stdin=PIPE, stdout=PIPE
    )
    assert holder.stdout is not None
    assert await holder.stdout.readline() == b"held\n"
    with pytest.raises(PortBusy) as refusal:
        await open_port(pty.name)
    assert f"({holder.pid})" in str(refusal.value.holder)
    assert pty.name in str(refusal.value)
    await holder.communicate(b"")


async def test_a_port_that_is_not_there_is_named() -> None:
    with pytest.raises(PortUnavailable, match="/dev/ttyUSB99"):
        await open_port("/dev/ttyUSB99")


async def test_a_port_pulled_out_reads_as_the_end(pty: Pty) -> None:
    port = await open_port(pty.name)
    os.close(pty.far)
    async with asyncio.timeout(30):
        assert await port.receive() == b""
        assert await port.receive() == b""
    with pytest.raises(LinkLost):
        await port.send(b"x")
    await port.close()


async def test_a_board_that_stops_reading_never_holds_up_the_loop(pty: Pty) -> None:
    port = await open_port(pty.name)
    async with asyncio.timeout(30):
        for _ in range(1000):
            await port.send(bytes(1024))
        assert port.dropped > 0
        os.write(pty.far, b"still heard")
        assert await gather(port, 11) == b"still heard"
        await port.close()


async def test_a_closed_port_ends_the_one_who_waits_for_bytes(pty: Pty) -> None:
    port = await open_port(pty.name)
    waiting = asyncio.create_task(port.receive())
    await asyncio.sleep(0)
    await port.close()
    async with asyncio.timeout(30):
        assert await waiting == b""


async def test_a_port_can_be_opened_again_after_it_was_closed(pty: Pty) -> None:
    for _ in range(3):
        port = await open_port(pty.name)
        await port.close()


def test_ports_are_listed_by_their_stable_names(tmp_path: Path, pty: Pty) -> None:
    (tmp_path / "usb-Sensor_5-if00").symlink_to(pty.name)
    ports = list_ports(tmp_path)
    assert ports[0].path == str(tmp_path / "usb-Sensor_5-if00")
    assert ports[0].description == "usb-Sensor_5-if00"
    assert [port.path for port in ports].count(pty.name) == 0


def test_without_the_folder_of_stable_names_the_systems_own_are_listed(tmp_path: Path) -> None:
    assert all(port.path for port in list_ports(tmp_path / "missing"))


async def test_what_comes_within_a_second_of_an_overrun_is_not_read(
    pty: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("board_drivers.transports.serial_port.OVERRUN_PAUSE", 0.5)
    port = await open_port(pty.name)
    async with asyncio.timeout(30):
        os.write(pty.far, b"before")
        assert await gather(port, 6) == b"before"
        port.overrun()
        os.write(pty.far, b"noise")
        heard = b""
        while b"later" not in heard:
            os.write(pty.far, b"later")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    heard += await port.receive()
        assert b"noise" not in heard
        await port.close()


async def test_until_a_board_has_proven_itself_small_pieces_are_read_together(pty: Pty) -> None:
    port = await open_port(pty.name)
    port.proven(False)
    whole, pieces = bytes(range(1, 101)), list[bytes]()
    async with asyncio.timeout(30):
        for byte in whole:
            os.write(pty.far, bytes((byte,)))
        while b"".join(pieces) != whole:
            pieces.append(await port.receive())
        assert len(pieces) <= 2
        await port.close()


def test_ports_with_numbers_are_in_the_order_of_their_numbers() -> None:
    names = ["COM10", "/dev/ttyUSB11", "COM9", "/dev/ttyUSB2", "/dev/cu.usbmodem"]
    ordered = ["/dev/cu.usbmodem", "/dev/ttyUSB2", "/dev/ttyUSB11", "COM9", "COM10"]
    assert sorted(names, key=in_order) == ordered


@pytest.mark.parametrize("written", ["COM12", "com12", r"\\.\COM12", " COM12 "])
def test_a_port_of_windows_has_one_name_however_it_is_written(written: str) -> None:
    assert port_name(written) == "COM12"


def test_other_ports_keep_their_names() -> None:
    assert port_name("/dev/ttyCOM1") == "/dev/ttyCOM1"


def test_a_port_that_another_program_has_is_known_on_windows_by_the_denied_access() -> None:
    denied = "could not open port 'COM5': PermissionError(13, 'Access is denied.', None, 5)"
    assert is_in_use(OSError(denied))
    assert not is_in_use(PermissionError(13, "Permission denied: '/dev/ttyUSB0'"))
    assert not is_in_use(OSError("could not open port 'COM5': FileNotFoundError(2, 'no', None, 2)"))
