"""Schemas of database files, and the migrations to their present tables.

Every schema has a branch of migrations of its own, the core's under migrations/. After a change of
its tables `python -m server.store.new_migration BRANCH SUBJECT` writes the next one.

The migration itself is done by Alembic.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData

MIGRATIONS = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one kind of database file; `branch` is the prefix of its migrations.

    `unreleased` are revisions from before the first release, which have no migrations. `folder` has
    its migrations; the store's own for None.
    """

    branch: str
    tables: MetaData
    unreleased: frozenset[str] = frozenset()
    folder: Path | None = None

    @property
    def migrations(self) -> Path:
        """The folder of the schema's migrations."""
        return self.folder or MIGRATIONS / self.branch


class SchemaUnknown(Exception):
    """A file at a revision this program has no migration for."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"revision {revision}")
        self.revision = revision


class SchemaUnreleased(Exception):
    """A file at a revision from before the first release."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"revision {revision}")
        self.revision = revision


@cache
def known_revisions(schema: Schema) -> tuple[str, ...]:
    """Return the revisions from which this program migrates a file, its own the last of them.

    They are read from the files' names; a test compares them with Alembic's.
    """
    branch = schema.branch
    files = (path.stem.split("_") for path in schema.migrations.glob(f"{branch}_*.py"))
    length = branch.count("_") + 2
    return tuple(sorted("_".join(parts[:length]) for parts in files))


def migrate(schema: Schema, connection: Connection) -> str:
    """Migrate the file in the connection's transaction; return its revision.

    Raises SchemaUnreleased or SchemaUnknown for a file at another revision.
    """
    revisions = known_revisions(schema)
    for revision in MigrationContext.configure(connection).get_current_heads():
        if revision in schema.unreleased:
            raise SchemaUnreleased(revision)
        if revision not in revisions:
            raise SchemaUnknown(revision)
    command.upgrade(alembic_config(schema, connection), "head")
    return revisions[-1]


def alembic_config(schema: Schema, connection: Connection) -> Config:
    """Return Alembic's settings for migrating that schema on that connection."""
    config = Config()
    config.set_main_option("script_location", _literal(MIGRATIONS))
    config.set_main_option("version_locations", _literal(schema.migrations))
    config.set_main_option("path_separator", "newline")
    config.attributes.update(connection=connection, tables=schema.tables)
    return config


def _literal(path: Path) -> str:
    return str(path).replace("%", "%%")
