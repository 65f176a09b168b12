"""The boards a house knows, and the secret key each one signs its frames with."""

import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.database_file import DatabaseFile, open_database
from server.store.house_tables import BoardRow
from server.store.schemas import Schemas

KEY_SIZE = 32


class BoardRegistered(Exception):
    """A board of that id has a good key already; operator: revoke it first, or choose another."""

    def __init__(self, board_id: str) -> None:
        super().__init__(
            f"board_id: {board_id!r} has a key already. Operator: revoke it first, or give this"
            " board another id"
        )
        self.board_id = board_id


class BoardUnknown(Exception):
    """No board of that id has a good key; operator: choose one from the list."""

    def __init__(self, board_id: str) -> None:
        super().__init__(
            f"board_id: {board_id!r} has no key. Operator: choose one from the list of boards"
        )
        self.board_id = board_id


class HouseUnavailable(Exception):
    """The house's file cannot be written or read now; nothing has changed.

    Operator: make room on the disk or restore it, then try again.
    """

    def __init__(self, why: object) -> None:
        super().__init__(
            f"the file of boards failed: {why}; nothing has changed. Operator: make room on the"
            " disk or restore it, then try again"
        )


@dataclass(frozen=True, slots=True)
class RegisteredBoard:
    """A board without its key; moments in UTC, `revoked_at` None while the key is good."""

    board_id: str
    label: str
    created_at: datetime
    revoked_at: datetime | None


def _new_key() -> bytes:
    return secrets.token_bytes(KEY_SIZE)


def _now() -> datetime:
    return datetime.now(UTC)


class BoardKeys:
    """Keys on file, good ones in memory too: `get` never waits, the rest may wait for the disk.

    Any thread may call; off the event loop for all but `get`, and all but `get` may raise
    HouseUnavailable. `now` gives the time with its zone, `new_key` 32 secret random bytes.
    """

    def __init__(
        self,
        database: DatabaseFile,
        now: Callable[[], datetime],
        new_key: Callable[[], bytes],
    ) -> None:
        self._database = database
        self._now, self._new_key = now, new_key
        self._turn = threading.Lock()
        self._good = {row.board_id: row.key for row in self._rows() if row.revoked_at is None}

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        now: Callable[[], datetime] = _now,
        new_key: Callable[[], bytes] = _new_key,
    ) -> "BoardKeys":
        """Open or make the file; raises DatabaseRefused in one of its kinds (operator)."""
        return cls(open_database(path, Schemas.HOUSE.value), now, new_key)

    def add(self, board_id: str, label: str) -> bytes:
        """Register a board and give its key, which is shown this once.

        A revoked id may be given again, with a new key. Raises BoardRegistered.
        """
        key = self._new_key()
        with self._turn:
            if board_id in self._good:
                raise BoardRegistered(board_id)
            made = BoardRow(
                board_id=board_id, key=key, label=label, created_at=unix_microseconds(self._now())
            )
            self._store(made)
            self._good = {**self._good, board_id: key}
        return key

    def get(self, board_id: str) -> bytes | None:
        """Give the key a board signs with; None for an unknown or revoked one."""
        return self._good.get(board_id)

    def revoke(self, board_id: str) -> None:
        """Refuse that board from its next connection on; raises BoardUnknown."""
        with self._turn:
            if board_id not in self._good:
                raise BoardUnknown(board_id)
            (row,) = [row for row in self._rows() if row.board_id == board_id]
            row.revoked_at = unix_microseconds(self._now())
            self._store(row)
            self._good = {name: key for name, key in self._good.items() if name != board_id}

    def list(self) -> Sequence[RegisteredBoard]:
        """Name every board ever registered, by id."""
        with self._turn:
            return [_registered(row) for row in self._rows()]

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            self._database.close()

    def _rows(self) -> Sequence[BoardRow]:
        with self._session() as session:
            return session.exec(select(BoardRow).order_by(col(BoardRow.board_id))).all()

    def _store(self, row: BoardRow) -> None:
        with self._session() as session:
            session.merge(row)

    @contextmanager
    def _session(self) -> Iterator[Session]:
        try:
            # A session of its own would not give up its transaction when a full disk fails it.
            with self._database.connection.begin(), Session(self._database.connection) as session:
                yield session
                session.flush()
        except DBAPIError as error:
            raise HouseUnavailable(error.orig) from error


def _registered(row: BoardRow) -> RegisteredBoard:
    revoked_at = None if row.revoked_at is None else from_unix_microseconds(row.revoked_at)
    return RegisteredBoard(
        row.board_id, row.label, from_unix_microseconds(row.created_at), revoked_at
    )
