"""How long the closed room waits for a roll that is due: `python -m benchmarks.relay [FOLDER]`.

For 1, 10 and 100 matches at once: from READY, which completes ruling 7's conditions, until the
closed board has decoded its DICE_SHOW, through `yalta serve` with its records on the disk of
FOLDER. Every other round goes through a bare relay with the same boards and frames, and a single
durable commit is timed between the rounds, so that the machine's moods hit all three alike.

Everything is measured twice: after a rest, as between a play and the next player's READY, and back
to back, where READY follows in the moment in which the play before is stored.
"""

import asyncio
import contextlib
import gc
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Annotated

import httpx
import typer

from benchmarks.relay.bare_relay import KEY
from benchmarks.relay.figures import Commits, Samples
from benchmarks.relay.game_script import scripted_game
from benchmarks.relay.load_board import LoadBoard
from benchmarks.relay.tables import BareTable, Boards, RelayTable
from board_drivers.wire.values import WireRoom
from simulator.operator_desk import become_director, visitor_of
from simulator.server_process import ServerProcess, start_server

ROUNDS = {1: 240, 10: 100, 100: 40}
"""Measured rounds of each kind by the number of matches at once."""
WARM_UP = 5
RESTS = {"after a rest": 0.05, "back to back": 0.0}
"""Seconds that everybody is left in peace before the READYs; no player takes less."""
AT_MOST = 180.0
"""Seconds after which the measurement gives up."""
SCRIPT = scripted_game(seed=1, turns=40)
_TEAMS = ("Odesa", "Lviv")
_VOID = {"game": 1, "reason": "the script is at its end"}


class Course:
    """The real server and the bare relay side by side, with all their boards."""

    def __init__(self, operator: httpx.AsyncClient, server: str, bare: str, folder: Path) -> None:
        self.boards, self.commits = Boards(), Commits(folder)
        self._operator, self._server, self._bare = operator, server, bare
        self._relayed, self._plain = list[RelayTable](), list[BareTable]()

    async def grow(self, size: int) -> None:
        """Have that many matches on both."""
        known = len(self._plain)
        for number in range(known + 1, size + 1):
            self._relayed.append(await self._match(number))
            name = f"bare-{number}"
            board = await self.boards.connect(self._bare, name, KEY, WireRoom.CLOSED)
            self._plain.append(BareTable(SCRIPT, board))
        await self.boards.until(*(table.is_set_up for table in self._relayed[known:]))
        await self.boards.until(*(table.is_due for table in self._plain))
        await self._begin_again()

    async def rounds(self, count: int, rest: float) -> tuple[Samples, Samples, Samples]:
        """Measure: the relay's, the bare relay's and the disk's times; `rest` in seconds."""
        relayed, plain, commits = Samples(), Samples(), Samples()
        for index in range(WARM_UP + count):
            if self._relayed[0].is_played:
                await self._begin_again()
            times = [await self._round(tables, rest) for tables in (self._relayed, self._plain)]
            if index >= WARM_UP:
                relayed += times[0]
                plain += times[1]
                commits.append(self.commits.one())
        return relayed, plain, commits

    async def _round(self, tables: Sequence[BareTable], rest: float) -> list[float]:
        for table in tables:
            table.approach()
        await self.boards.until(*(table.is_due for table in tables))
        await asyncio.sleep(rest)
        for table in tables:
            table.closed.prepare(table.last_frame())
        for table in tables:
            table.closed.release()
        await self.boards.until(*(table.closed.has_roll for table in tables))
        return [table.closed.finish() for table in tables]

    async def _begin_again(self) -> None:
        for table in self._plain:
            table.begin_again()
        for number, table in enumerate(self._relayed, 1):
            order = {**_VOID, "attempt": table.attempt}
            table.begin_again()
            await self._post(f"/api/t/club/matches/{number}/director/void-game", **order)
        await self.boards.until(*(table.is_set_up for table in self._relayed))

    async def _match(self, number: int) -> RelayTable:
        if number == 1:
            for team in _TEAMS:
                await self._post("/api/t/club/teams", name=team, players=[f"{team} 1", f"{team} 2"])
        await self._post("/api/t/club/matches", home=_TEAMS[0], away=_TEAMS[1], event="Benchmark")
        seated = [await self._seat(number, room) for room in (WireRoom.CLOSED, WireRoom.OPEN)]
        for team in _TEAMS:
            seats = {"open_player": f"{team} 1", "closed_player": f"{team} 2"}
            await self._post(f"/api/t/club/matches/{number}/line-ups", team=team, **seats, was=None)
        return RelayTable(SCRIPT, *seated)

    async def _seat(self, number: int, room: WireRoom) -> LoadBoard:
        name = room.name.lower()
        board_id = f"{name}-{number}"
        key = bytes.fromhex((await self._post("/api/boards", board_id=board_id))["key"])
        await self._post(f"/api/t/club/matches/{number}/boards", room=name, board_id=board_id)
        return await self.boards.connect(self._server, board_id, key, room)

    async def _post(self, path: str, **body: object) -> dict[str, str]:
        answer = await self._operator.post(path, json=body)
        answer.raise_for_status()
        return dict(answer.json()) if answer.content else {}


