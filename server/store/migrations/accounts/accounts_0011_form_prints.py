"""The table of printed forms of tournaments."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0011"
down_revision = "accounts_0010"


def upgrade() -> None:
    """Migrate the file from the previous revision to accounts_0011."""
    op.create_table(
        "form_print",
        sa.Column("print_id", sa.Integer(), nullable=False),
        sa.Column("tournament", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("command_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("part", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("printer", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("print_id"),
    )
    with op.batch_alter_table("form_print") as form_print:
        form_print.create_index("ix_form_print_command_id", ["command_id"], unique=False)
        form_print.create_index("ix_form_print_tournament", ["tournament"], unique=False)
