"""The database tables of the event log's file.

Moments are stored as they are hashed, as microseconds from 1970 in UTC. Events and frames are in
the order in which they were stored; `place` counts them from 1. There is no index by stream,
because with such an index one commit for a hundred matches would write to a hundred pages of the
file. Instead each stream and each journal of a board has one small row, with the number of its last
event or frame. Triggers refuse a row whose number is not the next, and a stream's events are found
from its last one backwards.
"""

from typing import Final

from sqlalchemy import BigInteger, MetaData, UniqueConstraint
from sqlmodel import Field, SQLModel

from server.store.schemas import Schema


class LogTable(SQLModel):
    """The base class of all database tables in the event log's file."""

    metadata = MetaData()


EVENT_LOG_SCHEMA: Final = Schema(
    "event_log",
    LogTable.metadata,
    frozenset({"event_log_0001", "event_log_0002", "event_log_0003"}),
)


class IdentityRow(LogTable, table=True):
    """The one row that identifies this file: sixteen bytes drawn when it was made."""

    __tablename__ = "identity"

    identity_id: int = Field(primary_key=True)
    identity: bytes


class StreamRow(LogTable, table=True):
    """A stream; `head` is the number and `last_place` the place of its last event, 0 if none.

    With each frame that boards send to the stream's match, the number of the stream's last event at
    that time is stored. `journalled` is the highest number stored in this way. If it is higher than
    `head`, events are missing.
    """

    __tablename__ = "stream"

    stream_id: int = Field(primary_key=True)
    name: str = Field(unique=True)
    head: int = Field(sa_type=BigInteger)
    last_place: int = Field(sa_type=BigInteger)
    journalled: int = Field(sa_type=BigInteger)


class EventRow(LogTable, table=True):
    """One event of one stream, with the fields of server.values.stored_events.StoredEvent.

    `previous` is the place of the same stream's event before this one, 0 for the first.
    """

    __tablename__ = "event"

    place: int = Field(primary_key=True)
    stream_id: int
    previous: int = Field(sa_type=BigInteger)
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
    """A journal of a board. `head` is the number of the journal's last frame."""

    __tablename__ = "board_journal"
    __table_args__ = (UniqueConstraint("board_id", "journal_id"),)

    journal_number: int = Field(primary_key=True)
    board_id: str
    journal_id: bytes
    head: int = Field(sa_type=BigInteger)


class FrameRow(LogTable, table=True):
    """One numbered frame that a board sent; see server.store.event_log.contract.JournalEntry.

    `stream_id` is 0 for a frame that was sent to no match.
    """

    __tablename__ = "board_frame"

    place: int | None = Field(default=None, primary_key=True)
    journal_number: int
    number: int = Field(sa_type=BigInteger)
    frame: bytes
    recorded_at: int = Field(sa_type=BigInteger)
    stream_id: int
    head: int = Field(sa_type=BigInteger)
