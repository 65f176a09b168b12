"""One server for all tests of a module."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.end_to_end.faults.faulty_hall import Hall, opened_hall


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Hall]:
    """A hall in which matches are played one after another."""
    async with opened_hall(tmp_path_factory.mktemp("hall")) as opened:
        yield opened
