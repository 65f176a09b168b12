"""The table of the note that records were restored from a backup."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0009"
down_revision = "accounts_0008"


def upgrade() -> None:
    """Migrate the file from the previous revision to accounts_0009."""
    op.create_table(
        "restored",
        sa.Column("restored_id", sa.Integer(), nullable=False),
        sa.Column("restored_at", sa.BigInteger(), nullable=False),
        sa.Column("latest", sa.BigInteger(), nullable=True),
        sa.Column("matches", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("restored_id"),
    )
