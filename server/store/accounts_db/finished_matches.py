"""Summaries of finished matches, and the room in which each board was last used in one of them.

With these summaries the server can start without reading the logs of all matches. The summaries can
be made again from the event log at any time.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from sys import intern
from typing import NamedTuple

from sqlmodel import col, delete, select

from rules.identities import MatchId
from rules.ledger import from_unix_microseconds, unix_microseconds
from rules.room import Room
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import BoardPlaceRow, FinishedMatchRow

_COLUMNS = (
    FinishedMatchRow.match,
    FinishedMatchRow.head,
    FinishedMatchRow.digest,
    FinishedMatchRow.home,
    FinishedMatchRow.away,
    FinishedMatchRow.signed,
    FinishedMatchRow.next_roll_set,
    FinishedMatchRow.actor,
    FinishedMatchRow.command_id,
    FinishedMatchRow.summary,
)


class KeptMatch(NamedTuple):
    """A finished match as stored; FinishedMatchRow describes the fields."""

    match_id: MatchId
    head: int
    digest: bytes
    home: str
    away: str
    signed: bool
    next_roll_set: int
    actor: str
    command_id: str
    summary: str


class LastPlace(NamedTuple):
    """The room in which a board was last used as a table's board, and when that was (UTC)."""

    room: Room
    at: datetime


class FinishedMatchStore:
    """The summaries of finished matches in the accounts file, stored in one version of their form.

    `version` is that version; summaries stored in another version are ignored. Any thread may call
    the methods; all of them can raise AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile, version: int) -> None:
        self._file, self._version = accounts_file, version

    def all(self) -> list[KeptMatch]:
        """Return every finished match that was stored with this version of the form."""
        of_this = col(FinishedMatchRow.version) == self._version
        with self._file.transaction() as session:
            rows = session.connection().execute(select(*_COLUMNS).where(of_this)).all()  # type: ignore[call-overload]
        # A name that thousands of matches share is in memory once.
        return [
            KeptMatch(MatchId.read(match), head, digest, intern(home), intern(away), *rest)
            for match, head, digest, home, away, *rest in rows
        ]

    def places(self) -> dict[str, LastPlace]:
        """Return where each board was last used in a finished match, keyed by board id."""
        with self._file.transaction() as session:
            rows = session.exec(select(BoardPlaceRow)).all()
            return {
                row.board_id: LastPlace(Room(row.room), from_unix_microseconds(row.at))
                for row in rows
            }

    def keep(self, matches: Sequence[KeptMatch], places: dict[str, LastPlace]) -> None:
        """Store these matches, and where these boards were last used, in place of earlier rows.

        `places` is keyed by board id.
        """
        with self._file.transaction() as session:
            for match in matches:
                values = {**match._asdict(), "match": str(match.match_id)}
                del values["match_id"]
                session.merge(FinishedMatchRow(version=self._version, **values))
            for board_id, place in places.items():
                at = unix_microseconds(place.at)
                session.merge(BoardPlaceRow(board_id=board_id, room=place.room.value, at=at))

    def forget(self, matches: Collection[MatchId]) -> None:
        """Delete the rows of these matches, so that they are read from the event log again."""
        with self._file.transaction() as session:
            for match in matches:
                of_it = col(FinishedMatchRow.match) == str(match)
                session.exec(delete(FinishedMatchRow).where(of_it))

    def clear(self) -> None:
        """Delete all rows, so that the next start reads every match from the event log."""
        with self._file.transaction() as session:
            session.exec(delete(FinishedMatchRow))
            session.exec(delete(BoardPlaceRow))
