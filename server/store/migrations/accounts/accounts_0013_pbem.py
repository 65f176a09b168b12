"""The tables of players, messages and mails of PBeM knockouts."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0013"
down_revision = "accounts_0012"

_TEXT = sqlmodel.sql.sqltypes.AutoString


def upgrade() -> None:
    """Migrate the file from the previous revision to accounts_0013."""
    _players()
    _messages()
    _mails()


def _players() -> None:
    op.create_table(
        "pbem_player",
        sa.Column("tournament", _TEXT(), nullable=False),
        sa.Column("person_id", _TEXT(), nullable=False),
        sa.Column("handle", _TEXT(), nullable=False),
        sa.Column("address", _TEXT(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False, unique=True),
        sa.Column("entered_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "person_id"),
    )


def _messages() -> None:
    op.create_table(
        "pbem_message",
        sa.Column("message_id", sa.Integer(), nullable=False),
        sa.Column("tournament", _TEXT(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False, unique=True),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("by_mail", sa.Boolean(), nullable=False),
        sa.Column("address", _TEXT(), nullable=False),
        sa.Column("person_id", _TEXT(), nullable=True),
        sa.Column("subject", _TEXT(), nullable=False),
        sa.Column("text", _TEXT(), nullable=False),
        sa.Column("state", _TEXT(), nullable=False),
        sa.Column("answer", _TEXT(), nullable=False),
        sa.Column("settled_by", _TEXT(), nullable=False),
        sa.PrimaryKeyConstraint("message_id"),
    )
    op.create_index("ix_pbem_message_tournament", "pbem_message", ["tournament"])


def _mails() -> None:
    op.create_table(
        "pbem_mail",
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("tournament", _TEXT(), nullable=False),
        sa.Column("person_id", _TEXT(), nullable=False),
        sa.Column("key", _TEXT(), nullable=True, unique=True),
        sa.Column("subject", _TEXT(), nullable=False),
        sa.Column("text", _TEXT(), nullable=False),
        sa.Column("secret", _TEXT(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("fault", _TEXT(), nullable=False),
        sa.PrimaryKeyConstraint("mail_id"),
    )
    op.create_index("ix_pbem_mail_tournament", "pbem_mail", ["tournament"])
