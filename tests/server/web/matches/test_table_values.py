"""A table is one and the same wherever it is shown, and a seat is shown none of the aids."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rules import events as ev
from rules.duplicate.seed_dice import commitment
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.position import Side
from rules.room import Room
from server.access import Role, Visitor
from tests.server.live.following import on_loopback
from tests.server.web.hall.test_console_live import frame, live
from tests.server.web.prints.test_match_files import until_public
from tests.support.commands import happen, register_team, schedule
from tests.support.ids import match_id
from tests.support.persons import name_of, person_id
from tests.support.rooms import SEED, Rooms, Temper, started
from tests.support.routes import authorized_routes
from tests.support.secrecy import FORM_KEY
from tests.support.served import DIRECTOR, Served, opened

CALM = Temper(double=0.0, resign=0.0, mischief=0.0)
BOARD = re.compile(r"<bg-board[^>]* table=([\"'])(.*?)\1", re.DOTALL)
LYING = ("position", "on_turn", "to_answer", "cube", "doubled", "score", "result")
"""What does not hang on how long dice and the last play stay on show."""


async def played(served: Served, game: Game, steps: int = 60) -> None:
    """Match 1 of that game, told live, so far that something lies where it did not begin."""
    teams = (started().home, started().away)
    for team in teams:
        await register_team(
            served.hall, team.name, (name_of(team.open_player), name_of(team.closed_player))
        )
    await schedule(
        served.hall,
        home=teams[0].name,
        away=teams[1].name,
        games=4,
        event="Harbour Cup",
        game_name=game.name,
        embargo=ev.Embargo.LIVE,
    )
    rooms = Rooms.seated(game, 5, CALM)
    while len(rooms.history) < steps or not ends_a_turn(rooms.history[-1]):
        rooms.step()
    begun = ev.MatchStarted(home=teams[0], away=teams[1], commitment=commitment(SEED), seed=SEED)
    await happen(served.hall, 1, begun, *rooms.history)
    async with served.client() as client:
        await until_public(client, 1, "playing")


def ends_a_turn(event: ev.Event) -> bool:
    """The open table lies between two throws, its points marked."""
    return isinstance(event, ev.PlayMade | ev.PointsMarked) and event.room is Room.OPEN


def drawn(page: str) -> dict[str, Any]:
    """The first table drawn on a page."""
    found = BOARD.search(page)
    assert found is not None, page
    table: dict[str, Any] = json.loads(unescape(found[2]))
    return table


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
async def test_console_pages_feed_and_api_tell_one_table_alike(tmp_path: Path, game: Game) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await played(served, game)
        shown = {path: drawn((await client.get(path)).text) for path in ("/", "/t/club/matches/1")}
        shown["console"] = drawn((await client.get("/hall/t/club/matches/1")).text)
        shown["feed"] = (await client.get("/t/club/matches/1/live.json")).json()["state"]["table"]
        shown["api"] = (await client.get("/api/t/club/matches/1")).json()["tables"]["open"]
    lying = {where: {name: table[name] for name in LYING} for where, table in shown.items()}
    assert all(table == lying["feed"] for table in lying.values()), lying
    counted = lying["feed"]["score"] is not None
    assert counted is (game.name == "trictrac")
    if counted:
        assert any(each["points"] or each["holes"] for each in lying["feed"]["score"].values())


def seated(room: Room) -> Visitor:
    side = Side.WHITE if room is Room.OPEN else Side.RED
    return Visitor(
        Role.PLAYER,
        person_id(f"Player in the {room.value} room"),
        room,
        match_id(1),
        "Compass",
        side,
    )


@pytest.mark.parametrize("room", Room)
async def test_no_answer_to_a_seat_or_its_rooms_clerk_counts_pips(
    tmp_path: Path, room: Room
) -> None:
    async with opened(tmp_path) as served:
        await played(served, GAMES["backgammon"])
        addresses = {
            re.sub(r"\{(number|game)\}", "1", route.path)
            .replace("{tournament}", "club")
            .replace("{room}", room.value)
            for route in authorized_routes(served.app)
            if route.method == "GET" and not route.path.startswith(("/static", "/docs", "/openapi"))
        }
        for visitor in (seated(room), Visitor(Role.CLERK, person_id("Clerk"), room)):
            async with served.client(visitor) as client:
                answers = {path: await client.get(path) for path in sorted(addresses)}
            read = {path: answer for path, answer in answers.items() if answer.status_code == 200}
            assert ("/seat" if visitor.role is Role.PLAYER else "/room") in read
            assert f"/api/t/club/matches/1/tables/{room.value}" in read
            in_public = room is Room.OPEN and visitor.role is Role.CLERK  # who plays is shown less
            assert ("/t/club/matches/1" in read) is in_public
            counting = [
                path
                for path, answer in read.items()
                if b"pip" in FORM_KEY.sub(b"", answer.content).lower().replace(b"pipx inject", b"")
            ]
            assert counting == []
            aided = [path for path, answer in read.items() if b"<bg-board aids" in answer.content]
            assert aided == []


@pytest.mark.parametrize("room", Room)
async def test_no_frame_to_a_seat_counts_pips(tmp_path: Path, room: Room) -> None:
    async with opened(tmp_path) as served:
        await played(served, GAMES["backgammon"])
        clerk = Visitor(Role.CLERK, person_id("Clerk"), room)
        public = ("/live", "/t/club/matches/1/live?language=en") if room is Room.OPEN else ()
        async with on_loopback(served.app) as port:
            for path in ("/seat/live", "/room/live", *public):
                visitor = seated(room) if path == "/seat/live" else clerk
                async with live(served, port, visitor, path) as socket:
                    text = json.dumps(await frame(socket))
                assert "bg-board" in text or "position" in text
                assert "pip" not in text
                assert "aids" not in text
