"""Schemas of database files, and the migration of a file to its schema's tables, done by Alembic.

A schema is the set of database tables of one kind of file. Every schema has its own branch of
migrations; those of Yalta's own schemas are under migrations/. After a change of the database
tables `python -m server.store.new_migration BRANCH SUBJECT` writes the next migration.
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
    """The database tables of one kind of file; `branch` begins the names of its migrations.

    A file's revision is the name of the last migration that was run on it. `unreleased` are the
    revisions from before Yalta's first release, from which no migration leads. `folder` has the
    schema's migrations; with None they are in the store's own folder.
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
    """A file has a revision for which this program has no migration."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"revision {revision}")
        self.revision = revision


class SchemaUnreleased(Exception):
    """A file has a revision from before Yalta's first release."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"revision {revision}")
        self.revision = revision


@cache
def known_revisions(schema: Schema) -> tuple[str, ...]:
    """Return the revisions that this program can migrate a file from, the newest one last.

    The revisions are read from the names of the migrations' files; a test checks that Alembic finds
    the same revisions.
    """
    branch = schema.branch
    files = (path.stem.split("_") for path in schema.migrations.glob(f"{branch}_*.py"))
    length = branch.count("_") + 2
    return tuple(sorted("_".join(parts[:length]) for parts in files))


def migrate(schema: Schema, connection: Connection) -> str:
    """Migrate the file to the newest revision in the connection's transaction.

    Return that revision. Raises SchemaUnreleased or SchemaUnknown if the file's revision has no
    migration.
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
    """Return Alembic's settings for migrating a file of that schema on that connection."""
    config = Config()
    config.set_main_option("script_location", _literal(MIGRATIONS))
    config.set_main_option("version_locations", _literal(schema.migrations))
    config.set_main_option("path_separator", "newline")
    config.attributes.update(connection=connection, tables=schema.tables)
    return config


def _literal(path: Path) -> str:
    return str(path).replace("%", "%%")
