"""Sessions of signed-in devices, with tokens stored as hashes; they can be ended at any time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlmodel import col, delete, select

from rules.ledger import from_unix_microseconds, unix_microseconds
from server.secret_codes import digest_of, new_token
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import SessionRow

WRITTEN_AFTER = timedelta(minutes=5)
"""The longest time for which a session's last use may be known in memory but not in the file."""
MOST = 20
"""The most sessions of one account or link (our choice).

If one more is opened, the session that was unused for longest ends. A seat has only one session.
"""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session of a device that signed in with an account or a link, or as a table's board.

    One of `account_id`, `link_id` and `seat_id` is set; it says what the device signed in with.
    `address` is the device's network address, `device` the name that its browser gives itself.
    """

    session_id: int
    account_id: int | None
    link_id: int | None
    address: str
    device: str
    opened_at: datetime
    seen_at: datetime
    seat_id: int | None = None


class Sessions:
    """The sessions of signed-in devices, stored in the accounts file and cached in memory.

    A session ends when it was unused for `idle`, and at the latest `longest` after it was opened.
    `find`, `seen` and `of_account` use only the memory; the other methods can wait for the disk.
    Any thread may call the methods. Methods that write can raise AccountsUnavailable. `now` returns
    the time in UTC.
    """

    def __init__(
        self,
        accounts_file: AccountsFile,
        now: Callable[[], datetime],
        idle: timedelta,
        longest: timedelta,
    ) -> None:
        self._file, self._now = accounts_file, now
        self._idle, self.longest = idle, longest
        self._open: dict[bytes, OpenSession] = {}
        accounts_file.read_by(self._read)

    def find(self, token: str) -> OpenSession | None:
        """Return the valid session of that token, or None if there is none."""
        found = self._open.get(digest_of(token))
        return found if found and self._in_time(found) else None

    def seen(self, token: str) -> bool:
        """Note that a session was used just now; return True if `write_seen` is to be called.

        The time of the last use is noted only if the one noted before is at least WRITTEN_AFTER
        old. Then the caller must call `write_seen`, which writes it to the file.
        """
        digest, now = digest_of(token), self._now()
        found = self._open.get(digest)
        if found is None or now - found.seen_at < WRITTEN_AFTER:
            return False
        # This takes no lock, because another thread may hold it and wait for the disk. If a change
        # at the same moment overwrites the note, the next use notes it again.
        self._open[digest] = replace(found, seen_at=now)
        return True

    def write_seen(self, token: str) -> None:
        """Write to the file the time of the session's last use, as noted by `seen`."""
        digest = digest_of(token)
        with self._file.transaction() as session:
            row = session.exec(select(SessionRow).where(SessionRow.digest == digest)).first()
            if row is not None and digest in self._open:
                row.seen_at = unix_microseconds(self._open[digest].seen_at)

    def open(
        self,
        *,
        account_id: int | None = None,
        link_id: int | None = None,
        seat_id: int | None = None,
        address: str,
        device: str,
    ) -> str:
        """Store a new session of an account, of a link or of a seat; return its token.

        The token itself is stored only on the device. `address` is the device's network address,
        `device` the name that its browser gives itself.
        """
        token, now = new_token(), unix_microseconds(self._now())
        row = SessionRow(
            digest=digest_of(token),
            account_id=account_id,
            link_id=link_id,
            seat_id=seat_id,
            address=address,
            device=device[:200],
            opened_at=now,
            seen_at=now,
        )
        most = MOST if seat_id is None else 1
        with self._file.transaction() as session:
            others = self._those(account_id=account_id, link_id=link_id, seat_id=seat_id)
            session.add(row)
            self._close([each.session_id for each in others[most - 1 :]])
        return token

    def of_account(self, account_id: int) -> Sequence[OpenSession]:
        """Return an account's valid sessions, the most recently used first."""
        return [each for each in self._those(account_id=account_id) if self._in_time(each)]

    def close(self, session_ids: Iterable[int]) -> None:
        """Delete these sessions, so that their devices are signed out."""
        self._close(list(session_ids))

    def close_all(
        self,
        *,
        account_id: int | None = None,
        link_id: int | None = None,
        seat_id: int | None = None,
    ) -> None:
        """Delete every session of an account, of a link or of a seat."""
        those = self._those(account_id=account_id, link_id=link_id, seat_id=seat_id)
        self._close([each.session_id for each in those])

    def _those(
        self,
        *,
        account_id: int | None = None,
        link_id: int | None = None,
        seat_id: int | None = None,
    ) -> Sequence[OpenSession]:
        whose = (account_id, link_id, seat_id)
        those = [
            each
            for each in self._open.values()
            if (each.account_id, each.link_id, each.seat_id) == whose
        ]
        return sorted(those, key=lambda each: each.seen_at, reverse=True)

    def _close(self, session_ids: Sequence[int]) -> None:
        """Delete these sessions, and every session that has expired."""
        over = [each.session_id for each in self._open.values() if not self._in_time(each)]
        gone = [*session_ids, *over]
        with self._file.transaction() as session:
            session.exec(delete(SessionRow).where(col(SessionRow.session_id).in_(gone)))
            self._read()

    def _in_time(self, session: OpenSession) -> bool:
        now = self._now()
        return now - session.seen_at < self._idle and now - session.opened_at < self.longest

    def _read(self) -> None:
        with self._file.transaction() as session:
            rows = session.exec(select(SessionRow)).all()
            stored = {row.digest: _session(row) for row in rows}
        before = self._open
        self._open = {
            digest: replace(each, seen_at=before[digest].seen_at) if digest in before else each
            for digest, each in stored.items()
        }


def _session(row: SessionRow) -> OpenSession:
    assert row.session_id is not None
    return OpenSession(
        session_id=row.session_id,
        account_id=row.account_id,
        link_id=row.link_id,
        address=row.address,
        device=row.device,
        opened_at=from_unix_microseconds(row.opened_at),
        seen_at=from_unix_microseconds(row.seen_at),
        seat_id=row.seat_id,
    )
