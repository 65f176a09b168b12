"""Trial matches on a running server, played to their end by simulated boards with people.

Trial matches that exist are found, others are set up, and boards are assigned to their tables.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
from rich.console import Console
from rich.text import Text

from protocol_forms.terminal_form import form_table
from rules.games.known_games import GAMES
from rules.position import Position, Side
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.dice_supply import SeededDice
from simulator.operator_desk import Entry, OperatorDesk, visitor_of
from simulator.people import sensible_players_of
from simulator.rehearsal import Cable, Rehearsal, RehearsedBoard, RehearsedTable, incident_lines
from simulator.room_boards import Table, by_websocket

TOURNAMENT = "trial"
"""Short name of the tournament in which new trial matches are set up."""
_TEAMS = {
    name: Entry(name, f"{name} I", f"{name} II")
    for name in (
        "Anchor",
        "Beacon",
        "Compass",
        "Dolphin",
        "Ensign",
        "Ferry",
        "Galley",
        "Harbour",
        "Island",
        "Jetty",
        "Keel",
        "Lantern",
        "Mast",
        "Nautilus",
        "Oar",
        "Pilot",
    )
}
MOST_MATCHES = len(_TEAMS) // 2
"""Largest number of matches that can be played at the same time."""


@dataclass(frozen=True, slots=True)
class TrialMatch:
    """A trial match that is planned or being played.

    `own` is True if its teams are simulated; they then sign the protocol. `games` is the number of
    games per room, or None in a match at one table.
    """

    tournament: str
    number: int
    home: str
    away: str
    game_name: str
    games: int | None
    own: bool

    @property
    def name(self) -> str:
        """The name of the match, such as "trial/1"."""
        return f"{self.tournament}/{self.number}"

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms in which the match has a table."""
        return (Room.OPEN,) if self.games is None else tuple(Room)


class TrialHall:
    """A client of one server that looks after trial matches.

    Call `sign_in` first and `close` last. Every method raises httpx.HTTPError if the server
    refuses.
    """

    def __init__(self, address: str) -> None:
        self.http = visitor_of(address)
        self._address = address
        self._run = secrets.token_hex(2)
        self._boards: list[str] = []

    async def sign_in(self, name: str, passphrase: str) -> None:
        """Sign in to an account that may set up matches."""
        await self._post("/api/session", name=name, passphrase=passphrase)

    async def close(self) -> None:
        """Revoke the keys of the boards registered by `put_board`, sign out, and disconnect."""
        try:
            for board_id in self._boards:
                await self.http.delete(f"/api/boards/{board_id}")
            await self.http.delete("/api/session")
        finally:
            await self.http.aclose()

    async def unfinished(self) -> list[TrialMatch]:
        """Return every trial match that is planned or being played, the oldest first."""
        found = list[TrialMatch]()
        for tournament in await self._get("/api/tournaments"):
            for each in await self._get(f"/api/t/{tournament['name']}/matches"):
                if each["trial"] and each["status"] in ("planned", "playing"):
                    found.append(_match(each))
        return found

    async def set_up(self, games: int, game: str) -> TrialMatch:
        """Set up a trial match between two simulated teams that have no unfinished match."""
        known = {each["name"] for each in await self._get("/api/tournaments")}
        if TOURNAMENT not in known:
            await self._post("/api/tournaments", name=TOURNAMENT)
        path = f"/api/t/{TOURNAMENT}"
        playing = {
            team
            for each in await self._get(f"{path}/matches")
            if each["status"] in ("planned", "playing")
            for team in (each["home"], each["away"])
        }
        home, away = [each for each in _TEAMS.values() if each.name not in playing][:2]
        entered = {each["name"] for each in await self._get(f"{path}/teams")}
        for team in (home, away):
            if team.name not in entered:
                players = [team.open_player, team.closed_player]
                await self._post(f"{path}/teams", name=team.name, players=players)
        body = {"home": home.name, "away": away.name, "games": games, "game": game}
        answer = await self._post(f"{path}/matches", **body, trial=True)
        state = await self._get(f"{path}/matches/{answer['number']}")
        return _match(state)

    async def free_rooms(self, match: TrialMatch) -> Sequence[Room]:
        """Return the rooms of the match whose tables have no connected board."""
        taken = {
            each["room"]
            for each in await self._get("/api/boards")
            if each["match"] == match.name and each["link"] != "down"
        }
        return [room for room in match.rooms if room.value not in taken]

    async def put_board(self, match: TrialMatch, room: Room) -> tuple[str, bytes]:
        """Register a simulated board, assign it to the room's table, and return its id and key."""
        board_id = f"trial-{self._run}-{len(self._boards) + 1}"
        desk = OperatorDesk(self._address, self.http, match.tournament)
        desk.number = match.number
        label = f"simulated, {match.name} {room.value} room"
        key = await desk.seat_board(room, board_id, label, await self._standing(match, room))
        self._boards.append(board_id)
        return board_id, key

    async def _standing(self, match: TrialMatch, room: Room) -> str:
        """Return the id of the board assigned to a table, connected or not, or ""."""
        boards = await self._get("/api/boards")
        at = match.name, room.value
        return next(
            (each["board_id"] for each in boards if (each["match"], each["room"]) == at), ""
        )

    async def game_in_progress(
        self, match: TrialMatch, room: Room
    ) -> tuple[int, int, Position] | None:
        """Return the number of the current game at a table, its attempt, and the position.

        Return None if the match has not begun or the table records no positions.
        """
        path = f"/api/t/{match.tournament}/matches/{match.number}"
        state = await self._get(path)
        table = state["tables"].get(room.value)
        if table is None or table["position"] is None:
            return None
        sides = (tuple(table["position"][side.value]) for side in Side)
        return state["game"], state["attempt"], Position(*sides)

    async def take_board_off(self, match: TrialMatch, room: Room) -> None:
        """Remove the board from a room's table.

        The board's key stays valid until `close` revokes it.
        """
        path = f"/api/t/{match.tournament}/matches/{match.number}/tables/{room.value}/board"
        was = await self._standing(match, room)
        (await self.http.delete(path, params={"was": was})).raise_for_status()

    async def line_up(self, match: TrialMatch) -> None:
        """Hand in the missing line-ups, with the first two players of each team.

        Does nothing in a match at one table, which has no line-ups.
        """
        if match.games is None:
            return
        path = f"/api/t/{match.tournament}"
        handed_in = (await self._get(f"{path}/matches/{match.number}"))["line_ups"]
        teams = {each["name"]: each["players"] for each in await self._get(f"{path}/teams")}
        for team in (match.home, match.away):
            if team not in handed_in:
                first, second = [player["name"] for player in teams[team]][:2]
                seats = {"open_player": first, "closed_player": second, "was": None}
                await self._post(f"{path}/matches/{match.number}/line-ups", team=team, **seats)

    async def desk_of(self, match: TrialMatch) -> OperatorDesk:
        """Return an OperatorDesk for the match; it can sign for simulated teams."""
        desk = OperatorDesk(self._address, self.http, match.tournament)
        desk.number = match.number
        if match.own:
            await desk.take_over(match.number, _TEAMS[match.home], _TEAMS[match.away])
        return desk

    async def _get(self, path: str) -> Any:
        answer = await self.http.get(path)
        answer.raise_for_status()
        return answer.json()

    async def _post(self, path: str, **body: object) -> Any:
        answer = await self.http.post(path, json=body)
        answer.raise_for_status()
        return answer.json() if answer.content else None


