"""A match as it is really played: the server a process of its own, boards at their wires' ends."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx

from rules import events as ev
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.ledger import verify
from rules.position import Side
from rules.room import Room
from server.store.event_log.sqlite_log import SqliteEventLog
from simulator.connected_board import ConnectedBoard
from simulator.demo import AWAY, EVENT, HOME
from simulator.dice_supply import SeededDice
from simulator.display import EXACT, SensorSet
from simulator.operator_desk import OperatorDesk
from simulator.people import sensible_players_of
from simulator.room_boards import BOARD_IDS, Table, play_all
from simulator.server_process import ServerProcess, start_server

GAMES = 4
WHITE_AND_RED = HOME.open_player, AWAY.open_player
"""Who plays a match at one board."""
PASSPHRASE = "four quiet words here"
DEADLINE = 1200.0
"""Seconds after which a match counts as hanging, on a machine that is busy with others, too."""
LOOK_EVERY = 0.05
_OF_THIS_RUN_ONLY = ("recorded", "ledger_head", "played", "signatures")
"""What a protocol says of when and by which ledger entries it came to be."""

Visit = Callable[[str], Awaitable[None]]


@dataclass
class Moments:
    """Counts what boards hear and say; rings `gaps[0]` changes after the last restart."""

    gaps: list[int]
    count: int = 0
    kills: int = 0
    _since: int = 0
    _rings: asyncio.Event = field(default_factory=asyncio.Event)

    def changed(self) -> None:
        self.count += 1
        if self.kills < len(self.gaps) and self.count - self._since >= self.gaps[self.kills]:
            self._rings.set()

    async def next(self) -> None:
        await self._rings.wait()
        self.kills += 1

    def restarted(self) -> None:
        self._rings.clear()
        self._since = self.count


Disturb = Callable[[ServerProcess, Moments], Awaitable[None]]


@dataclass
class Run:
    """What a finished match left behind. `changes`: how much boards heard and said."""

    protocol: dict[str, Any]
    log: list[ev.Event]
    changes: int
    kills: int


async def play_match(
    folder: Path,
    seed: int,
    kill_after: Sequence[int] = (),
    *,
    game: Game = BACKGAMMON,
    games: int = GAMES,
    match_to: int = 0,
    sensors: SensorSet = EXACT,
    dice_only: frozenset[Room] = frozenset(),
    visit: Visit | None = None,
    disturb: Disturb | None = None,
) -> Run:
    """Play a match to its signed end; kill the server after each of these numbers of changes.

    `sensors` are what both boards sense with; tables of `dice_only` record no positions. With
    `match_to` two players play to so many points at one board. `visit` gets the server's address
    while the signed match is still there to be looked at. `disturb` does its worst to the server
    while the match is played, and has to come to an end before it does.
    """
    moments = Moments(list(kill_after))
    devices = folder / "devices"
    async with asyncio.timeout(DEADLINE):
        server = await start_server(folder, devices)
        desk = OperatorDesk(server.address)
        try:
            await desk.become_director(server.set_up_link, PASSPHRASE)
            seating = sensible_players_of(game)
            dice, journals = SeededDice(seed), folder / "boards"
            table = Table(seed, dice, journals, 0.0, seating, game, sensors=sensors)
            boards = await set_up(desk, table, games, match_to, moments, dice_only)
            playing = asyncio.create_task(play_all(boards, devices, server.address))
            try:
                if disturb is not None:
                    await disturb(server, moments)
                server = await _play(server, desk, folder, moments)
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            protocol = await signed_form(desk, match_to)
            if visit is not None:
                await visit(server.address)
        finally:
            await desk.close()
            await server.stop()
    return Run(protocol, await log_of(folder), moments.count, moments.kills)


async def signed_form(desk: OperatorDesk, match_to: int = 0) -> dict[str, Any]:
    """The match's form once everybody has signed, without what is of this run only."""
    for signer in WHITE_AND_RED if match_to else (HOME.name, AWAY.name):
        await desk.sign(signer)
    form = await (desk.match_play_form() if match_to else desk.protocol())
    values: dict[str, Any] = json.loads(json.dumps(asdict(form)))
    for name in _OF_THIS_RUN_ONLY:
        values.pop(name, None)
    return values


async def set_up(
    desk: OperatorDesk,
    table: Table,
    games: int,
    match_to: int,
    moments: Moments,
    dice_only: frozenset[Room] = frozenset(),
) -> dict[Room, ConnectedBoard]:
    """Set up a match with its boards and line-ups; its boards, each still to be run."""
    if match_to:
        return await _set_up_one_table(desk, table, match_to, moments)
    await desk.schedule(HOME, AWAY, event=EVENT, game=table.game.name, games=games, tail="thrown")
    for room in dice_only:
        await desk.keep_dice_only(room)
    keys = {room: await desk.seat_board(room, BOARD_IDS[room], "") for room in Room}
    for team in (HOME, AWAY):
        await desk.line_up(team)
    return {room: table.board(room, keys[room], moments.changed) for room in Room}


async def _set_up_one_table(
    desk: OperatorDesk, table: Table, length: int, moments: Moments
) -> dict[Room, ConnectedBoard]:
    white, red = WHITE_AND_RED
    game = table.game.name
    await desk.schedule_match_play(white, red, event=EVENT, length=length, game=game)
    key = await desk.seat_board(Room.OPEN, BOARD_IDS[Room.OPEN], "")
    return {Room.OPEN: table.board(Room.OPEN, key, moments.changed)}


async def _play(
    server: ServerProcess, desk: OperatorDesk, folder: Path, moments: Moments
) -> ServerProcess:
    """Until the match is over; the server that is alive then."""
    over = asyncio.create_task(finished(desk))
    while not over.done():
        killing = asyncio.create_task(moments.next())
        await asyncio.wait((over, killing), return_when=asyncio.FIRST_COMPLETED)
        if killing.done():
            await server.kill()
            server = await start_server(folder, folder / "devices", server.port)
            moments.restarted()
        killing.cancel()
    await over
    return server


async def finished(desk: OperatorDesk) -> None:
    """Look again and again until the match is finished, also while nobody answers."""
    while True:
        with contextlib.suppress(httpx.TransportError):
            if await desk.status() == "finished":
                return
        await asyncio.sleep(LOOK_EVERY)


async def log_of(folder: Path) -> list[ev.Event]:
    """The events of match 1, read as a server reads them; AssertionError for a broken ledger."""
    event_log = await SqliteEventLog.open(folder / "log.sqlite3")
    try:
        (stream,) = [name for name in await event_log.heads() if name.endswith("/match/1")]
        entries = await event_log.read(stream)
    finally:
        await event_log.close()
    assert verify(entries) is None
    return [entry.event for entry in entries]


def refused_in_killed(log: Sequence[ev.Event]) -> list[ev.Event]:
    """What a log refused, but for dice keyed again where the kill took the answer to the first."""
    return [
        event
        for event in log
        if isinstance(event, ev.ReadingRefused)
        or (isinstance(event, ev.ThrowVoided) and event.why is not ev.Refusal.ALREADY_THROWN)
    ]


def dice_by_turn(log: Sequence[ev.Event]) -> dict[tuple[int, int, Side, int], Roll]:
    """Every thrown roll by game, attempt, side and turn; AssertionError when one came twice."""
    thrown = [event for event in log if isinstance(event, ev.RollThrown)]
    by_turn = {(e.game, e.attempt, e.side, e.turn): e.dice for e in thrown}
    assert len(by_turn) == len(thrown), "a roll was stored twice"
    return by_turn
