"""Tables of the event log's file. Moments are microseconds from 1970 in UTC, exact as hashed.

Rows stand in the order they were stored, `place` counts them from 1. No further index may be added:
it would scatter what a hundred matches write in one commit over a hundred pages. What a key would
guarantee and find, server.store.event_log.log_index does.
"""

from typing import Final

from sqlalchemy import BigInteger, MetaData
from sqlmodel import Field, SQLModel

from server.store.schemas import Schema


class LogTable(SQLModel):
    """Root of the tables in the event log's file."""

    metadata = MetaData()


EVENT_LOG_SCHEMA: Final = Schema(
    "event_log", LogTable.metadata, frozenset({"event_log_0001", "event_log_0002"})
)


class IdentityRow(LogTable, table=True):
    """The one row that tells this file from every other: sixteen bytes drawn when it was made."""

    __tablename__ = "identity"

    identity_id: int = Field(primary_key=True)
    identity: bytes


class EventRow(LogTable, table=True):
    """One event of one stream; see server.store.event_log.contract.StoredEvent."""

    __tablename__ = "event"

    place: int | None = Field(default=None, primary_key=True)
    stream: str
    sequence: int = Field(sa_type=BigInteger)
    recorded_at: int = Field(sa_type=BigInteger)
    actor: str
    command_id: str
    kind: str
    version: int
    payload: bytes
    nonce: bytes
    digest: bytes


class JournalRow(LogTable, table=True):
    """One numbered frame a board sent; see server.store.event_log.contract.JournalEntry."""

    __tablename__ = "board_journal"

    place: int | None = Field(default=None, primary_key=True)
    board_id: str
    journal_id: bytes
    number: int = Field(sa_type=BigInteger)
    frame: bytes
    recorded_at: int = Field(sa_type=BigInteger)
    stream: str
    head: int = Field(sa_type=BigInteger)
