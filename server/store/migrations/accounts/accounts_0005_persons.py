"""Persons: whoever has an account or a link is one of them."""

import json
import secrets

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "accounts_0005"
down_revision = "accounts_0004"

_TEXT = sqlmodel.sql.sqltypes.AutoString()
_PERSON = sa.table(
    "person",
    sa.column("person_id", _TEXT),
    sa.column("names", _TEXT),
    sa.column("club", _TEXT),
    sa.column("country", _TEXT),
    sa.column("federation_number", _TEXT),
    sa.column("hidden", sa.Boolean()),
    sa.column("made_at", sa.BigInteger()),
)


def upgrade() -> None:
    """Bring the file to accounts_0005."""
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
    for table in ("account", "link"):
        with op.batch_alter_table(table) as changed:
            changed.add_column(sa.Column("person_id", _TEXT, nullable=True))
    _name_persons("account", "account_id", "1 = 1")
    _name_persons("link", "link_id", "kind in ('captain', 'player')")
    with op.batch_alter_table("account") as account:
        account.alter_column("person_id", existing_type=_TEXT, nullable=False)
    with op.batch_alter_table("link") as link:
        link.drop_column("name")
        link.alter_column("made_by", existing_type=_TEXT, nullable=True)
    op.execute(
        "update link set made_by ="
        " (select account.person_id from account where account.name = link.made_by)"
    )


def _name_persons(table: str, key: str, which: str) -> None:
    """A person of its name for each row, none for two."""
    connection = op.get_bind()
    query = sa.text(f"select {key}, name, made_at from {table} where {which}")
    for row_id, name, made_at in connection.execute(query).all():
        person_id = secrets.token_hex(8)
        names = json.dumps([name], ensure_ascii=False)
        blank = {"club": "", "country": "", "federation_number": "", "hidden": False}
        values = {"person_id": person_id, "names": names, "made_at": made_at, **blank}
        connection.execute(_PERSON.insert().values(values))
        update = f"update {table} set person_id = :person_id where {key} = :row_id"
        connection.execute(sa.text(update), {"person_id": person_id, "row_id": row_id})
