"""A match that simulated boards play on a server while something is measured."""

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx

from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.dice_supply import SeededDice
from simulator.faults.faulty_board import FaultyBoard
from simulator.faults.line import Connect, FaultyWay
from simulator.faults.plan import FaultPlan, PlannedFault, Strikes
from simulator.operator_desk import Entry, OperatorDesk
from simulator.room_boards import Table, by_cable, by_websocket

_LOOK_EVERY = 0.25
_OF_ITS_RUN_ONLY = ("recorded", "ledger_head", "played", "signatures")
"""Fields of a protocol that differ from run to run, such as times and hashes of the ledger."""


@dataclass(frozen=True, slots=True)
class Place:
    """The server on which matches are played: its address, and its folder of serial ports."""

    address: str
    devices: Path


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match to play.

    `seed` decides the dice and the plays. `pace` is the time in seconds that people take for an
    action. The boards in the rooms `cables` are connected by cable, others by network. `faults` is
    the plan of faults for both boards and their lines, or None.
    """

    seed: int
    games: int
    pace: float
    cables: Collection[Room] = (Room.OPEN,)
    faults: FaultPlan | None = None

    def team(self, name: str) -> Entry:
        """Return a team that plays only in this match."""
        whole = f"{name} {self.seed}"
        return Entry(whole, f"{whole}, open", f"{whole}, closed")


class PlayedMatch:
    """A match that is being played; create it with `playing`."""

    def __init__(
        self, desk: OperatorDesk, boards: dict[Room, ConnectedBoard], strikes: Collection[Strikes]
    ) -> None:
        self._desk, self._boards, self._strikes = desk, boards, strikes

    @property
    def struck(self) -> Counter[PlannedFault]:
        """The number of times that each planned fault has happened so far."""
        return sum((each.struck for each in self._strikes), Counter[PlannedFault]())

    @property
    def actions(self) -> int:
        """The number of actions of the people at both tables so far."""
        return sum(board.actions for board in self._boards.values())

    async def is_over(self) -> bool:
        """Return True if all games have been played."""
        return await self._desk.status() != "playing"

    async def until_over(self) -> None:
        """Wait until the match is over, even if the server cannot be reached for a time."""
        while True:
            with contextlib.suppress(httpx.TransportError):
                if await self.is_over():
                    return
            await asyncio.sleep(_LOOK_EVERY)

    async def protocol(self) -> dict[str, Any]:
        """Return the match protocol, without the fields that differ from run to run."""
        protocol: dict[str, Any] = json.loads(json.dumps(asdict(await self._desk.protocol())))
        for name in _OF_ITS_RUN_ONLY:
            del protocol[name]
        return protocol


@contextlib.asynccontextmanager
async def playing(desk: OperatorDesk, plan: MatchPlan, place: Place) -> AsyncIterator[PlayedMatch]:
    """Set up a match, and play it while the `with` block runs."""
    home, away = plan.team("Home"), plan.team("Away")
    await desk.schedule(home, away, event="Benchmark", games=plan.games, tail="thrown")
    ids = {room: f"{room.value}-{plan.seed}" for room in Room}
    folder = place.devices.parent / "boards"
    table = Table(plan.seed, SeededDice(plan.seed), folder, plan.pace, ids=ids)
    boards = dict[Room, ConnectedBoard]()
    strikes = {room: Strikes(plan.faults or FaultPlan(), f"{plan.seed}/{room}") for room in Room}
    for room in Room:
        key = await desk.seat_board(room, ids[room], "")
        if plan.faults is None:
            boards[room] = table.board(room, key, _nothing)
        else:
            boards[room] = FaultyBoard(table, room, key, strikes[room])
    for team in (home, away):
        await desk.line_up(team)
    running = [
        asyncio.create_task(board.run(_way(plan, place, room, ids, strikes[room])))
        for room, board in boards.items()
    ]
    try:
        yield PlayedMatch(desk, boards, strikes.values())
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def _way(
    plan: MatchPlan, place: Place, room: Room, ids: Mapping[Room, str], strikes: Strikes
) -> Connect:
    """Return the function by which the board of `room` connects to the server.

    `ids` are the boards' ids by room. If the plan of the match has faults, the function makes them
    happen and counts them in `strikes`. One of these faults is that a cable is moved to another
    port.
    """
    ways = [by_websocket(place.address)]
    if room in plan.cables:
        ways = [by_cable(place.devices, port) for port in (ids[room], f"{ids[room]}-other")]
    return ways[0] if plan.faults is None else FaultyWay(strikes, *ways)


@dataclass(frozen=True, slots=True)
class Losses:
    """Counts of log entries of a server that must not occur unless somebody disturbs its boards.

    They are tracebacks, lost boards and failed services.
    """

    tracebacks: int
    boards_down: int
    failures: int

    @property
    def any(self) -> bool:
        """True if any of the counts is above 0."""
        return bool(self.tracebacks or self.boards_down or self.failures)

    def line(self) -> str:
        """Return the counts as one line of text."""
        return (
            f"{self.tracebacks} tracebacks, {self.boards_down} boards lost,"
            f" {self.failures} services failed"
        )


def losses_in(log: Path) -> Losses:
    """Count the tracebacks, lost boards and failed services in a server's log file."""
    text = log.read_text(errors="replace")
    return Losses(text.count("Traceback"), text.count("board_down"), text.count("serving_failed"))


def _nothing() -> None:
    """Do nothing; this is called when a board has changed, and nothing here depends on that."""
