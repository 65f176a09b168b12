"""Boards and their keys on a real file."""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from server.store.accounts_db.accounts_file import AccountsFile, AccountsUnavailable
from server.store.accounts_db.board_keys import (
    BoardKeys,
    BoardRegistered,
    BoardUnknown,
    RegisteredBoard,
)
from tests.server.store.full_disk import no_file_longer_than

NOON = datetime(2008, 5, 3, 12, tzinfo=UTC)
NUMBERS = count(1)


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[BoardKeys]:
    accounts_file = AccountsFile.open(folder / "accounts.sqlite3")
    try:
        yield BoardKeys(
            accounts_file, now=lambda: NOON, new_key=lambda: bytes([next(NUMBERS)]) * 32
        )
    finally:
        accounts_file.close()


def test_a_key_is_good_from_the_moment_it_is_given_and_after_the_file_is_opened_again(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as keys:
        assert keys.get("table-1") is None
        key = keys.add("table-1", "by the window")
        assert keys.get("table-1") == key
    with opened(tmp_path) as again:
        assert again.get("table-1") == key
        assert again.list() == [RegisteredBoard("table-1", "by the window", NOON, None)]


def test_a_board_with_a_good_key_gets_no_second_one(tmp_path: Path) -> None:
    with opened(tmp_path) as keys:
        key = keys.add("table-1", "by the window")
        with pytest.raises(BoardRegistered, match=r"'table-1' has a key already\. Operator: rev"):
            keys.add("table-1", "by the door")
        assert keys.get("table-1") == key


def test_a_revoked_key_is_refused_at_once_and_for_good_until_a_new_one_is_given(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as keys:
        old = keys.add("table-1", "by the window")
        keys.revoke("table-1")
        assert keys.get("table-1") is None
    with opened(tmp_path) as keys:
        assert keys.get("table-1") is None
        assert keys.list() == [RegisteredBoard("table-1", "by the window", NOON, NOON)]
        with pytest.raises(BoardUnknown, match="'table-1' has no key"):
            keys.revoke("table-1")
        keys.add("spare", "")
        assert keys.add("table-1", "by the door") != old
        assert [board.revoked_at for board in keys.list()] == [None, None]


def test_a_replaced_key_is_good_at_once_and_the_old_one_no_more(tmp_path: Path) -> None:
    with opened(tmp_path) as keys:
        with pytest.raises(BoardUnknown, match="'table-1' has no key"):
            keys.replace("table-1")
        old = keys.add("table-1", "by the window")
        new = keys.replace("table-1")
        assert keys.get("table-1") == new != old
    with opened(tmp_path) as again:
        assert again.get("table-1") == new
        assert [board.label for board in again.list()] == ["by the window"]


def test_a_full_disk_gives_no_key(tmp_path: Path) -> None:
    with opened(tmp_path) as keys:
        full = no_file_longer_than((tmp_path / "accounts.sqlite3-wal").stat().st_size)
        with full, pytest.raises(AccountsUnavailable, match="Operator: make room"):
            keys.add("table-1", "by the window")
        assert keys.get("table-1") is None
        assert keys.list() == []
        keys.add("table-1", "by the window")


def test_a_key_is_thirty_two_random_bytes_unless_told_otherwise(tmp_path: Path) -> None:
    accounts_file = AccountsFile.open(tmp_path / "accounts.sqlite3")
    keys = BoardKeys(accounts_file)
    first, second = keys.add("table-1", ""), keys.add("table-2", "")
    assert len(first) == len(second) == 32
    assert first != second
    accounts_file.close()
