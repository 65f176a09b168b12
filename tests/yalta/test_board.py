"""`yalta board`: what it refuses, and that it says everything it can report in words."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from board_drivers.agent import reports
from board_drivers.agent.reports import news_of, topic_of, words_of
from board_drivers.link.reports import Suspicion
from board_drivers.wire.values import FaultCode, WireRoom
from server.platform_support import lock_file
from yalta.cli import application

KEY = "0f" * 32
PORT = "/dev/serial/by-id/usb-BZ-1"
SERVER = ("--server", "http://192.0.2.10:8000")


def refused(*arguments: str, env: dict[str, str] | None = None) -> str:
    """What it says before it ends with status 2."""
    result = CliRunner().invoke(application("board"), ["board", *arguments], env=env)
    assert result.exit_code == 2, result.output
    return result.stderr


def test_without_a_port_the_ports_of_this_machine_are_listed() -> None:
    assert "PORT: missing; allowed: " in refused()


@pytest.mark.parametrize(
    "server",
    ["192.0.2.10:8000", "ftp://hall", "http://", "http://hall:99999", "http://hall/t/club"],
)
def test_an_address_that_is_no_servers_is_refused_with_what_is(server: str) -> None:
    message = refused(PORT, "--server", server)
    assert f"--server: '{server}' is not possible; allowed: http://host:port" in message


def test_a_network_address_is_no_port() -> None:
    assert "PORT: 'tcp://box:4001' is an address" in refused("tcp://box:4001", *SERVER)


def test_a_missing_key_is_asked_for_by_naming_where_it_may_be(tmp_path: Path) -> None:
    message = refused(PORT, *SERVER, "--store", str(tmp_path))
    assert "key: missing; allowed: YALTA_BOARD_KEY, --key-file, or the file" in message


@pytest.mark.parametrize("key", ["0f0f", "zz" * 32, KEY + "0"])
def test_a_key_that_is_none_is_refused_and_not_repeated(tmp_path: Path, key: str) -> None:
    message = refused(PORT, *SERVER, "--store", str(tmp_path), env={"YALTA_BOARD_KEY": key})
    assert "YALTA_BOARD_KEY: no board's key; allowed: 64 digits" in message
    assert key not in message


@pytest.mark.parametrize("content", [b"0f0f", b"\xff\xfe"])
@pytest.mark.parametrize("named", [False, True])
def test_a_file_that_holds_no_key_is_refused_by_its_name(
    content: bytes, named: bool, tmp_path: Path
) -> None:
    file = tmp_path / "key"
    file.write_bytes(content)
    options = ("--key-file", str(file)) if named else ()
    store = tmp_path / "store" if named else tmp_path
    message = refused(PORT, *SERVER, "--store", str(store), *options)
    assert str(file) in message
    assert "no board's key" in message or "cannot be read" in message


def test_a_server_has_to_be_named() -> None:
    assert "--server: missing; allowed: http://host:port" in refused(PORT)


def test_a_folder_that_another_agent_uses_is_refused(tmp_path: Path) -> None:
    held = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    assert lock_file(held)
    message = refused(PORT, *SERVER, "--store", str(tmp_path), env={"YALTA_BOARD_KEY": KEY})
    assert "--store: another agent uses" in message
    os.close(held)


def test_a_folder_with_something_else_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "00.hello").write_bytes(b"no greeting")
    message = refused(PORT, *SERVER, "--store", str(tmp_path), env={"YALTA_BOARD_KEY": KEY})
    assert "cannot be used" in message
    assert "00.hello" in message


LINK_FAULTS = [code for code in FaultCode if 0 < code < 12]
EVERY_REPORT: Sequence[reports.Report] = (
    reports.PortOpened(),
    reports.PortFailed("port COM5 cannot be opened"),
    reports.BoardHere("BZ-1", "Sensor 5", "1.4"),
    reports.BoardGone(),
    *(reports.BoardTurnedAway(code) for code in LINK_FAULTS),
    *(reports.BoardDoubted(why) for why in Suspicion),
    reports.ServerReached(WireRoom.NONE, 3),
    reports.ServerAway("connection refused", 1),
    *(reports.ServerRefused(code, 0) for code in LINK_FAULTS),
    reports.AllStored(),
)


@pytest.mark.parametrize("report", EVERY_REPORT, ids=repr)
def test_every_report_is_a_sentence(report: reports.Report) -> None:
    message = words_of(report)
    assert message[0].isupper()
    assert message.endswith(".")


def test_events_that_wait_are_counted_in_words() -> None:
    assert words_of(reports.ServerAway("no answer", 1)).endswith(" 1 event is waiting by now.")
    assert "3 events are sent to it" in words_of(reports.ServerReached(WireRoom.NONE, 3))


def test_an_outage_is_told_once_and_its_end_again() -> None:
    away = reports.ServerAway("no answer", 1)
    assert news_of(away) == news_of(reports.ServerAway("no answer", 2))
    assert news_of(away) != news_of(reports.ServerReached(WireRoom.NONE, 2))
    assert topic_of(away) == topic_of(reports.AllStored()) != topic_of(reports.BoardGone())


def test_a_refusal_that_is_repeated_is_told_once_however_much_waits() -> None:
    refusal = reports.ServerRefused(FaultCode.VERSION, 1)
    assert news_of(refusal) == news_of(reports.ServerRefused(FaultCode.VERSION, 2))
    assert news_of(refusal) != news_of(reports.ServerRefused(FaultCode.BAD_PROOF, 2))
    assert topic_of(reports.BoardTurnedAway(FaultCode.VERSION)) == topic_of(reports.BoardGone())
