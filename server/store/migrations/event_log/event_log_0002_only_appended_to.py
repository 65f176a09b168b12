"""Tables that are only appended to.

A stream's rows stood together, in the order of their numbers, and are carried over in it.
"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "event_log_0002"
down_revision = "event_log_0001"


def upgrade() -> None:
    """Bring the file to event_log_0002."""
    op.rename_table("event", "event_by_number")
    op.create_table(
        "event",
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("stream", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("place"),
    )
    op.execute(
        "INSERT INTO event"
        " (stream, sequence, recorded_at, actor, kind, version, payload, nonce, digest)"
        " SELECT stream, sequence, recorded_at, actor, kind, version, payload, nonce, digest"
        " FROM event_by_number ORDER BY stream, sequence"
    )
    op.drop_table("event_by_number")
    op.rename_table("board_journal", "journal_by_number")
    op.create_table(
        "board_journal",
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("board_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("journal_id", sa.LargeBinary(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("frame", sa.LargeBinary(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("place"),
    )
    op.execute(
        "INSERT INTO board_journal (board_id, journal_id, number, frame, recorded_at)"
        " SELECT board_id, journal_id, number, frame, recorded_at"
        " FROM journal_by_number ORDER BY board_id, journal_id, number"
    )
    op.drop_table("journal_by_number")
