"""Leaving and returning, and who was shown the open room, on the pages and by API (ruling 34)."""

from pathlib import Path

import httpx
import pytest

from rules import commands as cmd
from rules import events as ev
from rules.position import Side
from rules.room import Room
from server.access import SERVER, Role, Visitor
from server.hall import Hall
from tests.support.commands import register_team
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import person_id
from tests.support.served import (
    DIRECTOR,
    Served,
    everybody,
    opened,
    served_hall,
    started_match,
    throw_opening,
)

CLOSED = "/api/t/club/matches/1/tables/closed"
ASH = Visitor(Role.OPERATOR, person_id("Ash"))
"""Plays for a team that does not play match 1."""


async def begun(client: httpx.AsyncClient, hall: Hall) -> None:
    """Match 1 with its first throw; Ash is on the list of another team."""
    await started_match(client)
    await register_team(hall, "Anchor", ("Ash", "Birch"))
    await throw_opening(hall, 1, 1)


async def watched(hall: Hall) -> list[tuple[str, int, str]]:
    """Who is logged to have watched the open room, once all is stored that was said so far."""
    await hall.match(match_id(1)).handle(cmd.RemoveBoard(Room.OPEN), SERVER)
    names = hall.persons.names()
    return [
        (names.of(event.player), event.game, event.by)
        for event in hall.match(match_id(1)).history
        if isinstance(event, ev.OpenRoomWatched)
    ]


async def test_a_player_who_left_and_has_watched_the_open_room_waits_for_the_end_of_the_game(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await begun(client, hall)
        left = {"player": "Fields", "reason": "a telephone call"}
        answer = await client.post(f"{CLOSED}/leaving", json=left)
        assert answer.json()["events"] == ["PlayerLeft"]
        for has_watched in (True, False):
            back = {"player": "Fields", "watched": has_watched}
            answer = await client.post(f"{CLOSED}/return", json=back)
            assert answer.status_code == 409
            assert "'Fields' has watched the open room of game 1" in answer.text
        assert await watched(hall) == [("Fields", 1, "Director")]
        order = {"game": 1, "attempt": 1, "reason": "he has seen dice"}
        await client.post("/api/t/club/matches/1/director/void-game", json=order)
        answer = await client.post(f"{CLOSED}/return", json={"player": "Fields", "watched": False})
        assert answer.json()["events"] == ["PlayerReturned"]


async def test_a_clerk_logs_leaving_and_return_on_the_page_of_his_room(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await begun(director, served.hall)
        line_up = served.hall.match(match_id(1)).record.line_ups["Compass"]
        form = {"form": "presence-closed", "room": "closed", "player": line_up.closed_player.text}
        async with served.client(everybody(1)["clerk of closed"]) as clerk:
            incomplete = await clerk.post("/hall/t/club/matches/1/presence", data=form)
            assert incomplete.status_code == 422
            left = {**form, "reason": "a telephone call"}
            assert (
                await clerk.post("/hall/t/club/matches/1/presence", data=left)
            ).status_code == 303
            assert "away" in (await clerk.get("/room")).text
            returned = {**form, "back": "yes", "watched": "yes"}
            refused = await clerk.post("/hall/t/club/matches/1/presence", data=returned)
            assert "has watched the open room of game 1" in refused.text
        log = (await director.get("/hall/t/club/matches/1/log?about=presence")).text
        assert "Fields left the table. Reason: a telephone call" in log
        assert "Fields has watched the open room of game 1, according to Clerk closed" in log


@pytest.mark.parametrize(
    "path",
    [
        "/hall",
        "/hall/t/club/matches/1",
        "/hall/t/club/matches/1/log",
        "/api/t/club/matches/1",
        "/api/t/club/matches/1/open.mat",
        "/",
        "/screen",
        "/t/club/matches/1",
        "/t/club/matches/1/live.json",
        "/t/club/matches/1/games/1/story.json",
    ],
)
async def test_whoever_is_on_a_teams_list_is_logged_when_shown_the_open_room(
    tmp_path: Path, path: str
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await begun(director, served.hall)
        async with served.client(ASH) as ash:
            for _ in range(2):
                assert (await ash.get(path)).status_code == 200
        assert await watched(served.hall) == [("Ash", 1, "")]


async def test_nobody_else_is_logged_nor_who_is_shown_nothing_of_the_open_room(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await begun(director, served.hall)
        assert (await director.get("/hall/t/club/matches/1")).status_code == 200
        async with served.client() as public:
            assert (await public.get("/t/club/matches/1")).status_code == 200
        for visitor, path in (
            (ASH, "/api/t/club/matches/1/tables/closed"),
            (Visitor(Role.CLERK, person_id("Birch"), Room.CLOSED), "/room"),
            (await _at_the_open_table(served), "/seat"),
            (await _on_the_list(served), "/hall"),
        ):
            async with served.client(visitor) as client:
                assert (await client.get(path)).status_code == 200
        assert await watched(served.hall) == []


async def _at_the_open_table(served: Served) -> Visitor:
    open_player = served.hall.match(match_id(1)).record.line_ups["Compass"].open_player
    return Visitor(Role.PLAYER, open_player, Room.OPEN, match_id(1), "Compass", Side.WHITE)


async def _on_the_list(served: Served) -> Visitor:
    """An operator who may be seated, and is shown nothing for that."""
    players = (
        *served.hall.tournaments.processes[TOURNAMENT].teams["Compass"],
        person_id("Summers"),
    )
    change = cmd.ChangeTeam(
        team="Compass",
        name="Compass",
        players=players,
        was=served.hall.tournaments.processes[TOURNAMENT].teams["Compass"],
    )
    await served.hall.commands.to_tournament(TOURNAMENT, change, SERVER)
    return Visitor(Role.OPERATOR, person_id("Summers"))
