"""A demonstration of a whole match: the real server, simulated boards, a printed protocol.

The module also has what all demonstrations share: a folder, a server, and the code that runs them.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx
from rich.console import Console
from rich.text import Text

from protocol_forms.any_form import AnyView
from protocol_forms.terminal_form import form_table
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.match_files.mat_reader import GameRolls
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.demo_progress import DemoProgress, Stillness
from simulator.dice_supply import DiceSupply, SeededDice, TranscribedDice
from simulator.display import EXACT, SensorSet
from simulator.operator_desk import DIRECTOR, Entry, OperatorDesk
from simulator.people import PlayerKind, Seating, playing_on, seated
from simulator.room_boards import BOARD_IDS, Table, play_all
from simulator.server_process import ServerProcess, start_server

NOTICED_WITHIN = 2.0
"""Largest time in seconds until the end of a child process is noticed."""
LOOK_EVERY = 0.25
"""Seconds to wait before checking again if a match is over."""
Failure = TypeVar("Failure", bound=Exception)


@dataclass(frozen=True, slots=True)
class DemoFolder:
    """The folder with all files of a demonstration."""

    folder: Path

    @property
    def devices(self) -> Path:
        """The folder with the serial devices of the open rooms' boards."""
        return self.folder / "devices"

    @property
    def log(self) -> Path:
        """The file to which the server's output is written."""
        return self.folder / "server.log"


class Demonstration(Protocol):
    """A demonstration that is played on a server.

    `finished` is True once everything has been played. `run` may go on after that, so that people
    can look at the server's pages.
    """

    finished: bool

    async def run(self) -> None:
        """Play the demonstration."""


async def run_served(
    folder: DemoFolder, port: int, made: Callable[[ServerProcess], Demonstration]
) -> None:
    """Start a server, run the demonstration that `made` returns for it, and stop the server.

    If the task is cancelled after the demonstration has finished, return normally. Raises
    ServerDied.
    """
    folder.folder.mkdir(parents=True, exist_ok=True)
    server = await start_server(folder.folder, folder.devices, port, folder.log)
    demonstration = made(server)
    try:
        await _while_it_lives(server, demonstration.run())
    except asyncio.CancelledError:
        if not demonstration.finished:
            raise
    finally:
        await server.stop()


async def _while_it_lives(server: ServerProcess, work: Coroutine[Any, Any, None]) -> None:
    """Run the coroutine. Raises ServerDied if the server ends first."""
    working = asyncio.create_task(work)
    watching = asyncio.create_task(server.watch())
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if working.done() and isinstance(working.exception(), httpx.TransportError):
            # A lost connection is noticed before the end of the server that caused it.
            await asyncio.wait((watching,), timeout=NOTICED_WITHIN)
        if watching.done():
            await watching
        await working
    finally:
        for task in (working, watching):
            task.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


def first_of(group: BaseExceptionGroup[Failure]) -> Failure:
    """Return the first error of a group of errors, the only one that is reported."""
    first = group.exceptions[0]
    return first_of(first) if isinstance(first, BaseExceptionGroup) else first


@contextlib.asynccontextmanager
async def in_background(
    work: Coroutine[Any, Any, None],
) -> AsyncIterator[Callable[[], Coroutine[Any, Any, None]]]:
    """Run a coroutine in the background while the `with` block runs, and cancel it at the end.

    The block gets an asynchronous function to call again and again: the function waits LOOK_EVERY
    seconds, and raises the coroutine's error if the coroutine has failed.
    """
    doing = asyncio.create_task(work)

    async def wait_a_little() -> None:
        await asyncio.wait((doing,), timeout=LOOK_EVERY)
        if doing.done():
            await doing

    try:
        yield wait_a_little
    finally:
        doing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await doing


HOME = Entry("Compass", "Robin Brook", "Alex Fields")
AWAY = Entry("Rudder", "Kim Holloway", "Sasha Stonely")
EVENT = "Harbour Cup"
USUAL_SEED = 122
"""A seed for a match whose games end by bearing off, by gammons and by passes.

This holds with GNU Backgammon's nets and without them.
"""
STILL_AFTER = 20.0
"""Seconds within which at least one of four people normally acts."""


@dataclass(frozen=True, slots=True)
class DemoPlan(DemoFolder):
    """The settings of a demonstration.

    `pace` is the time in seconds that people take for an action; 0 is as fast as the server
    answers. `transcribed` is the name of a match file and the rolls of its games, which the boards
    throw; it is None for dice from the seed alone. With `stay` the server keeps running afterwards,
    so that people can look at its pages. `match_to` is the number of points of a match at one
    board, or 0 for a duplicate match. All boards have the same `sensors`. The tables of the rooms
    in `dice_only` record no positions.
    """

    seed: int
    games: int = 6
    pace: float = 1.2
    port: int = 0
    tail: str = "thrown"
    transcribed: tuple[str, list[GameRolls]] | None = None
    stay: bool = True
    players: PlayerKind = PlayerKind.AUTO
    game: Game = BACKGAMMON
    match_to: int = 0
    sensors: SensorSet = EXACT
    dice_only: frozenset[Room] = frozenset()


