"""A server that takes up records and is killed at one of its statements: `... FOLDER NUMBER`.

It counts what it says to the databases by SQLAlchemy, commits too: migrations, and what is kept of
finished matches. At that number the process kills itself as a power cut would; where it comes to
its end, it prints how many there were.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from sqlalchemy import Engine, event

from server.app import running_hall
from server.settings import Settings


async def carry_over(folder: Path) -> None:
    """Take up the records as a start does, and stop."""
    async with running_hall(Settings(data_folder=folder, devices=folder / "no-devices")):
        pass


def main() -> None:
    """Count, and die where it is told to."""
    folder, fatal = Path(sys.argv[1]), int(sys.argv[2])
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1
        if count == fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", counted)
    event.listen(Engine, "commit", counted)
    asyncio.run(carry_over(folder))
    print(count)


if __name__ == "__main__":
    main()
