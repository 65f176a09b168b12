"""A demonstration of a team event: three teams play long gammon, backgammon and a final.

All forms are printed. The event is planned like the tournament in Fair Backgammon Duplicated Team
Tournament (Garal, 2008), ruling 13, and uses four boards at the same time.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table as TerminalTable
from rich.text import Text

from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.games.long_gammon import LONG_GAMMON
from rules.room import Room
from simulator.demo import DemoFolder, in_background, run_served
from simulator.dice_supply import SeededDice
from simulator.operator_desk import DIRECTOR, Entry, OperatorDesk, become_director, visitor_of
from simulator.people import PlayerKind, Seating, playing_on, seated
from simulator.room_boards import Table, play_all
from simulator.server_process import ServerProcess

TITLE, PLACE, DATES = "Harbour Cup", "Harbour hall", "1–5 October"
TEAMS: Mapping[str, tuple[str, str, str, str]] = {
    "Compass": ("Robin Brook", "Alex Fields", "Jo Summers", "Max Winters"),
    "Rudder": ("Kim Holloway", "Sasha Stonely", "Lee Marsh", "Dana Rivers"),
    "Anchor": ("Toni Hill", "Chris Moss", "Nicky Shaw", "Rene Wood"),
}
"""The players of each team: its two players of backgammon, then its two players of long gammon."""
LONG_GAMMON_STAGE, BACKGAMMON_STAGE, FINAL = 1, 2, 3
_CLUB = "/api/t/club"


@dataclass(frozen=True, slots=True)
class TournamentPlan(DemoFolder):
    """The settings of the demonstration of a team event.

    `pace` is the time in seconds that people take for an action. With `stay` the server keeps
    running afterwards.
    """

    seed: int
    pace: float = 0.0
    port: int = 0
    stay: bool = True
    players: PlayerKind = PlayerKind.AUTO

    @property
    def forms(self) -> Path:
        """The folder into which all forms are printed."""
        return self.folder / "forms"


async def run_tournament_demo(plan: TournamentPlan, console: Console) -> None:
    """Play the event of a demonstration and print its forms.

    With `stay`, wait after the event until the task is cancelled, and then return normally. Raises
    ServerDied, httpx.HTTPError if the server refuses a request, and NetsUnavailable.
    """
    with contextlib.ExitStack() as stack:
        long_gammon = PlayerKind.SENSIBLE if plan.players is PlayerKind.GNUBG else plan.players
        seatings = {
            game.name: playing_on(stack.enter_context(seated(kind, game)))
            for game, kind in ((BACKGAMMON, plan.players), (LONG_GAMMON, long_gammon))
        }
        plan.forms.mkdir(parents=True, exist_ok=True)
        await run_served(
            plan,
            plan.port,
            lambda server: _TournamentDemo(plan, seatings, console, server),
        )


class _TournamentDemo:
    def __init__(
        self,
        plan: TournamentPlan,
        seatings: Mapping[str, Seating],
        console: Console,
        server: ServerProcess,
    ) -> None:
        self.finished = False
        self._plan, self._seatings, self._console = plan, seatings, console
        self._address, self._set_up_link = server.address, server.set_up_link
        self._http = visitor_of(server.address)
        self._keys: dict[str, bytes] = {}

    async def run(self) -> None:
        passphrase = secrets.token_urlsafe(12)
        page = f"{self._address}/t/club"
        try:
            await become_director(self._http, self._set_up_link, passphrase)
            self._say(f"In a browser: {page}", "bold")
            self._say(f"Records: {self._plan.folder}   (seed {self._plan.seed})")
            self._say(f"To sign in at {self._address}/sign-in: {DIRECTOR}, passphrase {passphrase}")
            await self._set_up()
            await self._play_stages()
            await self._print_standings()
        finally:
            await self._http.aclose()
        self.finished = True
        if self._plan.stay:
            self._say(f"The server stays up at {page}; Ctrl-C ends it.", "bold")
            await asyncio.Event().wait()

    async def _set_up(self) -> None:
        for team, players in TEAMS.items():
            await self._post(f"{_CLUB}/teams", name=team, players=players)
        await self._order("describe", title=TITLE, place=PLACE, dates=DATES)
        await self._order("preset", preset="yalta-2008")
        for stage in (LONG_GAMMON_STAGE, BACKGAMMON_STAGE):
            await self._order("draw", stage=stage)
            names = [line["team"] for line in (await self._stage(stage))["groups"][0]["standings"]]
            self._say(f"Drawn: {', '.join(names)}")

    async def _play_stages(self) -> None:
        """Play long gammon and backgammon at the same time, then draw and play the final."""
        rounds = [len((await self._stage(each))["rounds"]) for each in (1, 2)]
        for number in range(1, max(rounds) + 1):
            stages = [stage for stage, last in enumerate(rounds, 1) if number <= last]
            async with asyncio.TaskGroup() as tasks:
                for stage in stages:
                    tasks.create_task(self._play_round(stage, number))
        await self._order("draw", stage=FINAL)
        await self._play_round(FINAL, 1)

    async def _play_round(self, stage: int, number: int) -> None:
        draft = (await self._stage(stage))["rounds"][number - 1]
        pairs = [(each["home"], each["away"]) for each in draft["pairings"]]
        await self._order("publish", stage=stage, round=number, seen=pairs)
        stage_json = await self._stage(stage)
        announced = stage_json["rounds"][number - 1]
        byes = "".join(f"; {team} has a bye" for team in announced["byes"])
        self._say(f"{stage_json['name']}, round {number}: {_versus(announced['pairings'])}{byes}")
        for pairing in announced["pairings"]:
            await self._play_match(stage, pairing, GAMES[stage_json["game"]])
        await self._order("close", stage=stage, round=number)

    async def _play_match(self, stage: int, pairing: Mapping[str, Any], game: Game) -> None:
        home, away = (_entry(pairing[side], game) for side in ("home", "away"))
        desk = OperatorDesk(self._address, self._http)
        await desk.take_over(pairing["number"], home, away)
        try:
            await self._at_its_boards(desk, stage, (home, away), game)
            for team in (home, away):
                await desk.sign(team.name)
            form = self._plan.forms / f"match-{desk.number}-protocol.pdf"
            await asyncio.to_thread(form.write_bytes, await desk.pdf())
        finally:
            await desk.leave()
        vp = next(
            each["vp"]
            for each_round in (await self._stage(stage))["rounds"]
            for each in each_round["pairings"]
            if each["number"] == desk.number
        )
        self._say(f"  match {desk.number}: {home.name} {vp[0]}–{vp[1]} {away.name}", "bold")

    async def _at_its_boards(
        self, desk: OperatorDesk, stage: int, teams: Sequence[Entry], game: Game
    ) -> None:
        place = LONG_GAMMON_STAGE if stage == LONG_GAMMON_STAGE else BACKGAMMON_STAGE
        ids = {room: f"table-{place}-{room.value}" for room in Room}
        seed = self._plan.seed * 1000 + desk.number
        folder, seating = self._plan.folder / "boards", self._seatings[game.name]
        table = Table(seed, SeededDice(seed), folder, self._plan.pace, seating, game, ids)
        boards = {}
        for room, board_id in ids.items():
            if board_id not in self._keys:
                label = f"simulated, table {place}, {room.value} room"
                self._keys[board_id] = await desk.register_board(board_id, label)
            await desk.put_board(room, board_id)
            boards[room] = table.board(room, self._keys[board_id], lambda: None)
        for team in teams:
            await desk.line_up(team)
        playing = play_all(boards, self._plan.devices, self._address, table.ids)
        async with in_background(playing) as wait_a_little:
            while await desk.status() == "playing":
                await wait_a_little()

    async def _print_standings(self) -> None:
        for stage in (LONG_GAMMON_STAGE, BACKGAMMON_STAGE):
            stage_json = await self._stage(stage)
            table = TerminalTable(title=stage_json["name"], box=None, padding=(0, 2, 0, 0))
            for name in ("#", "Team", "VP", "IMP", "SMP"):
                table.add_column(name, justify="left" if name == "Team" else "right")
            for line in stage_json["groups"][0]["standings"]:
                vp = f"{line['vp']:g}"
                sums = [f"{line[unit][0]}–{line[unit][1]}" for unit in ("imp", "smp")]
                table.add_row(str(line["place"]), line["team"], vp, *sums)
            self._console.print(table)
        for name in ("standings.pdf", "schedule.pdf", "standings.csv"):
            answer = await self._http.get(f"/t/club/forms/{name}")
            answer.raise_for_status()
            await asyncio.to_thread((self._plan.forms / name).write_bytes, answer.content)
        self._say(f"Printed forms: {self._plan.forms}", "bold")

    async def _stage(self, stage: int) -> Any:
        answer = await self._http.get(f"{_CLUB}/event")
        answer.raise_for_status()
        return answer.json()["stages"][stage - 1]

    async def _order(self, order: str, **fields: object) -> None:
        await self._post(f"{_CLUB}/event", order=order, **fields)

    async def _post(self, path: str, **body: object) -> None:
        answer: httpx.Response = await self._http.post(path, json=body)
        answer.raise_for_status()

    def _say(self, sentence: str, style: str = "") -> None:
        self._console.print(Text(sentence, style=style), soft_wrap=True)


def _entry(team: str, game: Game) -> Entry:
    """Return the team with its two players of this game."""
    players = TEAMS[team][2:] if game.name == LONG_GAMMON.name else TEAMS[team][:2]
    return Entry(team, *players)


def _versus(pairings: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{each['home']} – {each['away']}" for each in pairings)
