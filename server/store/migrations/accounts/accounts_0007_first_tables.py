"""The tables of persons, accounts, links, sessions, boards' keys, and changes to them."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0007"
down_revision = None

_TEXT = sqlmodel.sql.sqltypes.AutoString()


def upgrade() -> None:
    """Migrate the file from the previous revision to accounts_0007."""
    _persons()
    _accounts()
    _links()
    _sessions()
    _boards()
    _changes()


def _persons() -> None:
    op.create_table(
        "person",
        sa.Column("person_id", _TEXT, nullable=False),
        sa.Column("names", _TEXT, nullable=False),
        sa.Column("club", _TEXT, nullable=False),
        sa.Column("country", _TEXT, nullable=False),
        sa.Column("federation_number", _TEXT, nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("merged_into", _TEXT, nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("erased_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("person_id"),
    )


def _accounts() -> None:
    op.create_table(
        "account",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("name", _TEXT, nullable=False),
        sa.Column("folded", _TEXT, nullable=False),
        sa.Column("person_id", _TEXT, nullable=False),
        sa.Column("role", _TEXT, nullable=False),
        sa.Column("room", _TEXT, nullable=True),
        sa.Column("passphrase", _TEXT, nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("disabled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("account_id"),
        sa.UniqueConstraint("folded"),
    )


def _links() -> None:
    op.create_table(
        "link",
        sa.Column("link_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("person_id", _TEXT, nullable=True),
        sa.Column("match", _TEXT, nullable=True),
        sa.Column("team", _TEXT, nullable=True),
        sa.Column("room", _TEXT, nullable=True),
        sa.Column("side", _TEXT, nullable=True),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("made_by", _TEXT, nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("link_id"),
        sa.UniqueConstraint("digest"),
    )


def _sessions() -> None:
    op.create_table(
        "session",
        sa.Column("session_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("address", _TEXT, nullable=False),
        sa.Column("device", _TEXT, nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session_id"),
        sa.UniqueConstraint("digest"),
    )
    op.create_table(
        "failure",
        sa.Column("subject", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("subject"),
    )


def _boards() -> None:
    op.create_table(
        "board",
        sa.Column("board_id", _TEXT, nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("label", _TEXT, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("board_id"),
    )
    op.create_table(
        "featured",
        sa.Column("featured_id", sa.Integer(), nullable=False),
        sa.Column("match", _TEXT, nullable=True),
        sa.PrimaryKeyConstraint("featured_id"),
    )
    op.create_table(
        "event_log",
        sa.Column("event_log_id", sa.Integer(), nullable=False),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("event_log_id"),
    )


def _changes() -> None:
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
