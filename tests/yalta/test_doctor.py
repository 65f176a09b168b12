"""`yalta doctor`: what is wrong with a machine or its records is named, and nothing changed."""

import os
import socket
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from server.settings import Settings
from server.store.database_file import open_database
from server.store.known_schemas import Schemas
from server.store.records_check import look_at
from tests.support.new_records import lay_new_records
from yalta.cli import application
from yalta.machine_checks import Finding, Level, findings


def doctor(*arguments: str | Path) -> Result:
    return CliRunner().invoke(application("doctor"), ["doctor", *map(str, arguments)])


def settings_of(folder: Path, **options: object) -> Settings:
    folder.mkdir(mode=0o700, exist_ok=True)
    values = {"data_folder": folder, "port": 0, "devices": folder / "none", **options}
    return Settings(**values)  # type: ignore[arg-type]


def found(subject: str, settings: Settings) -> list[Finding]:
    return [each for each in findings(settings) if each.subject == subject]


def one(subject: str, settings: Settings) -> Finding:
    (finding,) = found(subject, settings)
    return finding


@pytest.fixture
def records(tmp_path: Path) -> Settings:
    settings = settings_of(tmp_path / "records")
    lay_new_records(settings)
    return settings


def test_sound_records_are_called_so_and_left_as_they_are(records: Settings) -> None:
    before = {path.name: path.read_bytes() for path in records.data_folder.iterdir()}
    assert one("event log", records) == Finding(
        "event log", Level.WELL, "log.sqlite3 is sound, schema event_log_0004"
    )
    assert one("accounts", records).level is Level.WELL
    assert {path.name: path.read_bytes() for path in records.data_folder.iterdir()} == before


def test_an_empty_folder_is_fit_for_new_records(tmp_path: Path) -> None:
    finding = one("event log", settings_of(tmp_path / "new"))
    assert (finding.level, finding.to_do) == (Level.WELL, "")


def test_a_damaged_database_is_named(records: Settings) -> None:
    records.log_file.write_bytes(b"no database, but long enough to be looked at " * 100)
    finding = one("event log", records)
    assert finding.level is Level.WRONG
    assert "log.sqlite3 is damaged" in finding.found
    assert "restore a backup" in finding.to_do


def test_a_database_of_a_later_version_is_named_with_its_schema(records: Settings) -> None:
    with sqlite3.connect(records.log_file) as database:
        database.execute("UPDATE alembic_version SET version_num = 'event_log_9999'")
    database.close()
    finding = one("event log", records)
    assert "was written by another version of Yalta (event_log_9999)" in finding.found
    assert finding.level is Level.WRONG


def test_what_a_server_has_open_is_named_with_its_process_and_not_read(records: Settings) -> None:
    opened = open_database(records.log_file, Schemas.EVENT_LOG.value)
    try:
        finding = one("event log", records)
    finally:
        opened.close()
    assert finding.level is Level.WELL
    assert f"open in a server (process {os.getpid()})" in finding.found


def test_a_port_that_another_program_holds_is_named(tmp_path: Path) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        finding = one("web", settings_of(tmp_path / "new", port=held.getsockname()[1]))
    assert finding.level is Level.WRONG
    assert "cannot be listened on" in finding.found


def test_records_that_go_beyond_the_clock_are_named(records: Settings) -> None:
    later = datetime.now(UTC) + timedelta(days=2)
    with sqlite3.connect(records.log_file) as database:
        database.executescript(
            "INSERT INTO stream (name, head, last_place, journalled) VALUES ('t', 0, 0, 0);"
        )
        database.execute(
            "INSERT INTO event SELECT 1, stream_id, 0, 1, ?, '', '', 'k', 1, x'', x'', x''"
            " FROM stream",
            (round(later.timestamp() * 1e6),),
        )
    database.close()
    assert look_at(records.log_file, Schemas.EVENT_LOG).latest == later.replace(
        microsecond=round(later.timestamp() * 1e6) % 1_000_000
    )
    finding = one("clock", records)
    assert finding.level is Level.WRONG
    assert "Set the clock" in finding.to_do


def test_a_folder_that_others_can_look_into_and_a_name_that_leads_nowhere_are_told(
    tmp_path: Path,
) -> None:
    settings = settings_of(tmp_path / "new", host="0.0.0.0", names=("nowhere.invalid",))
    settings.data_folder.chmod(0o755)
    assert "chmod 700" in one("records", settings).to_do
    _, name = found("network", settings)
    assert name.found == "nowhere.invalid leads to nowhere, not to this machine"


def test_a_name_that_leads_here_and_the_address_that_links_carry_are_told(tmp_path: Path) -> None:
    address = "https://hall.example"
    settings = settings_of(
        tmp_path / "new", host="0.0.0.0", names=("localhost",), public_url=address
    )
    told = [each.found for each in found("network", settings)]
    assert f"links and QR codes carry {address}" in told
    assert "localhost is this machine, seen from here" in told


def test_the_exit_status_tells_whether_something_has_to_be_done(tmp_path: Path) -> None:
    folder = settings_of(tmp_path / "new").data_folder
    finished = doctor(folder, "--port", "0", "--devices", tmp_path)
    assert finished.exit_code == 1
    assert "--host 0.0.0.0" in finished.stdout
    assert finished.stdout.endswith(" to do\n")
    missing = doctor(tmp_path / "missing")
    assert missing.exit_code == 2
    assert "is no folder; allowed: the folder that is given to yalta serve" in missing.stderr


def test_ports_of_boards_are_looked_at_under_the_names_they_are_served_by(tmp_path: Path) -> None:
    devices = tmp_path / "devices"
    devices.mkdir()
    (devices / "usb-1").touch()
    (tmp_path / "ttyUSB0").touch()
    listening = socket.create_server(("127.0.0.1", 0))
    answers = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
    settings = settings_of(
        tmp_path / "new",
        devices=devices,
        board_ports=(str(tmp_path / "ttyUSB0"), str(tmp_path / "ttyUSB1"), answers),
        port_rooms=("usb-1=open", f"{answers}=closed", "usb-2=closed"),
    )
    assert [(each.level, each.found) for each in found("boards", settings)] == [
        (Level.WELL, "usb-1 can be opened"),
        (Level.WELL, f"{tmp_path / 'ttyUSB0'} can be opened"),
        (Level.WRONG, f"{tmp_path / 'ttyUSB1'} is not there"),
        (Level.WELL, f"{answers} answers"),
        (Level.ATTEND, "usb-2 is labelled for a room and is no port here now"),
    ]
    listening.close()
    *_, gone, _ = found("boards", settings)
    assert (gone.level, gone.found.split(":")[-1]) == (
        Level.WRONG,
        " [Errno 111] Connection refused",
    )
