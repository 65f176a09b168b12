"""Tables of the event log's file. Moments are microseconds from 1970 in UTC, exact as hashed."""

from sqlalchemy import BigInteger, MetaData
from sqlmodel import Field, SQLModel

# One row is one leaf of the tree: a commit writes fewer pages than with a separate key index.
_KEYED_BY_PRIMARY_KEY = {"sqlite_with_rowid": False}


class LogTable(SQLModel):
    """Root of the tables in the event log's file."""

    metadata = MetaData()


class EventRow(LogTable, table=True):
    """One event of one stream; see server.store.event_log.StoredEvent."""

    __tablename__ = "event"
    __table_args__ = _KEYED_BY_PRIMARY_KEY

    stream: str = Field(primary_key=True)
    sequence: int = Field(primary_key=True, sa_type=BigInteger)
    recorded_at: int = Field(sa_type=BigInteger)
    actor: str
    kind: str
    version: int
    payload: bytes
    nonce: bytes
    digest: bytes


class JournalRow(LogTable, table=True):
    """One numbered frame a board sent; see server.store.event_log.JournalEntry."""

    __tablename__ = "board_journal"
    __table_args__ = _KEYED_BY_PRIMARY_KEY

    board_id: str = Field(primary_key=True)
    journal_id: bytes = Field(primary_key=True)
    number: int = Field(primary_key=True, sa_type=BigInteger)
    frame: bytes
    recorded_at: int = Field(sa_type=BigInteger)
