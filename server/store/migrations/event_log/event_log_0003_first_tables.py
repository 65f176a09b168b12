"""Events and board journals, in tables that are only appended to."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "event_log_0003"
down_revision = None


def upgrade() -> None:
    """Bring the file to event_log_0003."""
    op.create_table(
        "identity",
        sa.Column("identity_id", sa.Integer(), nullable=False),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("identity_id"),
    )
    op.execute("INSERT INTO identity VALUES (1, randomblob(16))")
    op.create_table(
        "event",
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("stream", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
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
    op.create_table(
        "board_journal",
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("board_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("journal_id", sa.LargeBinary(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("frame", sa.LargeBinary(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("stream", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("place"),
    )
