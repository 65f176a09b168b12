"""What a schema of a database file is, and by which migrations files are brought up to it.

Every schema has a branch of migrations of its own under migrations/. After a change of its tables
`python -m server.store.new_migration BRANCH SUBJECT` writes the next one.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sqlalchemy import MetaData

MIGRATIONS = Path(__file__).parent / "migrations"


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


@cache
def known_revisions(branch: str) -> tuple[str, ...]:
    """The revisions from which this program brings a file up to its own, the last of them.

    As their files are named: a test reads them as Alembic does.
    """
    files = (path.stem.split("_") for path in (MIGRATIONS / branch).glob(f"{branch}_*.py"))
    length = branch.count("_") + 2
    return tuple(sorted("_".join(parts[:length]) for parts in files))
