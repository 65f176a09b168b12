"""That these records were made from a backup, and since when what people entered is missing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import delete

from rules.identities import MatchId
from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.accounts_db.accounts_file import AccountsFile, moment
from server.store.accounts_db.tables import RestoredRow

_ONLY = 1


@dataclass(frozen=True, slots=True)
class Restoration:
    """When records were restored, and how far the backup went, UTC; `latest` None for nowhere.

    `matches` are those that were not over, each with when its last event was recorded.
    """

    restored_at: datetime
    latest: datetime | None
    matches: Mapping[MatchId, datetime] = field(default_factory=dict)


class RestorationNote:
    """The note, on file and in memory; `noted` never waits, the rest may for the disk.

    Raises AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file
        with accounts_file.transaction() as session:
            row = session.get(RestoredRow, _ONLY)
            self.noted = None if row is None else _read(row)

    def note(self, restoration: Restoration) -> None:
        """Keep it until it is dismissed."""
        matches = {str(each): unix_microseconds(at) for each, at in restoration.matches.items()}
        latest = restoration.latest
        with self._file.transaction() as session:
            session.merge(
                RestoredRow(
                    restored_id=_ONLY,
                    restored_at=unix_microseconds(restoration.restored_at),
                    latest=None if latest is None else unix_microseconds(latest),
                    matches=json.dumps(matches),
                )
            )
        self.noted = restoration

    def dismiss(self) -> None:
        """Forget it: what was missing has been entered again."""
        with self._file.transaction() as session:
            session.exec(delete(RestoredRow))
        self.noted = None


def _read(row: RestoredRow) -> Restoration:
    matches = {
        MatchId.read(each): from_unix_microseconds(at)
        for each, at in json.loads(row.matches).items()
    }
    return Restoration(from_unix_microseconds(row.restored_at), moment(row.latest), matches)
