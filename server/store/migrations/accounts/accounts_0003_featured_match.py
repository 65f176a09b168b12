"""The match shown large to spectators."""

import sqlalchemy as sa
from alembic import op

revision = "accounts_0003"
down_revision = "accounts_0002"


def upgrade() -> None:
    """Bring the file to accounts_0003."""
    op.create_table(
        "featured",
        sa.Column("featured_id", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("featured_id"),
    )