async def measure(place: Path | None, backup: bool) -> None:
    """Print a line for each size and kind, with the ratios the goals are about."""
    with tempfile.TemporaryDirectory(dir=place) as name:
        folder = Path(name)
        async with contextlib.AsyncExitStack() as stack:
            kept = ("--backup-folder", str(folder / "backup"), "--backup-every", "1")
            settings = kept if backup else ()
            server = await start_server(
                folder / "records", folder / "no-devices", settings=settings
            )
            stack.push_async_callback(server.stop)
            bare = await _start_bare(folder)
            stack.push_async_callback(bare.stop)
            operator = await stack.enter_async_context(visitor_of(server.address))
            await become_director(operator, server.set_up_link, "the benchmark's own words")
            course = Course(operator, server.address, bare.address, folder)
            stack.callback(course.boards.close)
            stack.enter_context(course.boards.kept_alive())
            await _print_all(course)


async def _print_all(course: Course) -> None:
    print(f"{'matches':>7}  {'':39} {'rolls':>6} {'p50 ms':>8} {'p99 ms':>8}")
    for size, count in ROUNDS.items():
        await course.grow(size)
        for name, rest in RESTS.items():
            _print_one(f"{size:7}  {name:13}", *await course.rounds(count, rest))


def _print_one(what: str, relayed: Samples, plain: Samples, commits: Samples) -> None:
    for name, samples in (
        ("Yalta, READY to DICE_SHOW", relayed),
        ("bare uvicorn relay", plain),
        ("one durable commit", commits),
    ):
        print(f"{what} {name:25} {samples.line()}", flush=True)
    ratios = relayed.p50 / plain.p50, relayed.p99 / plain.p99
    print(f"{what} Yalta / bare {'':19} {ratios[0]:8.2f} {ratios[1]:8.2f}", flush=True)


async def _start_bare(folder: Path) -> ServerProcess:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.relay.bare_relay", str(folder)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )
    bare = ServerProcess(process)
    try:
        await bare.ready()
    except BaseException:
        await bare.kill()
        raise
    return bare


async def _in_time(place: Path | None, backup: bool) -> None:
    async with asyncio.timeout(AT_MOST):
        await measure(place, backup)


def main(
    folder: Annotated[
        Path | None, typer.Argument(help="On whose disk the records are; the system's else.")
    ] = None,
    backup: Annotated[
        bool, typer.Option("--backup", help="Keep a backup meanwhile, every second.")
    ] = False,
) -> None:
    """Measure how long closed rooms wait, within a time limit."""
    gc.freeze()
    gc.disable()
    started = perf_counter()
    asyncio.run(_in_time(folder, backup))
    print(f"{perf_counter() - started:.0f} s")


if __name__ == "__main__":
    typer.run(main)
