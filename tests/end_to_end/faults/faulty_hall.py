"""A real server and matches at boards with faults; what people were promised is checked here."""

import asyncio
import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from rules import events as ev
from rules.dice import Roll
from rules.position import Side
from rules.room import Room
from server.store.event_log.codec import decode
from simulator.connected_board import ConnectedBoard
from simulator.dice_supply import SeededDice
from simulator.display import EXACT, SensorSet
from simulator.faults.faulty_board import FaultyBoard
from simulator.faults.line import Connect, FaultyWay
from simulator.faults.plan import FaultPlan, PlannedFault, Strikes
from simulator.operator_desk import Entry, OperatorDesk, become_director, visitor_of
from simulator.room_boards import Table, by_cable, by_websocket
from simulator.server_process import ServerProcess, start_server
from tests.simulator.in_process import TwoRooms

PATIENCE = 60.0
"""Seconds after which something counts as hanging, on a machine that is busy with others, too."""
LOOK_EVERY = 0.1
_SHOWN = 6_000
"""Characters of a traceback in the server's log that a failed test shows."""
PASSPHRASE = "four quiet words here"
SEED = 47
"""A match whose first game has 29 rolls, two takes and a pass."""
NO_FAULTS = FaultPlan()
Key = tuple[int, int, Side, int]
"""Game, attempt, side, turn of a roll."""
_OF_MATCH = """
    SELECT kind, version, payload FROM event
    WHERE stream_id = (SELECT stream_id FROM stream WHERE name LIKE ?) ORDER BY place
"""


async def eventually(holds: Callable[[], Awaitable[bool]], within: float = PATIENCE) -> None:
    """Wait until it holds. Raises TimeoutError."""
    async with asyncio.timeout(within):
        while True:
            if await holds():
                return
            await asyncio.sleep(LOOK_EVERY)


@dataclass
class FaultyMatch:
    """A match under way at two simulated boards; made by `Hall.match`."""

    hall: "Hall"
    desk: OperatorDesk
    table: Table
    keys: Mapping[Room, bytes]
    boards: dict[Room, ConnectedBoard]
    strikes: Mapping[Room, Strikes]
    ways: dict[Room, Connect]
    running: dict[Room, asyncio.Task[None]] = field(default_factory=dict)

    def plug_in(self, room: Room) -> None:
        """Connect a board and let people play at it."""
        self.running[room] = asyncio.create_task(self.boards[room].run(self.ways[room]))

    async def pull_out(self, room: Room) -> None:
        """Switch a board off."""
        task = self.running.pop(room)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def replace_board(self, room: Room, board_id: str) -> None:
        """A faultless board connects in place of one that has failed; its people move over."""
        await self.pull_out(room)
        key = await self.desk.register_board(board_id, "")
        table = replace(self.table, ids={**self.table.ids, room: board_id}, sensors=EXACT)
        strikes = Strikes(NO_FAULTS, board_id)
        board = FaultyBoard(table, room, key, strikes)
        board.board.take_over_from(self.boards[room].board)
        self.boards[room] = board
        self.ways[room] = FaultyWay(strikes, by_websocket(self.hall.server.address))
        self.plug_in(room)

    def check_boards(self) -> None:
        """Raises what a board fell over, if one did."""
        for task in self.running.values():
            if task.done():
                task.result()

    def struck(self, fault: PlannedFault) -> int:
        """How often that has happened, in both rooms."""
        return sum(strikes.struck[fault] for strikes in self.strikes.values())

    async def log(self) -> list[ev.Event]:
        """The match's events as stored so far."""
        return await self.hall.log(self.desk.number)

    async def until_over(self, game: int = 1) -> None:
        """Wait until that game has ended in both rooms."""

        def is_over(log: list[ev.Event]) -> bool:
            ended = [e for e in log if isinstance(e, ev.GameFinished) and e.game == game]
            return len(ended) == len(Room)

        await self.until_logged(is_over)

    async def until_logged(self, holds: Callable[[list[ev.Event]], bool]) -> None:
        """Wait until the log is so."""

        async def is_so() -> bool:
            self.check_boards()
            return holds(await self.log())

        await eventually(is_so)

    async def check_exactly_once(self, game: int = 1) -> None:
        """Every roll of that game was thrown once and came once to the closed room, unchanged."""
        log = await self.log()
        thrown, released = thrown_in(log, game), released_in(log, game)
        assert len(set(thrown)) == len(thrown), "a roll was thrown twice"
        assert len(set(released)) == len(released), "a roll was released twice"
        assert set(released) <= set(thrown), "a roll was released that nobody has thrown"
        dice = dice_of(log, game)
        assert dice == undisturbed_dice(self.table.seed, game)