def _match(listed: dict[str, Any]) -> TrialMatch:
    home, away = listed["home"], listed["away"]
    return TrialMatch(
        listed["tournament"],
        listed["number"],
        home,
        away,
        listed["game_name"],
        listed["games"],
        own=listed["tournament"] == TOURNAMENT and {home, away} <= _TEAMS.keys(),
    )


_T = TypeVar("_T")
_AWAY = (502, 503, 504)
LOOK_EVERY = 1.0
"""Seconds to wait before a match's state is requested again."""


@dataclass(frozen=True, slots=True)
class TrialPlan:
    """The settings of a trial run.

    `address` is the server's address. `name` and `passphrase` are those of the account that signs
    in. `matches` is the smallest number of matches to play; if fewer exist, more are set up with
    `games` games per room of the game `game`. `pace` is the time in seconds that people take for an
    action; 0 is as fast as the server answers. `folder` has the boards' journals. `rehearsed` is
    the length in minutes of a rehearsal with incidents, or 0 for none.
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
    """Play all trial matches, and return when they are over.

    Raises httpx.HTTPError if the server does not answer or refuses a request.
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
        """Assign boards to the tables that have none, and hand in the match's line-ups."""
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
        """Print the form of a match that is over, after signing it for simulated teams.

        If the teams are not simulated, people sign the form.
        """
        if match.own:
            for team in (match.home, match.away):
                await self._answer(partial(desk.sign, team))
        self._say(f"{match.name} is over", "bold")
        form = desk.match_play_form if match.games is None else desk.protocol
        self._console.print(form_table(await self._answer(form)))

    async def _answer(self, ask: Callable[[], Awaitable[_T]]) -> _T:
        """Return the server's answer; while the server cannot be reached, wait and ask again."""
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
        """Print a line for each table at which people have stopped and need the director.

        The line is printed once each time that they stop.
        """
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
    """Return True if the error means that the server cannot be reached now.

    The error may also be the answer of a proxy before the server.
    """
    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code in _AWAY
    return isinstance(error, httpx.TransportError)


def _now() -> datetime:
    return datetime.now().astimezone()
