"""A roll found wrong after its release, as the director meets it on the pages (ruling 9)."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import httpx

from rules import events as ev
from rules.any_match import DuplicateState
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from server.hall import Hall
from server.values.stored_events import StoredEvent
from tests.server.web.hall.test_console import seen
from tests.support.commands import happen
from tests.support.forms import form_of
from tests.support.ids import match_id
from tests.support.rooms import Rooms, Temper
from tests.support.served import served_hall, started_match
from tests.support.stored import Listener

QUIET = Temper(double=0, resign=0, mischief=0, reader=True)
WRONG = "/hall/t/club/matches/1/wrong-roll"
MATCH = "/hall/t/club/matches/1"
REASON = "6-3 lay there, as both players say"


@dataclass
class Relayed:
    """Match 1 under way: the closed room was given four rolls, the open one has thrown on."""

    client: httpx.AsyncClient
    hall: Hall
    rooms: Rooms

    @classmethod
    async def of(cls, client: httpx.AsyncClient, hall: Hall, ahead: int = 3) -> "Relayed":
        await started_match(client)
        rooms = Rooms.seated(BACKGAMMON, 1, QUIET)
        while sum(record.released for record in rooms.state.rolls.values()) < 4:
            rooms.step()
        while sum(not record.released for record in rooms.state.rolls.values()) < ahead:
            rooms.say(next(iter(rooms.useful(Room.OPEN))))
        await happen(hall, 1, *rooms.history[1:])
        return cls(client, hall, rooms)

    @property
    def state(self) -> DuplicateState:
        state = self.hall.match(match_id(1)).record.state
        assert isinstance(state, DuplicateState)
        return state

    def latest(self) -> tuple[str, Roll, Roll]:
        """What a form sends for the latest released roll; its dice, and other ones."""
        key, record = [each for each in self.state.rolls.items() if each[1].released][-1]
        dice = record.dice
        name = f"{self.state.game}:{self.state.attempt}:{key.side.value}:{key.turn}"
        return name, dice, Roll(dice.first % 6 + 1, dice.second)

    async def asked(self, room: str = "open") -> httpx.Response:
        """The page once it is said which roll was wrong."""
        name, _, other = self.latest()
        chosen: dict[str, str | int] = {
            "roll": name,
            "room": room,
            "first": other.first,
            "second": other.second,
        }
        return await self.client.get(WRONG, params=chosen)

    async def decided(self, choice: str, room: str = "open") -> httpx.Response:
        """The answer to a choice made on that page."""
        form = form_of(await self.asked(room), WRONG)
        return await self.client.post(WRONG, data={**form, "choice": choice, "reason": REASON})

    async def play_to_the_end(self) -> None:
        """Both rooms go on from what the hall has now, and resign before long."""
        self.rooms.state = self.state
        self.rooms.temper, known = Temper(resign=0.1), len(self.rooms.history)
        self.rooms.play_to_the_end()
        over = asyncio.Event()

        def heard(stored: Sequence[StoredEvent]) -> None:
            if any(isinstance(entry.event, ev.MatchClosed) for entry in stored):
                over.set()

        self.hall.subscriptions.add(Listener(heard))
        await happen(self.hall, 1, *self.rooms.history[known:])
        await over.wait()


def choices_of(page: httpx.Response) -> list[str]:
    return re.findall(r'name="choice" value="([a-z]+)"', page.text)


async def test_the_director_lets_a_wrong_roll_stand_and_the_match_is_verified_with_a_note(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        match = await Relayed.of(client, hall)
        _, relayed, other = match.latest()
        page = await match.asked()
        assert choices_of(page) == ["stands", "void"]
        assert "Each room keeps its dice and nothing is played again." in seen(page)
        assert "The game is played again in both rooms from the start" in seen(page)
        done = await match.decided("stands")
        assert (done.status_code, done.headers["location"]) == (303, MATCH)
        console = seen(await client.get(MATCH))
        assert "Where the rooms' dice differ" in console
        story = (await client.get("/t/club/matches/1/games/1/story.json")).text
        assert "other dice" not in story
        assert "dice differ" not in (await client.get("/t/club/matches/1/forms/protocol.html")).text
        await match.play_to_the_end()
        await check_shown_everywhere(client, relayed, other)


async def check_shown_everywhere(client: httpx.AsyncClient, relayed: Roll, other: Roll) -> None:
    """Protocol, ledger, story, log and both rooms' match files, once the match is over."""
    note = f"the rooms' dice differ, {other} in the open room and {relayed} in the closed"
    form = unescape(seen(await client.get("/t/club/matches/1/forms/protocol.html")))
    assert note in form
    assert REASON in form
    ledger = seen(await client.get("/t/club/matches/1/ledger"))
    assert f"{other} in the open room, {relayed} in the closed" in ledger
    assert "The closed room was given exactly the dice of the open room" in ledger
    story = (await client.get("/t/club/matches/1/games/1/story.json")).json()
    marked = [
        [line["text"] for line in story[room] if "the other room had other dice" in line["text"]]
        for room in ("open", "closed")
    ]
    assert [texts[0].split(":")[0] for texts in marked] == [str(other), str(relayed)]
    log = seen(await client.get("/hall/t/club/matches/1/log"))
    assert f"the dice in this room were {other}, not {relayed}, and stand" in log


