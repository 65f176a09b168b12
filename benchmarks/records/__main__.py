"""The cost of a start after many matches: `python -m benchmarks.records FOLDER`.

Records with 10, 1,000 and 10,000 finished matches, and eight matches in play, are made in FOLDER
from copies of stored matches. They stay there and are used again. On each of them `yalta serve` is
started five times. The benchmark measures the time until the server answers, its memory at that
moment and after its lists were requested, and the time for the page of an old match that is
requested for the first time. Ratios compare these figures with those of the records that have the
fewest matches, in the same run.
"""

import asyncio
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Annotated

import httpx
import typer

from benchmarks.records.copied_records import make_records
from simulator.server_process import ServerProcess, start_server

SIZES = (10, 1_000, 10_000)
STARTS = 5
OLD_PAGES = 8


@dataclass(frozen=True, slots=True)
class Start:
    """The figures of one start.

    `seconds` is the time until the server answered, and `memory` the MiB at that moment.
    `after_lists` are the MiB after lists were requested, and `old_pages` the milliseconds of each
    old match's page.
    """

    seconds: float
    memory: float
    after_lists: float
    old_pages: tuple[float, ...]


async def measured(records: Path, finished: int) -> Start:
    """Start a server on records with `finished` finished matches, measure it and stop it."""
    began = perf_counter()
    server = await start_server(records, records / "no-devices")
    try:
        async with httpx.AsyncClient(base_url=server.address) as client:
            (await client.get("/readyz")).raise_for_status()
            seconds = perf_counter() - began
            memory = _memory(server)
            for page in range(1, 6):
                (await client.get("/", params={"page": page})).raise_for_status()
            after_lists = _memory(server)
            chosen = random.Random(finished).sample(
                range(4, finished + 2), min(OLD_PAGES, finished - 4)
            )
            pages = [await _timed(client, f"/t/club/matches/{number}") for number in chosen]
        return Start(seconds, memory, after_lists, tuple(pages))
    finally:
        await server.stop()


async def _timed(client: httpx.AsyncClient, path: str) -> float:
    began = perf_counter()
    (await client.get(path)).raise_for_status()
    return 1000 * (perf_counter() - began)


def _memory(server: ServerProcess) -> float:
    """Return the resident memory of the server's process, in MiB."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def made(folder: Path, sizes: Sequence[int]) -> None:
    """Make records of each of these sizes, unless they exist already."""
    for size in sizes:
        records, making = folder / str(size), folder / f"{size}.making"
        if await asyncio.to_thread(records.exists):
            continue
        began = perf_counter()
        await make_records(making, size)
        await asyncio.to_thread(making.rename, records)
        log = await asyncio.to_thread((records / "log.sqlite3").stat)
        print(
            f"{size:8} made in {perf_counter() - began:.0f} s: {log.st_size >> 20} MiB", flush=True
        )


async def run(folder: Path, sizes: Sequence[int]) -> None:
    """Make the records that are missing, then measure and print starts on each."""
    await made(folder, sizes)
    print("finished  start s   ratio   MiB   ratio  MiB with lists  old page ms: median, worst")
    first: tuple[float, float] | None = None
    for size in sizes:
        starts = [await measured(folder / str(size), size) for _ in range(STARTS)]
        seconds = statistics.median(each.seconds for each in starts)
        memory = statistics.median(each.memory for each in starts)
        lists = statistics.median(each.after_lists for each in starts)
        pages = [page for each in starts for page in each.old_pages]
        first = first or (seconds, memory)
        print(
            f"{size:8} {seconds:8.2f} {seconds / first[0]:7.2f} {memory:5.0f}"
            f" {memory / first[1]:7.2f} {lists:15.0f}"
            f" {statistics.median(pages):20.0f} {max(pages):6.0f}",
            flush=True,
        )


def main(
    folder: Annotated[Path, typer.Argument(help="Where the records are made, and stay.")],
    sizes: Annotated[
        list[int] | None, typer.Option("--finished", min=10, help="Finished matches; repeatable.")
    ] = None,
) -> None:
    """Measure starts on records of several sizes, with eight matches in play in each."""
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(run(folder, sizes or SIZES))


if __name__ == "__main__":
    typer.run(main)
