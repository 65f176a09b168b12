"""Every kind of database file there is."""

from enum import Enum

from server.store.accounts_db.tables import ACCOUNTS_SCHEMA
from server.store.event_log.tables import EVENT_LOG_SCHEMA
from server.store.seated_games import CLOSED_SEATS_SCHEMA


class Schemas(Enum):
    """A schema by what is kept under it."""

    EVENT_LOG = EVENT_LOG_SCHEMA
    ACCOUNTS = ACCOUNTS_SCHEMA
    CLOSED_SEATS = CLOSED_SEATS_SCHEMA
