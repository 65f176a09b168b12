"""`yalta board-check` where there is no board to be tried."""

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from yalta import board_check
from yalta.cli import application


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.mark.parametrize("kind", ["tcp", "ws", "port"])
def test_a_board_that_cannot_be_reached_is_told_in_a_line(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_check, "COMES_WITHIN", 0.05)
    where = str(tmp_path / "no-port") if kind == "port" else f"{kind}://127.0.0.1:{free_port()}"
    done = CliRunner().invoke(application("board-check"), ["board-check", where])
    assert done.exit_code == 2
    assert "yalta board-check: PORT|URL: " in done.stderr


def test_an_address_where_nothing_can_listen_is_told_in_a_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        done = CliRunner().invoke(application("board-check"), ["board-check", f"ws://{where}"])
    assert done.exit_code == 2
    assert f"yalta board-check: PORT|URL: {where} cannot be listened at: " in done.stderr


def test_an_address_of_another_kind_is_refused_with_all_that_are_possible() -> None:
    done = CliRunner().invoke(application("board-check"), ["board-check", "http://127.0.0.1:8765"])
    assert done.exit_code == 2
    for possible in ("tcp://host:port", "ws://0.0.0.0:8765"):
        assert possible in done.stderr


def test_a_file_without_a_key_is_refused(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("not hexadecimal")
    order = ["board-check", "tcp://127.0.0.1:1", "--key-file", str(key)]
    done = CliRunner().invoke(application("board-check"), order)
    assert done.exit_code == 2
    assert "no board's key; allowed: 64 digits 0-9 and a-f" in done.stderr
