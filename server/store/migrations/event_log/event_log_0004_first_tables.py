"""The tables of events and board journals, to which rows are only added."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "event_log_0004"
down_revision = None


def upgrade() -> None:
    """Migrate the file from the previous revision to event_log_0004."""
    op.create_table(
        "identity",
        sa.Column("identity_id", sa.Integer(), nullable=False),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("identity_id"),
    )
    op.execute("INSERT INTO identity VALUES (1, randomblob(16))")
    _streams()
    _journals()


def _streams() -> None:
    op.create_table(
        "stream",
        sa.Column("stream_id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.Column("last_place", sa.BigInteger(), nullable=False),
        sa.Column("journalled", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("stream_id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "event",
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("stream_id", sa.Integer(), nullable=False),
        sa.Column("previous", sa.BigInteger(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("command_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("place"),
    )
    op.execute("""
        CREATE TRIGGER event_is_next BEFORE INSERT ON event
        WHEN NOT EXISTS (
            SELECT 1 FROM stream WHERE stream_id = NEW.stream_id
            AND head + 1 = NEW.sequence AND last_place = NEW.previous
        )
        BEGIN SELECT RAISE(ABORT, 'event out of sequence'); END
    """)
    op.execute("""
        CREATE TRIGGER event_is_head AFTER INSERT ON event
        BEGIN
            UPDATE stream SET head = NEW.sequence, last_place = NEW.place
            WHERE stream_id = NEW.stream_id;
        END
    """)


def _journals() -> None:
    op.create_table(
        "board_journal",
        sa.Column("journal_number", sa.Integer(), nullable=False),
        sa.Column("board_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("journal_id", sa.LargeBinary(), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("journal_number"),
        sa.UniqueConstraint("board_id", "journal_id"),
    )
    op.create_table(
        "board_frame",
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("journal_number", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("frame", sa.LargeBinary(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("stream_id", sa.Integer(), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("place"),
    )
    op.execute("""
        CREATE TRIGGER frame_is_next BEFORE INSERT ON board_frame
        WHEN NOT EXISTS (
            SELECT 1 FROM board_journal
            WHERE journal_number = NEW.journal_number AND head + 1 = NEW.number
        )
        BEGIN SELECT RAISE(ABORT, 'frame out of sequence'); END
    """)
    op.execute("""
        CREATE TRIGGER frame_is_head AFTER INSERT ON board_frame
        BEGIN
            UPDATE board_journal SET head = NEW.number
            WHERE journal_number = NEW.journal_number;
            UPDATE stream SET journalled = NEW.head
            WHERE stream_id = NEW.stream_id AND journalled < NEW.head;
        END
    """)
