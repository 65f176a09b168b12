"""Power lost in game 3, game 4 on paper, game 5 on boards: one match, one protocol, one ledger."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rules import events as ev
from rules.dice import Roll
from rules.duplicate.audit import audit
from rules.duplicate.roll_sets import roll_sets
from rules.position import Side
from rules.room import Room
from rules.tables.state import TurnKey
from simulator.demo import AWAY, EVENT, HOME
from simulator.dice_supply import SeededDice
from simulator.operator_desk import OperatorDesk, become_director, visitor_of
from simulator.people import sensible_players
from simulator.room_boards import BOARD_IDS, Table, play_all
from simulator.server_process import start_server
from tests.end_to_end.match_run import DEADLINE, PASSPHRASE, finished, log_of
from tests.support.forms import form_of

SEED, GAMES = 2008, 5
MATCH = "/t/club/matches/1"
PAPER = f"/hall{MATCH}/paper"
WON = {"ending": "bearoff", "left": "3", "cube": "2"}
REASON = "no power in the hall"


@pytest.mark.long
async def test_power_lost_in_game_3_game_4_on_paper_game_5_on_boards_is_one_protocol(
    tmp_path: Path,
) -> None:
    """The results of both games on paper are confirmed by a second account (ruling 15)."""
    async with asyncio.timeout(DEADLINE):
        hall = Hall(tmp_path)
        await hall.open()
        try:
            await hall.play_until_dice_lie_in(game=3)
            await hall.lose_power()
            third = await hall.typed_in(game=3, rolls=14)
            fourth = await hall.typed_in(game=4, rolls=30)
            await hall.play_to_the_end()
            await hall.confirm_what_was_typed_in()
            for team in (HOME, AWAY):
                await hall.desk.sign(team.name)
            protocol = await hall.desk.protocol()
        finally:
            await hall.close()
    assert protocol.complete
    assert len(protocol.rows) == 2 * GAMES
    written = [(row.game, row.room) for row in protocol.rows if row.decided]
    assert {game for game, _ in written} == {3, 4}
    assert any("finished on paper" in note and REASON in note for note in protocol.notes)

    log = await log_of(tmp_path)
    assert audit(log) == replace(audit(log), findings=(), on_paper=len(third) + len(fourth))
    sets = roll_sets(log)
    for game, typed in ((3, third), (4, fourth)):
        rolls = {key: roll.dice for key, roll in sets[game].rolls.items()}
        assert {key: rolls[key] for key in typed} == typed
    thrown = {event.game for event in log if isinstance(event, ev.RollThrown)}
    released = {event.game for event in log if isinstance(event, ev.RollReleased)}
    assert thrown == {1, 2, 3, 5}
    assert released >= {1, 2, 5}


class Hall:
    """A server of its own with two boards, its director, and a second account."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._devices = folder, folder / "devices"
        self._dice = SeededDice(SEED)
        self._keys: dict[Room, bytes] = {}
        self._playing: asyncio.Task[None] | None = None
        self._chance = Random(SEED)

    async def open(self) -> None:
        self._server = await start_server(self._folder, self._devices)
        self._director = visitor_of(self._server.address)
        await become_director(self._director, self._server.set_up_link, PASSPHRASE)
        self.desk = OperatorDesk(self._server.address, self._director)
        await self.desk.schedule(HOME, AWAY, event=EVENT, games=GAMES, tail="thrown")
        for room in Room:
            self._keys[room] = await self.desk.seat_board(room, BOARD_IDS[room], "")
        for team in (HOME, AWAY):
            await self.desk.line_up(team)

    async def close(self) -> None:
        await self._boards_off()
        await self.desk.close()
        await self._server.stop()

    def _boards_on(self) -> None:
        """Boards and people as they sit down: what a board keeps is in its journal."""
        table = Table(SEED, self._dice, self._folder / "boards", 0.0, sensible_players)
        boards = {room: table.board(room, self._keys[room], lambda: None) for room in Room}
        playing = play_all(boards, self._devices, self._server.address)
        self._playing = asyncio.create_task(playing)

    async def _boards_off(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)

    async def play_until_dice_lie_in(self, game: int) -> None:
        """Until a side has thrown twice in that game."""
        self._boards_on()
        while True:
            state = await self.desk.state()
            latest = state["latest"]
            if state["game"] == game and latest is not None and latest["turn"] >= 2:
                return
            await asyncio.sleep(0.01)

    async def lose_power(self) -> None:
        """Server and boards at once; the server comes back, the boards stay off."""
        await self._server.kill()
        await self._boards_off()
        self._server = await start_server(self._folder, self._devices, self._server.port)

    async def typed_in(self, game: int, rolls: int) -> dict[TurnKey, Roll]:
        """A game's slips and results by the page, looked over and entered; the rolls by turn."""
        page = await self._director.get(PAPER)
        fields = form_of(page, PAPER)
        assert fields["game"] == str(game)
        typed = self._slips(fields, rolls)
        for room in Room:
            if f"{room.value}-{game}-winner" in fields:
                named = {"winner": "home", **WON}
                fields |= {f"{room.value}-{game}-{name}": each for name, each in named.items()}
        fields |= {"reason": REASON}
        looked = await self._director.post(PAPER, data={**fields, "step": "look"})
        assert f"This will be entered for game {game}" in looked.text
        entered = await self._director.post(PAPER, data={**fields, "step": "enter"})
        assert entered.status_code == 303, entered.text
        return typed

    def _slips(self, fields: dict[str, str], rolls: int) -> dict[TurnKey, Roll]:
        """So many turns of each side beyond the further one, as they are typed into the fields."""
        due = {side: int(fields[f"{side.value}_from"]) for side in Side}
        last, typed = max(due.values()) + rolls, dict[TurnKey, Roll]()
        opening = next((name for name in fields if name.startswith("opening-")), None)
        if opening is not None:
            fields[opening] = "6:2"
            typed[TurnKey(Side.WHITE, 1)] = Roll(6, 2)
            due[Side.WHITE] += 1
        for side in Side:
            thrown = [self._roll() for _ in range(due[side], last + 1)]
            fields[side.value] = " ".join(f"{dice.first}{dice.second}" for dice in thrown)
            turns = enumerate(thrown, due[side])
            typed |= {TurnKey(side, turn): dice for turn, dice in turns}
        return typed

    def _roll(self) -> Roll:
        return Roll(self._chance.randint(1, 6), self._chance.randint(1, 6))

    async def play_to_the_end(self) -> None:
        self._boards_on()
        await finished(self.desk)

    async def confirm_what_was_typed_in(self) -> None:
        """By a second account, which did not enter it."""
        form = {"name": "Olena", "role": "operator"}
        invited = await self._director.post("/api/accounts", json=form)
        second = visitor_of(self._server.address)
        try:
            await second.post(invited.json()["link"], data={"passphrase": PASSPHRASE})
            for each in (await self.desk.state())["results"]:
                named = {name: each[name] for name in ("game", "attempt", "room", "result")}
                if each["entered_by"]:
                    answer = await second.post(f"/api{MATCH}/results", json=named)
                    assert answer.json()["events"][0] == "ResultConfirmed", answer.text
        finally:
            await second.aclose()
