"""A tool for developers: it writes the next migration of a database file."""

import sys

from alembic import command
from sqlalchemy import create_engine

from server.store.known_schemas import every_schema
from server.store.schemas import alembic_config
from server.store.up_to_date import bring_up


def write_migration(branch: str, subject: str) -> None:
    """Write the file of the next migration, from the last revision to the present database tables.

    The developer must check and tidy the file before use. `branch` is that of the schema, `subject`
    says what the migration adds, for the file's name. Raises KeyError if the branch is unknown.
    """
    schema = every_schema()[branch]
    with create_engine("sqlite://").connect() as connection:
        last = bring_up(schema, connection)
        number = int(last.rpartition("_")[2]) + 1
        command.revision(
            alembic_config(schema, connection),
            subject,
            autogenerate=True,
            rev_id=f"{branch}_{number:04}",
        )


if __name__ == "__main__":
    write_migration(*sys.argv[1:])
