"""The file's first database table: the visitors' replays of games."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "closed_seats_0001"
down_revision = None


def upgrade() -> None:
    """Bring the file's tables to revision closed_seats_0001."""
    op.create_table(
        "seated_game",
        sa.Column("seat_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("match", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("side", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("result", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.PrimaryKeyConstraint("seat_id"),
    )
    op.create_index(op.f("ix_seated_game_last_at"), "seated_game", ["last_at"])
