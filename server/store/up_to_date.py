"""Migration of files to this program's tables; Alembic is imported only when one needs it.

At nearly every start none does, and importing Alembic would take a tenth of it.
"""

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from server.store.schemas import Schema, known_revisions

_STORED = "SELECT version_num FROM alembic_version"


def bring_up(schema: Schema, connection: Connection) -> str:
    """Migrate the file in the connection's transaction; return its revision.

    Raises SchemaUnreleased or SchemaUnknown for a file at another revision.
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
