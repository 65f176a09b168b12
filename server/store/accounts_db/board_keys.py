"""The boards that are known here, and the secret key each one signs its frames with.

Keys are kept in clear, unlike every other secret here: a frame's tag is an HMAC, so whoever checks
it needs the key itself. The file is its owner's alone, and a lost key is replaced in a moment.
"""

import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlmodel import Session, col, select

from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.accounts_db.accounts_file import AccountsFile, moment
from server.store.accounts_db.tables import BoardRow

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
    AccountsUnavailable. `now` gives the time with its zone, `new_key` 32 secret random bytes.
    """

    def __init__(
        self,
        accounts_file: AccountsFile,
        *,
        now: Callable[[], datetime] = _now,
        new_key: Callable[[], bytes] = _new_key,
    ) -> None:
        self._file = accounts_file
        self._now, self._new_key = now, new_key
        self._turn = threading.Lock()
        with self._file.transaction() as session:
            self._good = {row.board_id: row.key for row in _rows(session) if row.revoked_at is None}

    def add(self, board_id: str, label: str) -> bytes:
        """Register a board and give its key, which is shown this once.

        A revoked id may be given again, with a new key. Raises BoardRegistered.
        """
        with self._turn:
            if board_id in self._good:
                raise BoardRegistered(board_id)
            return self._give_key(board_id, label)

    def replace(self, board_id: str) -> bytes:
        """Give a board a new key, shown this once; the old one is good no more.

        Raises BoardUnknown.
        """
        with self._turn:
            return self._give_key(board_id, self._row(board_id).label)

    def get(self, board_id: str) -> bytes | None:
        """Give the key a board signs with; None for an unknown or revoked one."""
        return self._good.get(board_id)

    def revoke(self, board_id: str) -> None:
        """Refuse that board from its next connection on; raises BoardUnknown."""
        with self._turn:
            row = self._row(board_id)
            row.revoked_at = unix_microseconds(self._now())
            self._store(row)
            self._good = {name: key for name, key in self._good.items() if name != board_id}

    def list(self) -> Sequence[RegisteredBoard]:
        """Name every board ever registered, by id."""
        with self._turn, self._file.transaction() as session:
            return [_registered(row) for row in _rows(session)]

    def _give_key(self, board_id: str, label: str) -> bytes:
        key = self._new_key()
        made_at = unix_microseconds(self._now())
        self._store(BoardRow(board_id=board_id, key=key, label=label, created_at=made_at))
        self._good = {**self._good, board_id: key}
        return key

    def _row(self, board_id: str) -> BoardRow:
        if board_id not in self._good:
            raise BoardUnknown(board_id)
        with self._file.transaction() as session:
            (row,) = [row for row in _rows(session) if row.board_id == board_id]
            return BoardRow(**row.model_dump())

    def _store(self, row: BoardRow) -> None:
        with self._file.transaction() as session:
            session.merge(row)


def _rows(session: Session) -> Sequence[BoardRow]:
    return session.exec(select(BoardRow).order_by(col(BoardRow.board_id))).all()


def _registered(row: BoardRow) -> RegisteredBoard:
    made_at = from_unix_microseconds(row.created_at)
    return RegisteredBoard(row.board_id, row.label, made_at, moment(row.revoked_at))
