"""What a command cannot do ends it with status 2 and a sentence on standard error."""

import socket
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from server.store.database_file import open_database
from server.store.known_schemas import Schemas
from yalta.cli import application

_SHORT = Path(__file__).parents[1] / "golden" / "match_files" / "short.mat"


def _run(*arguments: str | int | Path) -> Result:
    return CliRunner().invoke(
        application(str(arguments[0])), [str(argument) for argument in arguments]
    )


def _refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    return result.stderr


def test_trial_matches_ask_for_no_name_where_no_server_answers() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        for url in (address, "hall.example"):
            message = _refused(_run("simulate", "--url", url))
            assert message.startswith(f"yalta simulate: --url: {url} does not answer: ")


def test_every_impossible_setting_is_named_with_what_is_allowed(tmp_path: Path) -> None:
    message = _refused(_run("serve", "--data", tmp_path, "--port", "99999", "--host", "hall"))
    assert message.splitlines() == [
        "yalta serve: --host: 'hall' is not possible; allowed: localhost or an IP address of this"
        " machine",
        "yalta serve: --port: 99999 is not possible; allowed: 0 to 65535, 0 for a free one",
    ]


@pytest.mark.parametrize(
    ("host", "why"), [("192.0.2.1", "Cannot assign requested address"), ("fe80::1%nowhere", "")]
)
def test_another_machines_address_is_refused_before_there_is_a_director(
    host: str, why: str, tmp_path: Path
) -> None:
    message = _refused(_run("serve", "--data", tmp_path, "--port", "0", "--host", host))
    assert message.startswith(f"yalta serve: host: {host} is no address of this machine ({why}")
    assert message.endswith("; allowed: localhost, 0.0.0.0 for all its addresses, or one of them\n")


