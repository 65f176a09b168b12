"""Boards and their keys on a real file."""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.store.accounts_db.accounts_file import AccountsFile, AccountsUnavailable
from server.store.accounts_db.board_keys import BoardKeys, RegisteredBoard
from tests.server.store.full_disk import no_file_longer_than

NOON = datetime(2008, 5, 3, 12, tzinfo=UTC)
FIRST, SECOND = bytes(range(32)), bytes(range(32, 64))


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[BoardKeys]:
    accounts_file = AccountsFile.open(folder / "accounts.sqlite3")
    try:
        yield BoardKeys(accounts_file, lambda: NOON)
    finally:
        accounts_file.close()


def test_a_key_is_good_from_the_moment_it_is_given_and_after_the_file_is_opened_again(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as keys:
        assert keys.get("table-1") is None
        keys.give("table-1", "by the window", FIRST)
        assert keys.get("table-1") == FIRST
    with opened(tmp_path) as again:
        assert again.get("table-1") == FIRST
        assert again.list() == [RegisteredBoard("table-1", "by the window", NOON, None)]


def test_a_revoked_key_is_refused_at_once_and_for_good_until_a_new_one_is_given(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as keys:
        keys.give("table-1", "by the window", FIRST)
        keys.revoke("table-1")
        assert keys.get("table-1") is None
    with opened(tmp_path) as keys:
        assert keys.get("table-1") is None
        assert keys.list() == [RegisteredBoard("table-1", "by the window", NOON, NOON)]
        keys.give("table-1", "by the door", SECOND)
        assert keys.get("table-1") == SECOND
        assert [board.revoked_at for board in keys.list()] == [None]


def test_a_replaced_key_is_good_at_once_and_the_old_one_no_more(tmp_path: Path) -> None:
    with opened(tmp_path) as keys:
        keys.give("table-1", "by the window", FIRST)
        keys.replace("table-1", SECOND)
        assert keys.get("table-1") == SECOND
    with opened(tmp_path) as again:
        assert again.get("table-1") == SECOND
        assert [board.label for board in again.list()] == ["by the window"]


def test_a_full_disk_gives_no_key(tmp_path: Path) -> None:
    with opened(tmp_path) as keys:
        full = no_file_longer_than((tmp_path / "accounts.sqlite3-wal").stat().st_size)
        with full, pytest.raises(AccountsUnavailable, match="Operator: make room"):
            keys.give("table-1", "by the window", FIRST)
        assert keys.get("table-1") is None
        assert keys.list() == []
        keys.give("table-1", "by the window", FIRST)
