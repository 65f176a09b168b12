"""Rows go in whole and in order, however many there are."""

import pytest
from sqlalchemy import create_engine

from server.store.event_log.log_file import RowInsert
from server.store.event_log.tables import FrameRow
from server.store.known_schemas import Schemas
from server.store.up_to_date import bring_up


@pytest.mark.parametrize("count", [0, 1, 2, 3, 63, 64, 65, 127, 200])
def test_all_rows_stand_in_the_order_they_were_given(count: int) -> None:
    behind = b"frame", 5, 0, 9
    rows = [(None, 1, number, *behind) for number in range(1, count + 1)]
    with create_engine("sqlite://").connect() as connection:
        bring_up(Schemas.EVENT_LOG.value, connection)
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("INSERT INTO board_journal VALUES (1, 'table-1', x'00', 0)")
        RowInsert(FrameRow).into(driver, rows)
        asked = driver.execute("SELECT * FROM board_frame ORDER BY place").fetchall()
    assert asked == [(place, *row[1:]) for place, row in enumerate(rows, start=1)]
