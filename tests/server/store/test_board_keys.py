"""Boards and their keys on a real file."""

from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from server.store.board_keys import (
    BoardKeys,
    BoardRegistered,
    BoardUnknown,
    HouseUnavailable,
    RegisteredBoard,
)
from tests.server.store.full_disk import no_file_longer_than

NOON = datetime(2008, 5, 3, 12, tzinfo=UTC)


def opened(folder: Path) -> BoardKeys:
    numbers = count(1)
    return BoardKeys.open(
        folder / "house.sqlite3", now=lambda: NOON, new_key=lambda: bytes([next(numbers)]) * 32
    )


def test_a_key_is_good_from_the_moment_it_is_given_and_after_the_file_is_opened_again(
    tmp_path: Path,
) -> None:
    keys = opened(tmp_path)
    assert keys.get("table-1") is None
    key = keys.add("table-1", "by the window")
    assert key == bytes([1]) * 32
    assert keys.get("table-1") == key
    keys.close()
    again = opened(tmp_path)
    assert again.get("table-1") == key
    assert again.list() == [RegisteredBoard("table-1", "by the window", NOON, None)]
    again.close()


def test_a_board_with_a_good_key_gets_no_second_one(tmp_path: Path) -> None:
    keys = opened(tmp_path)
    key = keys.add("table-1", "by the window")
    with pytest.raises(BoardRegistered, match=r"'table-1' has a key already\. Operator: revoke"):
        keys.add("table-1", "by the door")
    assert keys.get("table-1") == key
    keys.close()


def test_a_revoked_key_is_refused_at_once_and_for_good_until_a_new_one_is_given(
    tmp_path: Path,
) -> None:
    keys = opened(tmp_path)
    old = keys.add("table-1", "by the window")
    keys.revoke("table-1")
    assert keys.get("table-1") is None
    keys.close()
    keys = opened(tmp_path)
    assert keys.get("table-1") is None
    assert keys.list() == [RegisteredBoard("table-1", "by the window", NOON, NOON)]
    with pytest.raises(BoardUnknown, match="'table-1' has no key"):
        keys.revoke("table-1")
    keys.add("spare", "")
    assert keys.add("table-1", "by the door") != old
    assert [board.revoked_at for board in keys.list()] == [None, None]
    keys.close()


def test_a_full_disk_gives_no_key(tmp_path: Path) -> None:
    keys = opened(tmp_path)
    full = no_file_longer_than((tmp_path / "house.sqlite3-wal").stat().st_size)
    with full, pytest.raises(HouseUnavailable, match="Operator: make room"):
        keys.add("table-1", "by the window")
    assert keys.get("table-1") is None
    assert keys.list() == []
    keys.add("table-1", "by the window")
    keys.close()


def test_a_key_is_thirty_two_random_bytes_unless_told_otherwise(tmp_path: Path) -> None:
    keys = BoardKeys.open(tmp_path / "house.sqlite3")
    first, second = keys.add("table-1", ""), keys.add("table-2", "")
    assert len(first) == len(second) == 32
    assert first != second
    keys.close()
