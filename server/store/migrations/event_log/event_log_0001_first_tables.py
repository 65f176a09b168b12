"""Events and board journals."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "event_log_0001"
down_revision = None


def upgrade() -> None:
    """Bring the file to event_log_0001."""
    op.create_table(
        "event",
        sa.Column("stream", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "sequence"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "board_journal",
        sa.Column("board_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("journal_id", sa.LargeBinary(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("frame", sa.LargeBinary(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("board_id", "journal_id", "number"),
        sqlite_with_rowid=False,
    )
