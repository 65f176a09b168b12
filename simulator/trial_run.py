"""Simulated boards with people at trial matches of a server that runs, until these are over."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import httpx
from rich.console import Console
from rich.text import Text

from protocol_forms.terminal_form import form_table
from rules.games.known_games import GAMES
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.dice_supply import SeededDice
from simulator.operator_desk import OperatorDesk
from simulator.rehearsal import Rehearsal, RehearsedTable, incident_lines
from simulator.rehearsed_board import Cable, RehearsedBoard
from simulator.room_boards import Table, by_websocket
from simulator.seating import sensible_players_of
from simulator.trial_hall import TrialHall, TrialMatch

_T = TypeVar("_T")
_AWAY = (502, 503, 504)
LOOK_EVERY = 1.0
"""Seconds between looks at how a match stands."""


@dataclass(frozen=True, slots=True)
class TrialPlan:
    """What to play and where: `address` of the server, who signs in, how many `matches` at least.

    Matches that are set up for it have so many `games` of `game`. `pace`: seconds people take for
    an action, 0 as fast as the server goes. `folder` keeps the boards' journals. `rehearsed`:
    minutes in which things go wrong, 0 for none.
    """

    address: str
    name: str
    passphrase: str = field(repr=False)
    matches: int
    games: int
    game: str
    pace: float
    seed: int
    folder: Path
    rehearsed: float = 0.0


async def run_trial(plan: TrialPlan, console: Console) -> None:
    """Play them all; returns when they are over.

    Raises httpx.HTTPError when the server does not answer or does not do as asked.
    """
    hall = TrialHall(plan.address)
    try:
        await hall.sign_in(plan.name, plan.passphrase)
        await _Run(plan, hall, console).play()
    finally:
        with contextlib.suppress(httpx.HTTPError):
            await hall.close()


class _Run:
    def __init__(self, plan: TrialPlan, hall: TrialHall, console: Console) -> None:
        self._plan, self._hall, self._console = plan, hall, console
        self._is_away = False
        self._refused: set[str] = set()

    async def play(self) -> None:
        playing = dict[TrialMatch, list[RehearsedTable]]()
        for match in await self._matches():
            tables = await self._seat(match)
            if tables:
                playing[match] = tables
        every = [table for tables in playing.values() for table in tables]
        rehearsal = Rehearsal(every, self._plan.rehearsed, _now, self._say)
        try:
            async with asyncio.TaskGroup() as tasks:
                beside = [
                    tasks.create_task(each.connected.run(each.cable.connect)) for each in every
                ]
                if self._plan.rehearsed:
                    beside.append(tasks.create_task(rehearsal.run()))
                async with asyncio.TaskGroup() as matches:
                    for match, tables in playing.items():
                        matches.create_task(self._until_over(match, tables))
                for task in beside:
                    task.cancel()
        finally:
            for line in incident_lines(rehearsal.incidents):
                self._console.print(Text(line), soft_wrap=True)

    async def _matches(self) -> Sequence[TrialMatch]:
        found = await self._hall.unfinished()
        for _ in range(self._plan.matches - len(found)):
            found.append(await self._hall.set_up(self._plan.games, self._plan.game))
        return found

    async def _seat(self, match: TrialMatch) -> list[RehearsedTable]:
        """Boards for the tables that have none; then the match can begin."""
        rooms = await self._hall.free_rooms(match)
        tables = [await self._table(match, room) for room in rooms]
        await self._hall.line_up(match)
        left = [room.value for room in match.rooms if room not in rooms]
        besides = f"; the {' and the '.join(left)} room has a board of its own" if left else ""
        page = f"{self._plan.address}/t/{match.tournament}/matches/{match.number}"
        self._say(f"{match.name}: {match.home} – {match.away}, {page}{besides}", "bold")
        return tables

    async def _table(self, match: TrialMatch, room: Room) -> RehearsedTable:
        board_id, key = await self._hall.put_board(match, room)
        seed = self._plan.seed * 1000 + match.number
        game = GAMES[match.game_name]
        seating, ids = sensible_players_of(game), {room: board_id}
        dice, folder = SeededDice(seed), self._plan.folder
        table = Table(seed, dice, folder, self._plan.pace, seating, game, ids)
        board = RehearsedBoard(game, *table.at_table(room))
        if (found := await self._hall.game_in_progress(match, room)) is not None:
            board.lay(*found)
        link = table.link(room, key, table.journal(room))
        connected = ConnectedBoard(board, link, self._plan.pace)
        cable = Cable(by_websocket(self._plan.address))
        return RehearsedTable(match.name, room, board, connected, cable)

    async def _until_over(self, match: TrialMatch, tables: Sequence[RehearsedTable]) -> None:
        desk = await self._hall.desk_of(match)
        try:
            game = 0
            while (state := await self._answer(desk.state))["status"] in ("planned", "playing"):
                if state["game"] != game:
                    game = state["game"]
                    self._say(f"{match.name}: game {game} is being played")
                self._tell_refused(tables)
                await asyncio.sleep(LOOK_EVERY)
            await self._finish(match, desk)
            for table in tables:
                await self._answer(partial(self._hall.take_board_off, match, table.room))
        finally:
            await desk.leave()

    async def _finish(self, match: TrialMatch, desk: OperatorDesk) -> None:
        """Simulated teams sign; of another match people do."""
        if match.own:
            for team in (match.home, match.away):
                await self._answer(partial(desk.sign, team))
        self._say(f"{match.name} is over", "bold")
        form = desk.match_play_form if match.games is None else desk.protocol
        self._console.print(form_table(await self._answer(form)))

    async def _answer(self, ask: Callable[[], Awaitable[_T]]) -> _T:
        """What the server answers, however long it is away: boards come back by themselves too."""
        while True:
            try:
                answer = await ask()
            except httpx.HTTPError as error:
                if not _is_away(error):
                    raise
                if not self._is_away:
                    self._is_away = True
                    self._say(f"{self._plan.address} does not answer: waiting until it does")
                await asyncio.sleep(LOOK_EVERY)
                continue
            if self._is_away:
                self._is_away = False
                self._say(f"{self._plan.address} answers again: play goes on")
            return answer

    def _tell_refused(self, tables: Sequence[RehearsedTable]) -> None:
        """Say once of each table at which people have stopped that only the director can help."""
        for table in tables:
            where = f"{table.match}, {table.room.value} room"
            if not table.board.needs_operator:
                self._refused.discard(where)
            elif where not in self._refused:
                self._refused.add(where)
                self._say(
                    f"{where}: the server refuses what is said at the board;"
                    f" {self._plan.address}/hall says what to do"
                )

    def _say(self, sentence: str, style: str = "") -> None:
        self._console.print(Text(f"{_now():%H:%M:%S}  {sentence}", style=style), soft_wrap=True)


def _is_away(error: httpx.HTTPError) -> bool:
    """The server, or a proxy before it, says that it cannot be reached now."""
    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code in _AWAY
    return isinstance(error, httpx.TransportError)


def _now() -> datetime:
    return datetime.now().astimezone()
