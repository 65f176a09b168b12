"""The table of watchers' answers to the doubles of matches."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0012"
down_revision = "accounts_0011"


def upgrade() -> None:
    """Migrate the file from the previous revision to accounts_0012."""
    text = sqlmodel.sql.sqltypes.AutoString
    key = ("tournament", "match", "game", "attempt", "side", "turn")
    op.create_table(
        "double_votes",
        sa.Column("tournament", text(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("side", text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("takes", sa.Integer(), nullable=False),
        sa.Column("passes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(*key),
    )