def thrown_in(log: list[ev.Event], game: int) -> list[Key]:
    return [
        (e.game, e.attempt, e.side, e.turn)
        for e in log
        if isinstance(e, ev.RollThrown) and e.game == game
    ]


def released_in(log: list[ev.Event], game: int) -> list[Key]:
    return [
        (e.game, e.attempt, e.side, e.turn)
        for e in log
        if isinstance(e, ev.RollReleased) and e.game == game
    ]


def dice_of(log: list[ev.Event], game: int) -> dict[Key, Roll]:
    """The dice of each turn, corrections taken in."""
    return {
        (e.game, e.attempt, e.side, e.turn): e.dice
        for e in log
        if isinstance(e, ev.RollThrown | ev.RollCorrected) and e.game == game
    }


@cache
def undisturbed_dice(seed: int, game: int) -> Mapping[Key, Roll]:
    """What that match's people throw when nothing goes wrong."""
    rooms = TwoRooms.seated(seed, timing=1)
    while rooms.state.game <= game and not rooms.state.over:
        rooms.step()
    return dice_of(rooms.log, game)


def undisturbed_results(seed: int) -> Mapping[tuple[int, Room], ev.GameFinished]:
    """How that match's games end when nothing goes wrong."""
    rooms = TwoRooms.seated(seed, timing=1)
    rooms.play()
    return results_in(rooms.log)


def results_in(log: list[ev.Event]) -> Mapping[tuple[int, Room], ev.GameFinished]:
    """Every game's end in each room."""
    ended = [e for e in log if isinstance(e, ev.GameFinished)]
    return {(e.game, e.room): e for e in ended}


