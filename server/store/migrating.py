"""Brings a database file up to this program's tables, by Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from server.store.schemas import (
    MIGRATIONS,
    Schema,
    SchemaUnknown,
    SchemaUnreleased,
    known_revisions,
)


def migrate(schema: Schema, connection: Connection) -> str:
    """Migrate the file in the connection's transaction; give its revision.

    Raises SchemaUnreleased or SchemaUnknown for a file that stands elsewhere.
    """
    revisions = known_revisions(schema.branch)
    for revision in MigrationContext.configure(connection).get_current_heads():
        if revision in schema.unreleased:
            raise SchemaUnreleased(revision)
        if revision not in revisions:
            raise SchemaUnknown(revision)
    command.upgrade(alembic_config(schema, connection), "head")
    return revisions[-1]


def alembic_config(schema: Schema, connection: Connection) -> Config:
    """Give Alembic's settings for migrating that schema on that connection."""
    config = Config()
    config.set_main_option("script_location", _literal(MIGRATIONS))
    config.set_main_option("version_locations", _literal(MIGRATIONS / schema.branch))
    config.set_main_option("path_separator", "newline")
    config.attributes.update(connection=connection, tables=schema.tables)
    return config


def _literal(path: Path) -> str:
    return str(path).replace("%", "%%")
