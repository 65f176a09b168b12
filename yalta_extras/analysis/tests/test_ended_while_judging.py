"""A server that ends while the luck of a match is judged: nothing is logged as a fault."""

import asyncio
from pathlib import Path

import httpx
import pytest

from simulator.server_process import start_server
from tests.support.needs import NETS
from yalta_extras.analysis.tests.lucky_hall import PAGE, lucky_hall

UNDER_WAY = "The luck of this match is being worked out"


@NETS
@pytest.mark.soak
@pytest.mark.parametrize("end", ["stop", "kill"])
async def test_the_log_has_no_traceback(tmp_path: Path, end: str) -> None:
    async with lucky_hall(tmp_path, games=12):
        pass
    log = tmp_path / "server.log"
    server = await start_server(tmp_path, tmp_path / "devices", log=log)
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        page = (await client.get(PAGE)).text
        while UNDER_WAY not in page:
            assert "IMP without the luck of the dice" not in page, "it was judged too soon"
            await asyncio.sleep(0)
            page = (await client.get(PAGE)).text
    await getattr(server, end)()
    written = log.read_text()
    assert "luck_judged" not in written
    assert "Traceback" not in written