async def run_demo(plan: DemoPlan, console: Console) -> None:
    """Play the match of a demonstration and print its protocol.

    With `stay`, wait after the match until the task is cancelled, and then return normally. Raises
    ServerDied, httpx.HTTPError if the server refuses a request, and NetsUnavailable if the players'
    nets are not installed or have stopped.
    """
    with seated(plan.players, plan.game) as seating:
        people = playing_on(seating)
        await run_served(plan, plan.port, lambda server: _Demo(plan, people, console, server))


class _Demo:
    def __init__(
        self, plan: DemoPlan, seating: Seating, console: Console, server: ServerProcess
    ) -> None:
        self.finished = False
        self._plan, self._seating = plan, seating
        self._console, self._address = console, server.address
        self._set_up_link = server.set_up_link
        self._passphrase = secrets.token_urlsafe(12)

    async def run(self) -> None:
        desk = OperatorDesk(self._address)
        try:
            await desk.become_director(self._set_up_link, self._passphrase)
            await self._schedule(desk)
            page = f"{self._address}/t/club/matches/{desk.number}"
            self._say(f"In a browser: {page}", "bold")
            self._say(f"Records: {self._plan.folder}   (seed {self._plan.seed})")
            self._say(f"The server's log: {self._plan.log}")
            self._say(
                f"To sign in at {self._address}/sign-in: {DIRECTOR}, passphrase {self._passphrase}"
            )
            await self._play(desk, page)
            await self._finish(desk)
        finally:
            await desk.close()
        self.finished = True
        if self._plan.stay:
            self._say(f"The server stays up at {page}; Ctrl-C ends it.", "bold")
            await asyncio.Event().wait()

    async def _schedule(self, desk: OperatorDesk) -> None:
        plan = self._plan
        basis = {"event": EVENT, "game": plan.game.name}
        await desk.describe(EVENT)
        if plan.match_to:
            white, red = self._opponents
            await desk.schedule_match_play(white, red, length=plan.match_to, **basis)
        else:
            await desk.schedule(HOME, AWAY, games=plan.games, tail=plan.tail, **basis)
        for room in plan.dice_only:
            await desk.keep_dice_only(room)

    @property
    def _opponents(self) -> tuple[str, str]:
        """The names of the two teams or, in a match at one board, of the two players."""
        if self._plan.match_to:
            return HOME.open_player, AWAY.open_player
        return HOME.name, AWAY.name

    def _say(self, sentence: str, style: str = "") -> None:
        self._console.print(Text(sentence, style=style), soft_wrap=True)

    async def _play(self, desk: OperatorDesk, page: str) -> None:
        plan = self._plan
        folder = plan.folder / "boards"
        table = Table(
            plan.seed,
            self._dice(),
            folder,
            plan.pace,
            self._seating,
            plan.game,
            sensors=plan.sensors,
        )
        boards: dict[Room, ConnectedBoard] = {}
        home, away = self._opponents
        progress = DemoProgress(
            self._console,
            boards,
            f"{home} – {away}, {EVENT}   {page}",
            home=home,
            away=away,
            game=plan.game,
            games=plan.games,
            length=plan.match_to,
        )
        for room in (Room.OPEN,) if plan.match_to else Room:
            key = await desk.seat_board(room, BOARD_IDS[room], f"simulated, {room.value} room")
            boards[room] = table.board(room, key, progress.changed)
        for team in () if plan.match_to else (HOME, AWAY):
            await desk.line_up(team)
        async with in_background(play_all(boards, plan.devices, self._address)) as wait_a_little:
            with progress:
                await self._until_over(desk, progress, wait_a_little)

    async def _until_over(
        self,
        desk: OperatorDesk,
        progress: DemoProgress,
        wait_a_little: Callable[[], Awaitable[None]],
    ) -> None:
        loop = asyncio.get_running_loop()
        stillness = Stillness(max(STILL_AFTER, STILL_AFTER * self._plan.pace), self._plan.log)
        while await desk.status() == "playing":
            progress.score(await self._form(desk))
            if complaint := stillness.complaint(progress.actions, loop.time()):
                progress.say(complaint, "yellow")
            await wait_a_little()

    async def _form(self, desk: OperatorDesk) -> AnyView:
        return await (desk.match_play_form() if self._plan.match_to else desk.protocol())

    async def _finish(self, desk: OperatorDesk) -> None:
        for signer in self._opponents:
            await desk.sign(signer)
        self._console.print()
        self._console.print(form_table(await self._form(desk)))
        form = self._plan.folder / f"match-{desk.number}-protocol.pdf"
        await asyncio.to_thread(form.write_bytes, await desk.pdf())
        self._say(f"Printed form: {form}", "bold")

    def _dice(self) -> DiceSupply:
        seeded = SeededDice(self._plan.seed)
        if self._plan.transcribed is None:
            return seeded
        name, games = self._plan.transcribed
        return TranscribedDice(name, games, seeded, lambda text: self._say(text, "yellow"))