def test_a_port_that_is_taken_is_refused_before_there_is_a_director(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        message = _refused(_run("serve", "--data", tmp_path, "--port", port, "--host", "0.0.0.0"))
    assert message == (
        f"yalta serve: port: {port} cannot be used on 0.0.0.0 (Address already in use); allowed: a"
        " free port by --port, or 0 for any\n"
    )


def test_boards_are_not_looked_for_in_a_file(tmp_path: Path) -> None:
    device = tmp_path / "ttyUSB0"
    device.touch()
    message = _refused(_run("serve", "--data", tmp_path / "records", "--devices", device))
    assert message == (
        f"yalta serve: --devices: {str(device)!r} is a file; allowed: a folder whose entries are"
        " serial ports, also one that appears later\n"
    )
    assert not (tmp_path / "records").exists()


@pytest.mark.parametrize(
    "command", [("director", "Olena"), ("export", "club/1"), ("import", _SHORT)]
)
def test_a_wrong_setting_of_the_environment_is_named_by_every_command(
    command: tuple[str | Path, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YALTA_BAUD", "fast")
    options = ("--condone",) if command[0] == "import" else ()
    assert "YALTA_BAUD: 'fast' is not possible; allowed: a whole number" in _refused(
        _run(*command, *options)
    )


@pytest.mark.parametrize("command", [("serve",), ("director", "Olena"), ("demo",)])
def test_records_in_a_file_are_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    message = _refused(_run(*command, "--data", taken))
    assert message == (
        f"yalta {command[0]}: --data: {str(taken)!r} is a file; allowed: a folder, also a new one\n"
    )


def test_a_folder_that_cannot_be_made_says_who_can_help(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    message = _refused(_run("serve", "--data", tmp_path / "taken" / "records"))
    assert "cannot be made (Not a directory). Operator: name a folder" in message


@pytest.mark.parametrize(
    "command", [("serve", "--port", "0"), ("export", "club/1"), ("import", _SHORT, "--condone")]
)
def test_records_from_before_the_first_release_end_a_command_with_a_sentence(
    command: tuple[str | Path, ...], tmp_path: Path
) -> None:
    log_file = tmp_path / "log.sqlite3"
    open_database(log_file, Schemas.EVENT_LOG.value).close()
    with sqlite3.connect(log_file) as database:
        database.execute("UPDATE alembic_version SET version_num = 'event_log_0002'")
    database.close()
    message = _refused(_run(*command, "--data", tmp_path))
    assert f"{log_file} holds records of a Yalta from before its first release" in message
    assert "Operator: give this server another data folder" in message


def test_the_demo_throws_a_match_files_dice_in_backgammon_only() -> None:
    message = _refused(_run("demo", "--dice", _SHORT, "--game", "trictrac"))
    assert "dice are of backgammon, not of --game trictrac" in message


@pytest.mark.parametrize(
    ("rooms", "options", "why"),
    [
        ("both", ("--event",), "--event"),
        ("open", ("--game", "trictrac"), "--game trictrac, which is counted from positions"),
        ("both", ("--match-to", "5"), "--match-to 5, played at one board; allowed: open"),
    ],
)
def test_the_demo_keeps_dice_only_where_a_table_can(
    rooms: str, options: tuple[str, ...], why: str
) -> None:
    message = _refused(_run("demo", "--dice-only", rooms, *options))
    assert f"--dice-only: {rooms} cannot be asked for with {why}" in message


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--games", "4"), "--event: the event has games, lengths and dice of its own"),
        (("--match-to", "5"), "--event: the event has games, lengths and dice of its own"),
        (("--dice", str(_SHORT)), "--event: the event has games, lengths and dice of its own"),
        (("--game", "trictrac"), "--event: the event has games, lengths and dice of its own"),
        (("--sensors", "bezma"), "--sensors: bezma cannot be asked for with --event"),
    ],
)
def test_the_demo_of_an_event_has_everything_of_its_own(options: tuple[str, ...], why: str) -> None:
    assert f"yalta demo: {why}" in _refused(_run("demo", "--event", *options))


def test_the_demo_refuses_dice_of_a_file_that_is_no_match_file(tmp_path: Path) -> None:
    file = tmp_path / "dice.mat"
    for content, why in ((None, "cannot be read: No such file"), ("; nothing\n 1) 61: x\n", "")):
        if content is not None:
            file.write_text(content)
        message = _refused(_run("demo", "--dice", file, "--data", tmp_path / "records"))
        assert message.startswith(f"yalta demo: --dice: {file}")
        assert why in message


def test_the_demo_does_not_mix_its_records_with_others(tmp_path: Path) -> None:
    (tmp_path / "log.sqlite3").touch()
    assert "is not empty; allowed: a new or empty folder" in _refused(
        _run("demo", "--data", tmp_path)
    )


def test_a_folder_without_match_files_is_not_called_clean(tmp_path: Path) -> None:
    assert _refused(_run("verify", tmp_path)) == (
        f"{tmp_path}: this folder holds no match files (.mat, .txt)\n"
    )


@pytest.mark.parametrize(
    ("environment", "why"),
    [
        ({"YALTA_METRICS_PORT": "8000"}, "--metrics-port: 8000 is the server's own port"),
        (
            {"YALTA_METRICS_PORT": "9000", "YALTA_METRICS_HOST": "0.0.0.0"},
            "YALTA_METRICS_HOST: '0.0.0.0' is reached by others; allowed with a",
        ),
        (
            {
                "YALTA_METRICS_PORT": "9000",
                "YALTA_METRICS_HOST": "0.0.0.0",
                "YALTA_METRICS_TOKEN": "short",
            },
            "YALTA_METRICS_HOST: '0.0.0.0' is reached by others; allowed with a",
        ),
    ],
)
def test_figures_are_never_given_to_the_public(
    environment: dict[str, str], why: str, tmp_path: Path
) -> None:
    refused = CliRunner().invoke(
        application("serve"), ["serve", "--data", str(tmp_path)], env=environment
    )
    assert refused.exit_code == 2
    assert why in refused.stderr
    assert "short" not in refused.stderr
