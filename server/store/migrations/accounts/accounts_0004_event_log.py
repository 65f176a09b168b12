"""Which event log the file belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "accounts_0004"
down_revision = "accounts_0003"


def upgrade() -> None:
    """Bring the file to accounts_0004."""
    op.create_table(
        "event_log",
        sa.Column("event_log_id", sa.Integer(), nullable=False),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("event_log_id"),
    )
