"""A server started for a while keeps a log and does not outlive who started it."""

import asyncio
import fcntl
import sys
from pathlib import Path

import pytest

HOLDER = """
import asyncio, sys
from pathlib import Path
from simulator.server_process import start_server

async def main():
    folder = Path(sys.argv[1])
    await start_server(folder / "records", folder / "no-devices", log=folder / "server.log")
    print("serving", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.long(5)
async def test_a_server_keeps_its_log_and_ends_when_the_process_that_started_it_is_killed(
    tmp_path: Path,
) -> None:
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDER, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert holder.stdout is not None
    assert await holder.stdout.readline() == b"serving\n"
    holder.kill()
    await holder.wait()
    with (tmp_path / "records" / "log.sqlite3.lock").open() as lock:
        async with asyncio.timeout(30):
            await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX)
    assert "\nYalta is listening on http://127.0.0.1:" in (tmp_path / "server.log").read_text()
