"""The real application in a process of its own; its open room plays a turn on request.

It is started as `python -m benchmarks.pages.hall_process FOLDER`. Orders are read from standard
input, one per line. `step` makes the open room throw or play; the answer, in JSON, has the time at
which this was stored, and the number of the feed's last item. `again` makes the game start again.
"""

import asyncio
import json
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import uvicorn

from rules import commands as cmd
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.access import Machine
from server.app import open_extras, running_hall, services_over
from server.extras_on import found_extras
from server.hall import Hall
from server.live.hub import LiveHub
from server.matches.decide import Happened
from server.matches.deferred_work import Envelope
from server.matches.match_process import MatchProcess
from server.settings import Settings
from server.values.stored_events import StoredEvent, Subscriber
from server.web.application import create_app
from server.web.edge.connections import DirectSocket
from tests.support.commands import register_team, schedule
from tests.support.ids import drawing, match_id
from tests.support.persons import person_id
from yalta.serving.web_server import configure_log

NAME = "yalta.test"
"""The server's host name for browsers: not localhost, but a name such as a hall has."""
_BENCHMARK = Machine("benchmark")
_TEAMS = ("Odesa", "Lviv")


class OpenRoom(Subscriber):
    """The open room of match 1, which spectators see live; both sides play at random."""

    name = "benchmark"

    def __init__(self, hall: Hall, process: MatchProcess, hub: LiveHub) -> None:
        self._process, self._hub = process, hub
        self._heard = asyncio.Event()
        hall.subscriptions.add(self)
        self._rng = Random(1)
        self._position = BACKGAMMON.start()
        self._readings = self._game()

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Note that events were stored.

        The spectators' hub was subscribed before this object, so the hub has received the events
        already.
        """
        self._heard.set()

    begin = receive

    async def step(self) -> dict[str, float]:
        """Make the next throw or play.

        Return the time at which it was stored, and the number of the feed's last item. A play that
        moves no checker does not count as a step, so that the throw after it is made as well.
        """
        reading = next(self._readings)
        while isinstance(reading, rd.PlayFinished) and reading.position == self._position:
            await self._posted(reading)
            reading = next(self._readings)
        stored = await self._posted(reading)
        now = self._hub.snapshot(match_id(1))
        assert now is not None
        return {"stored": stored, "last": now.last}

    async def again(self) -> dict[str, float]:
        """Void the game, so that it starts again with an opening throw."""
        order = rd.VoidGame(**self._at, reason="the script is at its end")
        stored = await self._posted(order)
        self._readings = self._game()
        return {"stored": stored, "last": 0}

    @property
    def _at(self) -> dict[str, Any]:
        state = self._process.record.state
        assert state is not None
        return {"game": state.game, "attempt": state.attempt}

    async def _posted(self, reading: rd.AnyReading) -> float:
        """Send a reading and wait until the spectators' hub has its events.

        Return the time at which they were durable.
        """
        stored: asyncio.Future[float] = asyncio.get_running_loop().create_future()

        def settled(_: Happened) -> None:
            stored.set_result(time.time())

        self._heard.clear()
        self._process.post(Envelope(reading, _BENCHMARK, settled, stored.set_exception))
        at = await stored
        await self._heard.wait()
        return at

    def _game(self) -> Iterator[rd.AnyReading]:
        position, side, turns = BACKGAMMON.start(), Side.WHITE, dict.fromkeys(Side, 0)
        dice, opening = Roll(5, 3), True
        while True:
            turns[side] += 1
            thrower = None if opening else side
            yield rd.DiceThrown(
                **self._at, side=thrower, turn=turns[side], dice=dice, source=DiceSource.READER
            )
            plays = sorted(BACKGAMMON.legal_plays(position, side, dice))
            self._position = position
            position = BACKGAMMON.apply(position, side, self._rng.choice(plays))
            yield rd.PlayFinished(
                **self._at, room=Room.OPEN, side=side, turn=turns[side], position=position
            )
            side, opening = side.opponent, False
            dice = Roll(self._rng.randint(1, 6), self._rng.randint(1, 6))


async def _seated(hall: Hall) -> MatchProcess:
    for team in _TEAMS:
        await register_team(hall, team, (f"{team} 1", f"{team} 2"))
    process = await schedule(
        hall,
        home=_TEAMS[0],
        away=_TEAMS[1],
        games=4,
        event="Benchmark",
        max_lead=0,
        tail_drawn=False,
        embargo=ev.Embargo.LIVE,
    )
    for team in _TEAMS:
        line_up = cmd.SubmitLineUp(
            team=team, open_player=person_id(f"{team} 1"), closed_player=person_id(f"{team} 2")
        )
        await hall.commands.to_match(match_id(1), line_up, _BENCHMARK)
    return process


async def _obey(room: OpenRoom) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    async for line in reader:
        answer = await (room.step() if line.strip() == b"step" else room.again())
        print(json.dumps(answer), flush=True)


async def main() -> None:
    """Run the server until standard input ends."""
    configure_log()  # to standard error: standard output has the answers alone
    folder = Path(sys.argv[1])
    settings = Settings(data_folder=folder / "records", devices=folder / "no-devices")
    async with (
        running_hall(settings, draw_id=drawing()) as running,
        open_extras(running, settings, found_extras(settings)) as extras,
    ):
        hall = running.hall
        room = OpenRoom(hall, await _seated(hall), running.hub)
        config = uvicorn.Config(
            create_app(services_over(running, settings, extras=extras), [NAME]),
            log_level="warning",
            ws=DirectSocket,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listening]))
        print(json.dumps({"port": listening.getsockname()[1]}), flush=True)
        await _obey(room)
        server.should_exit = True
        await serving


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        runner.run(main())
