"""The record of who changed what of accounts, links, keys and persons."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0006"
down_revision = "accounts_0005"

_TEXT = sqlmodel.sql.sqltypes.AutoString()


def upgrade() -> None:
    """Bring the file to accounts_0006."""
    op.create_table(
        "change",
        sa.Column("change_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", _TEXT, nullable=False),
        sa.Column("command_id", _TEXT, nullable=False),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("fields", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("change_id"),
    )
