"""Migration of files to this program's tables. Alembic is imported only if a file needs it.

At nearly every start no file needs migration, and importing Alembic would take a tenth of the time
that a start takes.
"""

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from server.store.schemas import Schema, known_revisions

_STORED = "SELECT version_num FROM alembic_version"


def bring_up(schema: Schema, connection: Connection) -> str:
    """Migrate the file to the newest revision in the connection's transaction.

    Return that revision. Raises SchemaUnreleased or SchemaUnknown if the file's revision has no
    migration.
    """
    newest = known_revisions(schema)[-1]
    if _stored(connection) == [newest]:
        return newest
    from server.store.schemas import migrate

    return migrate(schema, connection)


def _stored(connection: Connection) -> list[str]:
    try:
        return [row[0] for row in connection.exec_driver_sql(_STORED)]
    except DBAPIError:
        return []
