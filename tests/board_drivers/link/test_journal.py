import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_drivers.errors import JournalDamaged
from board_drivers.link.journal import KEPT_ACKNOWLEDGED, FileJournal, MemoryJournal

ID = b"journal1"


def test_numbers_start_at_one_and_what_is_not_stored_is_known() -> None:
    journal = MemoryJournal(ID)
    assert (journal.first, journal.stored, journal.last) == (1, 0, 0)
    assert [journal.append(raw) for raw in (b"a", b"b", b"c")] == [1, 2, 3]
    journal.acknowledged(2)
    assert (journal.stored, journal.last) == (2, 3)
    assert journal.since(journal.stored) == [(3, b"c")]


def test_the_last_acknowledged_events_are_kept_for_a_server_that_lost_them(tmp_path: Path) -> None:
    in_file = FileJournal(tmp_path / "journal", ID)
    for journal in (MemoryJournal(ID), in_file):
        for number in range(1, KEPT_ACKNOWLEDGED + 11):
            journal.acknowledged(journal.append(b"%d" % number))
        assert (journal.first, journal.stored) == (11, KEPT_ACKNOWLEDGED + 10)
        assert [number for number, _ in journal.since(1000)] == [*range(1001, 1035)]
    in_file.close()
    again = FileJournal(tmp_path / "journal", ID)
    assert (again.first, again.stored, again.last) == (11, 1034, 1034)
    assert again.since(1033) == [(1034, b"1034")]
    again.close()


def test_an_acknowledgement_of_numbers_never_given_is_ignored() -> None:
    journal = MemoryJournal(ID)
    journal.append(b"a")
    journal.acknowledged(9)
    assert journal.since(0) == [(1, b"a")]


def test_a_file_keeps_its_name_and_numbers_over_a_reboot(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = FileJournal(path, ID)
    for raw in (b"a", b"b", b"c"):
        journal.append(raw)
    journal.acknowledged(2)
    journal.close()
    again = FileJournal(path, b"other id")
    assert again.journal_id == ID
    assert again.since(again.stored) == [(3, b"c")]
    assert again.append(b"d") == 4
    again.acknowledged(4)
    again.close()
    assert (FileJournal(path, ID).stored, FileJournal(path, ID).last) == (4, 4)


@given(st.integers(0, 60))
def test_a_record_cut_short_is_dropped_and_its_number_given_again(cut: int) -> None:
    path = Path(f"/dev/shm/journal-{os.getpid()}")
    path.unlink(missing_ok=True)
    try:
        journal = FileJournal(path, ID)
        ends = [path.stat().st_size]
        for raw in (b"first", b"second", b"third"):
            journal.append(raw)
            ends.append(path.stat().st_size)
        journal.close()
        size = max(ends[-1] - cut, ends[0])
        os.truncate(path, size)
        whole = sum(end <= size for end in ends) - 1
        again = FileJournal(path, ID)
        assert again.last == whole
        assert again.append(b"new") == whole + 1
        again.close()
        assert FileJournal(path, ID).since(whole) == [(whole + 1, b"new")]
    finally:
        path.unlink(missing_ok=True)


def test_a_grown_file_is_written_anew_without_what_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = FileJournal(path, ID)
    for _ in range(6000):
        journal.acknowledged(journal.append(bytes(200)))
    journal.append(b"kept")
    journal.close()
    assert path.stat().st_size < 1024 * 1024
    again = FileJournal(path, ID)
    assert (again.first, again.stored) == (6001 - KEPT_ACKNOWLEDGED, 6000)
    assert again.since(6000) == [(6001, b"kept")]


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a journal at all")
    with pytest.raises(JournalDamaged, match=r"notes\.txt"):
        FileJournal(path, ID)


def test_every_number_told_before_a_kill_is_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    script = (
        "import sys, pathlib\n"
        "from board_drivers.link.journal import FileJournal\n"
        "journal = FileJournal(pathlib.Path(sys.argv[1]), b'journal1')\n"
        "while True: print(journal.append(b'x' * 40), flush=True)\n"
    )
    board = subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert board.stdout is not None
    numbers = [int(board.stdout.readline()) for _ in range(50)]
    board.send_signal(signal.SIGKILL)
    numbers += [int(line) for line in board.stdout.read().split()]
    board.wait()
    assert FileJournal(path, ID).last >= numbers[-1]


def test_a_journal_may_begin_in_the_middle_of_a_boards_numbers(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "journal", ID, first=501)
    assert (journal.stored, journal.append(b"a")) == (500, 501)
    journal.close()
    again = FileJournal(tmp_path / "journal", ID)
    assert again.since(0) == [(501, b"a")]
    again.close()


@pytest.mark.parametrize("failing", ["write", "fsync"])
def test_an_event_that_a_full_disk_did_not_take_has_no_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    journal = FileJournal(tmp_path / "journal", ID)
    journal.append(b"a")
    write = os.write

    def half_of_it(file: int, record: bytes) -> int:
        write(file, record[:5])
        raise OSError(28, "No space left on device")

    def never(file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, failing, half_of_it if failing == "write" else never)
        with pytest.raises(OSError, match="No space"):
            journal.append(b"lost")
    assert journal.append(b"b") == 2
    journal.close()
    again = FileJournal(tmp_path / "journal", ID)
    assert again.since(0) == [(1, b"a"), (2, b"b")]
    again.close()


def test_a_system_that_opens_no_folders_keeps_a_journal_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open

    def no_folders(path: Path, flags: int) -> int:
        if path.is_dir():
            raise PermissionError(13, "Permission denied")
        return opened(path, flags)

    monkeypatch.setattr(os, "open", no_folders)
    journal = FileJournal(tmp_path / "journal", ID)
    assert journal.append(b"a") == 1
    journal.close()