class Hall:
    """A server started as a user does, its director, and matches one after another."""

    def __init__(self, folder: Path, server: ServerProcess, director: httpx.AsyncClient) -> None:
        self.folder, self.server, self.director = folder, server, director
        self._numbers = count(1)

    async def kill_server(self) -> None:
        """End it as a power cut would, and start it again at the same address."""
        await self.server.kill()
        log = self.folder / "server.log"
        self.server = await start_server(self.folder, self.devices, self.server.port, log)

    @property
    def devices(self) -> Path:
        return self.folder / "devices"

    @property
    def server_log(self) -> str:
        """What the server has written."""
        return (self.folder / "server.log").read_text()

    @contextlib.asynccontextmanager
    async def match(
        self,
        plans: Mapping[Room, FaultPlan] | None = None,
        *,
        cables: tuple[Room, ...] = (Room.OPEN,),
        seed: int = SEED,
        plugged: bool = True,
        ways: Mapping[Room, Sequence[Connect]] | None = None,
        sensors: SensorSet = EXACT,
        pace: float = 0.0,
    ) -> AsyncIterator[FaultyMatch]:
        """A match of four games that is played while this is entered, its boards with faults.

        They connect by cables or websockets, or by the `ways` that are given. `pace` is in seconds.
        """
        number = next(self._numbers)
        desk = OperatorDesk(self.server.address, self.director)
        home, away = (
            Entry(f"{name} {number}", f"{name} {number} open", f"{name} {number} closed")
            for name in ("Compass", "Rudder")
        )
        await desk.schedule(home, away, event="Harbour Cup", games=4, tail="thrown")
        ids = {room: f"{room.value}-{number}" for room in Room}
        folder, dice = self.folder / "boards", SeededDice(seed)
        table = Table(seed, dice, folder, pace, ids=ids, sensors=sensors)
        keys = {room: await desk.seat_board(room, ids[room], "") for room in Room}
        strikes = {
            room: Strikes((plans or {}).get(room, NO_FAULTS), f"{number}/{room.value}")
            for room in Room
        }
        match = FaultyMatch(
            self,
            desk,
            table,
            keys,
            {room: FaultyBoard(table, room, keys[room], strikes[room]) for room in Room},
            strikes,
            {
                room: FaultyWay(
                    strikes[room], *(ways or {}).get(room, self._ways(ids[room], room in cables))
                )
                for room in Room
            },
        )
        for team in (home, away):
            await desk.line_up(team)
        try:
            for room in Room if plugged else ():
                match.plug_in(room)
            yield match
        finally:
            for room in list(match.running):
                await match.pull_out(room)
            await desk.leave()

    def _ways(self, board_id: str, cable: bool) -> Sequence[Connect]:
        if not cable:
            return (by_websocket(self.server.address),)
        return by_cable(self.devices, board_id), by_cable(self.devices, f"{board_id}-other")

    async def log(self, number: int) -> list[ev.Event]:
        """The events of a match, from a copy of the server's file."""
        return await asyncio.to_thread(log_of, self.folder, number)

    async def let_in(self, match: FaultyMatch, room: Room, doubt: str) -> None:
        """The operator lets a board go on in spite of what is wrong with it."""
        seat = {"room": room.value, "board_id": match.table.ids[room], "doubt": doubt}
        address = f"/api/t/club/matches/{match.desk.number}/boards/let-in"
        (await self.director.post(address, json=seat)).raise_for_status()

    async def alarm_of(self, board_id: str) -> str:
        """What the operator is told of a board, in words; empty while all is well."""
        boards = (await self._get("/api/boards")).json()
        return str(next(each["alarm"] for each in boards if each["board_id"] == board_id))

    async def link_alarms(self) -> list[dict[str, Any]]:
        """What the operator is told of ports and addresses."""
        alarms: list[dict[str, Any]] = (await self._get("/api/boards/alarms")).json()
        return alarms

    async def console(self) -> str:
        """The hall's page, as its operator sees it."""
        return (await self._get("/hall")).text

    async def until_alarm(self, words: str, board_id: str) -> None:
        """Wait until the operator reads these words about that board."""
        await eventually(lambda: self._has_alarm(words, board_id))

    async def until_warned(self, words: str) -> None:
        """Wait until the operator reads these words about some port or address."""

        async def is_warned() -> bool:
            return any(words in each["alarm"] for each in await self.link_alarms())

        await eventually(is_warned)

    async def until_well(self, board_id: str) -> None:
        """Wait until nothing is wrong with that board any more."""

        async def is_well() -> bool:
            return not await self.alarms_of(board_id)

        await eventually(is_well)

    async def _has_alarm(self, words: str, board_id: str) -> bool:
        return words in await self.alarms_of(board_id)

    async def alarms_of(self, board_id: str) -> str:
        """All that the operator is told of a board, in words; empty while all is well."""
        at_ports = [
            each["alarm"]
            for each in await self.link_alarms()
            if board_id in each["boards"] or board_id in each["where"]
        ]
        return "; ".join(filter(None, [await self.alarm_of(board_id), *at_ports]))

    async def _get(self, path: str) -> httpx.Response:
        answer = await self.director.get(path)
        answer.raise_for_status()
        return answer


@contextlib.asynccontextmanager
async def opened_hall(folder: Path, settings: Sequence[str] = ()) -> AsyncIterator[Hall]:
    """A server of its own with its director, started with more options of `yalta serve`."""
    log = folder / "server.log"
    server = await start_server(folder, folder / "devices", log=log, settings=settings)
    director = visitor_of(server.address)
    hall = Hall(folder, server, director)
    try:
        await become_director(director, server.set_up_link, PASSPHRASE)
        yield hall
    finally:
        await director.aclose()
        await hall.server.stop()
    _, found, raised = (folder / "server.log").read_text().partition("Traceback")
    assert not found, raised[:_SHOWN]


def log_of(folder: Path, number: int) -> list[ev.Event]:
    """A match's events, of a copy of the file that the server keeps to itself."""
    with tempfile.TemporaryDirectory() as aside:
        file = Path(aside) / "log.sqlite3"
        _copy(folder / "log.sqlite3", file)
        with contextlib.closing(sqlite3.connect(file)) as database:
            rows = database.execute(_OF_MATCH, (f"%/match/{number}",)).fetchall()
    return [decode(*row) for row in rows]


def _copy(source: Path, target: Path) -> None:
    """File and write-ahead log of one moment: nothing was folded into the file meanwhile."""
    unchanged = False
    while not unchanged:
        before = source.stat().st_mtime_ns
        for suffix in filter(lambda each: Path(f"{source}{each}").exists(), ("", "-wal")):
            shutil.copyfile(f"{source}{suffix}", f"{target}{suffix}")
        unchanged = source.stat().st_mtime_ns == before
