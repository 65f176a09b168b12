"""Rows into a table in as few calls of the driver as is reasonable.

Each call gives the interpreter's lock away and may wait a switch interval to get it back while the
loop works; `executemany` does so for every row.
"""

import sqlite3
from collections.abc import Sequence
from itertools import chain

from sqlalchemy import insert
from sqlalchemy.dialects.sqlite import dialect
from sqlmodel import SQLModel

_SIZES = (64, 32, 16, 8, 4, 2, 1)
"""Rows in one statement: few enough sizes for the driver to keep every statement prepared."""


class RowInsert:
    """Inserts rows of one table, each with all its columns in their order."""

    def __init__(self, table: type[SQLModel]) -> None:
        into, values, row = str(insert(table).compile(dialect=dialect())).partition(" VALUES ")
        self._statements = {size: into + values + ", ".join([row] * size) for size in _SIZES}

    def into(self, driver: sqlite3.Connection, rows: Sequence[tuple[object, ...]]) -> None:
        """Insert the rows in that order, in the driver's open transaction."""
        done = 0
        for size in _SIZES:
            while len(rows) - done >= size:
                values = [*chain.from_iterable(rows[done : done + size])]
                driver.execute(self._statements[size], values)
                done += size
