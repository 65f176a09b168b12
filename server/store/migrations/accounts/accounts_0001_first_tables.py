"""Boards and their keys."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0001"
down_revision = None


def upgrade() -> None:
    """Bring the file to accounts_0001."""
    op.create_table(
        "board",
        sa.Column("board_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("label", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("board_id"),
    )
