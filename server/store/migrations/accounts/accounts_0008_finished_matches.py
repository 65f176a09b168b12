"""The tables of finished matches as lists show them, and of the boards' last rooms in them."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0008"
down_revision = "accounts_0007"

_TEXT = sqlmodel.sql.sqltypes.AutoString()


def upgrade() -> None:
    """Migrate the file from the previous revision to accounts_0008."""
    op.create_table(
        "board_place",
        sa.Column("board_id", _TEXT, nullable=False),
        sa.Column("room", _TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("board_id"),
    )
    op.create_table(
        "finished_match",
        sa.Column("match", _TEXT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("home", _TEXT, nullable=False),
        sa.Column("away", _TEXT, nullable=False),
        sa.Column("signed", sa.Boolean(), nullable=False),
        sa.Column("next_roll_set", sa.Integer(), nullable=False),
        sa.Column("actor", _TEXT, nullable=False),
        sa.Column("command_id", _TEXT, nullable=False),
        sa.Column("summary", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("match"),
    )
