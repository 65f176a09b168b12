"""The latest time that stands in the accounts file."""

from datetime import datetime

from sqlmodel import func, select

from server.store.accounts_db.accounts_file import AccountsFile, moment
from server.store.accounts_db.tables import AccountRow, FailureRow, LinkRow, SessionRow

_WRITTEN = (SessionRow.seen_at, LinkRow.made_at, AccountRow.made_at, FailureRow.last_at)


def latest_moment(accounts_file: AccountsFile) -> datetime | None:
    """When something was last written there, UTC; None in an empty file."""
    with accounts_file.transaction() as session:
        latest = [session.exec(select(func.max(column))).one() or 0 for column in _WRITTEN]
    return moment(max(latest) or None)
