"""A server on a system that has no advisory locks, no limits of descriptors and no uvloop."""

import sys
from pathlib import Path

import pytest

from server.platform_support import event_loop_factory
from server.store.database_file import DatabaseInUse, open_database
from server.store.known_schemas import Schemas
from server.web.edge.connections import room_for_connections
from tests.support.served import served


@pytest.fixture(autouse=True)
def _another_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("fcntl", "resource", "uvloop"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "uvicorn.loops.uvloop", raising=False)


async def test_a_hall_is_served_and_opened_again(tmp_path: Path) -> None:
    for _ in range(2):
        async with served(tmp_path) as director:
            assert (await director.get("/hall")).status_code == 200


def test_a_second_server_on_the_same_records_is_refused_by_sqlite(tmp_path: Path) -> None:
    file = open_database(tmp_path / "log.sqlite3", Schemas.EVENT_LOG.value)
    try:
        with pytest.raises(DatabaseInUse, match="another program"):
            open_database(tmp_path / "log.sqlite3", Schemas.EVENT_LOG.value)
    finally:
        file.close()


def test_there_is_room_for_a_few_hundred_connections() -> None:
    assert room_for_connections() == 384


def test_the_loop_is_the_standard_librarys() -> None:
    loop = event_loop_factory()()
    loop.close()
    assert type(loop).__module__.startswith("asyncio.")
