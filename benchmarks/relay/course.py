"""The real server and a bare relay side by side, with all their boards, measured in turns."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import httpx

from benchmarks.relay.bare_relay import KEY
from benchmarks.relay.figures import Commits, Samples
from benchmarks.relay.game_script import scripted_game
from benchmarks.relay.load_board import LoadBoard
from benchmarks.relay.tables import BareTable, Boards, RelayTable
from board_drivers.wire.values import WireRoom
from simulator.operator_desk import become_director, visitor_of
from simulator.server_process import ServerProcess, start_server

WARM_UP = 5
SCRIPT = scripted_game(seed=1, turns=40)
_TEAMS = ("Odesa", "Lviv")
_VOID = {"game": 1, "reason": "the script is at its end"}


class Course:
    """The real server and a bare relay with equally many matches, and the boards of both."""

    def __init__(self, operator: httpx.AsyncClient, server: str, bare: str, folder: Path) -> None:
        self.boards, self.commits = Boards(), Commits(folder)
        self.operator = operator
        self._server, self._bare = server, bare
        self._relayed, self._plain = list[RelayTable](), list[BareTable]()

    async def grow(self, size: int) -> None:
        """Add matches on both until there are `size` on each."""
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
        """Measure `count` rounds; return the times of the server, the bare relay and the disk.

        In each round every match has one roll released. `rest` is the time in seconds before each
        READY.
        """
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
        answer = await self.operator.post(path, json=body)
        answer.raise_for_status()
        return dict(answer.json()) if answer.content else {}


@contextlib.asynccontextmanager
async def opened_course(folder: Path, settings: Sequence[str] = ()) -> AsyncIterator[Course]:
    """Run the real server and the bare relay as child processes, without a match so far.

    Their records are in the folder. `settings` are more arguments of `yalta serve`.
    """
    async with contextlib.AsyncExitStack() as stack:
        server = await start_server(folder / "records", folder / "no-devices", settings=settings)
        stack.push_async_callback(server.stop)
        bare = await _start_bare(folder)
        stack.push_async_callback(bare.stop)
        operator = await stack.enter_async_context(visitor_of(server.address))
        await become_director(operator, server.set_up_link, "the benchmark's own words")
        course = Course(operator, server.address, bare.address, folder)
        stack.callback(course.boards.close)
        stack.enter_context(course.boards.kept_alive())
        yield course


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
