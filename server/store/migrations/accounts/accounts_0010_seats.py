"""The table of phones and tablets that are tables' boards."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0010"
down_revision = "accounts_0009"


def upgrade() -> None:
    """Migrate the file from the previous revision to accounts_0010."""
    op.create_table(
        "seat",
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("match", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("room", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("board_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("device", sa.LargeBinary(), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=False),
        sa.Column("taken_at", sa.BigInteger(), nullable=False),
        sa.Column("ended", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("seat_id"),
        sa.UniqueConstraint("board_id"),
    )
    with op.batch_alter_table("link") as link:
        link.add_column(sa.Column("board_id", sqlmodel.sql.sqltypes.AutoString(), nullable=True))
    with op.batch_alter_table("session") as session:
        session.add_column(sa.Column("seat_id", sa.Integer(), nullable=True))