async def test_the_game_is_voided_in_both_rooms_while_nobody_can_know_a_result(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        match = await Relayed.of(client, hall)
        assert (await match.decided("void")).status_code == 303
        assert match.state.attempt == 2


async def test_the_turn_is_replayed_while_nothing_later_was_thrown(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        match = await Relayed.of(client, hall, ahead=0)
        key = match.state.last_thrown
        assert choices_of(await match.asked()) == ["replay"]
        assert (await match.decided("replay")).status_code == 303
        assert match.state.open.current == key
        assert match.state.open.phase.value == "move"
        assert isinstance(hall.match(match_id(1)).history[-1], ev.TurnReopened)


async def test_once_a_result_can_be_known_the_roll_stands_or_the_score_is_adjusted(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        match = await Relayed.of(client, hall)
        form = form_of(await match.asked(), WRONG)
        result = {"room": "closed", "loser": "red", "ending": "resigned", "left": 15, "cube": 1}
        order = {"game": 1, "attempt": 1, "reason": "the clock fell", "was": None, **result}
        url = "/api/t/club/matches/1/director/correct-result"
        assert (await client.post(url, json=order)).status_code == 200
        late = await client.post(WRONG, data={**form, "choice": "void", "reason": REASON})
        assert late.status_code == 409
        assert "is over in a room: let the roll stand or adjust the score" in seen(late)
        page = await match.asked()
        assert choices_of(page) == ["stands", "adjust"]
        assert "A player may know a result of this game" in seen(page)
        answer = await match.decided("adjust")
        assert answer.headers["location"].endswith("/orders/adjust-score")


async def test_a_choice_made_from_other_dice_than_stand_is_refused_and_shows_both(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        match = await Relayed.of(client, hall)
        first = form_of(await match.asked(), WRONG)
        _, relayed, other = match.latest()
        assert (await match.decided("stands")).status_code == 303
        late = await client.post(WRONG, data={**first, "choice": "stands", "reason": REASON})
        assert late.status_code == 409
        text = seen(late)
        assert "the ruling on the dice of this turn in the open room has changed" in text
        for dice in (relayed, other):
            assert f"{dice.first}-{dice.second}" in text


async def test_programs_give_the_same_orders(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        match = await Relayed.of(client, hall)
        name, relayed, other = match.latest()
        _, _, side, turn = name.split(":")
        order: dict[str, Any] = {
            "game": 1,
            "attempt": 1,
            "side": side,
            "turn": int(turn),
            "room": "closed",
            "was": [relayed.first, relayed.second],
            "reason": REASON,
        }
        at = "/api/t/club/matches/1/director"
        same = await client.post(f"{at}/let-roll-stand", json={**order, "dice": order["was"]})
        assert same.status_code == 409
        assert "dice other than" in same.text
        dice = [other.first, other.second]
        stands = await client.post(f"{at}/let-roll-stand", json={**order, "dice": dice})
        assert stands.json() == {"events": ["RollStands"]}
        void = await client.post(f"{at}/void-for-roll", json={**order, "was": dice})
        assert void.json() == {"events": ["GameVoided", "GameStarted"]}
