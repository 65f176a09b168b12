"""Files brought up to this program's tables; what does it is imported only when one has to be.

At nearly every start none has, and Alembic alone would take a tenth of it.
"""

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from server.store.schemas import Schema, known_revisions

_STORED = "SELECT version_num FROM alembic_version"


def bring_up(schema: Schema, connection: Connection) -> str:
    """Migrate the file in the connection's transaction; give its revision.

    Raises SchemaUnreleased or SchemaUnknown for a file that stands elsewhere.
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
