"""A tool for developers that writes the migration from the last revision to the present tables."""

import sys

from alembic import command
from sqlalchemy import create_engine

from server.store.known_schemas import every_schema
from server.store.schemas import alembic_config
from server.store.up_to_date import bring_up


def write_migration(branch: str, subject: str) -> None:
    """Write the file of the branch's next migration, which the author checks and tidies before use.

    Raises KeyError if the branch is unknown.
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
