"""The registered boards, and the secret key with which each board signs its frames.

Keys are stored in clear, because the signature of a frame is an HMAC, which only somebody with the
key can check. Of the other secrets in the accounts file only hashes are stored. Only the file's
owner can read the file, and a key that was betrayed is quickly replaced.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.accounts_db.accounts_file import AccountsFile, moment
from server.store.accounts_db.tables import BoardRow

KEY_SIZE = 32


class BoardRegistered(Exception):
    """A board cannot be registered, because a board of that id already has a valid key.

    The operator can revoke that key first, or choose another id.
    """

    def __init__(self, board_id: str) -> None:
        super().__init__(
            f"board_id: {board_id!r} has a key already. Operator: revoke it first, or give this"
            " board another id"
        )
        self.board_id = board_id


class BoardUnknown(Exception):
    """No board of that id has a valid key. The operator can choose a board from the list."""

    def __init__(self, board_id: str) -> None:
        super().__init__(
            f"board_id: {board_id!r} has no key. Operator: choose one from the list of boards"
        )
        self.board_id = board_id


@dataclass(frozen=True, slots=True)
class RegisteredBoard:
    """A registered board, without its key.

    `label` is the name that people call the board. Moments are in UTC; `revoked_at` is None while
    the key is valid.
    """

    board_id: str
    label: str
    created_at: datetime
    revoked_at: datetime | None


class BoardKeys:
    """The boards' keys: all of them in the accounts file, the valid ones also in memory.

    `get` and `good` read from memory, and any thread may call them. The other methods can wait for
    the disk, so the event loop must not call them; they can raise AccountsUnavailable. `now`
    returns the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now
        self._good: Mapping[str, bytes] = {}
        accounts_file.read_by(self._read)

    @property
    def good(self) -> frozenset[str]:
        """The ids of all boards that have a valid key."""
        return frozenset(self._good)

    def give(self, board_id: str, label: str, key: bytes) -> None:
        """Register a board with a key of KEY_SIZE secret bytes.

        `label` is the name that people call the board. The key takes the place of an earlier one,
        even of a valid one: to register a new board, check first that `get` returns None.
        """
        made_at = unix_microseconds(self._now())
        row = BoardRow(board_id=board_id, key=key, label=label, created_at=made_at)
        with self._file.transaction() as session:
            session.merge(row)
            self._read()

    def replace(self, board_id: str, key: bytes) -> None:
        """Store another key for a registered board; the old key becomes invalid."""
        with self._file.transaction() as session:
            (label,) = [row.label for row in _rows(session) if row.board_id == board_id]
            self.give(board_id, label, key)

    def get(self, board_id: str) -> bytes | None:
        """Return a board's signing key, or None if the board is unknown or its key was revoked."""
        return self._good.get(board_id)

    def revoke(self, board_id: str) -> None:
        """Revoke a board's key, so that the board is refused when it connects the next time."""
        with self._file.transaction() as session:
            for row in _rows(session):
                if row.board_id == board_id:
                    row.revoked_at = unix_microseconds(self._now())
            self._read()

    def list(self) -> Sequence[RegisteredBoard]:
        """Return every board that was ever registered, ordered by id."""
        with self._file.transaction() as session:
            return [_registered(row) for row in _rows(session)]

    def _read(self) -> None:
        with self._file.transaction() as session:
            self._good = {row.board_id: row.key for row in _rows(session) if row.revoked_at is None}


def _rows(session: Session) -> Sequence[BoardRow]:
    return session.exec(select(BoardRow).order_by(col(BoardRow.board_id))).all()


def _registered(row: BoardRow) -> RegisteredBoard:
    made_at = from_unix_microseconds(row.created_at)
    return RegisteredBoard(row.board_id, row.label, made_at, moment(row.revoked_at))
