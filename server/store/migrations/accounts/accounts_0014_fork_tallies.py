"""The table of fork tallies, which say how each player decided at the forks of a match."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0014"
down_revision = "accounts_0013"


def upgrade() -> None:
    """Migrate the file from the previous revision to accounts_0014."""
    text = sqlmodel.sql.sqltypes.AutoString
    op.create_table(
        "fork_tallies",
        sa.Column("match", text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("judged", text(), nullable=False),
        sa.Column("tallies", text(), nullable=False),
        sa.PrimaryKeyConstraint("match"),
    )
