"""What a schema of a database file is, and how a file is brought up to its own.

Every schema has a branch of migrations of its own under migrations/. After a change of its tables
`python -m server.store.new_migration BRANCH SUBJECT` writes the next one.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData

_MIGRATIONS = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one kind of database file; `branch` names its folder of migrations.

    `unreleased` are revisions from before the first release: nothing brings a file up from them.
    """

    branch: str
    tables: MetaData
    unreleased: frozenset[str] = frozenset()


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


def alembic_config(schema: Schema, connection: Connection) -> Config:
    """Give Alembic's settings for migrating that schema on that connection."""
    config = _config(schema.branch)
    config.attributes.update(connection=connection, tables=schema.tables)
    return config


def _config(branch: str) -> Config:
    config = Config()
    config.set_main_option("script_location", _literal(_MIGRATIONS))
    config.set_main_option("version_locations", _literal(_MIGRATIONS / branch))
    config.set_main_option("path_separator", "newline")
    return config


@cache
def _migrations(branch: str) -> tuple[frozenset[str], str]:
    """The revisions there are, and the newest; reading their modules costs more than opening."""
    scripts = ScriptDirectory.from_config(_config(branch))
    (newest,) = scripts.get_heads()
    return frozenset(script.revision for script in scripts.walk_revisions()), newest


def known_revisions(schema: Schema) -> frozenset[str]:
    """The revisions from which this program brings a file up to its own."""
    return _migrations(schema.branch)[0]


def bring_up(schema: Schema, connection: Connection) -> str:
    """Migrate the file in the connection's transaction; give its revision.

    Raises SchemaUnreleased or SchemaUnknown for a file that stands elsewhere.
    """
    revisions, newest = _migrations(schema.branch)
    stored = MigrationContext.configure(connection).get_current_heads()
    for revision in stored:
        if revision in schema.unreleased:
            raise SchemaUnreleased(revision)
        if revision not in revisions:
            raise SchemaUnknown(revision)
    if stored != (newest,):
        command.upgrade(alembic_config(schema, connection), "head")
    return newest


def _literal(path: Path) -> str:
    return str(path).replace("%", "%%")
