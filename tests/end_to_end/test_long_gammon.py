"""A duplicate match of long gammon as it is really played: boards, server, feed, page, protocol."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from rules import events as ev
from rules.dice import Roll
from rules.games.long_gammon import LONG_GAMMON
from rules.position import Position, Side
from rules.room import Room
from tests.end_to_end.match_run import GAMES, dice_by_turn, play_match

SEED = 2008


class Spectator:
    """Somebody who looks at the match when it is over: its page, its feed, its printed form."""

    def __init__(self) -> None:
        self.page = ""
        self.pdf = b""
        self.feed: dict[str, Any] = {}

    async def visit(self, address: str) -> None:
        async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=30) as http:
            self.page = (await http.get("/t/club/matches/1")).text
            self.pdf = (await http.get("/t/club/matches/1/forms/protocol.pdf")).content
        async with connect(f"{address.replace('http', 'ws', 1)}/t/club/matches/1/live") as socket:
            self.feed = json.loads(await socket.recv())["state"]


@pytest.mark.long(20)
async def test_a_match_of_long_gammon_runs_from_the_dice_to_the_house_tables_protocol(
    tmp_path: Path,
) -> None:
    spectator = Spectator()
    run = await play_match(tmp_path, SEED, game=LONG_GAMMON, visit=spectator.visit)

    assert run.protocol["complete"]
    assert run.protocol["table_title"].startswith("house table")
    assert len(run.protocol["rows"]) == 2 * GAMES
    assert not [e for e in run.log if isinstance(e, ev.ThrowVoided | ev.ReadingRefused)]
    _both_rooms_had_the_same_dice(run.log)
    _every_play_is_legal(run.log)
    assert 'game="long-gammon"' in spectator.page
    assert spectator.pdf.startswith(b"%PDF")
    _the_feed_ends_with_a_winner_of_long_gammon(spectator.feed)


def _the_feed_ends_with_a_winner_of_long_gammon(state: dict[str, Any]) -> None:
    assert (state["game_name"], state["phase"]) == ("long-gammon", "over")
    assert len(state["results"]) == 2 * GAMES
    assert {result["cube"] for result in state["results"]} == {1}
    assert {result["ending"] for result in state["results"]} <= _ENDINGS


_ENDINGS = {ending.value for ending in LONG_GAMMON.endings}


def _both_rooms_had_the_same_dice(log: list[ev.Event]) -> None:
    thrown = dice_by_turn(log)
    released = {
        (e.game, e.attempt, e.side, e.turn): e.dice for e in log if isinstance(e, ev.RollReleased)
    }
    assert released.items() <= thrown.items()
    assert {game for game, *_ in released} == set(range(1, GAMES + 1))


def _every_play_is_legal(log: list[ev.Event]) -> None:
    thrown = dice_by_turn(log)
    lying: dict[tuple[int, Room], Position] = {}
    for play in (event for event in log if isinstance(event, ev.PlayMade)):
        where = play.game, play.room
        before = lying.get(where, LONG_GAMMON.start())
        dice: Roll = thrown[play.game, play.attempt, play.side, play.turn]
        legal = LONG_GAMMON.legal_plays(before, play.side, dice, play.turn)
        assert play.moves in legal
        lying[where] = play.position
    assert {room for _, room in lying} == set(Room)
    assert all(position.of(side)[25] == 0 for position in lying.values() for side in Side)
