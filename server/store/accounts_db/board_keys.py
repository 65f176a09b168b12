"""The registered boards, and the secret key each one signs its frames with.

Keys are stored in clear, unlike every other secret here: a frame's tag is an HMAC, so checking it
needs the key itself. Only its owner can read the file, and a lost key is quickly replaced.
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
    """A board of that id has a valid key already.

    The operator can revoke it first, or choose another id.
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
    """A board without its key; moments in UTC, `revoked_at` None while the key is valid."""

    board_id: str
    label: str
    created_at: datetime
    revoked_at: datetime | None


class BoardKeys:
    """Keys in the file, valid ones in memory too: `get` never waits, the rest may for the disk.

    Any thread may call; off the event loop for all but `get`, and all but `get` may raise
    AccountsUnavailable. `now` is the time in UTC.
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
        """Register a board, or a revoked one again, with a key of KEY_SIZE secret bytes."""
        made_at = unix_microseconds(self._now())
        row = BoardRow(board_id=board_id, key=key, label=label, created_at=made_at)
        with self._file.transaction() as session:
            session.merge(row)
            self._read()

    def replace(self, board_id: str, key: bytes) -> None:
        """Set another key for a board; the old one becomes invalid."""
        with self._file.transaction() as session:
            (label,) = [row.label for row in _rows(session) if row.board_id == board_id]
            self.give(board_id, label, key)

    def get(self, board_id: str) -> bytes | None:
        """Return a board's signing key; None for an unknown or revoked one."""
        return self._good.get(board_id)

    def revoke(self, board_id: str) -> None:
        """Refuse that board from its next connection on."""
        with self._file.transaction() as session:
            for row in _rows(session):
                if row.board_id == board_id:
                    row.revoked_at = unix_microseconds(self._now())
            self._read()

    def list(self) -> Sequence[RegisteredBoard]:
        """Return every board ever registered, by id."""
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
