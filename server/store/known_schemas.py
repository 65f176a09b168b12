"""A list of every kind of database file that the core or an extra has."""

from enum import Enum

from server.extras import Extra, installed_extras, named
from server.store.accounts_db.tables import ACCOUNTS_SCHEMA
from server.store.event_log.tables import EVENT_LOG_SCHEMA
from server.store.schemas import Schema


class Schemas(Enum):
    """The kinds of database file that Yalta has without extras."""

    EVENT_LOG = EVENT_LOG_SCHEMA
    ACCOUNTS = ACCOUNTS_SCHEMA


def every_schema() -> dict[str, Schema]:
    """Return Yalta's own schemas and those of the installed extras, keyed by their `branch`."""
    extras = [each for each in installed_extras() if isinstance(each, Extra) and each.schema]
    schemas = [*(each.value for each in Schemas), *(named(each.schema) for each in extras)]
    return {each.branch: each for each in schemas if isinstance(each, Schema)}
