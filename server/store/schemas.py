"""What a schema of a database file is, and by which migrations files are brought up to it.

Every schema has a branch of migrations of its own, the core's under migrations/. After a change of
its tables `python -m server.store.new_migration BRANCH SUBJECT` writes the next one.

Brings a database file up to this program's tables, by Alembic.
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
    """The tables of one kind of database file; `branch` is what its migrations are called.

    `unreleased` are revisions from before the first release: nothing brings a file up from them.
    `folder` has its migrations; the store's own for None.
    """

    branch: str
    tables: MetaData
    unreleased: frozenset[str] = frozenset()
    folder: Path | None = None

    @property
    def migrations(self) -> Path:
        """The folder of its migrations."""
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
    """The revisions from which this program brings a file up to its own, the last of them.

    As their files are named: a test reads them as Alembic does.
    """
    branch = schema.branch
    files = (path.stem.split("_") for path in schema.migrations.glob(f"{branch}_*.py"))
    length = branch.count("_") + 2
    return tuple(sorted("_".join(parts[:length]) for parts in files))


def migrate(schema: Schema, connection: Connection) -> str:
    """Migrate the file in the connection's transaction; give its revision.

    Raises SchemaUnreleased or SchemaUnknown for a file that stands elsewhere.
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
    """Give Alembic's settings for migrating that schema on that connection."""
    config = Config()
    config.set_main_option("script_location", _literal(MIGRATIONS))
    config.set_main_option("version_locations", _literal(schema.migrations))
    config.set_main_option("path_separator", "newline")
    config.attributes.update(connection=connection, tables=schema.tables)
    return config


def _literal(path: Path) -> str:
    return str(path).replace("%", "%%")
